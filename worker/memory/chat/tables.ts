import type { TableOptions, TablePage } from '../../protocol/memory-table.js';
import type { Graph } from '../graph/graph.js';
import { Table } from '../reads/table.js';
import type { ChatGraph } from './chat-graph.js';

/** Tables of open graphs, each made when it is first looked at. */
export class Tables {
  readonly #tables = new WeakMap<Graph, Table>();

  page(chat: ChatGraph, options: TableOptions): TablePage {
    const { graph, reads } = chat;
    const table = this.#tables.get(graph) ?? new Table(graph);
    this.#tables.set(graph, table);
    const { types, search } = reads;
    const { revision } = chat.info;
    const named =
      options.name === undefined
        ? undefined
        : search.names(options.name.trim(), types, (slot) => graph.nodes.isActive(slot) && !types.isDiagnostic(slot));
    return table.page(revision, types, options, named);
  }
}
