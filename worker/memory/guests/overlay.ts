import { type Change, deltaOf } from '../../adapters/delta.js';
import { Mutex } from '../../primitives/mutex.js';
import type { Effect, MemoryChange } from '../../protocol/effects.js';
import { BulkheadError } from '../../protocol/errors.js';
import type { ChatGraph } from '../chat/chat-graph.js';
import { edgeKey } from '../commits/plain-graph.js';
import type { Graph } from '../graph/graph.js';
import type { Journal } from '../graph/journal.js';
import { NONE } from '../graph/nodes.js';
import type { EdgeRecord, GraphOp, NodeRecord } from '../graph/records.js';
import { latestSeq } from '../reads/latest-seq.js';
import { Reads } from '../reads/reads.js';
import { TypeIndex } from '../schema/type-index.js';
import { LiveSearch } from '../search/live-search.js';
import { Writes } from '../writes/writes.js';
import { copyGraph } from './copy-graph.js';
import type { ReadTarget } from './facet.js';
import { FreshVectors } from './fresh-vectors.js';
import { checkTypes } from './narrow.js';
import type { WriteRequest } from './write-request.js';

/** Nodes and edges that one overlay may change. */
const CHANGES = 10_000;

/** What was there before the overlay, and whose change of it was the last. */
interface Touched<T> {
  readonly before: T | undefined;
  plugin: string;
}

interface Writer {
  readonly plugin: string;
  readonly types: readonly string[] | null;
}

/** A copy of a chat's graph that is written to in place of it: nobody else sees it, and it comes to a list of effects. */
export class MemoryOverlay {
  readonly chat: ChatGraph;
  readonly graph: Graph;
  readonly reads: ReadTarget['reads'];
  readonly fresh: FreshVectors;
  readonly #writes: Writes;
  readonly #nodes = new Map<string, Touched<NodeRecord>>();
  readonly #edges = new Map<string, Touched<EdgeRecord> & { readonly edge: EdgeRecord }>();
  #writer: Writer | undefined;
  readonly #mutex = new Mutex();

  /** `graph`: a copy of the chat's that is as it is now, and nobody else's. */
  constructor(chat: ChatGraph, graph: Graph = copyGraph(chat.graph)) {
    this.chat = chat;
    this.graph = graph;
    const types = new TypeIndex(chat.reads.types.types, graph.nodes);
    const search = new LiveSearch(graph);
    const { turn } = chat.timeline.anchor(() => latestSeq(graph));
    const api = new Reads({ graph, types: () => types, injection: chat.injection, search, frozen: false });
    this.reads = { types, search, api };
    this.fresh = new FreshVectors(graph, types, this.#nodes);
    this.#writes = new Writes({
      graph: () => this.graph,
      types: () => types,
      turn: () => turn,
      keep: async ({ ops, journal }) => {
        this.#note(ops, journal);
        return 'kept';
      },
    });
  }

  /** Writes here. @throws what the write throws, `CAPABILITY_DENIED` for nodes of other types than the writer may change. */
  write(writer: Writer, { method, options }: WriteRequest): Promise<unknown> {
    return this.#mutex.run((): Promise<unknown> => {
      this.#writer = writer;
      return this.#writes[method](options);
    });
  }

  /** All that is not as it was, nodes first, each in the order of its first change. */
  effects(): readonly Effect[] {
    const { chat } = this.chat;
    const effects: Effect[] = [];
    const add = (plugin: string, change: MemoryChange) => {
      if (change.before !== change.after) effects.push({ kind: 'memory', plugin, chat, change });
    };
    for (const [id, { before, plugin }] of this.#nodes) {
      const slot = this.graph.nodes.find(id);
      const after = slot === NONE ? undefined : this.graph.nodes.read(slot);
      add(plugin, { what: 'node', id, ...versions(before, after) });
    }
    for (const { edge, before, plugin } of this.#edges.values()) {
      const { from, to, type: relation } = edge;
      const titles = { fromTitle: this.#title(from), toTitle: this.#title(to) };
      add(plugin, { what: 'link', from, to, relation, ...titles, ...versions(before, readEdge(this.graph, edge)) });
    }
    return effects;
  }

  /** The same as deltas, by the name of what has changed. */
  static deltas(effects: readonly Effect[]): { readonly [name: string]: unknown } {
    return deltaOf(effects.flatMap((effect) => (effect.kind === 'memory' ? [toChange(effect.change)] : [])));
  }

  #note(ops: readonly GraphOp[], journal: Journal): void {
    const { plugin, types } = this.#writer ?? { plugin: '', types: [] };
    const inverse = journal.inverse();
    if (types) checkTypes(this.graph, types, [...ops, ...inverse]);
    if (this.#nodes.size + this.#edges.size + inverse.length > CHANGES) {
      throw new BulkheadError('CAPABILITY_LIMIT', `more than ${CHANGES} changes of a memory at once`);
    }
    // An edge that was removed and added again is listed twice: its first state counts.
    for (const change of inverse.toSorted((a, b) => Number(a.op === 'delete_edge') - Number(b.op === 'delete_edge'))) {
      if (change.op === 'upsert_node') this.#touchNode(change.node.id, change.node, plugin);
      else if (change.op === 'delete_node') this.#touchNode(change.nodeId, undefined, plugin);
      else this.#touchEdge(change.edge, change.op === 'upsert_edge' ? change.edge : undefined, plugin);
    }
  }

  #touchNode(id: string, before: NodeRecord | undefined, plugin: string): void {
    const known = this.#nodes.get(id);
    if (known) known.plugin = plugin;
    else this.#nodes.set(id, { before, plugin });
  }

  #touchEdge(edge: EdgeRecord, before: EdgeRecord | undefined, plugin: string): void {
    const known = this.#edges.get(edgeKey(edge));
    if (known) known.plugin = plugin;
    else this.#edges.set(edgeKey(edge), { edge, before, plugin });
  }

  #title(id: string): string {
    return this.graph.nodes.titles[this.graph.nodes.find(id)] ?? id;
  }
}

export function readEdge(graph: Graph, { from, to, type }: EdgeRecord): EdgeRecord | undefined {
  const { nodes, edges } = graph;
  const found = edges.find(nodes.refer(from), nodes.refer(to), edges.types.code(type));
  return found === -1 ? undefined : graph.readEdge(found);
}

/** Both as JSON, the edges' in one order of their fields. */
const versions = (before: NodeRecord | EdgeRecord | undefined, after: typeof before) => ({
  ...(before && { before: JSON.stringify(before) }),
  ...(after && { after: JSON.stringify(after) }),
});

function toChange(change: MemoryChange): Change {
  const { before, after } = change;
  const key = change.what === 'node' ? change.id : `${change.from} → ${change.to} (${change.relation})`;
  return { key, before, after };
}
