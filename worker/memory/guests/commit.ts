import type { Effect, ReadMark } from '../../protocol/effects.js';
import { BulkheadError } from '../../protocol/errors.js';
import { parseJson } from '../../protocol/json.js';
import { keptEdge, keptNode } from '../../protocol/memory-guests.js';
import type { ChatGraph } from '../chat/chat-graph.js';
import type { Graph } from '../graph/graph.js';
import { NONE } from '../graph/nodes.js';
import type { EdgeRecord, GraphOp, NodeRecord } from '../graph/records.js';
import { readEdge } from './overlay.js';

/** A number for each graph and each set of types that was ever looked at. */
const numbers = new WeakMap<object, number>();
let numbered = 0;

function numberOf(object: object): number {
  const known = numbers.get(object);
  if (known !== undefined) return known;
  numbered += 1;
  numbers.set(object, numbered);
  return numbered;
}

/** Another after every change of what can be read of a chat's memory, and in every worker. */
export const stateOf = (worker: string, { graph, reads }: ChatGraph): string =>
  [worker, numberOf(graph), graph.revision, numberOf(reads.types)].join('-');

/** One effect, read: what is to be there first, and what makes it so. */
interface Step {
  readonly what: string;
  readonly before: string | undefined;
  readonly now: (graph: Graph) => NodeRecord | EdgeRecord | undefined;
  readonly op: GraphOp;
}

/** Reads effects of one chat's memory. @returns a plan, which throws `EFFECTS_STALE` where the graph has changed. @throws `BAD_ARGS`. */
export function planOf(
  chat: ChatGraph,
  worker: string,
  items: readonly Effect[],
  reads: readonly ReadMark[],
): (graph: Graph) => void {
  const steps = items.map((item) => toStep(chat.chat, item));
  const state = stateOf(worker, chat);
  for (const mark of reads) {
    if (mark.kind === 'memory' && mark.chat === chat.chat && mark.state !== state)
      throw stale('the memory has changed');
  }
  return (graph) => {
    for (const { what, before, now } of steps) {
      const found = now(graph);
      if ((found && JSON.stringify(found)) !== before) throw stale(what);
    }
    const made = highest(graph, steps);
    graph.apply(
      steps.map(({ op }) => op),
      graph.counters,
    );
    graph.counters = { ...graph.counters, ...made };
  };
}

const stale = (what: string) => new BulkheadError('EFFECTS_STALE', `${what} is not what it was: simulate again`);

function toStep(chat: string, effect: Effect): Step {
  if (effect.kind !== 'memory' || effect.chat !== chat) throw bad('an effect of something else');
  const { change } = effect;
  const { before, after } = change;
  if (change.what === 'node') {
    const { id } = change;
    const node = after === undefined ? undefined : keptNode.safeParse(read(after));
    if (id === '' || (node && (!node.success || node.data.id !== id))) throw bad(`${id.slice(0, 80)} is no node`);
    const op: GraphOp = node?.success ? { op: 'upsert_node', node: node.data } : { op: 'delete_node', nodeId: id };
    const now = (graph: Graph) => {
      const slot = graph.nodes.find(id);
      return slot === NONE ? undefined : graph.nodes.read(slot);
    };
    return { what: `the node ${id.slice(0, 80)}`, before, now, op };
  }
  const { from, to, relation: type } = change;
  const edge = after === undefined ? undefined : keptEdge.safeParse(read(after));
  const other = edge?.success && (edge.data.from !== from || edge.data.to !== to || edge.data.type !== type);
  if (other || (edge && !edge.success) || from === '' || to === '') throw bad('an effect that is no link');
  const op: GraphOp = edge?.success
    ? { op: 'upsert_edge', edge: edge.data }
    : { op: 'delete_edge', edge: { from, to, type } };
  const what = `the link from ${from.slice(0, 80)} to ${to.slice(0, 80)}`;
  return { what, before, now: (graph) => readEdge(graph, { from, to, type }), op };
}

const bad = (what: string) => new BulkheadError('BAD_ARGS', `commit takes the effects of a simulation: ${what}`);

function read(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw bad('an effect that is not JSON');
  }
}

/** Counters that no number or ordinal of a new node is beyond. */
function highest({ counters }: Graph, steps: readonly Step[]) {
  let { nodeSeq, seqCounter } = counters;
  for (const { op, before } of steps) {
    if (op.op !== 'upsert_node' || before !== undefined) continue;
    const { id, seqTo = 0 } = op.node;
    nodeSeq = Math.max(nodeSeq, Number(/^n_(\d{1,15})(?:_|$)/.exec(id)?.[1] ?? 0));
    seqCounter = Math.max(seqCounter, seqTo);
  }
  return { nodeSeq, seqCounter };
}
