import { BulkheadError, type ErrorData } from '../../../worker/protocol/errors.js';
import { parseJson } from '../../../worker/protocol/json.js';
import type { LogLine } from '../../../worker/protocol/tool.js';
import { sanitizeCustomTools } from './custom-tools.js';
import type { OrchestratorRun } from './run.js';
import { runCall } from './run-call.js';
import type { RunOptions } from './run-types.js';
import type { RunsParts } from './runs.js';

/** The tool to try: pass exactly one of `name` and `body`. */
export interface DryRunOptions {
  readonly name?: string;
  readonly tools?: unknown;
  readonly body?: string;
  readonly args?: unknown;
  readonly simulate?: boolean;
  readonly signal?: AbortSignal;
}

export interface DryRunReply {
  readonly tool: string;
  readonly dryRun: {
    readonly ok: boolean;
    readonly result?: unknown;
    /** The tool's own code and hint, if it attached them to its error. */
    readonly error?: {
      readonly code: string;
      readonly message: string;
      readonly hint?: string;
      readonly line?: number;
    };
    readonly logs: readonly LogLine[];
    readonly durationMs: number;
  };
}

/** `dryRun` is simulated, so tools that it calls change nothing. */
const PRETEND = { id: 'dry-run', end() {}, [Symbol.dispose]() {} };

/** Tries a handwritten tool in a run of its own. @throws `BAD_ARGS`, what keeps any guest from running, the signal's reason. */
export async function dryRun(
  { executions, context, limits }: Pick<RunsParts, 'executions' | 'context' | 'limits'>,
  openRun: (options: RunOptions) => Promise<OrchestratorRun>,
  { name, tools, body, args, simulate = false, signal }: DryRunOptions = {},
): Promise<DryRunReply> {
  if ((name === undefined) === (body === undefined)) throw new BulkheadError('BAD_ARGS', 'dryRun: a name or a body');
  const tool = name ?? 'inline';
  const stored = name === undefined ? [{ name: tool, mode: 'read', body, simulateBody: body }] : tools;
  const customTools = sanitizeCustomTools(stored).filter((one) => one.name === tool);
  if (customTools.length === 0) throw new BulkheadError('BAD_ARGS', `dryRun: no tool named ${tool.slice(0, 64)}`);
  const logs: LogLine[] = [];
  const began = performance.now();
  const end = (done: Pick<DryRunReply['dryRun'], 'ok' | 'result' | 'error'>): DryRunReply => ({
    tool,
    dryRun: { ...done, logs, durationMs: performance.now() - began },
  });
  let failed: string | undefined;
  const run = await openRun({
    customTools,
    review: PRETEND,
    ...(signal && { signal }),
    onTrace: ({ type, error }) => {
      if (type === 'custom_tool_compile_failed') failed = String(error);
    },
  });
  const call = runCall(run, context, 0);
  try {
    const entry = run.customTools.get(tool);
    if (!entry) return end({ ok: false, error: { code: 'SOURCE_SYNTAX', message: failed ?? 'it does not compile' } });
    const [timeoutMs, cpuMs] = [limits.dryRunMs, limits.dryRunMs];
    const options = { signal: run.signal, timeoutMs, cpuMs, onLog: (line: LogLine) => void logs.push(line) };
    const phase = simulate ? 'simulate' : 'execute';
    const outcome = await executions.perform(entry, phase, args, options, performance.now(), call);
    if (outcome.error) return end({ ok: false, error: replyError(outcome.error) });
    return end({ ok: true, result: outcome.text ? parseJson(outcome.text) : undefined });
  } catch (error) {
    if (!(error instanceof BulkheadError) || signal?.aborted) throw error;
    return end({ ok: false, error: replyError(error) });
  } finally {
    call.end();
    await run.end();
  }
}

function replyError({ code, message, details }: ErrorData): NonNullable<DryRunReply['dryRun']['error']> {
  const { guest, line } = details ?? {};
  const hint = guest?.hint;
  return {
    code: guest?.code ?? code,
    message,
    ...(hint !== undefined && { hint }),
    ...(line !== undefined && { line }),
  };
}
