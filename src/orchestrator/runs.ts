import { BulkheadError, fromErrorData } from '../../worker/protocol/errors.js';
import { parseJson, toArgumentText } from '../../worker/protocol/json.js';
import type { Limits } from '../../worker/protocol/limits.js';
import type { LogLine, SkippedTool } from '../../worker/protocol/tool.js';
import type { HostContext } from '../context.js';
import type { Executions } from '../executions.js';
import { grantFunction } from '../grant.js';
import type { ToolEntry, ToolRegistry } from '../tools.js';
import { type CompiledTools, compileTools, type GuestMaker } from './custom-run.js';
import { sanitizeCustomTools } from './custom-tools.js';
import { type DispatchOptions, type DispatchResult, dispatch, type ToolCall } from './dispatch.js';
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

export interface DryRunOptions {
  /** A tool of `tools` to try, or an inline `body`: exactly one. */
  readonly name?: string;
  readonly tools?: unknown;
  readonly body?: string;
  readonly args?: unknown;
  /** Tries `simulateBody` instead. */
  readonly simulate?: boolean;
  readonly signal?: AbortSignal;
}

/** What a dry run came to. */
export interface DryRunReply {
  readonly tool: string;
  readonly dryRun: {
    readonly ok: boolean;
    readonly result?: unknown;
    readonly error?: { readonly code: string; readonly message: string; readonly line?: number };
    /** Console lines with their levels. */
    readonly logs: readonly LogLine[];
    readonly durationMs: number;
  };
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

  /** Tries a handwritten tool by itself, for at most `limits.dryRunMs`. @throws `BAD_ARGS`, the signal's reason. */
  async dryRun({ name, tools, body, args, simulate = false, signal }: DryRunOptions): Promise<DryRunReply> {
    if ((name === undefined) === (body === undefined)) throw new BulkheadError('BAD_ARGS', 'dryRun: a name or a body');
    const stored = name === undefined ? [{ name: 'inline', mode: 'read', body, simulateBody: body }] : tools;
    const tool = sanitizeCustomTools(stored).find((one) => one.name === (name ?? 'inline'));
    if (!tool) throw new BulkheadError('BAD_ARGS', `dryRun: no tool named ${String(name).slice(0, 64)}`);
    const { limits, guests } = this.#parts;
    const logs: LogLine[] = [];
    // A reserved name is for the run to refuse; what is tried here is the body.
    const compiled = await compileTools(guests, [{ ...tool, name: 'inline' }]);
    const began = performance.now();
    const end = (done: Pick<DryRunReply['dryRun'], 'ok' | 'result' | 'error'>): DryRunReply => ({
      tool: name ?? 'inline',
      dryRun: { ...done, logs, durationMs: performance.now() - began },
    });
    try {
      const [skipped] = compiled.skipped;
      if (skipped) return end({ ok: false, error: { code: 'SOURCE_SYNTAX', message: skipped.error } });
      const [timeoutMs, cpuMs, startedAt] = [limits.dryRunMs, limits.dryRunMs, performance.now()];
      const text = toArgumentText(args, limits.argumentsBytes);
      const options = { signal, timeoutMs, cpuMs, startedAt, onLog: (line: LogLine) => logs.push(line) };
      const phase = simulate ? 'simulate' : 'execute';
      const outcome = await compiled.executor.execute('inline', phase, text, options);
      if (!outcome.error) return end({ ok: true, result: outcome.text ? parseJson(outcome.text) : undefined });
      const { code, message, details } = fromErrorData(outcome.error);
      const line = details.line === undefined ? {} : { line: details.line };
      return end({ ok: false, error: { code, message, ...line } });
    } catch (error) {
      if (!(error instanceof BulkheadError) || signal?.aborted) throw error;
      return end({ ok: false, error: { code: error.code, message: error.message } });
    } finally {
      await compiled.close();
    }
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
