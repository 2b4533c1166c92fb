import { parseObject } from '../commits/json-data.js';
import type { Commit } from '../graph/records.js';
import { entryOf, type LogRecord } from '../log/entries.js';
import { chatOf } from '../log/keys.js';
import { keptCommits } from '../log/live.js';
import { refusal, Tally, TRANSFER_LIMITS } from './content.js';

const NOTHING = 'it is nothing that was set aside';

/** True for a text that begins as the export of something that was set aside does. */
export const isQuarantineFile = (text: string): boolean => /^\s*\{"key":"aside:/.test(text);

/** Reads a quarantined log's whole export; broken records are left out. @throws `BAD_ARGS` naming the line, `STORE_NEWER`. */
export function readQuarantineFile(text: string): {
  readonly commits: readonly Commit[];
  readonly chat: string | undefined;
} {
  if (text.length > TRANSFER_LIMITS.fileChars) throw refusal(`more than ${TRANSFER_LIMITS.fileChars} characters`);
  const tally = new Tally(TRANSFER_LIMITS);
  const records: LogRecord[] = [];
  let chat: string | undefined;
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const broken = (why: string) => refusal(why, at + 1);
    const { key, value } = parseObject(line, broken, NOTHING);
    if (typeof key !== 'string') throw broken(NOTHING);
    chat ??= chatOf('aside', key);
    if (!key.startsWith('record:')) continue;
    const entry = entryOf(value);
    if (!entry) continue;
    if (entry.kind === 'commit') tally.add(1, entry.commit.ops.length, at + 1);
    records.push({ key: Number(key.slice(key.lastIndexOf(':') + 1)), entry });
  }
  const commits = keptCommits(records).map(({ commit }) => commit);
  if (commits.length === 0) throw refusal('nothing of what was set aside can be read');
  return { commits, chat };
}
