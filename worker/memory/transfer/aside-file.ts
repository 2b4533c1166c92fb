import { isObject } from '../floor/json-data.js';
import type { Commit } from '../graph/records.js';
import { entryOf, type LogRecord } from '../log/entries.js';
import { chatOf } from '../log/keys.js';
import { keptCommits } from '../log/live.js';
import { refusal, Tally } from './content.js';
import { TRANSFER_LIMITS } from './limits.js';

/** True for a text that begins as the export of something that was set aside does. */
export const isAsideFile = (text: string): boolean => /^\s*\{"key":"aside:/.test(text);

/**
 * Reads the export of a log that was set aside: every commit that can still be read, and that nothing which happened to the
 * chat's messages took away. What is broken or missing is left out, for that is why it was set aside; but the file is whole.
 * @returns the commits, and the chat that they were of. @throws `BAD_ARGS` naming the line, `STORE_NEWER`.
 */
export function readAside(text: string): { readonly commits: readonly Commit[]; readonly chat: string | undefined } {
  if (text.length > TRANSFER_LIMITS.fileChars) throw refusal(`more than ${TRANSFER_LIMITS.fileChars} characters`);
  const tally = new Tally(TRANSFER_LIMITS);
  const records: LogRecord[] = [];
  let chat: string | undefined;
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const { key, value } = pairOf(line, at + 1);
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

function pairOf(line: string, number: number): { readonly key: string; readonly value: unknown } {
  let pair: unknown;
  try {
    pair = JSON.parse(line);
  } catch {
    throw refusal('it is no JSON', number);
  }
  if (!isObject(pair) || typeof pair.key !== 'string') throw refusal('it is nothing that was set aside', number);
  return { key: pair.key, value: pair.value };
}
