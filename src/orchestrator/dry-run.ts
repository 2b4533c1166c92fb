import { BulkheadError, fromErrorData } from '../../worker/protocol/errors.js';
import { parseJson, toArgumentText } from '../../worker/protocol/json.js';
import type { Limits } from '../../worker/protocol/limits.js';
import type { LogLine } from '../../worker/protocol/tool.js';
import { compileTools, type GuestMaker } from './custom-run.js';
import { sanitizeCustomTools } from './custom-tools.js';

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

/** Tries a handwritten tool by itself, for at most `limits.dryRunMs`. @throws `BAD_ARGS`, the signal's reason. */
export async function dryRun(
  { guests, limits }: { readonly guests: GuestMaker; readonly limits: Limits },
  { name, tools, body, args, simulate = false, signal }: DryRunOptions = {},
): Promise<DryRunReply> {
  if ((name === undefined) === (body === undefined)) throw new BulkheadError('BAD_ARGS', 'dryRun: a name or a body');
  const stored = name === undefined ? [{ name: 'inline', mode: 'read', body, simulateBody: body }] : tools;
  const tool = sanitizeCustomTools(stored).find((one) => one.name === (name ?? 'inline'));
  if (!tool) throw new BulkheadError('BAD_ARGS', `dryRun: no tool named ${String(name).slice(0, 64)}`);
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
