import { isGraphOp } from '../commits/commit-shape.js';
import { type Dict, isObject, type JsonObject, sameJson } from '../commits/json-data.js';
import { COUNTERS, type Commit, type GraphOp, NO_COUNTERS, type NodeRecord } from '../graph/records.js';

/** Names of batches as they are made here: 32 of these digits are kept of one. */
const NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DIGITS = 32;

/** What a node is that was not written before. */
const NEW_NODE: NodeRecord = {
  ...{ id: '', type: '', level: 'semantic', title: '', parentId: '', childrenIds: [], fields: {} },
  ...{ semanticDepth: 0, semanticRollup: false, archived: false },
};
const MEMBERS = [
  ...(['type', 'level', 'title', 'parentId', 'childrenIds', 'semanticDepth', 'semanticRollup', 'archived'] as const),
  ...(['seqTo', 'floorRange', 'supersededBy'] as const),
];

/** Commits as they are packed: each says only what differs from those before it. */
export interface PackedCommits {
  /** Names of the batches, those that were made as usual, without their dashes. */
  readonly names: string;
  /** Of each commit: 0, or another name; its floor and swipe; how much higher each counter is than before. */
  readonly heads: readonly (readonly unknown[])[];
  /** Of each commit: what differs of a node, an id of a deleted one, or an edge with 1 where it is written and 0 where deleted. */
  readonly ops: readonly (readonly unknown[])[];
}

/** Packs commits, without their answers: those are for the device that asked. */
export function packCommits(commits: readonly Commit[]): PackedCommits {
  const nodes = new Map<string, NodeRecord>();
  let names = '';
  let before = NO_COUNTERS;
  const pack = (change: GraphOp): unknown => {
    if (change.op === 'delete_node') return change.nodeId;
    if (change.op !== 'upsert_node') {
      const { from, to, type, seqTo } = change.edge;
      return [change.op === 'upsert_edge' ? 1 : 0, from, to, type, ...(seqTo === undefined ? [] : [seqTo])];
    }
    const { node } = change;
    const difference = differenceOf(node, nodes.get(node.id) ?? NEW_NODE);
    nodes.set(node.id, node);
    return difference;
  };
  const heads = commits.map(({ batch, floor, swipe, counters }) => {
    const isUsual = NAME.test(batch);
    if (isUsual) names += batch.replaceAll('-', '');
    const more = COUNTERS.map((name) => counters[name] - before[name]);
    before = counters;
    return [isUsual ? 0 : batch, floor, swipe, ...more];
  });
  return { names, heads, ops: commits.map(({ ops }) => ops.map(pack)) };
}

function differenceOf(now: NodeRecord, before: NodeRecord): JsonObject {
  const difference: Dict = { id: now.id };
  for (const name of MEMBERS) if (!sameJson(now[name], before[name])) difference[name] = now[name] ?? null;
  const columns = Object.keys(now.fields);
  // Columns stay in their order.
  const isAnew = Object.keys(before.fields).some((name, at) => name !== columns[at]);
  const changed = columns.filter(
    (name) => isAnew || !Object.hasOwn(before.fields, name) || !sameJson(now.fields[name], before.fields[name]),
  );
  if (isAnew) difference.anew = true;
  if (changed.length > 0) difference.fields = Object.fromEntries(changed.map((name) => [name, now.fields[name]]));
  return difference;
}

/**
 * The commits that were packed, unchecked but for their changes: one that is none is `null`. They stand for more characters than were
 * packed. @throws what `refuse` makes of the reason, where they are more than `mostChars`, or no commits.
 */
export function unpackCommits(
  { names, heads, ops }: JsonObject,
  mostChars: number,
  refuse: (why: string) => Error,
): readonly unknown[] {
  if (!Array.isArray(heads) || !Array.isArray(ops) || typeof names !== 'string') throw refuse('it has no commits');
  const nodes = new Map<unknown, JsonObject>();
  let counters: readonly number[] = COUNTERS.map(() => 0);
  let at = 0;
  let room = mostChars;
  const unpack = (packed: unknown): unknown => {
    const change = changeOf(packed, nodes);
    if (!isGraphOp(change)) return null;
    room -= JSON.stringify(change).length;
    if (room < 0) throw refuse(`it has more than ${mostChars} characters`);
    if (change.op === 'upsert_node') nodes.set(change.node.id, change.node as unknown as JsonObject);
    return change;
  };
  return heads.map((head: unknown, index) => {
    const [name, floor, swipe, ...more] = Array.isArray(head) ? head : [];
    counters = counters.map((value, which) => value + Number(more[which]));
    let batch = name;
    if (name === 0) {
      batch = names.slice(at, at + DIGITS).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
      at += DIGITS;
    }
    const changes: unknown = ops[index];
    return {
      ...{ batch, floor, swipe, ops: Array.isArray(changes) ? changes.map(unpack) : null, answer: null },
      counters: Object.fromEntries(COUNTERS.map((counter, which) => [counter, counters[which]])),
    };
  });
}

function changeOf(packed: unknown, nodes: ReadonlyMap<unknown, JsonObject>): unknown {
  if (typeof packed === 'string') return { op: 'delete_node', nodeId: packed };
  if (Array.isArray(packed)) {
    const [isWritten, from, to, type, seqTo] = packed;
    const edge = { from, to, type, ...(seqTo !== undefined && { seqTo }) };
    return { op: isWritten === 1 ? 'upsert_edge' : 'delete_edge', edge };
  }
  if (!isObject(packed)) return undefined;
  const { anew, fields, ...members } = packed;
  const before = nodes.get(packed.id) ?? (NEW_NODE as unknown as JsonObject);
  const node: Dict = { ...before, ...members };
  node.fields = { ...(anew !== true && (before.fields as object)), ...(isObject(fields) && fields) };
  for (const name of MEMBERS) if (node[name] === null) delete node[name];
  return { op: 'upsert_node', node };
}
