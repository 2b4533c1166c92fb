import { type Commit, type Counters, latestOf } from '../graph/records.js';
import type { ChatLog } from '../log/chat-log.js';

/** How far the keeping of commits has come: to their end, to what others have written, or to the end of the log itself. */
export interface AppendedAll {
  readonly status: 'kept' | 'behind' | 'gone';
  /** Commits that were not kept before. */
  readonly fresh: number;
}

/** Keeps commits one after another behind `head`, those that are not kept yet; no counter falls behind `counters`. */
export async function appendAll(
  log: ChatLog,
  head: number,
  counters: Counters,
  commits: readonly Commit[],
): Promise<AppendedAll> {
  let last = head;
  let highest = counters;
  for (const commit of commits) {
    highest = latestOf(highest, commit.counters);
    const appended = await log.append({ ...commit, counters: highest }, last);
    if (appended.status === 'behind' || appended.status === 'gone') {
      return { status: appended.status, fresh: last - head };
    }
    if (appended.status === 'kept') last = appended.key;
  }
  return { status: 'kept', fresh: last - head };
}
