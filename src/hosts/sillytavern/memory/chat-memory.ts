import { Mutex } from '../../../../worker/primitives/mutex.js';
import type { LLMAdapter } from '../../../engine/index.js';
import type { Host } from '../../../index.js';
import type { MemoryGraph, MemorySession } from '../../../memory/index.js';
import { notify } from '../../../primitives/index.js';
import { type Context, fieldsOf, type StoredMessage } from '../base/context.js';
import { markMemoryUsed } from '../base/kept-settings.js';
import { notice } from '../base/notices.js';
import { wordsOf } from '../base/words.js';
import { bringTypes, ownTypesOf } from './all-types.js';
import { Deletions, isDeletion } from './deletions.js';
import { type InjectedIds, injectedIds } from './injected-ids.js';
import { hasMemory, keepMetadata, metadataOf, recallIsOn } from './metadata.js';
import { Mirror } from './mirror.js';
import { inTime, OpenChat, outlined } from './open-chat.js';
import { originOf } from './origin.js';
import { type ShownChat, ShownChats } from './presence.js';
import { MemoryPrompt } from './prompt.js';
import { Recalls, warmUp } from './recalls.js';
import { Remembering } from './remembering.js';
import { Renames } from './renames.js';
import { type ChatTarget, chatTarget, messagesOf } from './target.js';

interface MemoryParts {
  readonly host: Pick<Host, 'memory'>;
  readonly context: () => Context;
  readonly model: () => Promise<LLMAdapter>;
}

/** The memories of a page's chats: each goes along with its messages, its branches and its file. */
export class ChatMemory {
  readonly #parts: MemoryParts;
  readonly #chats = new Map<string, Promise<OpenChat>>();
  /** All that were ever made: who holds a session of one goes on with it when everything is erased. */
  readonly #made = new WeakMap<MemoryGraph, OpenChat>();
  readonly #listeners = new Set<() => void>();
  /** What the chats' files keep of their memories. */
  readonly mirror: Mirror;
  readonly #prompt: MemoryPrompt;
  /** Called once nothing is kept of a chat any more: it was deleted, or has another name. */
  onGone: (chat: string) => void = () => {};
  /** What was put before the model last, chat by chat. */
  readonly #injected = new Map<string, InjectedIds>();
  readonly recalls: Recalls;
  /** Keeps what is said, in chats whose user wants that. */
  readonly remembering: Remembering;
  readonly #tools: Promise<() => void>;
  readonly #shown: ShownChats;
  readonly #deletions: Deletions;
  readonly #types: Promise<void>;
  readonly #renames: Renames;
  /** What happens when a chat is opened, one opening after another: what was opened before is copied from. */
  #arrival: Promise<unknown>;
  readonly #arrivals = new Mutex();

