import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Completion, LLMAdapter } from '../engine/index.js';
import type { ModeInput, ProfileStore, RunMode, RunOutcome, Runs, RunView, TraceEvent } from '../engine/internal.js';
import { flagsWithout } from '../engine/internal.js';
import type { Effects, Host } from '../index.js';
import { CHAT_PROFILES } from './mode-profiles.js';

/** How a message is answered: by the model itself, or by a run of a mode. */
export const CHAT_MODES = ['chat', 'loop', 'spec', 'agenda', 'director'] as const;
/** One of them. */
export type ChatMode = (typeof CHAT_MODES)[number];

const NO_RUN = { run: null, trace: null, rehearsed: null };

/** What a rehearsed run would have done, and what became of that. */
export interface Rehearsed {
  readonly effects: Effects;
  readonly state: 'asked' | 'committed' | 'discarded' | { readonly failure: unknown };
}

/** What is shown of the modes in a session. */
export interface ModesState {
  /** How the next message is answered. */
  readonly mode: ChatMode;
  /** Runs change nothing. */
  readonly review: boolean;
  /** The run in it: the one that goes on, or the last. */
  readonly run: RunView | null;
  /** What happened in that run, once it is over. */
  readonly trace: readonly TraceEvent[] | null;
  readonly rehearsed: Rehearsed | null;
}

/** A run of a mode as its profile says. */
type Prepared = (input: ModeInput<'loop'>) => Promise<RunOutcome | undefined>;

/** In a conversation the last words of a loop are an answer, also where they are no result. */
const lastWords = (result: RunOutcome['result']): string | null =>
  result && 'capsule' in result && result.status === 'budget_exhausted' ? result.capsule : null;

/** Runs of the orchestrator's modes as models of a turn: what a run comes to is the answer. One runs at a time. */
export class ChatModes {
  readonly #host: Pick<Host, 'orchestrator' | 'tools'>;
  readonly #changed: () => void;
  readonly #profileStore: ProfileStore | undefined;
  #loaded: Promise<{ readonly runs: Runs; prepare(mode: RunMode): Promise<Prepared> }> | undefined;
  #chosen: Pick<ModesState, 'mode' | 'review'> = { mode: 'chat', review: false };
  #shown: Pick<ModesState, 'run' | 'trace' | 'rehearsed'> = NO_RUN;
  #session = '';

  /** `profileStore`: of profiles that were saved. Default: the browser’s. */
  constructor(host: Pick<Host, 'orchestrator' | 'tools'>, changed: () => void, profileStore?: ProfileStore) {
    this.#host = host;
    this.#changed = changed;
    this.#profileStore = profileStore;
  }

  state(session: string): ModesState {
    return { ...this.#chosen, ...(session === this.#session ? this.#shown : NO_RUN) };
  }

  /** How messages are answered from now on, and whether their runs change anything. */
  choose(mode: ChatMode, review: boolean): void {
    this.#chosen = { mode, review };
    this.#changed();
  }

  /** Does what the last rehearsed run would have done, or forgets it. */
  async answer(what: 'commit' | 'discard'): Promise<void> {
    const { rehearsed } = this.#shown;
    if (rehearsed?.state !== 'asked') return;
    const { effects } = rehearsed;
    const become = (state: Rehearsed['state']) => this.#show({ rehearsed: { effects, state } });
    become(what === 'commit' ? 'committed' : 'discarded');
    if (what === 'commit') await this.#host.tools.commit(effects).catch((failure: unknown) => become({ failure }));
  }

  /** The model of a session as it is chosen: itself, or runs over it, which have all tools but those that are withheld. */
  model(llm: LLMAdapter, session: string, withheld: () => ReadonlySet<string>): LLMAdapter {
    const { mode, review } = this.#chosen;
    if (mode === 'chat') return llm;
    return {
      complete: (messages, { signal } = {}) => {
        const open = { flags: flagsWithout(withheld()) };
        return this.#complete(mode, session, { llm, messages, open, review, again: true, ...(signal && { signal }) });
      },
    };
  }

  async #complete(mode: RunMode, session: string, input: ModeInput<'loop'>): Promise<Completion> {
    this.#loaded ??= this.#load();
    const { runs, prepare } = await this.#loaded;
    const run = await prepare(mode);
    if (runs.running) throw new BulkheadError('TOO_MANY_CALLS', 'another run is not over');
    this.#session = session;
    this.#show(NO_RUN);
    const outcome: RunOutcome | undefined = await run(input);
    const effects = outcome?.effects as Effects | undefined;
    this.#show({ trace: outcome?.trace ?? null, rehearsed: effects ? { effects, state: 'asked' } : null });
    input.signal?.throwIfAborted();
    const said = outcome?.message ?? outcome?.capsule ?? lastWords(outcome?.result);
    if (!said && outcome?.status !== 'completed') {
      throw outcome?.error ?? new BulkheadError('MODEL_FAILED', 'the run has come to no answer');
    }
    return { content: said ?? '' };
  }

  async #load() {
    const { Runs, RunStore, keptProfiles, runProfile } = await import('../engine/modes/index.js');
    const store = new RunStore();
    store.subscribe((_, run) => this.#show({ run }));
    const runs = new Runs({ store, orchestrator: this.#host.orchestrator });
    const profileStore = this.#profileStore ?? keptProfiles();
    const prepare = async (mode: RunMode): Promise<Prepared> => {
      // The turn keeps its answer itself.
      if (mode === 'director') return (input) => runs.runMode(mode, { ...input, limits: {}, commit: async () => {} });
      const profile = (await profileStore.read(mode)) ?? CHAT_PROFILES[mode];
      return (input) => runProfile(runs, mode, profile, input);
    };
    return { runs, prepare };
  }

  #show(change: Partial<Pick<ModesState, 'run' | 'trace' | 'rehearsed'>>): void {
    this.#shown = { ...this.#shown, ...change };
    this.#changed();
  }
}
