import { normalizeCommit } from '../commits/normalize-commit.js';
import type { Commit } from '../graph/records.js';
import { keptCommits } from '../log/live.js';
import type { Logs } from '../log/logs.js';
import { isSaidBatch } from '../transfer/said.js';
import type { ChatGraph } from './chat-graph.js';
import { readMirror, type WrittenMirror, writeMirror } from './mirror-text.js';
import { fromCommon, shortName, toCommon } from './names.js';

/** Turns that a chat may have: an ordinal beyond them is made up. */
const MOST_TURNS = 10_000_000;

/**
 * What other devices are to know of a chat, in `maxChars` characters. `withoutSaid`: they have its messages, and keep those word for word
 * themselves. `before`: what was written last, which is written again where it says the same.
 */
export async function mirrorOf(
  chat: ChatGraph,
  maxChars: number,
  withoutSaid = false,
  before?: string,
): Promise<WrittenMirror & { readonly key: number }> {
  const story = await chat.story();
  const isMirrored = (batch: string): boolean => !(withoutSaid && isSaidBatch(batch));
  const kept = story.kept.filter(({ batch }) => isMirrored(batch));
  const gone = story.gone.filter(isMirrored);
  return { ...(await writeMirror({ family: chat.family, commits: kept, gone }, maxChars, before)), key: kept.length };
}

/** Takes another device's commits, none from floor `length` on. @returns whether any was new. @throws `BAD_ARGS`, `STORE_NEWER`. */
export async function mergeMirror(chat: ChatGraph, text: string, length?: number): Promise<boolean> {
  const mirror = await readMirror(text);
  const gone = new Set(mirror.gone);
  let dropped: readonly string[] = [];
  const adopted = await chat.adopt(({ kept, known }, own) => {
    dropped = kept.filter(({ batch }) => gone.has(batch)).map(({ batch }) => batch);
    // Who has nothing yet becomes one of the family.
    const family = known.size === 0 ? mirror.family : own;
    const [first, ...rest] = mirror.commits
      .map((commit) => tidy(fromCommon(toCommon(commit, mirror.family), family)))
      .filter(({ batch, floor }) => !known.has(batch) && (floor === null || length === undefined || floor < length));
    if (!first) return [];
    return known.size === 0 ? [{ ...first, family }, ...rest] : [first, ...rest];
  });
  if (dropped.length > 0) {
    await chat.amend({ kind: 'drop', batch: `drop-${shortName(dropped.join())}-${dropped.length}`, batches: dropped });
  }
  return adopted + dropped.length > 0;
}

/** A commit of another device in shape, its ordinals those of a chat and its number the highest that it gives itself. */
function tidy(commit: Commit): Commit {
  const { counters, family: _, ...normal } = normalizeCommit({ ...commit, answer: null });
  const numbers = normal.ops.map((change) => (change.op === 'upsert_node' ? /^n_(\d+)/.exec(change.node.id)?.[1] : 0));
  const turn = (value: number): number => Math.min(value, MOST_TURNS);
  return {
    ...normal,
    counters: {
      nodeSeq: Math.min(
        counters.nodeSeq,
        numbers.map(Number).reduce((a, b) => Math.max(a, b || 0), 0),
      ),
      seqCounter: turn(counters.seqCounter),
      appliedSeqTo: turn(counters.appliedSeqTo),
      loggedSeqTo: turn(counters.loggedSeqTo),
    },
  };
}

/** Copies what a chat keeps of its first messages to another that has nothing yet, all at once. @returns false where it has. */
export async function branchChat(logs: Logs, from: string, to: string, length: number): Promise<boolean> {
  if ((await logs.open(to)).head > 0) return false;
  const commits = keptCommits(await (await logs.open(from)).readAll())
    .map(({ commit }) => commit)
    .filter(({ floor }) => floor === null || floor < length);
  return commits.length === 0 || logs.replaceOnly(to, NO_LOG, commits, 'a branch was put in its place');
}

const NO_LOG = { generation: '', head: 0 };
