import { after } from '../../../primitives/index.js';
import type { Context } from '../base/context.js';
import { keepMetadata, metadataOf, rememberIsOn } from './metadata.js';
import type { OpenChat } from './open-chat.js';
import { chatTarget } from './target.js';

/** Greatest number of characters of memory in a chat's file, as they stand there: compressed. The host writes the whole file at every change. */
const CHARS = 262_144;
/** Changes that come together are written together. */
const TOGETHER_MS = 250;

interface MirrorParts {
  readonly context: () => Context;
  /** What is kept with the chat cannot be read, for this reason. */
  readonly broken: (message: string) => void;
  /** Called when the state of a chat's mirror has changed. */
  readonly changed: () => void;
}

/** Keeps what a chat's memory holds with the chat itself, where other browsers and devices find it. */
export class Mirror {
  readonly #parts: MirrorParts;
  readonly #writes = new Map<string, () => void>();
  /** Chats of which something is kept that cannot be read: it is left as it is. */
  readonly #left = new Map<string, string>();
  /** Chats whose memory is too large for their files. */
  readonly #partly = new Set<string>();
  /** Commits of each chat when it was last looked at. */
  readonly #commits = new Map<string, number>();

  constructor(parts: MirrorParts) {
    this.#parts = parts;
  }

  /** Why what is kept with a chat is left alone; `undefined` where it is not. */
  leftAlone(chat: string): string | undefined {
    return this.#left.get(chat);
  }

  /** True where only the newest changes of a chat, or those of an earlier time, have room in its file. */
  isPartial(chat: string): boolean {
    return this.#partly.has(chat);
  }

  /** Takes in what is kept with a chat of so many messages. */
  async read(chat: OpenChat, text: string | undefined, length: number): Promise<void> {
    this.#left.delete(chat.id);
    if (text === undefined) return;
    try {
      // What is of messages that the chat has not got is of deleted ones, or is another chat's.
      await chat.next(() => chat.graph.merge(text, length > 0 ? { length } : {}));
    } catch (error) {
      const { code, message } = error as Error & { readonly code?: unknown };
      // What failed for another reason may succeed the next time; until then nothing is put in its place either.
      this.#left.set(chat.id, message);
      if (code === 'BAD_ARGS' || code === 'STORE_NEWER') this.#parts.broken(message);
    }
  }

  /** A graph has changed: what is kept follows when its commits have. */
  changed(chat: OpenChat, commits: number): void {
    if (this.#commits.get(chat.id) === commits) return;
    this.#commits.set(chat.id, commits);
    this.later(chat);
  }

  /** Has what is kept written anew soon, where it is not as the graph is then. */
  later(chat: OpenChat): void {
    if (this.#writes.has(chat.id)) return;
    const write = () => {
      this.#writes.delete(chat.id);
      this.#write(chat).catch(reportError);
    };
    this.#writes.set(chat.id, after(TOGETHER_MS, write));
  }

  /** Nothing is known of a chat any more. */
  forget(chat: string): void {
    this.#left.delete(chat);
    this.#partly.delete(chat);
    this.#commits.delete(chat);
  }

  /** Everything has been erased: nothing is known of any chat. */
  forgetAll(): void {
    this.close();
    this.#left.clear();
    this.#partly.clear();
    this.#commits.clear();
  }

  close(): void {
    for (const cancel of this.#writes.values()) cancel();
    this.#writes.clear();
  }

  async #write(chat: OpenChat): Promise<void> {
    if (!this.#isHere(chat) || this.#left.has(chat.id)) return;
    const { commits } = await chat.graph.info();
    // Where all that was kept has gone, other devices are to know that it has.
    const tells = commits > 0 || metadataOf(this.#parts.context())?.text !== undefined;
    const withoutMessages = rememberIsOn(this.#parts.context());
    const { text: kept } = metadataOf(this.#parts.context()) ?? {};
    const {
      text,
      whole,
      commits: written,
    } = tells
      ? await chat.graph.mirror(CHARS, { withoutMessages, ...(kept !== undefined && { before: kept }) })
      : { text: undefined, whole: true, commits: 0 };
    if (whole === this.#partly.has(chat.id)) {
      this.#partly[whole ? 'delete' : 'add'](chat.id);
      this.#parts.changed();
    }
    // Another chat may have been opened meanwhile: that one is mirrored when it is.
    if (!this.#isHere(chat) || this.#left.has(chat.id)) return;
    const before = metadataOf(this.#parts.context());
    // A change that has no room leaves nothing to be kept: what was kept before it is better than that.
    if (!whole && before?.chat === chat.id && before.text !== undefined && written === 0) return;
    if (before?.text === text && (before === undefined || before.chat === chat.id)) return;
    keepMetadata(this.#parts.context(), { chat: chat.id, ...(text !== undefined && { text }) });
  }

  #isHere({ id }: OpenChat): boolean {
    return chatTarget(this.#parts.context())?.id === id;
  }
}
