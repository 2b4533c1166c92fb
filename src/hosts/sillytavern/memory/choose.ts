import type { NodeView, RecallReason, SchemaSpecView, SchemaView } from '../../../../worker/protocol/memory-types.js';
import { isSaidId } from '../../../../worker/protocol/said.js';
import { withoutMacros } from '../base/plain-text.js';
import { matches } from './query.js';

/**
 * Why a memory is before the model: its type always is; words or the meaning of what was said have found it; or it belongs to what
 * they have found.
 */
export type Why =
  | { readonly kind: 'always'; readonly words: readonly string[] }
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'near' }
  | { readonly kind: 'time' }
  | { readonly kind: 'meaning' };

/** A memory that the model was shown. */
export interface RecalledRow {
  readonly id: string;
  readonly title: string;
  readonly why: Why;
  readonly text: string;
}

/** The chosen memories, in the order in which the model sees them, and the number that did not fit. */
export interface Chosen {
  readonly rows: readonly RecalledRow[];
  readonly left: number;
}

interface Hit {
  readonly id: string;
  readonly score: number;
}

export interface Findings {
  readonly pool: readonly NodeView[];
  readonly schema: SchemaView;
  readonly query: string;
  /** What a recall has chosen, the best first. It may be summed up in the pool. */
  readonly recalled: readonly (NodeView & { readonly why: readonly RecallReason[] })[];
  /** By meaning, the best first. */
  readonly meaning: readonly Hit[];
  /** Characters that rows may take, with their ends. */
  readonly room: number;
}

/** Greatest number of search hits that are chosen. */
const FOUND = 15;
/** Share of the room for search hits. Memories that are always shown get the rest, and what the hits leave over. */
const SHARE = 2 / 3;
/** Characters below which nothing is looked for that would fit. */
const LEAST = 24;

/** Chooses memories of a pool: first the best search hits, then those that are always shown, the newest first, as far as there is room. */
export function choose({ pool, schema, query, recalled, meaning, room }: Findings): Chosen {
  const nodes = new Map([...recalled, ...pool].map((node) => [node.id, node]));
  const byMeaning = new Set([...meaning, ...recalled.filter(({ why }) => why.includes('meaning'))].map(({ id }) => id));
  const found = interleave(recalled, meaning).filter((id) => nodes.has(id));
  const timed = new Set(recalled.filter(({ why }) => why.includes('time')).map(({ id }) => id));
  // The last messages are before the model anyway.
  const always = pool.filter((node) => isAlways(specOf(schema, node)) && !isSaidId(node.id)).map(({ id }) => id);
  const order = new Map<string, RecalledRow>();
  const row = (id: string): RecalledRow | undefined => {
    const node = nodes.get(id);
    if (!node) return undefined;
    const spec = specOf(schema, node);
    const text = rowText(node, spec);
    const matched = matches(query, text);
    const why: Why =
      isAlways(spec) && !isSaidId(id)
        ? { kind: 'always', words: matched }
        : matched.length > 0
          ? { kind: 'words', words: matched }
          : byMeaning.has(id)
            ? { kind: 'meaning' }
            : { kind: timed.has(id) ? 'time' : 'near' };
    return { id, title: node.title, why, text };
  };
  let used = 0;
  const take = (ids: readonly string[], upTo: number) => {
    for (const id of ids) {
      if (upTo - used < LEAST) return;
      const made = order.has(id) ? undefined : row(id);
      if (!made || used + made.text.length + 1 > upTo) continue;
      used += made.text.length + 1;
      order.set(id, made);
    }
  };
  const best = found.slice(0, FOUND);
  take(best, room * SHARE);
  take(always, room);
  take(best, room);
  const wanted = new Set([...best, ...always]).size;
  const place = (id: string) => nodes.get(id)?.seqTo ?? 0;
  const kind = (id: string) =>
    schema.types.findIndex(({ type }) => type.toLowerCase() === nodes.get(id)?.type.toLowerCase());
  const rows = [...order.values()].sort((a, b) => kind(a.id) - kind(b.id) || place(a.id) - place(b.id));
  return { rows, left: wanted - rows.length };
}

/** The best of both, then the second best of both, and so on; each once. */
function interleave(one: readonly { readonly id: string }[], other: readonly Hit[]): readonly string[] {
  const ids = new Set<string>();
  for (let at = 0; at < Math.max(one.length, other.length); at += 1)
    for (const hit of [one[at], other[at]]) if (hit) ids.add(hit.id);
  return [...ids];
}

/** One node takes no more of the room than this. */
const ROW_CHARS = 500;

/** The type of a node in the schema. */
const specOf = ({ types }: SchemaView, { type }: NodeView): SchemaSpecView | undefined =>
  types.find((one) => one.type.toLowerCase() === type.toLowerCase());

/** True for types whose nodes are before the model without being asked for. */
const isAlways = (spec: SchemaSpecView | undefined): boolean =>
  spec !== undefined && (spec.alwaysInject || spec.tableName === 'event_table');

/** A node as the model reads it, in one line: of types that are rolled up only what they must have. */
export function rowText(node: NodeView, spec: SchemaSpecView | undefined): string {
  const listed = spec?.compressionMode === 'hierarchical' ? spec.requiredColumns : spec?.tableColumns;
  const own = Object.keys(node.fields);
  const columns = (listed ?? own).filter((column) => own.includes(column));
  // If the node has none of the listed columns, all of its own are shown.
  const shown = columns.length > 0 ? columns : own;
  const [day] = /^\d{4}-\d\d-\d\d/.exec(display(node.fields.date)) ?? [];
  const cells = shown
    .filter((column) => column !== 'title' && column !== 'name' && !(column === 'date' && day !== undefined))
    .map((column) => [column, display(node.fields[column])] as const)
    .filter(([, text]) => text !== '')
    .map(([column, text]) => (column === 'summary' ? text : `${display(column)}: ${text}`));
  // Who says it, of a turn that was remembered word for word.
  const speaker = columns.includes('speaker') ? '' : display(node.fields.speaker);
  if (speaker !== '') cells.unshift(`${speaker}: ${cells.shift() ?? ''}`);
  const title = display(day === undefined ? node.title : `${node.title} [${day}]`);
  const line = `- (${display(node.type)}) ${title}${cells.length > 0 ? `: ${cells.join('; ')}` : ''}`;
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
