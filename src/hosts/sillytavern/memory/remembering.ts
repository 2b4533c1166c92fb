import type { LLMAdapter } from '../../../engine/index.js';
import type { RememberedMessage } from '../../../index.js';
import type { Context, StoredMessage } from '../base/context.js';
import { Extracting } from './extracting.js';
import { recallIsOn, rememberIsOn } from './metadata.js';
import type { OpenChat } from './open-chat.js';
import { warmUp } from './recalls.js';
import { chatTarget } from './target.js';

/** How far the messages of a chat have been read. */
export interface Reading {
  readonly read: number;
  readonly total: number;
}

/** What is said in a chat; notes of the host, and results of tools, are left out at their place. */
export const saidIn = (messages: readonly StoredMessage[]): readonly RememberedMessage[] =>
  messages.map((message) => {
    const { name = '', is_user = false, mes = '', swipe_id = 0, send_date } = message;
    const isDate = typeof send_date === 'string' || typeof send_date === 'number';
    return {
      ...{ name, is_user, mes: isNote(message) ? '' : mes, swipe_id },
      ...(isDate && { send_date }),
    };
  });

/** So many new memories take a while to be prepared for a search. */
const MANY = 50;

/** A message that a user hides from the model is still something that was said. */
const isNote = ({ is_system, extra = {} }: StoredMessage): boolean =>
  extra.bulkhead !== undefined ||
  Array.isArray(extra.tool_invocations) ||
  (is_system === true && extra.type !== undefined && extra.type !== 'narrator');

/** Keeps the messages of chats word for word, and knows how far it is. */
export class Remembering {
  /** Lets the model write memories, too. */
  readonly extracting: Extracting;
  readonly #context: () => Context;
  readonly #changed: () => void;
  readonly #reading = new Map<string, Reading>();

  constructor(context: () => Context, model: () => Promise<LLMAdapter>, changed: () => void) {
    this.#context = context;
    this.extracting = new Extracting({ context, model, changed });
    this.#changed = changed;
  }

  /** How far a chat has been read; nothing where all of it has. */
  of(chat: string): Reading | undefined {
    return this.#reading.get(chat);
  }

  /**
   * Keeps what is said in the chat, if it is open and its user wants that. An answer that is being written is left out. `edited`: places
   * of messages that were edited.
   */
  async here(chat: OpenChat, edited: readonly number[] = []): Promise<void> {
    const context = this.#context();
    if (chatTarget(context)?.id !== chat.id || context.chat.length === 0) return;
    const said = saidIn(context.streamingProcessor ? context.chat.slice(0, -1) : context.chat);
    if (rememberIsOn(context)) await this.#follow(chat, said, edited);
    this.extracting.here(chat, said);
  }

  async #follow(chat: OpenChat, said: readonly RememberedMessage[], edited: readonly number[]): Promise<void> {
    const { id, graph } = chat;
    const onProgress = (reading: Reading): void => {
      this.#reading.set(id, reading);
      this.#changed();
    };
    try {
      const added = await chat.next(() => graph.remember(said, { edited, onProgress }));
      if (added > MANY && recallIsOn(this.#context())) warmUp(graph);
    } finally {
      if (this.#reading.delete(id)) this.#changed();
    }
  }
}
