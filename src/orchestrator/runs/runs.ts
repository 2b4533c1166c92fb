import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Limits } from '../../../worker/protocol/limits.js';
import type { SkippedTool } from '../../../worker/protocol/tool.js';
import { portOf } from '../../isolation/guests/index.js';
import { grantFunction } from '../../permissions/index.js';
import type { Simulation } from '../../simulation/index.js';
import type { Executions, HostContext } from '../../tools/calls/index.js';
import type { ToolEntry, ToolRegistry } from '../../tools/index.js';
import { compileTools, type GuestMaker } from './custom-run.js';
import { sanitizeCustomTools } from './custom-tools.js';
import { type DispatchOptions, type DispatchResult, dispatch, type ToolCall } from './dispatch.js';
import { type DryRunOptions, type DryRunReply, dryRun } from './dry-run.js';
import { OrchestratorRun } from './run.js';
import type { Run, RunOptions } from './run-types.js';

export { reviewImport } from './card-review.js';
export { sanitizeCustomTools } from './custom-tools.js';

const NESTED = 3;
const AT_ONCE = 32;

export interface RunsParts {
  readonly registry: ToolRegistry;
  readonly builtins: ReadonlyMap<string, ToolEntry>;
  readonly context: HostContext;
  readonly executions: Executions;
  readonly guests: GuestMaker;
  readonly simulate: () => Promise<Simulation>;
  readonly limits: Limits;
}

/** Opens runs and answers their calls. This part of the orchestrator's API is loaded when it is used. */
export class Runs {
  readonly #parts: RunsParts;
  readonly #open = new Set<Run>();

  constructor(parts: RunsParts) {
    this.#parts = parts;
  }

  /** Begins a run. A tool that does not compile is only a trace event. @throws `BAD_ARGS`, the reason of an aborted signal. */
  async openRun(given: RunOptions | null = {}): Promise<OrchestratorRun> {
    const options = given ?? {};
    options.signal?.throwIfAborted();
    const run = new OrchestratorRun(options, this.#parts, (name, args) =>
      this.#invoke(run, { name, arguments: args }, 1),
    );
    this.#open.add(run);
    run.ending.push(() => this.#open.delete(run));
    const tools = sanitizeCustomTools(options.customTools);
    if (tools.length > 0) await this.#addCustomTools(run, tools);
    if (run.signal.aborted) await run.end();
    run.checkOpen();
    return run;
  }

  async dispatch(call: ToolCall, run: Run, options?: DispatchOptions): Promise<DispatchResult> {
    if (!this.#open.has(run) && !run?.ended) throw new BulkheadError('BAD_ARGS', 'dispatch takes a run of this host');
    return dispatch(this.#parts, call, run, options);
  }

  /** Checks handwritten tools for an editor. Returns those that do not compile, each with the reason. */
  async checkCustomTools(tools: unknown): Promise<readonly SkippedTool[]> {
    const compiled = await compileTools(this.#parts.guests, sanitizeCustomTools(tools));
    await compiled.close();
    return compiled.skipped;
  }

  dryRun(options: DryRunOptions): Promise<DryRunReply> {
    return dryRun(this.#parts, (run) => this.openRun(run), options);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((run) => run.end()));
  }

  async #addCustomTools(run: OrchestratorRun, tools: ReturnType<typeof sanitizeCustomTools>): Promise<void> {
    const invoke = async (_method: string, given: unknown) => {
      const { name, args, token } = Object(given) as { name?: unknown; args?: unknown; token?: unknown };
      const caller = run.callers.get(String(token));
      if (!caller) throw new BulkheadError('CAPABILITY_DENIED', 'not granted: run.invoke');
      if (caller.depth >= NESTED || run.callers.size > AT_ONCE) {
        throw new BulkheadError(
          'TOO_MANY_CALLS',
          `tools call each other more than ${NESTED} deep, or ${AT_ONCE} at once`,
        );
      }
      const wanted = run.resolve(String(name).replaceAll('.', '_'))?.entry.info.mode;
      if (wanted === 'write' && caller.mode === 'read') {
        throw new BulkheadError(
          'CAPABILITY_DENIED',
          `not granted: a read tool may not call ${String(name).slice(0, 64)}`,
        );
      }
      return this.#invoke(run, { name: String(name), arguments: args }, caller.depth + 1);
    };
    const compiled = await compileTools(this.#parts.guests, tools, () => portOf('run', grantFunction(invoke)));
    run.ending.push(() => compiled.close());
    for (const { name, error } of compiled.skipped) {
      console.warn(`Bulkhead: the handwritten tool ${name} is skipped: ${error}`);
      run.trace({ type: 'custom_tool_compile_failed', name, error });
    }
    for (const info of compiled.tools) run.customTools.set(info.name, { info, executor: compiled.executor });
  }

  /** Calls a tool for another tool. Returns its value, or throws its failure with code and hint. */
  async #invoke(run: Run, call: ToolCall, depth: number): Promise<unknown> {
    const { limits } = this.#parts;
    // The result is for a tool, not for a model, so it is not cut.
    const whole = { ...this.#parts, limits: { ...limits, contentBytes: Number.POSITIVE_INFINITY } };
    const { message } = await dispatch(whole, call, run, {}, depth);
    const { ok, ...rest } = JSON.parse(message.content) as { [key: string]: unknown };
    if (ok === false) throw Object.assign(new Error(String(rest.error)), { code: rest.code, hint: rest.hint });
    return Object.keys(rest).length === 1 && 'data' in rest ? rest.data : { ok, ...rest };
  }
}
