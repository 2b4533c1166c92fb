import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Completion, LLMAdapter } from '../engine/index.js';
import { flagsWithout } from '../engine/modes/flags.js';
import type { ModeInput, RunMode, RunOutcome, Runs, RunView } from '../engine/modes/index.js';
import type { Host } from '../index.js';

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

/** Runs of the orchestrator's modes as models of a turn: what a run comes to is the answer. One runs at a time. */
export class ChatModes {
  readonly #host: Pick<Host, 'orchestrator'>;
  readonly #changed: () => void;
  #runs: Promise<Runs> | undefined;
  #view: RunView | null = null;
  #session = '';

  constructor(host: Pick<Host, 'orchestrator'>, changed: () => void) {
    this.#host = host;
    this.#changed = changed;
  }

  /** The run of a session, or the last one that there was in it. */
  view(session: string): RunView | null {
    return session === this.#session ? this.#view : null;
  }

  /** A model that answers by a run, which has all tools but those that are withheld from the session. */
  model(mode: RunMode, llm: LLMAdapter, session: string, withheld: () => ReadonlySet<string>): LLMAdapter {
    return {
      complete: (messages, { signal } = {}) => {
        const open = { flags: flagsWithout(withheld()) };
        return this.#complete(mode, session, { llm, messages, open, again: true, ...(signal && { signal }) });
      },
    };
  }

  async #complete(mode: RunMode, session: string, input: ModeInput<'loop'>): Promise<Completion> {
    this.#runs ??= this.#load();
    const runs = await this.#runs;
    if (runs.running) throw new BulkheadError('TOO_MANY_CALLS', 'another run is not over');
    this.#session = session;
    const outcome: RunOutcome | undefined = await this.#run(runs, mode, input);
    input.signal?.throwIfAborted();
    if (outcome?.status !== 'completed') {
      throw outcome?.error ?? new BulkheadError('MODEL_FAILED', 'the run has come to no answer');
    }
    return { content: outcome.capsule ?? '' };
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
    store.subscribe((_, view) => {
      this.#view = view;
      this.#changed();
    });
    return new Runs({ store, orchestrator: this.#host.orchestrator });
  }
}
