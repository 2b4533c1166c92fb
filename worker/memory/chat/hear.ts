import type { ChatLog } from '../log/chat-log.js';

/** Hears of what others write to a log, from before it is read, so that nothing of it is missed. @returns how to stop. */
export async function readHearing(
  log: ChatLog,
  read: () => Promise<void>,
  heard: Parameters<ChatLog['onChange']>[0],
): Promise<() => void> {
  const unlisten = log.onChange(heard);
  try {
    await read();
  } catch (error) {
    unlisten();
    throw error;
  }
  return unlisten;
}
