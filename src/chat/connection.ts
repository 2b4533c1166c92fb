import type { Host } from '../index.js';
import {
  type BrowserModelState,
  isBrowserModelThere,
  type ModelProfile,
  openModel,
  testModel,
} from '../models/index.js';
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
  /** Whether this browser has a model of its own. */
  readonly browser: BrowserModelState;
}

const NO_BROWSER_MODEL: BrowserModelState = { state: 'unavailable', why: null };

/** The page's model, and the chat that it answers in. What is saved stays, for all tabs. */
export class ModelConnection {
  readonly #room: ChatRoom;
  readonly #host: Pick<Host, 'models' | 'textCalls'>;
  #state: ConnectionState = { profile: null, keyKept: false, test: null, browser: NO_BROWSER_MODEL };

  constructor(room: ChatRoom, host: Pick<Host, 'models' | 'textCalls'>) {
    this.#room = room;
    this.#host = host;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Takes up what is saved. */
  async load(): Promise<void> {
    const profile = await this.#host.models.get();
    this.#change({ browser: await isBrowserModelThere().catch(() => NO_BROWSER_MODEL) });
    this.#change({ profile, keyKept: profile !== null && (await this.#host.models.hasKey()) });
    this.#room.connect(profile && { name: nameOf(profile), llm: openModel(this.#host, profile) });
  }

  /** Saves a profile, and a key where one is given; the model answers from now on. */
  async save(profile: ModelProfile, key?: string): Promise<void> {
    await this.#host.models.set(profile);
    if (key !== undefined) await this.#host.models.setKey(key);
    await this.load();
  }

  /** Forgets the model and its key. */
  async forget(): Promise<void> {
    await this.#host.models.set(null);
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
      const answered = await testModel(openModel(this.#host, profile), signal);
      this.#change({ test: { state: 'ok', ...answered } });
    } catch (failure) {
      this.#change({ test: { state: 'failed', failure } });
    }
  }

  #change(change: Partial<ConnectionState>): void {
    this.#state = { ...this.#state, ...change };
    this.#room.renew();
  }
}

const nameOf = ({ model, endpoint, kind }: ModelProfile): string => model ?? endpoint ?? kind;
