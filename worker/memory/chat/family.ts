import type { ChatLog } from '../log/chat-log.js';
import type { LogRecord } from '../log/entries.js';
import { shortName } from './names.js';

/** The letters of the device that began a memory; `first`: the first record of its log, if it has any. */
export function familyOf(first: LogRecord | undefined, log: ChatLog): string {
  if (!first) return shortName(log.generation || log.chat);
  return (first.entry.kind === 'commit' && first.entry.commit.family) || shortName(first.entry.batch);
}

/** What stands behind the numbers of new nodes: letters of this device, where the memory came from another one. */
export function suffixOf(first: LogRecord | undefined, log: ChatLog): string {
  const adopted = first?.entry.kind === 'commit' && first.entry.commit.family !== undefined;
  return adopted ? `_${shortName(log.generation)}` : '';
}
