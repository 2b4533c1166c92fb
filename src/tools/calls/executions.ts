import type { Effects } from '../../../worker/protocol/effects.js';
import { BulkheadError, type ErrorData, fromErrorData, toErrorData } from '../../../worker/protocol/errors.js';
import { parseJson, toArgumentText } from '../../../worker/protocol/json.js';
import type { Limits } from '../../../worker/protocol/limits.js';
import { NO_USAGE, toToolFailure } from '../../../worker/protocol/outcome.js';
import { takesAnything } from '../../../worker/protocol/spec.js';
import type { CallOutcome, LogLine, Progress, Usage } from '../../../worker/protocol/tool.js';
import type { ToolInfo } from '../../contracts/index.js';
import type { CallFrame, Phase } from '../../isolation/guests/index.js';
import type { Simulation } from '../../simulation/index.js';
import type { ToolEntry, ToolRegistry } from '../index.js';
import type { Catalog } from './catalog.js';
import { OpenCalls } from './open-calls.js';

/** How one call is executed. */
export interface ExecuteOptions {
  /** The promise rejects with this signal's own reason, at once. */
  readonly signal?: AbortSignal;
  /** Wall clock, at most the host's limit. */
  readonly timeoutMs?: number;
  /** Running time of the guest, at most the host's limit. */
  readonly cpuMs?: number;
  readonly onProgress?: (progress: Progress) => void;
  readonly onLog?: (line: LogLine) => void;
}

/** What a tool returned. */
export interface ToolResult {
  /** Plain data; `undefined` when the tool returned nothing. Own keys only, none of them `__proto__`. */
  readonly value: unknown;
  readonly usage: Usage;
}

/** What a simulation returned. */
export interface SimulatedResult extends ToolResult {
  /** What ran: `simulate` where a `write` tool brings one, `exec` of a tool that reads or of a plugin, else nothing. */
  readonly ran: 'exec' | 'simulate' | 'none';
  /** What the call would have done; `host.tools.commit` does it. Nothing is known of tools that are no plugin's. */
  readonly effects: Effects;
  /** True where something could not be simulated. */
  readonly unvalidated: boolean;
}

/** One call of a batch. */
export interface BatchCall {
  readonly name: string;
  readonly args?: unknown;
  readonly options?: ExecuteOptions;
}

/** How one call of a batch ended; `error` is what the call alone would have rejected with. */
export type BatchResult =
  | { readonly ok: true; readonly result: ToolResult }
  | { readonly ok: false; readonly error: BulkheadError | unknown };

/** What calls of a tool may see of the page and of the run they are part of. */
export interface CallContext {
  live(): object;
  text(reader: ToolInfo): string;
  /** A tool has named world-info entries that are in use now. */
  activate?(keys: readonly string[]): void;
  /** The simulated run that the call belongs to, of a plugin's tool. */
  simulation?(): Promise<Simulation> | undefined;
  /** What must be there before the tool runs; part of its time. */
  prepare?(tool: ToolInfo): Promise<void> | undefined;
}

/** How a call ended, and whether its tool was reached at all. */
export interface Performed extends CallOutcome {
  readonly started: boolean;
}

/** What simulating a tool means: a `read` tool executes, a `write` tool runs its `simulate`, or nothing at all. */
export function phaseOf({ mode, hasSimulate }: ToolInfo, simulated: boolean): Phase | 'none' {
  if (!simulated || mode === 'read') return 'execute';
  return hasSimulate ? 'simulate' : 'none';
}

/** What simulating a plugin's tool means: nothing it does has an effect, so even one without `simulate` can be run. */
export const guestPhase = ({ mode, hasSimulate }: ToolInfo): Phase =>
  mode === 'write' && hasSimulate ? 'simulate' : 'execute';

const NO_EFFECTS: Effects = Object.freeze({ id: '', items: [], reads: [], unvalidated: false, deltas: {} });

/** What executing needs of the host. */
export interface ExecutionsOptions {
  readonly registry: ToolRegistry;
  readonly limits: Limits;
  readonly context: CallContext;
  /** Checks arguments for tools that have no worker to do it. */
  readonly catalog: () => Promise<Pick<Catalog, 'check'>>;
  /** Begins a simulated run. */
  readonly simulate: () => Promise<Simulation>;
  /** Aborts when everything that was asked for until now is stopped. */
  readonly stopping: () => AbortSignal;
}

/** The way of a call from its caller's values to its tool, wherever that runs, and back. */
export class Executions {
  readonly #options: ExecutionsOptions;
  readonly #preparing = new OpenCalls(() => {});

  constructor(options: ExecutionsOptions) {
    this.#options = options;
  }

  /**
   * Executes one function of a tool; its failure is an outcome.
   * @throws what is the caller's fault: bad options, arguments that are no JSON, its own abort.
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
    // What misses its schema was refused where the tool lives.
    return { ...outcome, started: outcome.error?.details?.stoppedBy !== 'validation' };
  }

  /** @throws `TOOL_NOT_FOUND` and its like; the tool's failure, with what it cost in `details.usage`. */
  async call(
    name: string,
    args: unknown,
    options: ExecuteOptions,
    simulated: boolean,
    startedAt: number,
    stop: AbortSignal,
  ): Promise<SimulatedResult> {
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
    // The overlay is given up however the call ends.
    const ended =
      simulation &&
      performed.then(
        () => simulation.end(),
        () => simulation.end(),
      );
    // Where the call fails, that is what is told.
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

/**
 * Parses a tool's result; empty is nothing.
 * @throws `TOOL_RESULT_TOO_LARGE`, `TOOL_RESULT_UNSERIALIZABLE`.
 */
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

/** @throws `BAD_ARGS` naming the limit that is none. */
export function clamp(value: number | undefined, limit: number, name: string): number {
  if (value === undefined) return limit;
  if (typeof value !== 'number' || !(value > 0))
    throw new BulkheadError('BAD_ARGS', `${name} must be a number of milliseconds above 0`);
  return Math.min(value, limit);
}
