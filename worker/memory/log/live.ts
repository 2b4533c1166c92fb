import type { Commit } from '../graph/records.js';
import type { LogRecord } from './entries.js';

/** A commit that is still there, with its place in the log, and its swipe as it is numbered now. */
export interface KeptCommit {
  readonly key: number;
  readonly commit: Commit;
}

/** The commits that are left when everything that happened to the chat's messages has been done to those before it. */
export function keptCommits(records: Iterable<LogRecord>): KeptCommit[] {
  let kept: KeptCommit[] = [];
  for (const { key, entry } of records) {
    if (entry.kind === 'commit') kept.push({ key, commit: entry.commit });
    else if (entry.kind === 'truncate') {
      kept = kept.filter(({ commit: { floor } }) => floor === null || floor < entry.length);
    } else if (entry.kind === 'drop') {
      const batches = new Set(entry.batches);
      kept = kept.filter(({ commit }) => !batches.has(commit.batch));
    } else {
      const { floor, swipe } = entry;
      kept = kept.flatMap((one) => {
        if (one.commit.floor !== floor || one.commit.swipe < swipe) return [one];
        if (one.commit.swipe === swipe) return [];
        return [{ ...one, commit: { ...one.commit, swipe: one.commit.swipe - 1 } }];
      });
    }
  }
  return kept;
}
