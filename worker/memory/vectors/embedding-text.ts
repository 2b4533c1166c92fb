import { EMBEDDING_BATCH, type EmbeddingMaker } from '../../protocol/embeddings.js';
import type { NodeRecord } from '../graph/records.js';
import { stringHash } from '../graph/string-hash.js';

/** What of a node type decides about its embedding text. */
export interface EmbeddedType {
  readonly id: string;
  readonly tableColumns: readonly string[];
  readonly embeddingColumns: readonly string[];
}

/** What of a node is embedded. */
export type EmbeddedNode = Pick<
  NodeRecord,
  'id' | 'type' | 'title' | 'fields' | 'seqTo' | 'archived' | 'semanticRollup'
>;

/** A vector that is missing. */
export interface VectorInsert {
  readonly nodeId: string;
  /** Names the node, its text and the maker: the key of the vector. */
  readonly hash: number;
  readonly text: string;
  /** Ordinal of the last turn that touched the node. */
  readonly index: number;
}

/** What brings an index up to date. */
export interface SyncPlan {
  readonly toInsert: readonly VectorInsert[];
  readonly toDelete: readonly number[];
  readonly stats: {
    /** Nodes that belong into the index; those that are there; those that are not; vectors that belong to none. */
    readonly total: number;
    readonly indexed: number;
    readonly pending: number;
    readonly stale: number;
  };
}

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

/** What an index with vectors of these hashes lacks, and what it has too much. Archived nodes and rollups of events are not in it. */
export function syncPlan(
  nodes: Iterable<EmbeddedNode>,
  known: Iterable<number>,
  maker: EmbeddingMaker,
  typeOf: (type: string) => EmbeddedType | undefined,
): SyncPlan {
  const there = new Set(known);
  const wanted = new Set<number>();
  const toInsert: VectorInsert[] = [];
  for (const node of nodes) {
    const text = indexedText(node, typeOf(node.type));
    if (text === undefined) continue;
    const hash = vectorHash(node, text, maker);
    wanted.add(hash);
    if (!there.has(hash)) toInsert.push({ nodeId: node.id, hash, text, index: node.seqTo ?? 0 });
  }
  const toDelete = [...there].filter((hash) => !wanted.has(hash));
  const [total, pending] = [wanted.size, toInsert.length];
  return { toInsert, toDelete, stats: { total, indexed: total - pending, pending, stale: toDelete.length } };
}

/** Cuts a list into the batches that are embedded and kept at once. */
export function batchesOf<T>(items: readonly T[], size: number = EMBEDDING_BATCH): readonly (readonly T[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, batch) => items.slice(batch * size, (batch + 1) * size));
}

/**
 * Name of a chat's vectors. Letters that no name can hold become `_`; a hash of the chat's id keeps apart what would then be
 * the same.
 */
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