  constructor(parts: MemoryParts) {
    this.#parts = parts;
    const { host, context } = parts;
    const words = wordsOf(context);
    this.#types = bringTypes(host.memory, context);
    const changed = () => this.#changed();
    this.mirror = new Mirror({
      context,
      broken: (message) => {
        notice('warning', words('memory.broken', { message }));
        changed();
      },
      changed,
    });
    this.#prompt = new MemoryPrompt(context);
    this.recalls = new Recalls({ host, context, words, prompt: this.#prompt, changed });
    this.remembering = new Remembering(context, parts.model, changed);
    const forget = (chat: string) => this.#forgetChat(chat);
    const going = { memory: host.memory, context, forget, gone: (chat: string) => notify(this.onGone, chat) };
    this.#deletions = new Deletions(going);
    this.#renames = new Renames(going);
    this.#shown = new ShownChats(context());
    this.#arrival = this.#arrivals.run(() => this.#arrive());
    this.#arrival.catch(() => {});
    this.#tools = host.memory.registerTools((given) => this.openSession(given));
    this.#tools.catch(reportError);
  }

  /** The session of a context's chat, `null` where it has none. @throws as `host.memory.open` does. */
  async openSession(given: unknown): Promise<MemorySession | null> {
    const target = chatTarget(given);
    if (!target) return null;
    const fields = fieldsOf(given);
    if ('createFloorState' in fields && typeof fields.createFloorState !== 'function') return null;
    const { context } = this.#parts;
    const isHere = () => chatTarget(context())?.id === target.id;
    if (isHere()) await this.#arrival.catch(() => {});
    const chat = await this.#open(target, fields);
    const messages = messagesOf(target, fields, this.#parts.context());
    if (isHere()) await this.#follow(chat, context());
    else if (!chat.followed && messages) await chat.follow(messages);
    await chat.settled;
    return chat.graph.session;
  }

  /** The memory of the chat that is open; `undefined` where it has none yet. */
  async here(): Promise<OpenChat | undefined> {
    const target = chatTarget(this.#parts.context());
    await this.#arrival.catch(() => {});
    return target && this.#chats.get(target.id);
  }

  /** One of the host's events; it is dealt with when this resolves, or too slow to be waited for. */
  async onEvent(name: string, args: readonly unknown[]): Promise<void> {
    await inTime(this.#onEvent(name, args));
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

  /** What was put before the model last in the chat of a context; without one, in the chat that is open. */
  injectedIn(context?: unknown): InjectedIds {
    const target = chatTarget(context ?? this.#parts.context());
    return injectedIds(target && this.#injected.get(target.id));
  }

  /** Another extension decides what the model gets in the open chat. */
  async record(update: InjectedIds): Promise<void> {
    const context = this.#parts.context();
    const target = chatTarget(context);
    if (!target) return;
    this.#injected.set(target.id, injectedIds(update));
    await this.#arrival.catch(() => {});
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
    this.mirror.forgetAll();
    this.#changed();
  }

  close(): void {
    this.#shown.close();
    this.mirror.close();
    this.remembering.extracting.close();
    this.#prompt.close();
    this.#tools.catch(() => () => {}).then((takeBack) => takeBack());
  }

  async #onEvent(name: string, args: readonly unknown[]): Promise<void> {
    const context = this.#parts.context();
    if (name === 'CHAT_CHANGED') {
      this.#shown.moved(context);
      const { before } = this.#shown;
      const tidy = () => this.#renames.settle().then(() => this.#deletions.left());
      return this.#next(() => this.#arrive(before).finally(tidy));
    }
    this.#shown.see(context);
    if (name.endsWith('_RENAMED'))
      return this.#next(() => this.#renames.onEvent(name, args).then(() => this.#arrive()));
    if (isDeletion(name)) return this.#next(() => this.#deletions.onEvent(name, args));
    const target = chatTarget(context);
    const chat = target && (await this.#chats.get(target.id));
    if (!chat) return;
    const [first] = args;
    if (name === 'MESSAGE_DELETED' && first === context.chat.length) {
      await Promise.all([chat.next(() => chat.graph.truncate(first as number)), this.#follow(chat, context, true)]);
      this.mirror.later(chat);
    } else if (name === 'MESSAGE_SWIPE_DELETED') {
      const { messageId, swipeId } = fieldsOf(first);
      const removing = chat.next(() => chat.graph.removeSwipe(Number(messageId), Number(swipeId)));
      await Promise.all([removing, this.#follow(chat, context)]);
      this.mirror.later(chat);
    } else {
      const following = this.#follow(chat, context);
      if (name === 'MESSAGE_EDITED') await chat.next(() => chat.graph.edited(Number(first)));
      await following;
    }
    await this.remembering.here(chat, name === 'MESSAGE_EDITED' ? [Number(first)] : []);
  }

  async #next(work: () => Promise<unknown>): Promise<void> {
    this.#arrival = this.#arrivals.run(work);
    await this.#arrival;
    this.#changed();
  }

  /** Not while the host loads the chat: it has its name then, and no message. */
  async #follow(chat: OpenChat, context: Context, mayBeEmpty = false): Promise<void> {
    this.#shown.see(context);
    const following = mayBeEmpty || context.chat.length > 0 ? chat.follow(context.chat) : undefined;
    await Promise.all([chat.types(ownTypesOf(context)), following]);
  }

  #open(target: ChatTarget, given: object): Promise<OpenChat> {
    const { id } = target;
    const known = this.#chats.get(id);
    if (known) return known;
    const opening = this.#make(id, ownTypesOf(given), messagesOf(target, given, this.#parts.context()));
    this.#chats.set(id, opening);
    opening.catch(() => {
      if (this.#chats.get(id) === opening) this.#chats.delete(id);
    });
    return opening;
  }

  async #make(id: string, ownTypes: unknown, shown: readonly StoredMessage[] | undefined): Promise<OpenChat> {
    const messages = shown && outlined(shown);
    await this.#types;
    const graph = await this.#parts.host.memory.open({ id, ownTypes, ...(messages && { messages }) });
    const known = this.#made.get(graph);
    if (known) {
      await Promise.all([known.types(ownTypes), shown && known.follow(shown)]);
      return known;
    }
    const chat = new OpenChat(id, graph, ownTypes, messages !== undefined);
    this.#made.set(graph, chat);
    graph.onChange(({ commits }) => {
      if (commits > 0) {
        if (this.#deletions.wrote(id)) return;
        markMemoryUsed(this.#parts.context());
        // Somebody has held on to it while everything was erased.
        if (!this.#chats.has(id)) this.#chats.set(id, Promise.resolve(chat));
      }
      this.mirror.changed(chat, commits);
      this.#changed();
    });
    graph.onInjectionChanged((state) => this.#injected.set(id, injectedIds(state)));
    return chat;
  }

  /** A chat has been opened: its memory is brought there, from wherever something of it is kept. */
  async #arrive(before?: ShownChat): Promise<OpenChat | undefined> {
    const context = this.#parts.context();
    const { memory } = this.#parts.host;
    const target = chatTarget(context);
    if (!target) return undefined;
    this.#deletions.opened(target.id);
    const kept = metadataOf(context);
    const { length } = context.chat;
    const origin = originOf(target, before, context);
    const known = this.#chats.has(target.id) || hasMemory(context) || (await memory.chats()).includes(target.id);
    if (!known && origin === undefined) return undefined;
    // Copied from what is kept here, as far as the chats are the same; of others, and what else there is, there is the mirror.
    if (origin !== undefined) await memory.branch(origin.chat, target.id, origin.length);
    const chat = await this.#open(target, context);
    // Another one may have been opened meanwhile.
    const now = this.#parts.context();
    if (chatTarget(now)?.id === target.id) await this.#follow(chat, now, true);
    await this.mirror.read(chat, kept?.text, length);
    this.mirror.later(chat);
    await this.remembering.here(chat);
    if (recallIsOn(context)) warmUp(chat.graph);
    return chat;
  }

  #forgetChat(chat: string): void {
    this.#chats.delete(chat);
    this.#injected.delete(chat);
    this.recalls.forget(chat);
    this.mirror.forget(chat);
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) notify(listener);
  }
}
