import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Scope } from '../../worker/protocol/grants.js';
import type { Ask, Asks } from '../contracts/index.js';
import { awakeTimeout, notify } from '../primitives/index.js';

/** How a question ended. */
export interface Answer {
  /** `null` for no. */
  readonly scope: Scope | null;
  /** The source of the answer: the user, the timeout, the end of the call, a skip, or `nobody` if there is no listener. */
  readonly by: 'user' | 'time' | 'end' | 'skip' | 'nobody';
}

export interface AskListOptions {
  readonly askMs: number;
  readonly allowSkip: () => boolean;
  /** Called after every change, beside the listeners. It does not count as a listener that could answer. */
  readonly changed: () => void;
}

const SKIPPED: Answer = { scope: { kind: 'call' }, by: 'skip' };

/** The questions that wait for the user. Each ends by an answer, its timeout, or the end of its subject. */
export class AskList implements Asks {
  readonly #options: AskListOptions;
  readonly #open = new Map<
    number,
    { readonly ask: Ask; readonly settle: (answer: Answer) => void; readonly perform?: () => void }
  >();
  readonly #listeners = new Set<() => void>();
  #asked = 0;
  /** Maps ids of plugins to the `Date.now()` until which their questions are skipped. */
  readonly #skips = new Map<string, number>();

  constructor(options: AskListOptions) {
    this.#options = options;
  }

  list(): readonly Ask[] {
    return Array.from(this.#open.values(), ({ ask }) => ask);
  }

  get skipping(): Asks['skipping'] {
    return Array.from(this.#skips, ([plugin, until]) => ({ plugin, until })).filter(({ plugin }) => this.skips(plugin));
  }

  get skippingUntil(): number {
    return Math.max(0, ...this.skipping.map(({ until }) => until));
  }

  /** Returns `true` while questions of a plugin are skipped. */
  skips(plugin: string): boolean {
    return (this.#skips.get(plugin) ?? 0) > Date.now();
  }

  /** Ends the skipping of a plugin's questions, because the plugin has changed. */
  forget(plugin: string): void {
    if (this.#skips.delete(plugin)) this.#notify();
  }

  answer(id: number, scope: Scope | null): void {
    const open = this.#open.get(id);
    if (!open) return;
    const offered = open.ask.scopes.find((one) => JSON.stringify(one) === JSON.stringify(scope));
    // In the click that answers: a browser allows some things only there.
    if (offered) open.perform?.();
    open.settle({ scope: offered ?? null, by: 'user' });
  }

  skipFor(ms: number, plugin?: string): void {
    if (!this.#options.allowSkip()) throw new BulkheadError('BAD_ARGS', 'the policy of this page forbids skipping');
    if (typeof ms !== 'number' || !(ms >= 0 && ms <= 3_600_000) || (ms > 0 && typeof plugin !== 'string'))
      throw new BulkheadError('BAD_ARGS', 'skipFor(ms, plugin): an hour at most, and the id of the plugin');
    if (plugin === undefined) this.#skips.clear();
    else this.#skips.set(plugin, Date.now() + ms);
    for (const { ask, settle } of [...this.#open.values()]) if (this.#skipped(ask)) settle(SKIPPED);
    this.#notify();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Asks a question. Several questions at once are in one list. `perform` is called while the user's yes is given. */
  ask(question: Omit<Ask, 'id' | 'askedAt' | 'until'>, signal?: AbortSignal, perform?: () => void): Promise<Answer> {
    if (this.#skipped(question)) return Promise.resolve(SKIPPED);
    if (this.#listeners.size === 0) return Promise.resolve({ scope: null, by: 'nobody' });
    if (signal?.aborted) return Promise.resolve({ scope: null, by: 'end' });
    this.#asked += 1;
    const askedAt = Date.now();
    const ask: Ask = Object.freeze({ ...question, id: this.#asked, askedAt, until: askedAt + this.#options.askMs });
    return new Promise((resolve) => {
      const end = () => settle({ scope: null, by: 'end' });
      const cancel = awakeTimeout(this.#options.askMs, () => settle({ scope: null, by: 'time' }));
      const settle = (answer: Answer) => {
        cancel();
        signal?.removeEventListener('abort', end);
        this.#open.delete(ask.id);
        this.#notify();
        resolve(answer);
      };
      signal?.addEventListener('abort', end, { once: true });
      this.#open.set(ask.id, { ask, settle, ...(perform && { perform }) });
      this.#notify();
    });
  }

  /** Answers waiting questions for which `answer` returns an earlier answer. */
  settle(answer: (ask: Ask) => Scope | undefined): void {
    for (const { ask, settle } of [...this.#open.values()]) {
      const scope = answer(ask);
      if (scope) settle({ scope, by: 'user' });
    }
  }

  /** Answers all questions no and ends all skipping, because the calls they are about are over. */
  end(): void {
    this.#skips.clear();
    for (const { settle } of [...this.#open.values()]) settle({ scope: null, by: 'end' });
  }

  #skipped({ plugin, skippable }: Pick<Ask, 'plugin' | 'skippable'>): boolean {
    return skippable === true && this.skips(plugin.id);
  }

  #notify(): void {
    this.#options.changed();
    for (const listener of [...this.#listeners]) notify(listener);
  }
}
