import type { Host } from '../../../index.js';
import type { MemorySession } from '../../../memory/session-types.js';
import { tell } from '../../../signals.js';
import type { Context } from '../context.js';
import { notice } from '../notices.js';
import { changeSettings, readSettings } from '../settings.js';
import { wordsOf } from '../words.js';
import { Injected } from './injected.js';
import type { InjectedIds } from './injected-ids.js';
import { keepMetadata, mainChatOf, metadataOf, recallIsOn } from './metadata.js';
import { Mirror } from './mirror.js';
import { OpenChat } from './open-chat.js';
import { MemoryPrompt } from './prompt.js';
import { Recalls } from './recalls.js';
import { type ChatTarget, chatTarget, ownTypesOf } from './target.js';

export interface MemoryParts {
  readonly host: Pick<Host, 'memory'>;
  readonly context: () => Context;
}

/** The host waits for its listeners, but not for ever: what takes longer goes on behind its back. */
const LISTENER_MS = 3_000;

/** The memories of a page's chats: each goes along with its messages, its branches and its file. */
export class ChatMemory {
  readonly #parts: MemoryParts;
  readonly #chats = new Map<string, Promise<OpenChat>>();
  readonly #listeners = new Set<() => void>();
  readonly #mirror: Mirror;
  readonly #prompt: MemoryPrompt;
  readonly injected: Injected;
  readonly recalls: Recalls;
  readonly #tools: Promise<() => void>;
  #here: string | undefined;
  /** The chat that was open before the one that is open now. */
  #before: string | undefined;
  /** What happens when a chat is opened: done once for each time. */
  #arrival: Promise<OpenChat | undefined> = Promise.resolve(undefined);

