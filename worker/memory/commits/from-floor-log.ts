import { type Commit, countersBy, type EdgeRecord, type GraphOp } from '../graph/records.js';
import { emptyDict, isObject, sameJson } from './json-data.js';
import { normalizeEdge, normalizeNode, ordinalOf } from './node-shape.js';
import { applyPatch, segmentsOf } from './patch.js';
import { edgeKey } from './plain-graph.js';
import { isLive, liveSwipes, normalizeLog, replay, swipesAt } from './replay.js';
import type { Chat, FloorCommit, SwipeMap } from './types.js';

/** Commits that may be replayed for hidden swipes, each of which needs its own replay. Only a made-up file has more. */
const BUDGET = 5_000_000;

export interface FromFloorLog {
  readonly commits: readonly Commit[];
  /** True when the log was cut, because a commit that is live did not apply. */
  readonly recovered: boolean;
  /** Commits that are not among ours: the whole log where it was cut, else those of other swipes that do not apply, or are too many. */
  readonly orphans: readonly FloorCommit[];
}

/** Reads a log of the contract as our commits. `batch` names the commit with that index; without a chat the last swipe of a floor is live. */
export function fromFloorLog(raw: unknown, batch: (index: number) => string, chat?: Chat): FromFloorLog {
  const all = normalizeLog(raw).commits;
  const swipes = liveSwipes(all, chat);
  const { commits: kept, recovered } = replay(all, swipes);
  const lost: FloorCommit[] = [];
  let live: unknown = emptyDict();
  let budget = BUDGET;
  const commits = kept.flatMap((commit, i): Commit[] => {
    const isShown = isLive(commit, swipes);
    if (!isShown) budget -= i;
    try {
      if (!isShown && budget < 0) throw new RangeError('too many swipes');
      const base = isShown ? live : baseOf(kept, i, swipesAt(kept, i, swipes));
      const { ops, counters, state } = step(base, commit);
      if (isShown) live = state;
      return [{ batch: batch(i), floor: commit.floor, swipe: commit.swipeId, ops, counters, answer: null }];
    } catch {
      lost.push(commit);
      return [];
    }
  });
  return { commits, recovered, orphans: recovered ? all : lost };
}

function baseOf(commits: readonly FloorCommit[], index: number, swipes: SwipeMap): unknown {
  let state: unknown = emptyDict();
  for (const commit of commits.slice(0, index)) {
    if (isLive(commit, swipes)) state = applyPatch(state, commit.patches);
  }
  return state;
}

const partOf = (state: unknown, name: string): unknown => (isObject(state) ? state[name] : undefined);
const nodesOf = (state: unknown): { readonly [id: string]: unknown } => {
  const nodes = partOf(state, 'nodes');
  return isObject(nodes) ? nodes : {};
};

/** Edges by identity: of several that are the same the first counts. */
function edgesOf(state: unknown): Map<string, EdgeRecord> {
  const list = partOf(state, 'edges');
  const edges = new Map<string, EdgeRecord>();
  for (const value of Array.isArray(list) ? (list as readonly unknown[]) : []) {
    const edge = normalizeEdge(value);
    if (edge && !edges.has(edgeKey(edge))) edges.set(edgeKey(edge), edge);
  }
  return edges;
}

function step(base: unknown, { patches }: FloorCommit) {
  const touched = touchedBy(patches);
  const idsBefore = touched.allNodes ? Object.keys(nodesOf(base)) : [];
  const edgesBefore = touched.edges ? edgesOf(base) : undefined;
  const state = applyPatch(base, patches);
  const nodes = nodesOf(state);
  const ids = touched.allNodes ? [...idsBefore, ...Object.keys(nodes)] : touched.nodes;
  const ops = [...new Set(ids)].map((id): GraphOp => {
    const node = Object.hasOwn(nodes, id) ? normalizeNode(id, nodes[id]) : undefined;
    return node ? { op: 'upsert_node', node } : { op: 'delete_node', nodeId: id };
  });
  if (edgesBefore) ops.push(...edgeOps(edgesBefore, edgesOf(state)));
  const counters = countersBy((name) => ordinalOf(partOf(state, name)));
  return { ops, counters, state };
}

/** What patches may have changed: single nodes by id, all of them, edges. */
function touchedBy(patches: FloorCommit['patches']) {
  const nodes: string[] = [];
  let allNodes = false;
  let edges = false;
  for (const { op, path, from } of patches) {
    if (op === 'test') continue;
    for (const pointer of op === 'move' ? [path, from] : [path]) {
      const [part, id] = segmentsOf(pointer);
      if (part === undefined) [allNodes, edges] = [true, true];
      else if (part === 'edges') edges = true;
      else if (part === 'nodes' && id === undefined) allNodes = true;
      else if (part === 'nodes' && id !== undefined) nodes.push(id);
    }
  }
  return { nodes, allNodes, edges };
}

function edgeOps(before: Map<string, EdgeRecord>, after: Map<string, EdgeRecord>): GraphOp[] {
  const ops: GraphOp[] = [];
  for (const [key, edge] of before) if (!after.has(key)) ops.push({ op: 'delete_edge', edge });
  const stay = [...before.keys()].filter((key) => after.has(key));
  // Those that stay must stand in front, in their order; from where they do not, all are taken out and put back.
  let inPlace = true;
  let at = 0;
  for (const [key, edge] of after) {
    const old = before.get(key);
    inPlace &&= old === undefined ? at >= stay.length : stay[at] === key;
    if (inPlace && old) at += 1;
    if (!inPlace && old) ops.push({ op: 'delete_edge', edge: old });
    if (!inPlace || !old || !sameJson(old, edge)) ops.push({ op: 'upsert_edge', edge });
  }
  return ops;
}
