import { toArgumentText } from '../../../worker/protocol/argument-text.js';
import type { Effects } from '../../../worker/protocol/effects.js';
import { BulkheadError, type ErrorData, fromErrorData, toErrorData } from '../../../worker/protocol/errors.js';
import { parseJson } from '../../../worker/protocol/json.js';
import { checkOptions, type KnownOptions } from '../../../worker/protocol/known-options.js';
import type { Limits } from '../../../worker/protocol/limits.js';
import { NO_USAGE, toToolFailure } from '../../../worker/protocol/outcome.js';
import { show } from '../../../worker/protocol/show.js';
import { takesAnything } from '../../../worker/protocol/spec.js';
import type { CallOutcome, LogLine, Progress, Usage } from '../../../worker/protocol/tool.js';
import type { ToolInfo } from '../../contracts/index.js';
import type { CallFrame, Phase } from '../../isolation/guests/index.js';
import type { Simulation } from '../../simulation/index.js';
import type { ToolEntry, ToolRegistry } from '../index.js';
import type { Catalog } from './catalog.js';
import { OpenCalls } from './open-calls.js';

/** Options of one call. */
export interface ExecuteOptions {
  /** Aborts the call. The promise rejects at once with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Deadline in milliseconds of wall time. Default and maximum: the host's limit. */
  readonly timeoutMs?: number;
  /** Running time of the guest in milliseconds. Default and maximum: the host's limit. */
  readonly cpuMs?: number;
  readonly onProgress?: (progress: Progress) => void;
  readonly onLog?: (line: LogLine) => void;
}

const EXECUTE_OPTIONS = {
  signal: true,
  timeoutMs: true,
  cpuMs: true,
  onProgress: true,
  onLog: true,
} satisfies KnownOptions<ExecuteOptions>;

/** The result of a tool. */
export interface ToolResult {
  /** Plain data; `undefined` if the tool returned nothing. Objects have own keys only, and none named `__proto__`. */
  readonly value: unknown;
  readonly usage: Usage;
}

/** The result of a simulated call. */
export interface SimulatedResult extends ToolResult {
  /** Which function ran: `simulate` if a `write` tool has one, `exec` for a `read` tool or a plugin's tool, otherwise `none`. */
  readonly ran: 'exec' | 'simulate' | 'none';
  /** The effects of a simulated call. Pass them to `host.tools.commit` to carry them out. Always empty for tools that belong to no plugin. */
  readonly effects: Effects;
  /** `true` if a part of the call could not be simulated. */
  readonly unvalidated: boolean;
}

/** One call of a batch. */
export interface BatchCall {
  readonly name: string;
  readonly args?: unknown;
  readonly options?: ExecuteOptions;
}

/** The outcome of one call of a batch. `error` is what `execute` would have rejected with. */
export type BatchResult =
  | { readonly ok: true; readonly result: ToolResult }
  | { readonly ok: false; readonly error: BulkheadError | unknown };

/** The parts of the page and of its run that a call may see. */
export interface CallContext {
  live(): object;
  text(reader: ToolInfo): string;
  /** Called when a tool has named world-info entries that are to be active now. */
  activate?(keys: readonly string[]): void;
  /** Returns the simulated run that a call of a plugin's tool belongs to. */
  simulation?(): Promise<Simulation> | undefined;
  /** Prepares what the tool needs. Counts toward the call's deadline. */
  prepare?(tool: ToolInfo): Promise<void> | undefined;
}

/** The outcome of a call. `started` is `false` if its tool was not reached. */
export interface Performed extends CallOutcome {
  readonly started: boolean;
}

/** The function that runs when a tool is simulated: `exec` of a `read` tool, `simulate` of a `write` tool, or `none` without one. */
export function phaseOf({ mode, hasSimulate }: ToolInfo, simulated: boolean): Phase | 'none' {
  if (!simulated || mode === 'read') return 'execute';
  return hasSimulate ? 'simulate' : 'none';
}

/** The same for a plugin's tool. It runs over an overlay, so a tool without `simulate` is executed. */
export const guestPhase = ({ mode, hasSimulate }: ToolInfo): Phase =>
  mode === 'write' && hasSimulate ? 'simulate' : 'execute';

const NO_EFFECTS: Effects = Object.freeze({ id: '', items: [], reads: [], unvalidated: false, deltas: {} });

/** The parts of the host that executions need. */
export interface ExecutionsOptions {
  readonly registry: ToolRegistry;
  readonly limits: Limits;
  readonly context: CallContext;
  /** Checks the arguments of tools that have no worker of their own. */
  readonly catalog: () => Promise<Pick<Catalog, 'check'>>;
  /** Begins a simulated run. */
  readonly simulate: () => Promise<Simulation>;
  /** Returns a signal that aborts when every call made until now is stopped. */
  readonly stopping: () => AbortSignal;
}

/** Takes a call from its caller to its tool, wherever that runs, and brings the result back. */
export class Executions {
  readonly #options: ExecutionsOptions;
  readonly #preparing = new OpenCalls(() => {});

  constructor(options: ExecutionsOptions) {
    this.#options = options;
  }

