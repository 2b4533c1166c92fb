import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Message } from '../base/types.js';
import { type DirectorInput, type DirectorResult, runDirector } from './director.js';
import { asBulkheadError, noResult } from './failures.js';
import { followRun } from './follow.js';
import { type LoopInput, type LoopResult, runLoop } from './loop.js';
import { type AgendaInput, type AgendaResult, runAgenda } from './run-agenda.js';
import type { RunMode, RunStore } from './run-store.js';
import { type OpenedRun, type OpenReview, type OrchestratorRuns, runTools } from './run-tools.js';
import { runSpec, type SpecInput, type SpecResult } from './spec.js';
import type { Notes } from './tools/note-book.js';
import type { TraceEvent } from './trace.js';
import type { ModeTools } from './types.js';

interface Modes {
  readonly loop: { readonly input: LoopInput; readonly result: LoopResult };
  readonly spec: { readonly input: SpecInput; readonly result: SpecResult };
  readonly agenda: { readonly input: AgendaInput; readonly result: AgendaResult };
  readonly director: { readonly input: DirectorInput; readonly result: DirectorResult };
}

const MODES: { readonly [M in RunMode]: (input: Modes[M]['input']) => Promise<Modes[M]['result']> } = {
  ...{ loop: runLoop, spec: runSpec, agenda: runAgenda, director: runDirector },
};

/** What a run of any mode is given beside what its mode asks for. */
export interface RunControl {
  /** The run's tools. Absent: those of a run of `orchestrator`, which is opened and ended with it. */
  readonly tools?: ModeTools;
  /** More of what `openRun` takes: flags, handwritten tools, skills. */
  readonly open?: object;
  /** Notes of the chat: those that are open stand before the model, and the tools over notes write here. */
  readonly notes?: Notes;
  /** A simulated review: write tools change nothing; what they would have done is in `effects` at the end. */
  readonly review?: boolean;
  /** What an earlier result holds for. Default: the last message of the user, and where it stands. */
  readonly anchor?: string;
  readonly again?: boolean;
}

export type ModeInput<M extends RunMode> = Omit<Modes[M]['input'], 'tools'> & RunControl;

/** The last result, for the host to keep and to bring back. */
export interface RunSnapshot {
  readonly mode: RunMode;
  readonly anchor: string;
  readonly capsule: string;
}

export interface RunOutcome<M extends RunMode = RunMode> {
  /** `reused`: nothing has run, the capsule is that of the last run. */
  readonly status: 'completed' | 'reused' | 'cancelled' | 'failed';
  /** What belongs into the prompt; `null` where the run has come to no result. */
  readonly capsule: string | null;
  readonly trace: readonly TraceEvent[];
  readonly result?: Modes[M]['result'];
  readonly error?: BulkheadError;
  /** Only for a review: what plugins would have done, for `host.tools.commit`; absent if that is nothing. */
  readonly effects?: unknown;
  /** Only for a director's review: the message that was not committed. */
  readonly message?: string;
}

export interface RunsOptions {
  readonly store: RunStore;
  /** `host.orchestrator`, for runs that bring no tools of their own. */
  readonly orchestrator?: OrchestratorRuns | undefined;
}

/**
 * Runs orchestrations, one at a time, and shows each in a store.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { Runs, RunStore } from 'bulkhead/modes';
 * const runs = new Runs({ store: new RunStore(), orchestrator: createHost().orchestrator });
 * document.querySelector('button')?.addEventListener('click', () => runs.stop());
 */
export class Runs {
  readonly #store: RunStore;
  readonly #orchestrator: OrchestratorRuns | undefined;
  #stop: AbortController | undefined;
  #snapshot: RunSnapshot | undefined;
  #trace: readonly TraceEvent[] = [];

  constructor({ store, orchestrator }: RunsOptions) {
    this.#store = store;
    this.#orchestrator = orchestrator;
  }

  get running(): boolean {
    return this.#stop !== undefined;
  }

  /** What has happened in the current run, or in the last one. */
  get trace(): readonly TraceEvent[] {
    return this.#trace;
  }

  /** The last result, which holds as long as its anchor is the same. */
  get snapshot(): RunSnapshot | undefined {
    return this.#snapshot;
  }

  /** Brings a kept result back, e.g. of another chat; without one, forgets what there is. */
  restore(snapshot?: RunSnapshot): void {
    this.#snapshot = snapshot;
  }

  /** Ends the run that goes on, e.g. because the chat is another. Harmless where there is none. */
  stop(reason: unknown = new BulkheadError('STOPPED', 'the run was stopped')): void {
    this.#stop?.abort(reason);
  }

