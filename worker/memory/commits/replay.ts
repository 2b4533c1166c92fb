import { isOrdinal, swipeMap, swipeOf } from './chat.js';
import { type Dict, emptyDict, isObject } from './json-data.js';
import { applyPatch } from './patch.js';
import type { Chat, FloorCommit, FloorLog, PatchOp, SwipeMap } from './types.js';

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

/** Where a commit stands in a log that knows no commit without a message. */
export interface FloorPlace {
  readonly floor: number;
  readonly swipeId: number;
}

/** The live swipes: those of the chat, or where there is none to look at, of each floor the one written last. */
export function liveSwipes(places: readonly FloorPlace[], chat: Chat | undefined): SwipeMap {
  if (chat) return swipeMap(chat);
  return Object.fromEntries(places.map(({ floor, swipeId }) => [floor, swipeId]));
}

/** The swipes that were live when a commit was made: those of now, its own, and on lost floors the last ones before it. */
export function swipesAt(places: readonly FloorPlace[], index: number, swipes: SwipeMap): SwipeMap {
  const before = places.slice(0, index + 1).map(({ floor, swipeId }) => [floor, swipeId] as const);
  const own = places[index];
  return { ...Object.fromEntries(before), ...swipes, ...(own && { [own.floor]: own.swipeId }) };
}

export interface Replay {
  /** Of objects without a prototype; nobody else's. */
  readonly state: Dict;
  /** The commits that are kept: all of them, unless one did not apply. */
  readonly commits: readonly FloorCommit[];
  /** True when the log was cut at a floor whose commit did not apply. */
  readonly recovered: boolean;
  /** Then the whole log as it was. */
  readonly orphans: readonly FloorCommit[];
}

/** True for a commit whose swipe is the one that is shown. */
export const isLive = (commit: { readonly floor: number; readonly swipeId: number }, swipes: SwipeMap): boolean =>
  Object.hasOwn(swipes, commit.floor) && swipes[commit.floor] === commit.swipeId;

/** The state of the live commits, applied in log order, as far as they apply. */
export function replay(commits: readonly FloorCommit[], swipes: SwipeMap): Replay {
  let kept = commits;
  // Each turn cuts at a lower floor, so there is an end; without commits there is nothing to fail.
  for (;;) {
    let state: unknown = emptyDict();
    let bad: number | undefined;
    for (const commit of kept) {
      if (!isLive(commit, swipes)) continue;
      try {
        state = applyPatch(state, commit.patches);
        if (!isObject(state)) bad = commit.floor;
      } catch {
        bad = commit.floor;
      }
      if (bad !== undefined) break;
    }
    if (bad === undefined) {
      const recovered = kept !== commits;
      return { state: state as Dict, commits: kept, recovered, orphans: recovered ? commits : [] };
    }
    kept = truncate(kept, bad);
  }
}
