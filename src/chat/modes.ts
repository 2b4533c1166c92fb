import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Completion, LLMAdapter } from '../engine/index.js';
import { flagsWithout } from '../engine/modes/flags.js';
import type { ModeInput, RunMode, RunOutcome, Runs, RunView, TraceEvent } from '../engine/modes/index.js';
import type { Effects, Host } from '../index.js';

/** How a message is answered: by the model itself, or by a run of a mode. */
export const CHAT_MODES = ['chat', 'loop', 'spec', 'agenda', 'director'] as const;
/** One of them. */
export type ChatMode = (typeof CHAT_MODES)[number];

const DRAFT = 'Answer the user. Use tools where they help. Hand over your answer as it is to be read.';
/** Work in stages, for a specification that nobody has written. */
const STAGES = [
  {
    nodes: [
      { id: 'draft', type: 'worker' as const, prompt: DRAFT },
      {
        id: 'review',
        type: 'review' as const,
        prompt:
          'Check the draft: is it right, complete, and an answer to what was asked? Approve it, or say what to do again.',
      },
    ],
  },
  {
    nodes: [
      {
        id: 'answer',
        type: 'worker' as const,
        prompt: 'Write the final answer for the user from the draft that was approved.',
      },
    ],
  },
];
/** Who works for a planner. */
const AGENDA = {
  agents: [
    {
      name: 'researcher',
      prompt: 'Find out what is asked for. Use tools where they help, and hand over what you know.',
    },
    { name: 'writer', prompt: 'Write what is asked for, from what is known, and hand it over.' },
  ],
  plannerPrompt: 'Plan how to answer the user: keep a short list of work, send agents, and end when there is enough.',
  finalPrompt: 'Write the answer for the user from what the agents have handed over.',
};

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

/** Runs of the orchestrator's modes as models of a turn: what a run comes to is the answer. One runs at a time. */
export class ChatModes {
  readonly #host: Pick<Host, 'orchestrator' | 'tools'>;
  readonly #changed: () => void;
  #runs: Promise<Runs> | undefined;
  #chosen: Pick<ModesState, 'mode' | 'review'> = { mode: 'chat', review: false };
  #shown: Pick<ModesState, 'run' | 'trace' | 'rehearsed'> = NO_RUN;
  #session = '';

  constructor(host: Pick<Host, 'orchestrator' | 'tools'>, changed: () => void) {
    this.#host = host;
    this.#changed = changed;
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
    this.#runs ??= this.#load();
    const runs = await this.#runs;
    if (runs.running) throw new BulkheadError('TOO_MANY_CALLS', 'another run is not over');
    this.#session = session;
    this.#show(NO_RUN);
    const outcome: RunOutcome | undefined = await this.#run(runs, mode, input);
    const effects = outcome?.effects as Effects | undefined;
    this.#show({ trace: outcome?.trace ?? null, rehearsed: effects ? { effects, state: 'asked' } : null });
    input.signal?.throwIfAborted();
    if (outcome?.status !== 'completed') {
      throw outcome?.error ?? new BulkheadError('MODEL_FAILED', 'the run has come to no answer');
    }
    return { content: outcome.message ?? outcome.capsule ?? '' };
  }

  #run(runs: Runs, mode: RunMode, input: ModeInput<'loop'>): Promise<RunOutcome | undefined> {
    if (mode === 'spec') return runs.runMode(mode, { ...input, limits: {}, stages: STAGES });
    if (mode === 'agenda') return runs.runMode(mode, { ...input, limits: {}, ...AGENDA });
    // The turn keeps its answer itself.
    if (mode === 'director') return runs.runMode(mode, { ...input, limits: {}, commit: async () => {} });
    return runs.runMode(mode, input);
  }

  async #load(): Promise<Runs> {
    const { Runs, RunStore } = await import('../engine/modes/index.js');
    const store = new RunStore();
    store.subscribe((_, run) => this.#show({ run }));
    return new Runs({ store, orchestrator: this.#host.orchestrator });
  }

  #show(change: Partial<Pick<ModesState, 'run' | 'trace' | 'rehearsed'>>): void {
    this.#shown = { ...this.#shown, ...change };
    this.#changed();
  }
}
