import type { FoundTool } from '../../worker/protocol/card-lists.js';
import { BulkheadError, specError } from '../../worker/protocol/errors.js';
import { BUILTIN_TOOLS } from '../../worker/protocol/reserved.js';
import { checkSpec } from '../../worker/protocol/spec.js';
import { onDemand } from '../primitives/index.js';
import type { ToolEntry } from '../tools/index.js';
import type { PageToolSpec } from '../tools/page/index.js';
import { type RegistrationApi, type RegistrationOptions, registrationApi } from './api.js';
import { type Bridge, type MakeBridge, NO_BRIDGE } from './bridge.js';
import { type Review, reviews } from './review.js';
import type {
  AskImport,
  CustomTool,
  DispatchOptions,
  DispatchResult,
  DryRunOptions,
  DryRunReply,
  ImportReview,
  ReviewParts,
  Run,
  RunOptions,
  Runs,
  RunsParts,
  ToolCall,
} from './runs/index.js';

/** The orchestrator's API. It is the same object at every place where it is offered. */
export interface OrchestratorApi extends RegistrationApi {
  /** Sets the function of a built-in, which works on data that only the host application has. @throws `BAD_ARGS`. */
  provideBuiltin(spec: PageToolSpec): void;
  /** Begins a run. End it with `run.end()`, or `await using`. */
  openRun(options?: RunOptions): Promise<Run>;
  /** Answers one tool call of a run with the message for the model. @throws only the reason of the run's signal. */
  dispatch(call: ToolCall, run: Run, options?: DispatchOptions): Promise<DispatchResult>;
  /** Begins a simulated review for the runs that are opened with it. @throws `REVIEW_ACTIVE` naming another. */
  beginReview(id?: string): Review;
  /** Runs `work` in a review that ends when `work` does, also if it fails. */
  withReview<T>(work: (review: Review) => T | Promise<T>, id?: string): Promise<T>;
  /** Id of the active review. */
  activeReview(): string | undefined;
  /** Normalises the handwritten tools of a profile, so that they can be compiled and stored. Drops entries that are none. */
  sanitizeCustomTools(input: unknown): Promise<readonly CustomTool[]>;
  /** Checks handwritten tools for an editor. Returns those that would be skipped, each with the reason. */
  checkCustomTools(tools: unknown): Promise<readonly { readonly name: string; readonly error: string }[]>;
  /** Tries one handwritten tool, in a guest, for at most `limits.dryRunMs`. */
  dryRun(options: DryRunOptions): Promise<DryRunReply>;
  /**
   * Asks about the handwritten tools of a card, profile or preset before any of it is stored. `ask` gets the tools that were
   * found and answers `with`, `without` or `cancel`. Any other answer counts as `without`.
   */
  reviewImport<T>(input: T, ask?: (found: readonly FoundTool[]) => unknown): Promise<ImportReview<T>>;
}

export interface OrchestratorParts
  extends Omit<RegistrationOptions, 'bridge'>,
    ReviewParts,
    Omit<RunsParts, 'builtins' | 'registry' | 'executions' | 'context'> {
  readonly calls: () => Promise<Pick<RunsParts, 'executions' | 'context'>>;
  readonly makeBridge: MakeBridge | undefined;
  readonly gone: () => boolean;
  /** Waits until calls may start. */
  readonly ready: (signal: AbortSignal | undefined) => Promise<void> | undefined;
}

export interface Orchestrator {
  readonly api: OrchestratorApi;
  /** Function tools of another application. */
  readonly bridge: Bridge;
  close(): Promise<void>;
}

const parts = onDemand(() => import('./runs/runs.js'));

/** Makes the API. The code of runs is loaded with the first one. */
export function createOrchestrator(options: OrchestratorParts): Orchestrator {
  const { pages, alive, ready } = options;
  const bridge = options.makeBridge?.(options.registry, pages) ?? NO_BRIDGE;
  const builtins = new Map<string, ToolEntry>();
  const { active, begin, within } = reviews();
  let opened: Runs | undefined;
  const runs = async (): Promise<Runs> => {
    alive();
    const [{ Runs }, calls] = await Promise.all([parts(), options.calls()]);
    alive();
    opened ??= new Runs({ ...options, ...calls, builtins });
    return opened;
  };
  const api: OrchestratorApi = Object.freeze({
    ...registrationApi({ ...options, bridge }, () => (options.gone() ? undefined : api)),
    provideBuiltin(spec: PageToolSpec) {
      const checked = checkSpec(spec, () => false, specError);
      const { declaration } = checked;
      if (!BUILTIN_TOOLS.includes(declaration.name))
        throw new BulkheadError('BAD_ARGS', `${declaration.name} is no built-in`);
      const info = { ...declaration, kind: 'page', owner: 'host', source: 'extension' } as const;
      builtins.set(declaration.name, { info, executor: pages.executor(checked) });
    },
    async openRun(run?: RunOptions) {
      await ready(run?.signal);
      if (run?.review && active() !== run.review.id) throw new BulkheadError('BAD_ARGS', 'the review is over');
      return (await runs()).openRun(run);
    },
    dispatch: async (call: ToolCall, run: Run, given?: DispatchOptions) => (await runs()).dispatch(call, run, given),
    beginReview(id?: string) {
      alive();
      return begin(id);
    },
    withReview: within,
    activeReview: active,
    sanitizeCustomTools: async (input: unknown) => (await parts()).sanitizeCustomTools(input),
    checkCustomTools: async (tools: unknown) => (await runs()).checkCustomTools(tools),
    async dryRun(run: DryRunOptions) {
      await ready(run?.signal);
      return (await runs()).dryRun(run);
    },
    reviewImport: async <T>(input: T, ask?: AskImport) => (await parts()).reviewImport(input, ask, options),
  });
  return { api, bridge, close: async () => opened?.close() };
}

export type { Registrant, RegistrationApi, ToolScope } from './api.js';
export type { Bridge, BridgedTool, BridgePages, BridgeRegistry, MakeBridge } from './bridge.js';
export type { Review } from './review.js';