  /**
   * Executes one function of a tool. A failure of the tool is an outcome, not an exception.
   * @throws what the caller causes: `BAD_ARGS`, arguments that are not JSON or too large, the reason of its signal.
   */
  async perform(
    { info, executor }: ToolEntry,
    phase: Phase,
    args: unknown,
    options: ExecuteOptions,
    startedAt: number,
    context = this.#options.context,
    frame: CallFrame = {},
  ): Promise<Performed> {
    const { limits, catalog } = this.#options;
    const stop = frame.stop ?? this.#options.stopping();
    const { signal, onLog, onProgress } = options;
    const text = toArgumentText(args, limits.argumentsBytes);
    const timeoutMs = clamp(options.timeoutMs, limits.timeoutMs, 'timeoutMs');
    const cpuMs = clamp(options.cpuMs, limits.cpuMs, 'cpuMs');
    signal?.throwIfAborted();
    const bound = { live: () => context.live(), text: () => context.text(info) };
    const simulation = frame.simulation ?? (info.kind === 'plugin' ? await context.simulation?.() : undefined);
    const call = { ...frame, signal, startedAt, timeoutMs, cpuMs, onLog, onProgress, context: bound, simulation };
    const unchecked = info.kind === 'page' && !(text.startsWith('{') && takesAnything(info.parameters));
    try {
      const prepared = context.prepare?.(info);
      const work = async (stop: AbortSignal) => {
        await prepared;
        if (unchecked) await (await catalog()).check(info, text, cpuMs, stop);
      };
      if (prepared || unchecked) await this.#preparing.run(info.name, call, work);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const data = error instanceof BulkheadError ? toErrorData(error) : toToolFailure(error);
      return { error: data, usage: NO_USAGE, log: [], started: false };
    }
    stop.throwIfAborted();
    const outcome = await executor.execute(info.name, phase, text, call);
    if (outcome.activated) context.activate?.(outcome.activated);
    // The tool's own realm has refused arguments that do not match its schema.
    return { ...outcome, started: outcome.error?.details?.stoppedBy !== 'validation' };
  }

  /** @throws `BAD_ARGS` for an unknown option, `TOOL_NOT_FOUND` and the like; the tool's failure, with its usage in `details.usage`. */
  async call(
    name: string,
    args: unknown,
    options: ExecuteOptions,
    simulated: boolean,
    startedAt: number,
    stop: AbortSignal,
  ): Promise<SimulatedResult> {
    checkOptions(simulated ? 'simulate' : 'execute', options, EXECUTE_OPTIONS);
    const entry = this.#options.registry.find(name);
    const { info } = entry;
    const guest = info.kind === 'plugin';
    const phase = guest && simulated ? guestPhase(info) : phaseOf(info, simulated);
    if (phase === 'none')
      return { value: undefined, usage: NO_USAGE, ran: 'none', effects: NO_EFFECTS, unvalidated: true };
    const simulation = guest && simulated ? await this.#options.simulate() : undefined;
    const performed = this.perform(entry, phase, args, options, startedAt, undefined, {
      simulation,
      stop,
    });
    // The overlay is released however the call ends.
    const ended =
      simulation &&
      performed.then(
        () => simulation.end(),
        () => simulation.end(),
      );
    // If the call fails, its own error is reported, not this one.
    ended?.catch(() => {});
    const { error, text = '', usage } = await performed;
    if (error) throw failed(error, usage);
    const effects = (await ended) ?? NO_EFFECTS;
    try {
      const value = readResult(text, this.#options.limits);
      const ran = phase === 'simulate' ? 'simulate' : 'exec';
      return { value, usage, ran, effects, unvalidated: effects.unvalidated };
    } catch (thrown) {
      const { code, message } = thrown as BulkheadError;
      throw new BulkheadError(code, `${name}: ${message}`, { stoppedBy: 'guest', usage });
    }
  }
}

/** Parses a tool's result; empty text is `undefined`. @throws `TOOL_RESULT_TOO_LARGE`, `TOOL_RESULT_UNSERIALIZABLE`. */
export function readResult(text: string, { resultBytes }: Limits): unknown {
  if (text === '') return undefined;
  if (text.length > resultBytes) {
    throw new BulkheadError('TOOL_RESULT_TOO_LARGE', `the result takes ${text.length} characters of ${resultBytes}`);
  }
  try {
    return parseJson(text);
  } catch (cause) {
    throw new BulkheadError('TOOL_RESULT_UNSERIALIZABLE', (cause as Error).message, {}, { cause });
  }
}

function failed(error: ErrorData, usage: Usage): BulkheadError {
  const rebuilt = fromErrorData(error);
  return new BulkheadError(rebuilt.code, rebuilt.message, { ...rebuilt.details, usage });
}

/** Returns `value`, at most `limit`. @throws `BAD_ARGS` naming the option, if it is not a number above 0. */
export function clamp(value: number | undefined, limit: number, name: string): number {
  if (value === undefined) return limit;
  if (typeof value !== 'number' || !(value > 0))
    throw new BulkheadError('BAD_ARGS', `${name} must be a number of milliseconds above 0; got ${show(value)}`);
  return Math.min(value, limit);
}
