import { swipeMap } from './chat.js';
import { truncate } from './floor-log.js';
import { type Dict, emptyDict, isObject } from './json-data.js';
import { applyPatch } from './patch.js';
import type { Chat, FloorCommit, SwipeMap } from './types.js';

/** What a replay comes to. */
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

/** The state that a chat shows: the live commits applied in log order, as far as they do. */
export const materialize = (commits: readonly FloorCommit[], chat: Chat): Dict => replay(commits, chat).state;

/** The same, and what had to be cut for it. */
export const replay = (commits: readonly FloorCommit[], chat: Chat): Replay => replayLive(commits, swipeMap(chat));

/** The same by live swipes. */
export function replayLive(commits: readonly FloorCommit[], swipes: SwipeMap): Replay {
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
