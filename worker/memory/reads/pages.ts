import { BulkheadError } from '../../protocol/errors.js';
import type { EdgeView, NodeView } from '../../protocol/memory-types.js';
import type { Graph } from '../graph/graph.js';
import { toCount, toRecord } from '../graph/text.js';
import type { TypeIndex } from '../schema/type-index.js';
import { listEdges, listNodes } from './lists.js';
import { narrowPool } from './pool.js';
import type { Projections } from './projections.js';
import type { Views } from './views.js';

/** Views that one page may have, and those it has where nobody says. */
const MOST = 500;
const USUAL = 50;

export interface Page<T> {
  readonly items: readonly T[];
  /** For the next page; `null` behind the last. It survives changes of the list: the next page begins behind the last view. */
  readonly cursor: string | null;
  /** Views of the whole list at this moment. */
  readonly total: number;
}

/** Cuts lists into pages. The list of the last page is kept for as long as it is the same. */
export class Pages {
  readonly #graph: Graph;
  readonly #projections: Projections;
  readonly #views: Views;
  #kept: { readonly key: string; readonly revision: number; readonly list: readonly unknown[] } | undefined;

  constructor(graph: Graph, projections: Projections, views: Views) {
    this.#graph = graph;
    this.#projections = projections;
    this.#views = views;
  }

  /** @throws `BAD_ARGS` for an unknown list, or a cursor of something else. */
  page(options: unknown, types: TypeIndex): Page<NodeView | EdgeView> {
    const { list, filter: given, ...where } = toRecord(options);
    const filter = toRecord(given);
    const key = JSON.stringify([list, filter]);
    if (list === 'edges') {
      const edges = () => listEdges(this.#graph, filter);
      const nameOf = ({ from, to, type }: EdgeView) => JSON.stringify([from, to, type]);
      return this.#views.answer(this.#cut(key, where, edges, nameOf));
    }
    if (list !== 'nodes' && list !== 'candidates')
      throw new BulkheadError('BAD_ARGS', 'list: nodes, candidates, edges');
    const { ids } = this.#graph.nodes;
    const slots = () =>
      list === 'nodes'
        ? listNodes(this.#graph, types, filter)
        : narrowPool(this.#graph, this.#projections.pool(types), filter);
    const page = this.#cut(key, where, slots, (slot) => ids[slot] ?? '');
    return this.#views.answer({ ...page, items: this.#views.nodes(page.items) });
  }

  /** `key` names the list that `make` makes, and `nameOf` each of its items. */
  #cut<I>(
    key: string,
    { limit, cursor }: Readonly<Record<string, unknown>>,
    make: () => readonly I[],
    nameOf: (item: I) => string,
  ): Page<I> {
    const { revision } = this.#graph;
    if (this.#kept?.key !== key || this.#kept.revision !== revision) this.#kept = { key, revision, list: make() };
    const list = this.#kept.list as readonly I[];
    const from = begin(list, cursor, nameOf);
    const items = list.slice(from, from + Math.min(MOST, toCount(limit, USUAL)));
    const last = items.at(-1);
    const end = from + items.length;
    const more = end < list.length && last !== undefined;
    return { items, cursor: more ? JSON.stringify([end - 1, nameOf(last)]) : null, total: list.length };
  }
}

function begin<I>(list: readonly I[], cursor: unknown, nameOf: (item: I) => string): number {
  if (cursor === undefined || cursor === null) return 0;
  const [at, name] = read(cursor);
  const there = list[at];
  if (there !== undefined && nameOf(there) === name) return at + 1;
  const moved = list.findIndex((item) => nameOf(item) === name);
  return moved === -1 ? Math.min(at, list.length) : moved + 1;
}

function read(cursor: unknown): readonly [number, string] {
  try {
    const [at, name] = JSON.parse(String(cursor)) as [unknown, unknown];
    if (Number.isSafeInteger(at) && (at as number) >= 0 && typeof name === 'string') return [at as number, name];
  } catch {
    // Said below.
  }
  throw new BulkheadError('BAD_ARGS', 'a cursor is what the page before has answered');
}
