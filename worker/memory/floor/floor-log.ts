import { isOrdinal, swipeOf } from './chat.js';
import { isObject } from './json-data.js';
import type { FloorCommit, FloorLog, PatchOp } from './types.js';

/** Reads a log as it may have been kept; what is no commit, or changes nothing, is left out. */
export function normalizeLog(raw: unknown): FloorLog {
  const list = isObject(raw) && Array.isArray(raw.commits) ? (raw.commits as readonly unknown[]) : [];
  const commits = list.flatMap((item): FloorCommit[] => {
    if (!isObject(item)) return [];
    const { floor, swipeId, patches } = item;
    if (!isOrdinal(floor) || !Array.isArray(patches) || patches.length === 0) return [];
    // Whether each patch applies shows at the replay, which keeps what it has to cut.
    return [{ floor, swipeId: swipeOf(swipeId), patches: patches as readonly PatchOp[] }];
  });
  return { version: 1, commits };
}

/** Drops the commits of messages that are gone, when the chat has become this long. What is no length changes nothing. */
export function truncate<T extends { readonly floor: number }>(commits: readonly T[], newChatLength: number): T[] {
  if (!isOrdinal(newChatLength)) return [...commits];
  return commits.filter(({ floor }) => floor < newChatLength);
}

/** Drops the commits of a swipe that is gone, and renumbers the ones after it. */
export function removeSwipe<T extends { readonly floor: number; readonly swipeId: number }>(
  commits: readonly T[],
  floor: number,
  swipeId: number,
): T[] {
  if (!isOrdinal(floor) || !isOrdinal(swipeId)) return [...commits];
  return commits.flatMap((commit) => {
    if (commit.floor !== floor || commit.swipeId < swipeId) return [commit];
    return commit.swipeId === swipeId ? [] : [{ ...commit, swipeId: commit.swipeId - 1 }];
  });
}