  constructor(parts: MemoryParts) {
    this.#parts = parts;
    const { host, context } = parts;
    const words = wordsOf(context);
    this.injected = new Injected(context);
    this.#mirror = new Mirror({
      context,
      broken: ({ message }) => {
        notice('warning', words('memory.broken', { message }));
        this.#changed();
      },
      changed: () => this.#changed(),
    });
    this.#prompt = new MemoryPrompt(context);
    this.recalls = new Recalls({ host, context, words, prompt: this.#prompt, changed: () => this.#changed() });
    this.#here = chatTarget(context())?.id;
    this.#arrival = this.#arrive();
    this.#arrival.catch(() => {});
    this.#tools = host.memory.registerTools((given) => this.openSession(given));
    this.#tools.catch((error: unknown) => reportError(error));
  }

  /** The session of a context's chat, `null` where it has none. @throws as `host.memory.open` does. */
  async openSession(given: unknown): Promise<MemorySession | null> {
    const target = chatTarget(given);
    if (!target) return null;
    const { createFloorState } = given as { readonly createFloorState?: unknown };
    if ('createFloorState' in (given as object) && typeof createFloorState !== 'function') return null;
    const chat = await this.#open(target, given as object);
    const { context } = this.#parts;
    const live = context();
    const { chat: messages } = given as { readonly chat?: unknown };
    if (chatTarget(live)?.id === target.id) {
      await this.#arrival.catch(() => {});
      await this.#follow(chat, live);
    } else if (!chat.followed && Array.isArray(messages) && messages !== live.chat) {
      // A context that somebody has made: what it shows is the chat.
      await chat.follow(messages);
    }
    await chat.settled;
    return chat.graph.session;
  }

  /** The memory of the chat that is open; `undefined` where it has none yet. */
  async here(): Promise<OpenChat | undefined> {
    const target = chatTarget(this.#parts.context());
    await this.#arrival.catch(() => {});
    return target && this.#chats.get(target.id);
  }

  /** Why what the chat's file keeps is left alone. */
  leftAlone(chat: string): string | undefined {
    return this.#mirror.leftAlone(chat);
  }

  /** True where the chat's file has no room for all of its memory: then another device sees only the newest of it. */
  isPartial(chat: string): boolean {
    return this.#mirror.isPartial(chat);
  }

  /** One of the host's events; it is dealt with when this resolves, or too slow to be waited for. */
  async heard(name: string, args: readonly unknown[]): Promise<void> {
    await inTime(this.#heard(name, args));
  }

  /** The memory of the chat that is open has been brought, or is too slow to be waited for. */
  async arrived(): Promise<void> {
    await inTime(this.#arrival);
  }

  /** Before the host composes a request: what belongs into it is put there, or it is late. */
  async recall(type: string): Promise<void> {
    const context = this.#parts.context();
    const target = type === 'quiet' ? undefined : chatTarget(context);
    const opening = target && this.#chats.get(target.id);
    if (!target || !opening) return this.#prompt.skip();
    await this.recalls.recall(target.id, context.chat, async () => {
      const chat = await opening;
      await this.#follow(chat, this.#parts.context());
      return chat;
    });
  }

  /** Somebody else tells what is before the model in the chat that is open. */
  async record(update: InjectedIds): Promise<void> {
    const context = this.#parts.context();
    const target = chatTarget(context);
    if (!target) return;
    this.injected.put(target.id, update);
    await (await this.#open(target, context)).graph.recordInjection(update);
  }

  /** Called after every change of what can be seen of it. @returns a function that ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Everything that was kept has been deleted: also what the open chat's file keeps, and nothing is known any more. */
  forget(): void {
    const context = this.#parts.context();
    if (metadataOf(context)) keepMetadata(context, undefined);
    this.#chats.clear();
    this.recalls.clear();
    this.#mirror.close();
    this.#changed();
  }

  close(): void {
    this.#mirror.close();
    this.#prompt.close();
    this.#tools.then(
      (takeBack) => takeBack(),
      () => {},
    );
  }

  async #heard(name: string, args: readonly unknown[]): Promise<void> {
    const context = this.#parts.context();
    const target = chatTarget(context);
    if (name === 'CHAT_CHANGED') {
      if (target?.id !== this.#here) this.#before = this.#here;
      this.#here = target?.id;
      // One after another: what was opened before is copied from.
      this.#arrival = this.#arrival.then(
        () => this.#arrive(),
        () => this.#arrive(),
      );
      await this.#arrival;
      this.#changed();
      return;
    }
    const chat = await this.#known();
    if (!chat) return;
    const [first] = args;
    if (name === 'MESSAGE_DELETED' && first === context.chat.length) {
      await Promise.all([chat.truncate(first as number), this.#follow(chat, context, true)]);
      this.#mirror.later(chat);
    } else if (name === 'MESSAGE_SWIPE_DELETED') {
      const { messageId, swipeId } = Object(first) as { messageId?: unknown; swipeId?: unknown };
      await Promise.all([chat.removeSwipe(Number(messageId), Number(swipeId)), this.#follow(chat, context)]);
      this.#mirror.later(chat);
    } else {
      const following = this.#follow(chat, context);
      if (name === 'MESSAGE_EDITED') await chat.edited(Number(first));
      await following;
    }
  }

  /** The memory of the open chat, where it is known. */
  #known(): Promise<OpenChat> | undefined {
    const target = chatTarget(this.#parts.context());
    return target && this.#chats.get(target.id);
  }

  /** Not while the host loads the chat: it has its name then, and no message. */
  async #follow(chat: OpenChat, context: Context, mayBeEmpty = false): Promise<void> {
    const following = mayBeEmpty || context.chat.length > 0 ? chat.follow(context.chat) : undefined;
    await Promise.all([chat.types(ownTypesOf(context)), following]);
  }

  #open({ id }: ChatTarget, given: object): Promise<OpenChat> {
    const known = this.#chats.get(id);
    if (known) return known;
    const opening = this.#make(id, ownTypesOf(given));
    this.#chats.set(id, opening);
    opening.catch(() => {
      if (this.#chats.get(id) === opening) this.#chats.delete(id);
    });
    return opening;
  }

  async #make(id: string, ownTypes: unknown): Promise<OpenChat> {
    const graph = await this.#parts.host.memory.open({ id, ownTypes });
    const chat = new OpenChat(id, graph, ownTypes);
    graph.onChange(({ commits }) => {
      this.#mirror.changed(chat, commits);
      if (commits > 0) this.#used();
      this.#changed();
    });
    graph.onInjectionChanged((state) => this.injected.put(id, state));
    return chat;
  }

  /** From now on chats are looked up from the beginning: not every file of a chat tells that it has a memory. */
  #used(): void {
    const { memory } = readSettings(this.#parts.context());
    if (!memory.used) changeSettings(this.#parts.context(), { memory: { ...memory, used: true } });
  }

  /** A chat has been opened: its memory is brought there, from wherever something of it is kept. */
  async #arrive(): Promise<OpenChat | undefined> {
    const context = this.#parts.context();
    const { memory } = this.#parts.host;
    const target = chatTarget(context);
    if (!target) return undefined;
    const kept = metadataOf(context);
    const origin = this.#originOf(target, context);
    const known = this.#chats.has(target.id) || kept !== undefined || (await memory.chats()).includes(target.id);
    if (!known && origin === undefined) return undefined;
    const { length } = context.chat;
    // Copied from what is kept here, as far as the new chat goes; where the other one is not known here, its mirror is taken.
    const isNew = !this.#chats.has(target.id);
    if (origin !== undefined && isNew) await memory.branch(origin, target.id, length);
    const chat = await this.#open(target, context);
    await this.#follow(chat, context, true);
    const isNews = await this.#mirror.read(chat);
    // What a file keeps of messages that it has not got is of messages that were deleted, or are another chat's.
    if (length > 0 && (isNews || (origin !== undefined && isNew))) await chat.truncate(length);
    this.#mirror.later(chat);
    // The first search of a large memory takes a while: no request is to wait for that.
    if (recallIsOn(context)) chat.graph.keywordSearch({ query: 'a', k: 1 }).catch(() => {});
    return chat;
  }

  /** The chat that the open one has its memory from: it was copied from there, or has just been branched off. */
  #originOf({ id, home }: ChatTarget, context: Context): string | undefined {
    const kept = metadataOf(context);
    if (kept) return kept.chat !== '' && kept.chat !== id ? kept.chat : undefined;
    const main = mainChatOf(context);
    // Who has branched off earlier, without a memory, has none from what came after that.
    return main !== '' && home + main === this.#before ? this.#before : undefined;
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) tell(listener);
  }
}

/** Waits for something, within bounds. */
async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LISTENER_MS);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
