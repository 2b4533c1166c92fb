import type { Commit } from '../graph/records.js';
import { swipeMap } from './chat.js';
import type { Chat, SwipeMap } from './types.js';

/** Where a commit stands in a log that knows no commit without a message. */
export interface FloorPlace {
  readonly floor: number;
  readonly swipeId: number;
}

/** A commit that belongs to no message is written to the first one, as that is shown. */
export function placeOf({ floor, swipe }: Pick<Commit, 'floor' | 'swipe'>, swipes: SwipeMap): FloorPlace {
  return floor === null ? { floor: 0, swipeId: swipes[0] ?? 0 } : { floor, swipeId: swipe };
}

/** The live swipes: those of the chat, or where there is none to look at, of each floor the one written last. */
export function liveSwipes(places: readonly FloorPlace[], chat: Chat | undefined): SwipeMap {
  if (chat) return swipeMap(chat);
  return Object.fromEntries(places.map(({ floor, swipeId }) => [floor, swipeId]));
}

/**
 * The swipes that were live when a commit was made, as far as a log can tell: the ones of now, but its own on its floor,
 * and on floors that the chat has no more the ones written last before it.
 */
export function swipesAt(places: readonly FloorPlace[], index: number, swipes: SwipeMap): SwipeMap {
  const before = places.slice(0, index + 1).map(({ floor, swipeId }) => [floor, swipeId] as const);
  const own = places[index];
  return { ...Object.fromEntries(before), ...swipes, ...(own && { [own.floor]: own.swipeId }) };
}
