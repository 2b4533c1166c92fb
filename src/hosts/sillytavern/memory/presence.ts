import type { Context, StoredMessage } from '../base/context.js';
import { chatTarget } from './target.js';

const nameOf = (chat: string): string => `bulkhead-open:${chat}`;

/** Undefined where the page is not secure: a server that is reached by another machine's address without a certificate. */
const locksHere = (): LockManager | undefined => (navigator as { readonly locks?: LockManager }).locks;

/** A chat as it was when it was looked at last. */
export interface ShownChat {
  readonly id: string;
  readonly messages: readonly StoredMessage[];
}

/** The chat that is open and the one that was open before it, whose messages the host has no more. */
export class ShownChats {
  /** The chat that was open before the one that is open now. */
  before: ShownChat | undefined;
  #leave: () => void = () => {};
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
    const isOther = id !== this.#now?.id;
    if (isOther) this.before = this.#now;
    this.#keep(context);
    if (isOther) this.#tellTabs(id);
  }

  close(): void {
    this.#leave();
  }

  /** Lets other tabs know that this chat is open here, and no other. */
  #tellTabs(id: string | undefined): void {
    this.#leave();
    const locks = locksHere();
    if (id === undefined || !locks) return;
    const left = new Promise<void>((resolve) => {
      this.#leave = resolve;
    });
    locks.request(nameOf(id), { mode: 'shared' }, () => left).catch(reportError);
  }

  #keep(context: Context): void {
    const id = chatTarget(context)?.id;
    this.#now = id === undefined ? undefined : { id, messages: [...context.chat] };
  }
}

/** Runs the work if the chat is open in no tab; without locks always. @returns false where it is open, and nothing was done. */
export async function whileClosed(chat: string, work: () => Promise<void>): Promise<boolean> {
  const locks = locksHere();
  const whenFree = async (lock: unknown) => {
    if (lock) await work();
    return lock !== null;
  };
  return locks ? locks.request(nameOf(chat), { ifAvailable: true }, whenFree) : whenFree(true);
}
