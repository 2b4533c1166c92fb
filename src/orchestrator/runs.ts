import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Limits } from '../../worker/protocol/limits.js';
import type { SkippedTool } from '../../worker/protocol/tool.js';
import type { HostContext } from '../context.js';
import type { Executions } from '../executions.js';
import { grantFunction } from '../grant.js';
import type { ToolEntry, ToolRegistry } from '../tools.js';
import { type CompiledTools, compileTools, type GuestMaker } from './custom-run.js';
import { sanitizeCustomTools } from './custom-tools.js';
import { type DispatchOptions, type DispatchResult, dispatch, type ToolCall } from './dispatch.js';
import { type DryRunOptions, type DryRunReply, dryRun } from './dry-run.js';
import { Run, type RunOptions } from './run.js';

export { reviewImport } from './card-review.js';
export { sanitizeCustomTools } from './custom-tools.js';

/** Calls of one tool by another that may stand in each other. */
const NESTED = 3;

export interface RunsParts {
  readonly registry: ToolRegistry;
  readonly builtins: ReadonlyMap<string, ToolEntry>;
  readonly context: HostContext;
  readonly executions: Executions;
  readonly guests: GuestMaker;
  readonly limits: Limits;
}

/** Opens runs and answers their calls: the half of the orchestrator's API that is loaded when it is used. */
export class Runs {
  readonly #parts: RunsParts;
  readonly #open = new Set<Run>();

  constructor(parts: RunsParts) {
    this.#parts = parts;
  }

  /**
   * Begins a run: compiles its handwritten tools, each failure a trace event and no more.
   * @throws `BAD_ARGS`, or the reason of a signal that has aborted.
   */
  async openRun(options: RunOptions = {}): Promise<Run> {
    options.signal?.throwIfAborted();
    const run = new Run(options, this.#parts, (name, args) => this.#invoke(run, { name, arguments: args }));
    this.#open.add(run);
    run.ending.push(() => this.#open.delete(run));
    const tools = sanitizeCustomTools(options.customTools);
    if (tools.length > 0) await this.#addCustomTools(run, tools);
    if (run.signal.aborted) await run.end();
    run.checkOpen();
    return run;
  }

  dispatch(call: ToolCall, run: Run, options?: DispatchOptions): Promise<DispatchResult> {
    return dispatch(this.#parts, call, run, options);
  }

  /** The editor's check: which of these handwritten tools would not compile, and why. */
  async checkCustomTools(tools: unknown): Promise<readonly SkippedTool[]> {
    const compiled = await compileTools(this.#parts.guests, sanitizeCustomTools(tools));
    await compiled.close();
    return compiled.skipped;
  }

  dryRun(options: DryRunOptions): Promise<DryRunReply> {
    return dryRun(this.#parts, options);
  }

  /** Ends every run. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map((run) => run.end()));
  }

  async #addCustomTools(run: Run, tools: ReturnType<typeof sanitizeCustomTools>): Promise<void> {
    let nested = 0;
    const reading = new Set<object>();
    const invoke = async (_method: string, given: unknown) => {
      if (nested >= NESTED) throw new BulkheadError('TOO_MANY_CALLS', `tools call each other more than ${NESTED} deep`);
      const { name, args } = Object(given) as { name?: unknown; args?: unknown };
      // Which of them asks cannot be seen from here: while one that only reads is open, nothing is written.
      const wanted = run.resolve(String(name).replaceAll('.', '_'))?.entry.info.mode;
      if (wanted === 'write' && reading.size > 0) {
        throw new BulkheadError(
          'CAPABILITY_DENIED',
          `not granted: a read tool may not call ${String(name).slice(0, 64)}`,
        );
      }
      nested += 1;
      try {
        return await this.#invoke(run, { name: String(name), arguments: args });
      } finally {
        nested -= 1;
      }
    };
    const compiled = await compileTools(this.#parts.guests, tools, { run: () => grantFunction(invoke) });
    run.ending.push(() => compiled.close());
    for (const { name, error } of compiled.skipped) {
      console.warn(`Bulkhead: the handwritten tool ${name} is skipped: ${error}`);
      run.trace({ type: 'custom_tool_compile_failed', name, error });
    }
    for (const info of compiled.tools)
      run.customTools.set(info.name, { info, executor: watched(compiled, info.mode, reading) });
  }

  /** One tool calls another: answers the value, or throws the failure with its code and hint. */
  async #invoke(run: Run, call: ToolCall): Promise<unknown> {
    const { message } = await this.dispatch(call, run);
    const content = JSON.parse(message.content) as {
      ok?: unknown;
      data?: unknown;
      error?: string;
      code?: string;
      hint?: string;
    };
    if (content.ok !== false) return 'data' in content ? content.data : content;
    throw Object.assign(new Error(content.error), { code: content.code, hint: content.hint });
  }
}

/** Keeps count of the open calls of tools that only read. */
const watched = (
  { executor }: CompiledTools,
  mode: 'read' | 'write',
  reading: Set<object>,
): CompiledTools['executor'] => ({
  async execute(...call) {
    const token = {};
    if (mode === 'read') reading.add(token);
    try {
      return await executor.execute(...call);
    } finally {
      reading.delete(token);
    }
  },
});
