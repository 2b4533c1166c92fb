import type { Context, StoredMessage } from '../base/context.js';
import { Presence } from './presence.js';
import { chatTarget } from './target.js';

/** A chat as it was when it was looked at last. */
export interface ShownChat {
  readonly id: string;
  readonly messages: readonly StoredMessage[];
}

/** The chat that is open and the one that was open before it, whose messages the host has no more. */
export class ShownChats {
  /** The chat that was open before the one that is open now. */
  before: ShownChat | undefined;
  readonly #presence = new Presence();
  #now: ShownChat | undefined;

  constructor(context: Context) {
    this.moved(context);
  }

  /** Keeps in mind which messages the open chat has. While the host loads another it has that one's name, or no message. */
  see(context: Context): void {
    const { chat } = context;
    if (chat.length > 0 && chatTarget(context)?.id === this.#now?.id) this.#keep(context);
  }

  /** The host has opened a chat, or the same one anew. */
  moved(context: Context): void {
    const id = chatTarget(context)?.id;
    if (id !== this.#now?.id) this.before = this.#now;
    this.#keep(context);
    this.#presence.be(id);
  }

  close(): void {
    this.#presence.be(undefined);
  }

  #keep(context: Context): void {
    const id = chatTarget(context)?.id;
    this.#now = id === undefined ? undefined : { id, messages: [...context.chat] };
  }
}
