import type { RememberedMessage } from '../../../index.js';
import type { StoredMessage } from '../base/context.js';
import type { OpenChat } from './open-chat.js';

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

/** A message that a user hides from the model is still something that was said. */
const isNote = ({ is_system, extra = {} }: StoredMessage): boolean =>
  extra.bulkhead !== undefined ||
  Array.isArray(extra.tool_invocations) ||
  (is_system === true && extra.type !== undefined && extra.type !== 'narrator');

/** Keeps the messages of chats word for word, and knows how far it is. */
export class Remembering {
  readonly #changed: () => void;
  readonly #reading = new Map<string, Reading>();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** How far a chat has been read; nothing where all of it has. */
  of(chat: string): Reading | undefined {
    return this.#reading.get(chat);
  }

  /** Keeps what is said in the chat by now. `edited`: places of messages that were edited. */
  async follow(
    chat: Pick<OpenChat, 'id' | 'graph' | 'next'>,
    messages: readonly StoredMessage[],
    edited: readonly number[] = [],
  ) {
    const { id, graph } = chat;
    const said = saidIn(messages);
    const onProgress = (reading: Reading): void => {
      this.#reading.set(id, reading);
      this.#changed();
    };
    try {
      await chat.next(() => graph.remember(said, { edited, onProgress }));
    } finally {
      if (this.#reading.delete(id)) this.#changed();
    }
  }
}
