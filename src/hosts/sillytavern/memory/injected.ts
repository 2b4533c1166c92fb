import { type InjectedIds, type InjectionUpdate, injectedIds } from './injected-ids.js';
import { chatTarget } from './target.js';

/** What was put before the model last, chat by chat. */
export class Injected {
  readonly #chats = new Map<string, InjectedIds>();
  readonly #context: () => object;

  constructor(context: () => object) {
    this.#context = context;
  }

  /** Of the chat of a context; without one, of the chat that is open. */
  of(context?: unknown): InjectedIds {
    const target = chatTarget(context ?? this.#context());
    return injectedIds(target && this.#chats.get(target.id));
  }

  put(chat: string, update: InjectionUpdate): void {
    this.#chats.set(chat, injectedIds(update));
  }

  forget(chat: string): void {
    this.#chats.delete(chat);
  }
}
