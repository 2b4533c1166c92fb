import type { WithDispose } from '../../../worker/protocol/disposable.js';
import { codeOf } from '../../../worker/protocol/outcome.js';
import type { ToolCall } from '../base/types.js';
import { checksLater } from '../tools/arguments.js';
import type { TraceEvent } from './trace.js';
import type { ModeTools } from './types.js';

/** A run of `host.orchestrator`, as far as it is needed here. */
export interface OpenRun {
  /** True for a run whose write tools change nothing. */
  readonly simulated?: boolean;
  schemas(): readonly {
    readonly function: { readonly name: string; readonly description: string; readonly parameters: object };
  }[];
}

/** `host.orchestrator`, as far as it is needed here. */
export interface Dispatcher<Run extends OpenRun> {
  dispatch(
    call: { readonly id: string; readonly name: string; readonly arguments: unknown },
    run: Run,
  ): Promise<{
    readonly message: { readonly content: string };
    readonly error?: {
      readonly code: string;
      readonly message: string;
      /** `guest.code`: what the tool itself calls its error. */
      readonly details?: { readonly guest?: { readonly code?: string } };
    };
    readonly ran?: 'exec' | 'simulate' | 'none';
  }>;
}

/** A run of `host.orchestrator` that is opened here, and ended. */
export interface OpenedRun extends OpenRun {
  /** What the plugins of a simulated run would have done. */
  effects?(): Promise<unknown>;
  end(): Promise<void>;
}

/** A simulated review of `host.orchestrator`. */
export interface OpenReview extends WithDispose {
  readonly id: string;
  end(): void;
}

export interface OrchestratorRuns {
  // Methods, so that a host's own run counts as one.
  dispatch(...given: Parameters<Dispatcher<OpenedRun>['dispatch']>): ReturnType<Dispatcher<OpenedRun>['dispatch']>;
  openRun(options: {
    readonly mode: 'loop' | 'spec' | 'agenda' | 'director';
    readonly signal: AbortSignal;
    readonly review?: OpenReview;
    readonly onTrace: (event: TraceEvent) => void;
  }): Promise<OpenedRun>;
  withReview<T>(work: (review: OpenReview) => Promise<T>): Promise<T>;
}

/** The schema of a tool of the registry, which may be a stranger's. */
function strangers(parameters: object): Record<string, unknown> {
  checksLater(parameters);
  return parameters as Record<string, unknown>;
}

/**
 * The tools of a run of `host.orchestrator` for a mode: whatever the run offers, answered by its dispatch.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { runTools } from 'bulkhead/modes';
 * const { orchestrator } = createHost();
 * await using run = await orchestrator.openRun({ mode: 'loop' });
 * const tools = runTools(orchestrator, run);
 * console.log(tools.list.map(({ name }) => name));
 */
export const runTools = <Run extends OpenRun>(orchestrator: Dispatcher<Run>, run: Run): ModeTools => ({
  list: run.schemas().map(({ function: { name, description, parameters } }) => ({
    ...{ name, description },
    inputSchema: strangers(parameters),
  })),
  async call({ id, name, input }: ToolCall) {
    const { message, error, ran } = await orchestrator.dispatch({ id, name, arguments: input }, run);
    const simulated = ran === 'simulate' || (run.simulated === true && ran === 'none' && !error);
    const failure = error && { code: codeOf(error), message: error.message };
    return { content: message.content, error: failure, ...(simulated && { simulated }) };
  },
});
