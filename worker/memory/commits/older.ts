import { BulkheadError } from '../../protocol/errors.js';
import { type Commit, type Counters, countersOf, type GraphOp, latestOf } from '../graph/records.js';
import { floorFromAssistantSeq, lastFloorUpTo, swipeOf } from './chat.js';
import { fromFloorLog } from './from-floor-log.js';
import { isObject, type JsonObject } from './json-data.js';
import { normalizeEdge, normalizeNode, ordinalOf } from './node-shape.js';
import { type Meta, metaOf, normalizeOrdered, numberOf } from './normalize-store.js';
import { PlainGraph } from './plain-graph.js';
import { repairs } from './repair.js';
import type { Chat, FloorCommit } from './types.js';

/** Newest known versions of the two older formats that have a version. */
const OP_LOG_VERSION = 8;
const META_VERSION = 2;

/** What another format held. */
export interface FromOlder {
  readonly shape: 'op-log' | 'store' | 'floor-state';
  readonly commits: readonly Commit[];
  readonly meta: Meta;
  /** Entries of an op-log that belong to no message of the chat. */
  readonly dropped: number;
  /** Commits of a floor-state that could not be taken, and whether it was cut for them. */
  readonly orphans: readonly FloorCommit[];
  readonly recovered: boolean;
}

/** Reads an op-log, a store or a floor-state; `undefined` for none of them. `batch` names the commit with that index. @throws `STORE_NEWER`. */
export function readOlder(input: unknown, batch: (index: number) => string, chat: Chat): FromOlder | undefined {
  if (!isObject(input)) return undefined;
  const rest = { meta: metaOf(input), dropped: 0, orphans: [], recovered: false };
  if (Array.isArray(input.opLog)) {
    refuseNewer('op-log', input.version, OP_LOG_VERSION);
    return { ...rest, shape: 'op-log', ...fromOpLog(input, input.opLog, batch, chat) };
  }
  if (isObject(input.nodes)) return { ...rest, shape: 'store', commits: fromStore(input, batch(0), chat) };
  const log = input.memory_graph__floor_log ?? input;
  if (!isObject(log) || !Array.isArray(log.commits)) return undefined;
  const meta = isObject(input.memory_graph__meta) ? input.memory_graph__meta : {};
  refuseNewer('floor-state', meta.schemaVersion, META_VERSION);
  return { ...rest, shape: 'floor-state', meta: metaOf(meta), ...fromFloorLog(log, batch, chat) };
}

function refuseNewer(what: string, version: unknown, known: number): void {
  if (typeof version === 'number' && version > known) {
    throw new BulkheadError('STORE_NEWER', `this ${what} has version ${version}; ${known} is known here`);
  }
}

/** A store becomes one commit, at the message that it covers last; a store never goes for want of one. */
export function fromStore(input: unknown, batch: string, chat: Chat): Commit[] {
  const { nodes, edges, ...rest } = normalizeOrdered(input);
  const ops: GraphOp[] = [
    ...[...nodes.values()].map((node): GraphOp => ({ op: 'upsert_node', node })),
    ...edges.map((edge): GraphOp => ({ op: 'upsert_edge', edge })),
  ];
  const counters = countersOf(rest);
  if (ops.length === 0 && Object.values(counters).every((count) => count === 0)) return [];
  // The messages behind it may be gone: then it is tied to the last that is left.
  const floor = lastFloorUpTo(chat, counters.loggedSeqTo);
  return [{ batch, floor, swipe: swipeAt(chat, floor), ops, counters, answer: null }];
}

const swipeAt = (chat: Chat, floor: number | null): number => (floor === null ? 0 : swipeOf(chat[floor]?.swipe_id));

function fromOpLog(input: JsonObject, entries: readonly unknown[], batch: (index: number) => string, chat: Chat) {
  const graph = new PlainGraph();
  const commits: Commit[] = [];
  let dropped = 0;
  for (const [i, entry] of entries.entries()) {
    const { seq, ops } = isObject(entry) ? entry : {};
    const floor = floorFromAssistantSeq(chat, ordinalOf(seq));
    if (floor === null) {
      dropped += 1;
      continue;
    }
    const changes = (Array.isArray(ops) ? ops : []).flatMap(opOf);
    for (const op of changes) graph.apply(op);
    const mended = repairs(graph);
    for (const op of mended) graph.apply(op);
    graph.counters = raised(graph.counters, ordinalOf(seq), changes);
    commits.push({
      batch: batch(i),
      floor,
      swipe: swipeAt(chat, floor),
      ops: [...changes, ...mended],
      counters: graph.counters,
      answer: null,
    });
  }
  const last = commits.at(-1);
  const covered = ordinalOf(input.coveredSeqTo);
  // Turns that left nothing behind are covered too, as long as they are there.
  if (last && floorFromAssistantSeq(chat, covered) !== null) {
    commits[commits.length - 1] = { ...last, counters: raised(last.counters, covered, []) };
  }
  return { commits, dropped };
}

function raised(counters: Counters, seq: number, ops: readonly GraphOp[]): Counters {
  let { nodeSeq } = counters;
  for (const op of ops) if (op.op === 'upsert_node') nodeSeq = Math.max(nodeSeq, numberOf(op.node.id));
  return latestOf(counters, { nodeSeq, seqCounter: seq, appliedSeqTo: seq, loggedSeqTo: seq });
}

function opOf(value: unknown): GraphOp[] {
  if (!isObject(value)) return [];
  if (value.op === 'delete_node') {
    return typeof value.nodeId === 'string' ? [{ op: 'delete_node', nodeId: value.nodeId }] : [];
  }
  if (value.op === 'upsert_node') {
    const id = isObject(value.node) ? value.node.id : undefined;
    const node = typeof id === 'string' ? normalizeNode(id, value.node) : undefined;
    return node ? [{ op: 'upsert_node', node }] : [];
  }
  if (value.op !== 'upsert_edge' && value.op !== 'delete_edge') return [];
  const edge = normalizeEdge(value.edge);
  return edge ? [{ op: value.op, edge }] : [];
}
