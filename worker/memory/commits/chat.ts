import type { Chat, ChatMessage, SwipeMap } from './types.js';

/** True for a floor or a swipe. */
export const isOrdinal = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** A swipe as it counts: what is no ordinal is the first. */
export const swipeOf = (value: unknown): number => (isOrdinal(value) ? value : 0);

/** The live swipe of each floor. */
export function swipeMap(chat: Chat): SwipeMap {
  return Object.fromEntries(chat.map((message, floor) => [floor, swipeOf(message?.swipe_id)]));
}

/** Where a write goes: to the named message, else the last; `null` where there is no such floor. */
export function resolveTarget(
  chat: Chat,
  override?: { readonly floor?: unknown; readonly swipeId?: unknown } | null,
): { readonly floor: number; readonly swipeId: number } | null {
  const floor = override?.floor ?? chat.length - 1;
  if (!isOrdinal(floor) || floor >= chat.length) return null;
  const named = override?.swipeId;
  return { floor, swipeId: isOrdinal(named) ? named : swipeOf(chat[floor]?.swipe_id) };
}

/** True for an answer that something can be taken from: not the user's, not blank; hidden ones count. */
const isExtractable = (message: ChatMessage | undefined): boolean =>
  message !== null &&
  message !== undefined &&
  !message.is_user &&
  typeof message.mes === 'string' &&
  message.mes.trim() !== '';

/** By floor, and once more for the end: how many answers stand before it. */
export function answersBefore(chat: Chat): readonly number[] {
  let count = 0;
  return [...chat.map((message) => (isExtractable(message) ? count++ : count)), count];
}

/** The floor of the answer with this ordinal, counted from 1; `null` where there is none. */
export function floorFromAssistantSeq(chat: Chat, seq: number): number | null {
  const wanted = Math.floor(seq);
  if (!(wanted >= 1)) return null;
  let found = 0;
  for (const [floor, message] of chat.entries()) {
    if (isExtractable(message)) found += 1;
    if (found === wanted) return floor;
  }
  return null;
}

/** The same, of the highest ordinal up to this one that there is. */
export function lastFloorUpTo(chat: Chat, seq: number): number | null {
  let found = 0;
  let last: number | null = null;
  for (const [floor, message] of chat.entries()) {
    if (found >= seq) break;
    if (!isExtractable(message)) continue;
    found += 1;
    last = floor;
  }
  return last;
}

/** The answer at the end of the chat, be it still empty, and the ordinal it has or will have; `null` where there is none. */
export function inFlightAnchor(chat: Chat): { readonly floor: number; readonly turnSeq: number } | null {
  const floor = chat.length - 1;
  if (chat[floor]?.is_user !== false) return null;
  return { floor, turnSeq: chat.slice(0, floor).filter(isExtractable).length + 1 };
}
