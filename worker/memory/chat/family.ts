import type { ChatLog } from '../log/chat-log.js';
import { shortName } from './names.js';

/** The letters of the device that began a memory. */
export async function familyOf(log: ChatLog): Promise<string> {
  const [first] = await log.read(0, 1);
  if (!first) return shortName(log.generation || log.chat);
  return (first.entry.kind === 'commit' && first.entry.commit.family) || shortName(first.entry.batch);
}

/** What stands behind the numbers of new nodes: letters of this device, where the memory came from another one. */
export async function suffixOf(log: ChatLog): Promise<string> {
  const [first] = await log.read(0, 1);
  const adopted = first?.entry.kind === 'commit' && first.entry.commit.family !== undefined;
  return adopted ? `_${shortName(log.generation)}` : '';
}
