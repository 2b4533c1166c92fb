import type { TableOptions, TablePage, TableRow } from '../../protocol/memory-table.js';
import type { Graph } from '../graph/graph.js';
import { ARCHIVED, ROLLUP } from '../graph/nodes.js';
import { toFilter } from '../graph/text.js';
import type { TypeIndex } from '../schema/type-index.js';
import { byTimeline } from '../search/order.js';
import { displayText } from './brief.js';

/** UTF-16 units of a row's text; a table cuts it anyway. */
const TEXT_CHARS = 240;
/** Rows of one page at most. */
const MOST_ROWS = 500;

type Order = NonNullable<TableOptions['sort']>;

/** The order of a table's rows, kept until the graph or the question is another. */
export class Table {
  readonly #graph: Graph;
  #key = '';
  #slots: readonly number[] = [];

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** Some of the rows that pass, only of `named` where a name was asked for; `revision` changes with the graph. */
  page(revision: number, types: TypeIndex, options: TableOptions, named?: readonly number[]): TablePage {
    const { from = 0, limit = 100 } = options;
    const key = JSON.stringify([revision, options.types, options.archived, options.name, options.sort]);
    if (key !== this.#key) {
      this.#slots = this.#rows(options, named);
      this.#key = key;
    }
    const page = this.#slots.slice(from, from + Math.min(limit, MOST_ROWS));
    return { total: this.#slots.length, from, rows: page.map((slot) => this.#row(types, slot)), types: this.#counts() };
  }

  #rows(options: TableOptions, named: readonly number[] | undefined): readonly number[] {
    const { nodes } = this.#graph;
    const ofType = toFilter(options.types);
    const found: number[] = [];
    for (const slot of named ?? nodes.slots()) {
      if (!options.archived && nodes.has(slot, ARCHIVED)) continue;
      if (!ofType || ofType.has(nodes.types.key(nodes.typeKey(slot)))) found.push(slot);
    }
    return found.sort(this.#order(options.sort ?? 'turn'));
  }

  #order(sort: Order): (a: number, b: number) => number {
    const { nodes } = this.#graph;
    const oldest = byTimeline(this.#graph);
    const newest = (a: number, b: number): number => oldest(b, a);
    if (sort === 'oldest') return oldest;
    if (sort === 'turn') return newest;
    if (sort === 'title') {
      const { titles } = nodes;
      return (a, b) => {
        const [left, right] = [titles[a] as string, titles[b] as string];
        return left < right ? -1 : left > right ? 1 : newest(a, b);
      };
    }
    const links = new Map<number, number>();
    const count = (slot: number): number => {
      const known = links.get(slot) ?? this.#links(slot);
      links.set(slot, known);
      return known;
    };
    return (a, b) => count(b) - count(a) || newest(a, b);
  }

  #links(slot: number): number {
    let count = 0;
    const { adjacency } = this.#graph;
    const add = (): void => {
      count += 1;
    };
    adjacency.eachOut(slot, add);
    adjacency.eachIn(slot, add);
    return count;
  }

  #row(types: TypeIndex, slot: number): TableRow {
    const { nodes } = this.#graph;
    return {
      id: nodes.ids[slot] ?? '',
      type: nodes.typeOf(slot),
      title: nodes.titles[slot] ?? '',
      text: this.#text(types, slot),
      seqTo: nodes.seqOr(slot, -1),
      archived: nodes.has(slot, ARCHIVED),
      rollup: nodes.has(slot, ROLLUP),
      links: this.#links(slot),
    };
  }

  /** Its summary, else the first columns that say anything. */
  #text(types: TypeIndex, slot: number): string {
    const fields = this.#graph.nodes.fields(slot);
    const columns = ['summary', ...(types.of(slot)?.tableColumns ?? []), ...Object.keys(fields)];
    let text = '';
    for (const column of new Set(columns)) {
      if (text.length >= TEXT_CHARS) break;
      const cell = column === 'title' || !Object.hasOwn(fields, column) ? '' : displayText(fields[column]);
      if (cell !== '') text += text === '' ? cell : ` · ${cell}`;
    }
    return text.slice(0, TEXT_CHARS);
  }

  #counts(): TablePage['types'] {
    const { nodes } = this.#graph;
    const counts = new Map<string, { active: number; archived: number }>();
    for (const slot of nodes.slots()) {
      const type = nodes.types.key(nodes.typeKey(slot));
      const count = counts.get(type) ?? { active: 0, archived: 0 };
      if (nodes.has(slot, ARCHIVED)) count.archived += 1;
      else count.active += 1;
      counts.set(type, count);
    }
    return [...counts].map(([type, count]) => ({ type, ...count }));
  }
}
