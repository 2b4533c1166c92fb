import { normalizeEdge, normalizeNode } from '../floor/node-shape.js';
import type { LogRecord } from '../log/entries.js';
import { keptCommits } from '../log/live.js';
import type { Logs } from '../log/logs.js';
import type { Commit, Counters, GraphOp } from '../records.js';
import type { ChatGraph } from './chat-graph.js';
import { readMirror, writeMirror } from './mirror-text.js';
import { fromCommon, shortName, toCommon } from './names.js';

/** Turns that a chat may have: an ordinal beyond them is made up. */
const MOST_TURNS = 10_000_000;

/** What other devices are to know of a chat, in `maxChars` characters. */
export async function mirrorOf(
  chat: ChatGraph,
  maxChars: number,
): Promise<{ readonly text: string; readonly key: number; readonly whole: boolean }> {
  const { kept, gone } = await chat.story();
  const family = await chat.family();
  const commits = kept.map((commit) => toCommon(commit, family));
  return { ...writeMirror({ family, commits, gone }, maxChars), key: kept.length };
}

/**
 * Takes in what another device has written: commits that are not known, unless they belong to messages from `length` on;
 * and what it has taken away goes here too.
 * @returns whether anything was new. @throws `BAD_ARGS`, `STORE_NEWER`: nothing has changed.
 */
export async function mergeMirror(chat: ChatGraph, text: string, length?: number): Promise<boolean> {
  const mirror = readMirror(text);
  const { kept, known } = await chat.story();
  // Who has nothing yet becomes one of the family.
  const family = known.size === 0 ? mirror.family : await chat.family();
  const news = mirror.commits
    .filter(({ batch, floor }) => !known.has(batch) && (floor === null || length === undefined || floor < length))
    .map((commit) => tidy(fromCommon(toCommon(commit, mirror.family), family)));
  const gone = new Set(mirror.gone);
  const dropped = kept.filter(({ batch }) => gone.has(batch)).map(({ batch }) => batch);
  const [first, ...rest] = news;
  const adopted = first && known.size === 0 ? [{ ...first, family: mirror.family }, ...rest] : news;
  if (adopted.length > 0) await chat.adopt(adopted);
  if (dropped.length > 0) {
    await chat.amend({ kind: 'drop', batch: `drop-${shortName(dropped.join())}-${dropped.length}`, batches: dropped });
  }
  return adopted.length + dropped.length > 0;
}

/** A commit of somebody else's, as a graph can have it: nodes and edges as stores have them, numbers within reason. */
function tidy(commit: Commit): Commit {
  let highest = 0;
  const ops = commit.ops.flatMap((change): readonly GraphOp[] => {
    if (change.op === 'upsert_node') {
      const node = normalizeNode(change.node.id, change.node);
      highest = Math.max(highest, Number(/^n_(\d+)/.exec(change.node.id)?.[1] ?? 0));
      return node ? [{ op: 'upsert_node', node }] : [];
    }
    if (change.op === 'delete_node') return [change];
    const edge = normalizeEdge(change.edge);
    return edge && edge.from !== edge.to ? [{ op: change.op, edge }] : [];
  });
  const turn = (value: number): number => Math.min(value, MOST_TURNS);
  const { seqCounter, appliedSeqTo, loggedSeqTo } = commit.counters;
  const counters: Counters = {
    // Numbers are given out here; a made-up one would leave none.
    nodeSeq: Math.min(highest, 1e12),
    seqCounter: turn(seqCounter),
    appliedSeqTo: turn(appliedSeqTo),
    loggedSeqTo: turn(loggedSeqTo),
  };
  const { batch, floor, swipe } = commit;
  return { batch, floor, swipe, ops, counters, answer: null };
}

/** Copies what a chat keeps of its first messages to another that has nothing yet. @returns false where it has. */
export async function branchChat(logs: Logs, from: string, to: string, length: number): Promise<boolean> {
  const target = await logs.open(to);
  if (target.head > 0) return false;
  const records: LogRecord[] = [];
  for await (const record of (await logs.open(from)).records()) records.push(record);
  const commits = keptCommits(records).filter(({ commit: { floor } }) => floor === null || floor < length);
  let head = 0;
  for (const { commit } of commits) {
    const appended = await target.append(commit, head);
    if (appended.status !== 'kept') return false;
    head = appended.key;
  }
  return true;
}
