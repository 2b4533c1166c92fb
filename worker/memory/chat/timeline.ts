import { answersBefore, floorFromAssistantSeq, inFlightAnchor, isOrdinal, swipeMap, swipeOf } from '../commits/chat.js';
import type { Chat, SwipeMap } from '../commits/types.js';
import type { Place } from '../log/snapshot.js';

/** Where a write goes, and the ordinal it counts for. */
export interface Anchor extends Place {
  readonly turn: number | undefined;
}

/** The messages a graph is tied to, as they are shown now. Until messages are set, everything is shown. */
export class Timeline {
  #chat: Chat | undefined;
  #swipes: SwipeMap = {};
  /** By floor: answers before it. */
  #answers: readonly number[] | undefined;

  /** False while no messages are set. */
  get isKnown(): boolean {
    return this.#chat !== undefined;
  }

  get chat(): Chat {
    return this.#chat ?? [];
  }

  /** The messages from `from` on; those before stay. */
  replace(from: number, messages: Chat): void {
    this.#chat = [...this.chat.slice(0, from), ...messages];
    this.#swipes = swipeMap(this.#chat);
    this.#answers = undefined;
  }

  /** True for a commit that counts now. */
  shows({ floor, swipe }: Place): boolean {
    if (floor === null || this.#chat === undefined) return true;
    return Object.hasOwn(this.#swipes, floor) && this.#swipes[floor] === swipe;
  }

  /** The message that a write of now belongs to: the answer at the end, else the last one that was covered. */
  anchor(coveredSeq: () => number): Anchor {
    const { chat } = this;
    if (chat.length === 0) return { floor: null, swipe: 0, turn: undefined };
    const open = inFlightAnchor(chat);
    if (open) return { ...this.#at(open.floor), turn: open.turnSeq };
    const covered = floorFromAssistantSeq(chat, coveredSeq());
    return { ...this.#at(covered ?? chat.length - 1), turn: undefined };
  }

  /** The ordinal of the answer on a floor; `undefined` where there is none. */
  turnOf(floor: number): number | undefined {
    if (!isOrdinal(floor) || floor >= this.chat.length) return undefined;
    return inFlightAnchor(this.chat.slice(0, floor + 1))?.turnSeq;
  }

  /** The ordinal of the turn that a message belongs to: what the user says belongs to the answer that follows. */
  turnAt(floor: number): number {
    this.#answers ??= answersBefore(this.chat);
    return (this.#answers[Math.min(floor, this.#answers.length - 1)] ?? 0) + 1;
  }

  #at(floor: number): Place {
    return { floor, swipe: swipeOf(this.chat[floor]?.swipe_id) };
  }
}
