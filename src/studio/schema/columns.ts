import type { NodeType } from '../../../worker/memory/schema/node-type.js';
import { type Arguments, wrong } from '../editors/arguments.js';
import { flag, placed, text } from '../editors/edit-tool.js';

const NAME = /^[\p{L}_][\p{L}\p{N}_ ]{0,63}$/u;

export const COLUMN = {
  required: flag('An entry is not whole without it'),
  primary: flag('It tells entries of the type apart'),
  embedded: flag('It is searched by meaning'),
  hint: text('What it holds, for whoever writes entries'),
};

/** @throws for a name that no column can have, or that another has. */
export function checkColumn(name: string, taken: readonly string[]): string {
  if (!NAME.test(name)) throw wrong(`“${name}” is no name of a column: letters, digits, _ and space, 64 at most`);
  if (taken.includes(name)) throw wrong(`there is a column “${name}” already`);
  return name;
}

export function columnOf({ id, tableColumns }: NodeType, name: string): string {
  if (!tableColumns.includes(name)) throw wrong(`${id} has no column ${name}: ${tableColumns.join(', ')} are there`);
  return name;
}

const without = (list: readonly string[], name: string) => list.filter((one) => one !== name);
const listed = (list: readonly string[], name: string, on: boolean | undefined): readonly string[] => {
  if (on === undefined || on === list.includes(name)) return list;
  return on ? [...list, name] : without(list, name);
};

/** A type whose column has what the arguments say; what they do not say stays. */
export function withColumn(type: NodeType, name: string, args: Arguments): NodeType {
  const on = (key: keyof typeof COLUMN) => (args.has(key) ? args.flag(key) : undefined);
  const hints = args.has('hint') ? { ...type.columnHints, [name]: args.text('hint') } : type.columnHints;
  return {
    ...type,
    requiredColumns: listed(type.requiredColumns, name, on('required')),
    primaryKeyColumns: listed(type.primaryKeyColumns, name, on('primary')),
    embeddingColumns: listed(type.embeddingColumns, name, on('embedded')),
    columnHints: hints,
  };
}

export const moved = (type: NodeType, name: string, before: string | undefined): NodeType => ({
  ...type,
  tableColumns: placed(without(type.tableColumns, name), name, before, (one) => one),
});

/** A type without a column. @throws for the last one. */
export function withoutColumn(type: NodeType, name: string): NodeType {
  if (type.tableColumns.length === 1) throw wrong(`${name} is the only column of ${type.id}: remove the type instead`);
  const { [name]: _, ...columnHints } = type.columnHints;
  return {
    ...type,
    columnHints,
    tableColumns: without(type.tableColumns, name),
    requiredColumns: without(type.requiredColumns, name),
    primaryKeyColumns: without(type.primaryKeyColumns, name),
    embeddingColumns: without(type.embeddingColumns, name),
  };
}

/** A type whose column is called something else, wherever it is spoken of. */
export function renamed(type: NodeType, from: string, to: string): NodeType {
  const inPlace = (list: readonly string[]) => list.map((one) => (one === from ? to : one));
  const hints = Object.entries(type.columnHints).map(([key, hint]) => [key === from ? to : key, hint]);
  return {
    ...type,
    columnHints: Object.fromEntries(hints) as NodeType['columnHints'],
    tableColumns: inPlace(type.tableColumns),
    requiredColumns: inPlace(type.requiredColumns),
    primaryKeyColumns: inPlace(type.primaryKeyColumns),
    embeddingColumns: inPlace(type.embeddingColumns),
  };
}
