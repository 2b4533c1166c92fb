const nameOf = (chat: string): string => `bulkhead-open:${chat}`;

/** Undefined where the page is not secure: a server that is reached by another machine's address without a certificate. */
const locksHere = (): LockManager | undefined => (navigator as { readonly locks?: LockManager }).locks;

/** Lets other tabs know which chat is open in this one. */
export class Presence {
  #chat: string | undefined;
  #leave: () => void = () => {};

  /** This chat is open now, and no other. */
  be(chat: string | undefined): void {
    if (chat === this.#chat) return;
    this.#chat = chat;
    this.#leave();
    const locks = locksHere();
    if (chat === undefined || !locks) return;
    const left = new Promise<void>((resolve) => {
      this.#leave = resolve;
    });
    locks.request(nameOf(chat), { mode: 'shared' }, () => left).catch(reportError);
  }
}

/** Does something for a chat that is open nowhere, in this tab neither; nothing where it is. Without locks nobody can tell. */
export async function whileClosed(chat: string, work: () => Promise<void>): Promise<void> {
  const locks = locksHere();
  if (!locks) return work();
  await locks.request(nameOf(chat), { ifAvailable: true }, async (lock) => lock && work());
}
