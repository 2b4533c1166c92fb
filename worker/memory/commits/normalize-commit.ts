import { type Commit, type GraphOp, latestOf } from '../graph/records.js';
import { stringHash } from '../graph/string-hash.js';
import { isFamily } from './commit-shape.js';
import { cloneJson } from './json-data.js';
import { normalizeEdge, normalizeNode } from './node-shape.js';
import { numberOf } from './normalize-store.js';
import { PlainGraph } from './plain-graph.js';
import { repairs } from './repair.js';

/** Ordinals of turns are far below. */
const MOST_ORDINAL = 1_000_000_000;
/** Numbers of nodes too; above them there is room for more than anybody will ever make. */
const MOST_NUMBER = 1_000_000_000_000;
/** Characters of the name of a batch. */
const BATCH_CHARS = 200;

const ordinal = (value: number): number => Math.min(value, MOST_ORDINAL);

/** Changes that cannot be read are left out. */
function normalizeOp(change: GraphOp): readonly GraphOp[] {
  switch (change.op) {
    case 'upsert_node': {
      const node = normalizeNode(change.node.id, change.node);
      const { seqTo = 0, semanticDepth = 0 } = node ?? {};
      const bounded = { seqTo: ordinal(seqTo), semanticDepth: ordinal(semanticDepth) };
      return node ? [{ op: 'upsert_node', node: { ...node, ...bounded } }] : [];
    }
    case 'delete_node':
      return [{ op: 'delete_node', nodeId: change.nodeId }];
    default: {
      const edge = normalizeEdge(change.edge);
      const bounded = edge?.seqTo !== undefined && { seqTo: ordinal(edge.seqTo) };
      return edge ? [{ op: change.op, edge: { ...edge, ...bounded } }] : [];
    }
  }
}

/** Reads another device's commit: as a store is read, with bounded counters and name. @throws `BAD_ARGS` for deep values. */
export function normalizeCommit({ batch, floor, swipe, ops, counters, answer, family }: Commit): Commit {
  const normal = ops.flatMap(normalizeOp);
  let { nodeSeq, seqCounter } = counters;
  for (const change of normal) {
    if (change.op !== 'upsert_node') continue;
    const { id, seqTo = 0 } = change.node;
    const number = numberOf(id);
    // What is beyond is no number of ours, and none that will ever be given.
    if (number <= MOST_NUMBER) nodeSeq = Math.max(nodeSeq, number);
    seqCounter = Math.max(seqCounter, seqTo);
  }
  return {
    batch: batch.length > BATCH_CHARS ? `${batch.slice(0, BATCH_CHARS - 20)}-${stringHash(batch).toString(36)}` : batch,
    floor,
    swipe,
    ops: normal,
    counters: {
      nodeSeq: Math.min(nodeSeq, MOST_NUMBER),
      seqCounter: ordinal(seqCounter),
      appliedSeqTo: ordinal(counters.appliedSeqTo),
      loggedSeqTo: ordinal(counters.loggedSeqTo),
    },
    answer: cloneJson(answer) ?? null,
    ...(isFamily(family) && { family }),
  };
}

/** The same of a whole log: counters never fall, and the last shown commit repairs what does not fit together. */
export function normalizeCommits(
  commits: readonly Commit[],
  shows: (commit: Commit) => boolean = () => true,
): readonly Commit[] {
  const graph = new PlainGraph();
  let { counters } = graph;
  let last = -1;
  const normal = commits.map((given, at): Commit => {
    const commit = normalizeCommit(given);
    counters = latestOf(counters, commit.counters);
    if (shows(commit)) {
      graph.commit(commit);
      last = at;
    }
    return { ...commit, counters };
  });
  const fixes = repairs(graph);
  const repaired = normal[last];
  if (fixes.length > 0 && repaired) normal[last] = { ...repaired, ops: [...repaired.ops, ...fixes] };
  return normal;
}
