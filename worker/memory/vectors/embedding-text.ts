import type { EmbeddingMaker } from '../../protocol/embeddings.js';
import type { NodeRecord } from '../graph/records.js';
import { stringHash } from '../graph/string-hash.js';

export interface EmbeddedType {
  readonly id: string;
  readonly tableColumns: readonly string[];
  readonly embeddingColumns: readonly string[];
}

export type EmbeddedNode = Pick<
  NodeRecord,
  'id' | 'type' | 'title' | 'fields' | 'seqTo' | 'archived' | 'semanticRollup'
>;

/** Columns of a node whose type is unknown or names none. */
const COLUMNS = ['title', 'summary', 'aliases', 'traits', 'identity', 'goal', 'state', 'status', 'note'];
const TITLES = new Set(['title', 'name']);
const SKIPPED = 'embedding';
const SEPARATOR = ' | ';

/** What of a node is embedded: the values of its type's columns, then its other fields with their names. */
export function embeddingText(node: EmbeddedNode, type: EmbeddedType | undefined): string {
  const columns = [type?.embeddingColumns, type?.tableColumns].find((list) => list && list.length > 0) ?? COLUMNS;
  const known = new Set(columns);
  const values = columns.filter((column) => column !== SKIPPED).map((column) => textOfColumn(node, column));
  const others = Object.entries(node.fields)
    .filter(([name]) => !known.has(name) && name !== SKIPPED)
    .map(([name, value]) => [name, textOf(value)] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name}: ${text}`);
  return [...values.filter((text) => text !== ''), ...others].join(SEPARATOR);
}

/** The same of a node that belongs into an index; nothing for one that is archived, a rollup of events, or says nothing. */
export function indexedText(node: EmbeddedNode, type: EmbeddedType | undefined): string | undefined {
  if (node.archived || (node.semanticRollup && node.type.toLowerCase() === 'event')) return undefined;
  return embeddingText(node, type) || undefined;
}

/** The key of a node's vector: another one when its text, its turn or the maker changes. */
export const vectorHash = (node: EmbeddedNode, text: string, { source, model }: EmbeddingMaker): number =>
  stringHash([node.id, text, node.seqTo ?? 0, source, model].join('::'));

/** Name of a chat's vectors: odd letters become `_`, and a hash of the chat's id keeps such names apart. */
export function collectionId(chat: string): string {
  const name = chat.replace(/[^A-Za-z0-9_-]/g, '_');
  return name === chat ? `mg_${name}` : `mg_${name}_${stringHash(chat).toString(36)}`;
}

function textOfColumn(node: EmbeddedNode, column: string): string {
  const { fields } = node;
  const named = Object.hasOwn(fields, column) ? textOf(fields[column]) : '';
  if (!TITLES.has(column)) return named;
  return textOf(node.title) || named || (Object.hasOwn(fields, 'name') ? textOf(fields.name) : '');
}

function textOf(value: unknown): string {
  const list = Array.isArray(value) ? value : [value];
  return list
    .map((item) => (typeof item === 'string' ? item : item === null ? '' : (JSON.stringify(item) ?? '')))
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .join(', ');
}
