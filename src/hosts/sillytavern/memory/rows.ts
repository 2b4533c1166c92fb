import type { NodeView, SchemaSpecView, SchemaView } from '../../../../worker/protocol/memory-types.js';
import { withoutMacros } from '../base/plain-text.js';

/** One node takes no more of the room than this. */
const ROW_CHARS = 500;

/** The type of a node in the schema. */
export const specOf = ({ types }: SchemaView, { type }: NodeView): SchemaSpecView | undefined =>
  types.find((one) => one.type.toLowerCase() === type.toLowerCase());

/** True for types whose nodes are before the model without being asked for. */
export const isAlways = (spec: SchemaSpecView | undefined): boolean =>
  spec !== undefined && (spec.alwaysInject || spec.tableName === 'event_table');

/** A node as the model reads it, in one line: of types that are rolled up only what they must have. */
export function rowText(node: NodeView, spec: SchemaSpecView | undefined): string {
  const told = spec?.compressionMode === 'hierarchical' ? spec.requiredColumns : spec?.tableColumns;
  const own = Object.keys(node.fields);
  const columns = (told ?? own).filter((column) => own.includes(column));
  // What somebody has written into columns that the type has not got is all there is to tell.
  const shown = columns.length > 0 ? columns : own;
  const cells = shown
    .filter((column) => column !== 'title' && column !== 'name')
    .map((column) => [column, display(node.fields[column])] as const)
    .filter(([, text]) => text !== '')
    .map(([column, text]) => (column === 'summary' ? text : `${display(column)}: ${text}`));
  const line = `- (${display(node.type)}) ${display(node.title)}${cells.length > 0 ? `: ${cells.join('; ')}` : ''}`;
  return withoutMacros(line.length > ROW_CHARS ? `${line.slice(0, ROW_CHARS - 1)}…` : line);
}

/** One line: names of types and columns are a model's or a file's text too. */
function display(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = Array.isArray(value)
    ? value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
