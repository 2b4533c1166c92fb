import type { NodeType } from '../../../worker/memory/schema/node-type.js';
import { type Arguments, named, wrong } from '../editors/arguments.js';
import { count, type EditTool, entries, flag, oneOf, placed, text, texts } from '../editors/edit-tool.js';
import type { Words } from '../editors/words.js';
import { COLUMN, checkColumn, columnOf, moved, renamed, withColumn, withoutColumn } from './columns.js';
import { type MemorySchema, MOST_TYPES, readSchema } from './schema.js';

const ID = /^[a-z][a-z0-9_-]{0,63}$/;
const MODES = ['none', 'hierarchical'] as const;

const TEXTS = {
  label: 'What people call it',
  tableName: 'Its table, as a model is told of it',
  extractHint: 'What entries of it are for, in a sentence or two',
  extractionInstructions: 'How entries of it are written',
  rule: 'What holds for all of them',
} as const;
const FLAGS = {
  alwaysInject: 'The model is always told of it',
  latestOnly: 'Only what is newest counts',
  forceUpdate: 'Something is written at each answer',
  editable: 'Tools may change entries of it',
  recordsFloorRange: 'Entries know the messages they are about',
} as const;
const COUNTS = { extractEveryN: [1, 1_000], ragPerTypeK: [0, 100] } as const;
const boundsOf = (name: string): readonly [number, number] => COUNTS[name as keyof typeof COUNTS];
const TYPE = {
  ...Object.fromEntries(Object.entries(TEXTS).map(([name, about]) => [name, text(about)])),
  ...Object.fromEntries(Object.entries(FLAGS).map(([name, about]) => [name, flag(about)])),
  keywords: texts('Words that speak for it'),
  extractEveryN: count(...COUNTS.extractEveryN, 'It is looked for at every so many answers'),
  ragPerTypeK: count(...COUNTS.ragPerTypeK, 'Entries of it that are found by meaning; 0: as many as of others'),
};
const ROLLUP = { threshold: [2, 1_000], fanIn: [2, 100], maxDepth: [1, 20], keepRecentLeaves: [0, 1_000] } as const;

const type = text('The type, by its id');
const byId = ({ id }: NodeType) => id;
const before = (args: Arguments) => (args.has('before') ? args.text('before') || undefined : undefined);

const typeOf = ({ types }: MemorySchema, args: Arguments): NodeType => named('type', types, byId, args.text('type'));

function checkId(id: string, taken: readonly string[]): string {
  if (!ID.test(id)) throw wrong(`“${id}” is no id of a type: small letters, digits, _ and -, a letter first`);
  if (taken.includes(id)) throw wrong(`there is a type ${id} already`);
  return id;
}

function saidOf(args: Arguments): Partial<NodeType> {
  const said = (names: readonly string[], read: (name: string) => unknown) =>
    Object.fromEntries(names.filter((name) => args.has(name)).map((name) => [name, read(name)]));
  return {
    ...said(Object.keys(TEXTS), (name) => args.text(name)),
    ...said(Object.keys(FLAGS), (name) => args.flag(name)),
    ...said(['keywords'], (name) => args.texts(name)),
    ...said(Object.keys(COUNTS), (name) => args.count(name, ...boundsOf(name))),
  };
}

const withType = ({ types }: MemorySchema, old: NodeType, now: NodeType): MemorySchema =>
  readSchema({ types: types.map((one) => (one === old ? now : one)) });

