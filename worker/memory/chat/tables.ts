import type { TableOptions, TablePage } from '../../protocol/memory-table.js';
import type { Graph } from '../graph/graph.js';
import { Table } from '../reads/table.js';
import type { ChatGraph } from './chat-graph.js';

/** The tables of graphs, each made when it is first looked at. */
const tables = new WeakMap<Graph, Table>();

export function tablePage({ graph, reads: { types, search }, info }: ChatGraph, options: TableOptions): TablePage {
  const table = tables.get(graph) ?? new Table(graph);
  tables.set(graph, table);
  const accept = (slot: number) => graph.nodes.isActive(slot) && !types.isDiagnostic(slot);
  const named = options.name === undefined ? undefined : search.names(options.name.trim(), types, accept);
  return table.page(info.revision, types, options, named);
}
