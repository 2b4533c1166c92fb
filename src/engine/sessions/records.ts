import type { Message } from '../base/types.js';
import type { SessionEntry, StorageAdapter } from './storage.js';

/** Reads a session's first records; of a long session only what is new is read again. They must not be changed. */
export function recordsReader(session: string, storage: StorageAdapter) {
  let known: Message[] = [];
  let edition: number | undefined;
  return async (length: number, entry: SessionEntry): Promise<readonly Message[]> => {
    if (entry.edition !== edition) known = [];
    edition = entry.edition;
    const read = known;
    if (read.length < entry.length) {
      for (const record of await storage.records(session, read.length, entry.length)) read.push(record);
    }
    return length === read.length ? read : read.slice(0, length);
  };
}
