import type { AgentConfig } from '../engine/index.js';
import type { OpenCalls } from './calls.js';
import { Conversation } from './conversation.js';
import type { ChatStorage } from './storage.js';

/** What all conversations of a chat share, and the listeners to their changes. */
export interface ConversationsParts {
  /** What the agent of a session is made of. */
  readonly config: (id: string) => AgentConfig;
  readonly storage: ChatStorage;
  readonly calls: OpenCalls;
  readonly now: () => number;
  readonly changed: () => void;
}

/** The conversations that have been looked at on this page. */
export class Conversations {
  readonly #parts: ConversationsParts;
  readonly #open = new Map<string, Conversation>();

  constructor(parts: ConversationsParts) {
    this.#parts = parts;
  }

  /** One that has been looked at. */
  known(id: string): Conversation | undefined {
    return this.#open.get(id);
  }

  isBusy = (id: string): boolean => this.#open.get(id)?.busy === true;

  /** What has been said in each, and would be lost with the page. */
  get unkept(): readonly { readonly session: string; readonly text: string }[] {
    return [...this.#open.values()]
      .map(({ id, unkept }) => ({ session: id, text: unkept }))
      .filter(({ text }) => text !== '');
  }

  /** One of them; what is kept of it is read at the first time. */
  async get(id: string): Promise<Conversation> {
    const known = this.#open.get(id);
    if (known) return known;
    const conversation = new Conversation(id, this.#parts);
    await conversation.load();
    // Another caller may have opened it meanwhile.
    const first = this.#open.get(id) ?? conversation;
    this.#open.set(id, first);
    return first;
  }

  /** Forgets one, and ends what is being written in it. */
  drop(id: string): void {
    this.#open.get(id)?.stop();
    this.#open.delete(id);
  }
}
