import type { InjectionState } from '../../../../worker/protocol/memory-types.js';
import type { LLMAdapter } from '../../../engine/index.js';
import type { Host } from '../../../index.js';
import type { MemorySession } from '../../../memory/index.js';
import { onDemand } from '../../../primitives/index.js';
import { type Context, listenTo } from '../base/context.js';
import { memoryIsUsed } from '../base/kept-settings.js';
import type { ChatMemory } from './chat-memory.js';
import { type InjectedIds, type InjectionUpdate, injectedIds } from './injected-ids.js';
import { hasMemory } from './metadata.js';

/** What other extensions get by `getExtensionApi('memory-graph')`. @experimental */
export interface MemoryGraphApi {
  /**
   * The session of the chat of a context; it stays with that chat whatever is opened later. `null`: the context is no object
   * or has no chat, says itself that it has no floor state (`createFloorState` is there and no function), or loading failed,
   * which goes to the console. That SillyTavern has no `createFloorState` is no reason: what is kept, is kept here.
   */
  openSession(context: unknown): Promise<MemorySession | null>;
  /** What was put before the model last, as sets that are the caller's own. Without a context: of the chat that is open. */
  getCurrentlyInjectedNodeIds(context?: unknown): InjectedIds;
  getMemoryGraphInjectionState(context?: unknown): InjectionState;
  /** Replaces all three sets of the chat that is open; what is missing is empty. */
  applyMemoryGraphInjectionUpdate(update: InjectionUpdate): void;
  /** The same, by its older name. */
  __recordInjectedNodeIds(update: InjectionUpdate): void;
  createEmptyInjectionState(): InjectedIds;
}

const OPENED = 'CHAT_CHANGED';
/** Events after which there may be no chat of a name any more. */
const GOING = ['CHAT_RENAMED', 'CHARACTER_RENAMED', 'CHAT_DELETED', 'GROUP_CHAT_DELETED', 'CHARACTER_DELETED'];
/** Events with which a memory goes along. */
const EVENTS = [
  ...[OPENED, 'CHAT_LOADED', 'MESSAGE_SENT', 'MESSAGE_RECEIVED', 'MESSAGE_EDITED', 'MESSAGE_UPDATED'],
  ...['MESSAGE_DELETED', 'MESSAGE_SWIPED', 'MESSAGE_SWIPE_DELETED', ...GOING],
];

const parts = onDemand(() => import('./chat-memory.js'));

/** The entry to chats' memory: it gets events before other extensions do, and loads the rest for a chat that has a memory. */
export class MemoryGate {
  readonly api: MemoryGraphApi;
  /** What SillyTavern is connected to. */
  model: () => Promise<LLMAdapter> = () => Promise.reject(new Error('the application has not started yet'));
  /** What has been loaded. */
  now: ChatMemory | undefined;
  /** Loads it, once. @throws `ASSET_UNREACHABLE`; the next time it is tried again. */
  readonly load: () => Promise<ChatMemory>;
  readonly #off: () => void;
  readonly #waiting: ((memory: ChatMemory) => void)[] = [];

  constructor(host: Pick<Host, 'memory'>, context: () => Context) {
    this.load = async () => {
      const { ChatMemory } = await parts();
      this.now ??= new ChatMemory({ host, context, model: () => this.model() });
      for (const wait of this.#waiting.splice(0)) wait(this.now);
      return this.now;
    };
    const onEvent = async (name: string, args: readonly unknown[]) => {
      if (this.now) await this.now.onEvent(name, args);
      else if (name === OPENED && hasMemory(context())) await (await this.load()).arrived();
      else if (GOING.includes(name) && memoryIsUsed(context())) await (await this.load()).onEvent(name, args);
    };
    const listeners = EVENTS.map((name) => [name, (...args: unknown[]) => onEvent(name, args).catch(reportError)]);
    this.#off = listenTo(context(), Object.fromEntries(listeners));
    // Events that arrive while the rest is being loaded.
    let early: InjectionUpdate | undefined;
    const injected = (given?: unknown) => this.now?.injectedIn(given) ?? injectedIds(early);
    const record = (update: InjectionUpdate) => {
      const lists = injectedIds(update);
      if (!this.now) early = lists;
      const loaded = this.now ? this.now.record(lists) : this.load().then((memory) => memory.record(lists));
      loaded.catch(reportError);
    };
    this.api = Object.freeze({
      openSession: async (given: unknown) => {
        try {
          return Object(given) === given ? await (await this.load()).openSession(given as object) : null;
        } catch (error) {
          console.warn('Bulkhead: the memory of this chat could not be opened:', error);
          return null;
        }
      },
      getCurrentlyInjectedNodeIds: injected,
      getMemoryGraphInjectionState: (given?: unknown) => Object.freeze(injected(given)),
      applyMemoryGraphInjectionUpdate: record,
      __recordInjectedNodeIds: record,
      createEmptyInjectionState: () => injectedIds(),
    });
  }

  /** Called with what is loaded, now or when it is. */
  onLoad(listener: (memory: ChatMemory) => void): void {
    if (this.now) listener(this.now);
    else this.#waiting.push(listener);
  }

  close(): void {
    this.#off();
    this.now?.close();
  }
}