export const schemaTools = (words: Words): readonly EditTool<MemorySchema>[] => [
  {
    name: 'add_type',
    description: 'Adds a type of entries with its columns',
    properties: {
      type: text('Its id: small letters, digits, _ and -; it stays for good'),
      columns: entries({ name: text('Name of the column'), ...COLUMN }, ['name'], 'Its columns, in their order'),
      ...TYPE,
      before: text('The type before which it comes; at the end where none is named'),
    },
    required: ['type', 'label', 'columns', 'extractHint'],
    edit({ types }, args) {
      if (types.length >= MOST_TYPES) throw wrong(`there are ${MOST_TYPES} types already`);
      const id = checkId(args.text('type'), types.map(byId));
      const columns = args.entries('columns', ['name', ...Object.keys(COLUMN)]);
      if (columns.length === 0) throw wrong('a type needs a column');
      const bare = { id, tableColumns: [], requiredColumns: [], primaryKeyColumns: [], embeddingColumns: [] };
      const empty = { ...bare, columnHints: {}, tableName: `${id}_table`, ...saidOf(args) } as unknown as NodeType;
      let made = empty;
      for (const column of columns) {
        const name = checkColumn(column.text('name'), made.tableColumns);
        made = withColumn(moved(made, name, undefined), name, column);
      }
      const profile = readSchema({ types: placed(types, made, before(args), byId) });
      return { profile, action: words('tool.add_type', id) };
    },
  },
  {
    name: 'change_type',
    description: 'Changes what a type says of itself, or its place; what is not named stays. Its id stays for good.',
    properties: { type, ...TYPE, before: text('The type before which it comes; empty: the end') },
    required: ['type'],
    edit(schema, args) {
      const old = typeOf(schema, args);
      const now = { ...old, ...saidOf(args) };
      const action = words('tool.change_type', old.id);
      if (!args.has('before')) return { profile: withType(schema, old, now), action };
      const others = schema.types.filter((one) => one !== old);
      return { profile: readSchema({ types: placed(others, now, before(args), byId) }), action };
    },
  },
  {
    name: 'remove_type',
    description: 'Removes a type. Entries of it stay, and have no table any more.',
    properties: { type },
    required: ['type'],
    edit(schema, args) {
      const old = typeOf(schema, args);
      if (schema.types.length === 1) throw wrong('memory needs a type: add another first');
      const types = schema.types.filter((one) => one !== old);
      return { profile: { ...schema, types }, action: words('tool.remove_type', old.id) };
    },
  },
  {
    name: 'add_column',
    description: 'Adds a column to a type',
    properties: {
      type,
      column: text('Name of the column'),
      ...COLUMN,
      before: text('The column before which it comes; at the end where none is named'),
    },
    required: ['type', 'column'],
    edit(schema, args) {
      const old = typeOf(schema, args);
      const name = checkColumn(args.text('column'), old.tableColumns);
      const now = withColumn(moved(old, name, before(args)), name, args);
      return { profile: withType(schema, old, now), action: words('tool.add_column', old.id, name) };
    },
  },
  {
    name: 'change_column',
    description: 'Changes what a column is for, its name or its place; what is not named stays',
    properties: {
      type,
      column: text('The column'),
      name: text('Another name: what was kept under the old one is not found by the new'),
      ...COLUMN,
      before: text('The column before which it comes; empty: the end'),
    },
    required: ['type', 'column'],
    edit(schema, args) {
      const old = typeOf(schema, args);
      const from = columnOf(old, args.text('column'));
      const others = old.tableColumns.filter((one) => one !== from);
      const name = args.has('name') ? checkColumn(args.text('name'), others) : from;
      const called = renamed(old, from, name);
      const placedType = args.has('before') ? moved(called, name, before(args)) : called;
      const now = withColumn(placedType, name, args);
      return { profile: withType(schema, old, now), action: words('tool.change_column', old.id, name) };
    },
  },
  {
    name: 'remove_column',
    description: 'Removes a column. What entries have in it stays, and is not shown any more.',
    properties: { type, column: text('The column') },
    required: ['type', 'column'],
    edit(schema, args) {
      const old = typeOf(schema, args);
      const name = columnOf(old, args.text('column'));
      const profile = withType(schema, old, withoutColumn(old, name));
      return { profile, action: words('tool.remove_column', old.id, name) };
    },
  },
  {
    name: 'set_rollup',
    description: 'How entries of a type are kept short: rolled up level by level, or not. What is not named stays.',
    properties: {
      type,
      mode: oneOf(MODES, 'none: each stays by itself; hierarchical: several become one, and those again'),
      threshold: count(...ROLLUP.threshold, 'So many must be there before any are rolled up'),
      fanIn: count(...ROLLUP.fanIn, 'So many become one'),
      maxDepth: count(...ROLLUP.maxDepth, 'Levels at most'),
      keepRecentLeaves: count(...ROLLUP.keepRecentLeaves, 'So many of the newest stay as they are'),
      rule: text('What holds for rollups'),
      summarizeInstruction: text('How several become one'),
    },
    required: ['type'],
    edit(schema, args) {
      const old = typeOf(schema, args);
      const numbers = Object.entries(ROLLUP).filter(([name]) => args.has(name));
      const said = ['rule', 'summarizeInstruction'].filter((name) => args.has(name));
      const compression = {
        ...old.compression,
        ...(args.has('mode') && { mode: args.choice('mode', MODES) }),
        ...Object.fromEntries(numbers.map(([name, [least, most]]) => [name, args.count(name, least, most)])),
        ...Object.fromEntries(said.map((name) => [name, args.text(name)])),
      };
      return { profile: withType(schema, old, { ...old, compression }), action: words('tool.set_rollup', old.id) };
    },
  },
];
