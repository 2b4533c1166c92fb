import type { ChatOperation, Effect, ReadMark } from '../../worker/protocol/effects.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { ChatMessage, ChatService } from '../contracts/index.js';

interface Line {
  /** Index in the real chat; absent for a message that was written in this run. */
  readonly base?: number;
  readonly message: Omit<ChatMessage, 'index'>;
}

/** An overlay over a chat for a simulated run. The real chat is read once, at the first use, and never changed. */
export class ChatOverlay {
  readonly #service: ChatService;
  readonly #chat: string;
  readonly #effects: Effect[] = [];
  readonly #reads = new Map<string, ReadMark>();
  #lines: Promise<Line[]> | undefined;
  #before: readonly Line[] = [];

  constructor(service: ChatService, chat: string) {
    this.#service = service;
    this.#chat = chat;
  }

  get effects(): readonly Effect[] {
    return this.#effects;
  }

  get reads(): readonly ReadMark[] {
    return [...this.#reads.values()];
  }

  get changed(): boolean {
    return this.#effects.length > 0;
  }

  async length(): Promise<number> {
    const lines = await this.#open();
    this.#mark(this.#before.length, this.#before.length);
    return lines.length;
  }

  async read(from: number, to: number): Promise<readonly ChatMessage[]> {
    const lines = (await this.#open()).slice(from, to);
    for (const { base } of lines) if (base !== undefined) this.#mark(base, base + 1);
    return lines.map(({ message }, i) => ({ index: from + i, ...message }));
  }

  /** @throws `BAD_ARGS` for a message that is not there. */
  async apply(plugin: string, change: ChatOperation): Promise<void> {
    const lines = await this.#open();
    if (change.op === 'append') {
      const { role, name, text } = change;
      lines.push({ message: { role, ...(name !== undefined && { name }), text } });
    } else {
      const line = lines[change.index];
      if (!line) throw new BulkheadError('BAD_ARGS', `the chat has no message ${change.index}`);
      if (line.base !== undefined) this.#mark(line.base, line.base + 1);
      if (change.op === 'remove') lines.splice(change.index, 1);
      else lines[change.index] = { ...line, message: { ...line.message, text: change.text } };
      // An index depends on the number of messages before it.
      this.#mark(this.#before.length, this.#before.length);
    }
    this.#effects.push({ kind: 'chat', plugin, chat: this.#chat, change });
  }

  /** Returns the chat as it was and as it would be. */
  async states(): Promise<{ before: unknown; after: unknown }> {
    const plain = (lines: readonly Line[]) => lines.map(({ message }) => message);
    const after = plain(await this.#open());
    return { before: plain(this.#before), after };
  }

  #open(): Promise<Line[]> {
    this.#lines ??= (async () => {
      const length = await this.#service.length();
      const messages = await this.#service.read(0, length);
      this.#before = messages.map(({ index: base, ...message }) => ({ base, message }));
      return [...this.#before];
    })();
    return this.#lines;
  }

  /** Returns what was read of the real chat; an empty range means that its length was read. */
  #mark(from: number, to: number): void {
    const messages = this.#before.slice(from, to).map(({ message }) => message);
    const text = from === to ? 'length' : JSON.stringify(messages);
    this.#reads.set(`${from}-${to}`, { kind: 'chat', chat: this.#chat, from, to, text });
  }
}

/** Checks what was read. @throws `EFFECTS_STALE` if the chat has changed there. */
export async function checkChatReads(service: ChatService | undefined, reads: readonly ReadMark[]): Promise<void> {
  for (const mark of reads) {
    if (mark.kind !== 'chat') continue;
    if (service?.current()?.chat !== mark.chat) throw stale('another chat is open');
    const length = await service.length();
    if (mark.from === mark.to ? length !== mark.from : length < mark.to) throw stale('the chat has other messages now');
    if (mark.from === mark.to) continue;
    const now = (await service.read(mark.from, mark.to)).map(({ index: _index, ...message }) => message);
    if (JSON.stringify(now) !== mark.text) throw stale(`message ${mark.from} of the chat has changed`);
  }
}

const stale = (why: string) => new BulkheadError('EFFECTS_STALE', `${why}: simulate again`);