  /** Runs a mode to its end; an error is an outcome. @returns nothing while another run goes on. @throws `REVIEW_ACTIVE`. */
  async runMode<M extends RunMode>(mode: M, input: ModeInput<M>): Promise<RunOutcome<M> | undefined> {
    if (this.#stop || this.#store.running) return undefined;
    const { review = false, anchor = anchorOf(input.messages), again = false } = input;
    const kept = this.#snapshot;
    const isSame = kept?.mode === mode && kept.anchor === anchor;
    if (kept && isSame && !again && !review && mode !== 'director') {
      return { status: 'reused', capsule: kept.capsule, trace: [] };
    }
    const stop = new AbortController();
    this.#stop = stop;
    const signal = input.signal ? AbortSignal.any([input.signal, stop.signal]) : stop.signal;
    try {
      const outcome = review
        ? await this.#needed().withReview((one) => this.#run(mode, input, signal, one))
        : await this.#run(mode, input, signal);
      const { status, capsule } = outcome;
      if (status === 'completed' && capsule !== null && !review) this.#snapshot = { mode, anchor, capsule };
      return outcome;
    } finally {
      this.#stop = undefined;
    }
  }

  #needed(): OrchestratorRuns {
    if (this.#orchestrator) return this.#orchestrator;
    throw new BulkheadError('BAD_ARGS', 'a run without tools of its own, and a review, need the orchestrator');
  }

  async #run<M extends RunMode>(
    mode: M,
    input: ModeInput<M>,
    signal: AbortSignal,
    review?: OpenReview,
  ): Promise<RunOutcome<M>> {
    const trace: TraceEvent[] = [];
    this.#trace = trace;
    const follow = followRun(this.#store, mode, { simulated: review !== undefined });
    const onEvent = (event: TraceEvent) => {
      // Pieces come again as a whole.
      if (event.type !== 'llm_text' && event.type !== 'llm_reasoning') trace.push(event);
      follow(event);
      input.onEvent?.(event);
    };
    let opened: OpenedRun | undefined;
    try {
      if (!input.tools || review) {
        const onTrace = (event: TraceEvent) => {
          if (event.type === 'custom_tool_compile_failed') onEvent(event);
        };
        opened = await this.#needed().openRun({
          ...(input.notes && { notes: input.notes, openNotes: input.notes.open }),
          ...input.open,
          mode,
          signal,
          onTrace,
          ...(review && { review }),
        });
      }
      const tools = opened ? runTools(this.#needed(), opened) : (input.tools as ModeTools);
      // Sub-agents have the run's tools unless they were given others; in a review no others, for these change nothing.
      const theirs = opened && (review || !('subAgentTools' in input)) ? { subAgentTools: tools } : {};
      const own = { ...theirs, ...(review && { commit: async () => {} }) };
      const messages = withCapsule(input.messages, input.notes?.prompt ?? null);
      const given = { ...input, messages, tools, signal, onEvent, ...own };
      const result = await MODES[mode](given as unknown as Modes[M]['input']);
      const effects = review && (await opened?.effects?.());
      const draft = 'draft' in result ? result.draft : null;
      const { capsule, error } = resultOf(result);
      this.#store.finish(error ? 'error' : 'committed', { capsule });
      return {
        status: error ? 'failed' : 'completed',
        ...{ capsule, result, trace },
        ...(error && { error }),
        ...(effects !== undefined && { effects }),
        ...(review && draft !== null && { message: draft }),
      };
    } catch (thrown) {
      if (signal.aborted) {
        this.#store.finish('aborted');
        return { status: 'cancelled', capsule: null, trace };
      }
      const error = asBulkheadError(thrown);
      this.#store.finish('error', { error: error.message });
      return { status: 'failed', capsule: null, trace, error };
    } finally {
      await opened?.end();
    }
  }
}

/** What belongs into a prompt, or is the message; and what failed. What a loop's model said when its limits ended it is neither. */
function resultOf(result: Modes[RunMode]['result']): Pick<RunOutcome, 'capsule' | 'error'> {
  if ('draft' in result)
    return { capsule: result.draft === '' ? null : result.draft, ...(result.error && { error: result.error }) };
  if (result.status === 'budget_exhausted') return { capsule: null, error: noResult('no_result') };
  return { capsule: result.capsule };
}

/**
 * Makes what runs orchestrations, one at a time.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { openAiModel } from 'bulkhead/engine';
 * import { createRuns, RunStore } from 'bulkhead/modes';
 * const runs = createRuns({ store: new RunStore(), orchestrator: createHost().orchestrator });
 * const llm = openAiModel({ endpoint: 'https://models.example/v1', model: 'small' });
 * const outcome = await runs.runMode('loop', { llm, messages: [{ role: 'user', content: 'Hello' }] });
 * console.log(outcome?.status, outcome?.capsule);
 */
export const createRuns = (options: RunsOptions): Runs => new Runs(options);

/**
 * The last message of the user, and where it stands: what a result holds for.
 *
 * @example
 * import { anchorOf, type RunSnapshot } from 'bulkhead/modes';
 * const snapshot: RunSnapshot = {
 *   mode: 'loop',
 *   anchor: anchorOf([{ role: 'user', content: 'What does the attic cost?' }]),
 *   capsule: 'The attic costs twelve.',
 * };
 */
export function anchorOf(messages: readonly Message[]): string {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  return JSON.stringify([at, messages[at]?.content ?? '']);
}

/**
 * Messages with a capsule where a model reads it last: before the user's last words.
 *
 * @example
 * import { withCapsule } from 'bulkhead/modes';
 * const messages = withCapsule([{ role: 'user', content: 'Is the attic free?' }], 'The attic costs twelve.');
 */
export function withCapsule(messages: readonly Message[], capsule: string | null): Message[] {
  if (capsule === null || capsule.trim() === '') return [...messages];
  const at = messages.findLastIndex(({ role }) => role === 'user');
  return messages.toSpliced(at < 0 ? messages.length : at, 0, { role: 'system', content: capsule });
}
