import type { Commit, EdgeRecord, NodeRecord, OrderedStore, StoreData } from '../graph/records.js';
import { nodesOf } from '../graph/records.js';
import { FORMAT, VERSION } from './content.js';

/** One line of a JSONL file: a head, then records, then the count of them, by which a half file shows. */
type Line =
  | { readonly format: typeof FORMAT; readonly version: number }
  | { readonly store: Omit<StoreData, 'nodes' | 'edges'> }
  | { readonly node: NodeRecord }
  | { readonly edge: EdgeRecord }
  | { readonly commit: Commit }
  | { readonly end: number };

/** What becomes a file of lines; `commits` may come as they are read. */
export interface LinesContent {
  readonly store?: StoreData | OrderedStore;
  readonly commits?: Iterable<Commit> | AsyncIterable<Commit>;
}

/** Writes a file line by line, each with its end: nodes and edges in the store's order. */
export async function* exportLines(content: LinesContent): AsyncGenerator<string> {
  let count = 0;
  const write = (line: Line): string => `${JSON.stringify(line)}\n`;
  const record = (line: Line): string => {
    count += 1;
    return write(line);
  };
  yield write({ format: FORMAT, version: VERSION });
  if (content.store) {
    const { nodes: _, edges, ...rest } = content.store;
    yield record({ store: rest });
    for (const node of nodesOf(content.store).values()) yield record({ node });
    for (const edge of edges) yield record({ edge });
  }
  for await (const commit of content.commits ?? []) yield record({ commit });
  yield write({ end: count });
}
