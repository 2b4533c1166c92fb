import type { OrchestrationMode } from '../../../worker/protocol/card-lists.js';
import type { WithAsyncDispose } from '../../../worker/protocol/disposable.js';
import type { Effects } from '../../../worker/protocol/effects.js';
import type { ToolInfo } from '../../contracts/index.js';
import type { ToolFlags, ToolSchema } from './offered.js';

export interface TraceEvent {
  readonly type: 'tool_call' | 'tool_result' | 'tool_error' | 'custom_tool_compile_failed';
  readonly name: string;
  readonly [key: string]: unknown;
}

export interface RunOptions {
  /** Default: `loop`. */
  readonly mode?: OrchestrationMode;
  /** Ends the run when it aborts. It is the only abort that is not reported as a tool error. */
  readonly signal?: AbortSignal;
  /** The simulated review that this run is part of. Its `write` tools change nothing. */
  readonly review?: { readonly id: string };
  /** Without flags every tool is on. */
  readonly flags?: ToolFlags;
  readonly customTools?: unknown;
  /** The note store behind `ctx.__floorStateForNotes`. */
  readonly notes?: object;
  /** Opens the memory session. Called at the run's first `memory_*` call. */
  readonly memorySession?: () => unknown;
  readonly visibleSkills?: unknown;
  readonly openNotes?: unknown;
  readonly onTrace?: (event: TraceEvent) => void;
}

/** One orchestration: the context of its tools, which tools are on, and whether it is simulated. */
export interface Run extends WithAsyncDispose {
  readonly id: string;
  readonly mode: OrchestrationMode;
  /** Set when the run begins and never changed, so a review beside a live run affects neither. */
  readonly simulated: boolean;
  /** Aborts when the run ends, or the signal of its options aborts. */
  readonly signal: AbortSignal;
  /** The `ctx` of trusted tools: one object for the whole run, over the host's live context. */
  readonly ctx: { readonly [key: string]: unknown };
  readonly ended: boolean;
  /** Handwritten tools that compiled, by name. */
  readonly customTools: ReadonlyMap<string, { readonly info: ToolInfo }>;
  /** World-info entries that tools have activated. */
  readonly activated: ReadonlySet<string>;
  /** Adds keys of world-info entries, up to the limit of a run. */
  activate(keys: readonly string[]): void;
  /**
   * Returns what to offer the model: `finalize` where an agent of the mode ends the run by it, the built-ins that are on,
   * handwritten tools, then registered ones.
   */
  schemas(): ToolSchema[];
  /** Returns what a simulated run's plugins would have done until now. Later calls begin with a new overlay. */
  effects(): Promise<Effects | undefined>;
  /** Ends the run and the guests of its handwritten tools. Open calls fail with `STOPPED`. */
  end(): Promise<void>;
}
