import { type LLMAdapter, openAiModel } from '../engine/index.js';
import type { Host } from '../index.js';
import type { HostModels, ModelProfile } from '../models/types.js';
import type { ChatRoom } from './chat.js';

/** How the last test of a model went. */
export type ModelTest =
  | { readonly state: 'running'; readonly startedAt: number }
  | { readonly state: 'ok'; readonly ms: number; readonly calls: boolean; readonly text: string }
  | { readonly state: 'failed'; readonly failure: unknown };

/** How it stands with the model of the page. */
export interface ConnectionState {
  /** `null` for none. */
  readonly profile: ModelProfile | null;
  readonly keyKept: boolean;
  readonly test: ModelTest | null;
}

const PING = {
  name: 'ping',
  description: 'Answers pong. Call it once.',
  inputSchema: { type: 'object', properties: {} },
};

/** The page's model, and the chat that it answers in. What is saved stays, for all tabs. */
export class ModelConnection {
  readonly #room: ChatRoom;
  readonly #models: HostModels;
  #state: ConnectionState = { profile: null, keyKept: false, test: null };

  constructor(room: ChatRoom, { models }: Pick<Host, 'models'>) {
    this.#room = room;
    this.#models = models;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Takes up what is saved. */
  async load(): Promise<void> {
    const profile = await this.#models.get();
    this.#change({ profile, keyKept: profile !== null && (await this.#models.hasKey()) });
    this.#room.connect(profile && { name: nameOf(profile), llm: this.#open(profile) });
  }

  /** Saves a profile, and a key where one is given; the model answers from now on. */
  async save(profile: ModelProfile, key?: string): Promise<void> {
    await this.#models.set(profile);
    if (key !== undefined) await this.#models.setKey(key);
    await this.load();
  }

  /** Forgets the model and its key. */
  async forget(): Promise<void> {
    await this.#models.set(null);
    this.#change({ test: null });
    await this.load();
  }

  /** Saves a profile, and asks it something: only a saved address is ever asked. What goes wrong is in `state`. */
  async test(profile: ModelProfile, key?: string): Promise<void> {
    const startedAt = performance.now();
    this.#change({ test: { state: 'running', startedAt } });
    try {
      await this.save(profile, key);
      const signal = AbortSignal.timeout(profile.timeoutMs ?? 60_000);
      const asked = [{ role: 'user' as const, content: 'Call the tool ping, or say pong.' }];
      const { content, toolCalls = [] } = await this.#open(profile).complete(asked, { tools: [PING], signal });
      const calls = toolCalls.some(({ name }) => name === PING.name);
      this.#change({ test: { state: 'ok', ms: performance.now() - startedAt, calls, text: content ?? '' } });
    } catch (failure) {
      this.#change({ test: { state: 'failed', failure } });
    }
  }

  #open({ endpoint = '', model = '', timeoutMs }: ModelProfile): LLMAdapter {
    const { fetch } = this.#models;
    return openAiModel({ endpoint, model, fetch: fetch as typeof globalThis.fetch, timeoutMs });
  }

  #change(change: Partial<ConnectionState>): void {
    this.#state = { ...this.#state, ...change };
    this.#room.renew();
  }
}

const nameOf = ({ model, endpoint, kind }: ModelProfile): string => model ?? endpoint ?? kind;
