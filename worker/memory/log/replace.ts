import { randomId } from '../../primitives/random-id.js';
import { BulkheadError } from '../../protocol/errors.js';
import type { Pair } from '../../protocol/storage.js';
import type { Commit } from '../graph/records.js';
import { type Head, isEntry, type LogEntry, SCHEMA, toRecord } from './entries.js';
import { keyOf, numberedKey, prefixOf } from './keys.js';
import { generationOf, takeAway } from './quarantine.js';
import type { LogStorage } from './storage.js';

/** What is written for an entry: the record, and where to find its batch. */
export function pairsOf(chat: string, generation: string, key: number, entry: LogEntry): readonly [Pair, Pair] {
  return [
    [numberedKey('record', chat, generation, key), toRecord(entry)],
    [prefixOf('batch', chat, generation) + entry.batch, key],
  ];
}

/** Which log a chat is to have yet, and up to which record: an empty name and 0 for none. */
export interface Expected {
  readonly generation: string;
  readonly head: number;
}

/** Gives a chat a log of these commits, all or nothing. @returns what was set aside; `undefined` if not as `expected`. @throws `BAD_ARGS`. */
export async function replaceLog(
  storage: LogStorage,
  chat: string,
  commits: readonly Commit[],
  why: string,
  expected?: Expected,
): Promise<readonly string[] | undefined> {
  const entries = commits.map((commit): LogEntry => ({ kind: 'commit', batch: commit.batch, commit }));
  if (!entries.every(isEntry)) throw new BulkheadError('BAD_ARGS', 'not a commit');
  if (new Set(entries.map(({ batch }) => batch)).size < entries.length) {
    throw new BulkheadError('BAD_ARGS', 'a batch is there twice');
  }
  const generation = randomId();
  const head: Pair = [keyOf('head', chat), { schema: SCHEMA, generation } satisfies Head];
  const instead = [head, ...entries.flatMap((entry, i) => pairsOf(chat, generation, i + 1, entry))];
  const ids = await takeAway(storage, chat, why, {
    instead,
    ...(expected && {
      still: (now) => (generationOf(now) ?? '') === expected.generation,
      free: numberedKey('record', chat, expected.generation, expected.head + 1),
    }),
  });
  // Those who have it open and found nothing there do not mind that it is gone.
  if (ids && entries.length > 0) storage.notify({ chat, generation, last: entries.length });
  return ids;
}
