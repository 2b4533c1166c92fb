import { BulkheadError, type ErrorData, toErrorData } from '../../../worker/protocol/errors.js';
import { parseJson } from '../../../worker/protocol/json.js';
import { NO_USAGE } from '../../../worker/protocol/outcome.js';
import type { LogLine, Progress, Usage } from '../../../worker/protocol/tool.js';
import { clamp, phaseOf } from '../../tools/calls/index.js';
import { type Content, failureContent, NOT_SIMULATED, successContent } from './envelope.js';
import { OrchestratorRun } from './run.js';
import { runCall } from './run-call.js';
import type { Run } from './run-types.js';
import type { RunsParts } from './runs.js';

export interface ToolCall {
  /** Generated if the model gave none. */
  readonly id?: string;
  /** Dots count as underscores. */
  readonly name?: string;
  /** JSON text, or an object. */
  readonly arguments?: unknown;
  /** Name and arguments in the form of a model's message, instead of the two fields above. */
  readonly function?: { readonly name: string; readonly arguments?: unknown };
}

export interface DispatchOptions {
  /** The run's round, for the message. */
  readonly round?: number;
  readonly subagent?: boolean;
  readonly timeoutMs?: number;
  readonly cpuMs?: number;
  readonly onLog?: (line: LogLine) => void;
  readonly onProgress?: (progress: Progress) => void;
}

/** The message that answers a call, ready for the model. */
export interface ToolMessage {
  readonly role: 'tool';
  readonly tool_call_id: string;
  /** Compact JSON of at most `limits.contentBytes`. */
  readonly content: string;
  readonly _round: number;
}

export interface DispatchResult {
  readonly message: ToolMessage;
  /** The call for the assistant's turn, with an id and canonical arguments. */
  readonly call: {
    readonly id: string;
    readonly type: 'function';
    readonly function: { readonly name: string; readonly arguments: string };
  };
  /** The layer of the tool: 3 handwritten, 1 built-in, 2 registered. */
  readonly layer?: 1 | 2 | 3;
  readonly ran: 'exec' | 'simulate' | 'none';
  readonly truncated: boolean;
  /** The reason why the content says `ok: false`; absent if the tool itself answered so. */
  readonly error?: ErrorData;
  readonly usage: Usage;
}

const ID_PREFIX = { loop: 'loop_tc', spec: 'call', agenda: 'call', director: 'director_tc' } as const;

let minted = 0;
const mint = (prefix: string): string => `${prefix}_${Date.now().toString(36)}_${(++minted).toString(36)}`;

/** Answers one call; a failure is a message. @throws the run's signal's reason; `STOPPED` after its end; `BAD_ARGS` without a run. */
export async function dispatch(
  { executions, limits, context }: Pick<RunsParts, 'executions' | 'limits' | 'context'>,
  given: ToolCall,
  run: Run,
  options: DispatchOptions = {},
  depth = 0,
): Promise<DispatchResult> {
  const startedAt = performance.now();
  if (!(run instanceof OrchestratorRun)) throw new BulkheadError('BAD_ARGS', 'dispatch takes a run of openRun');
  run.checkOpen();
  clamp(options.timeoutMs, limits.timeoutMs, 'timeoutMs');
  clamp(options.cpuMs, limits.cpuMs, 'cpuMs');
  const asked = given?.function ?? given;
  const name = String(asked?.name ?? '').replaceAll('.', '_');
  const { args, text } = canonicalArguments(asked?.arguments);
  const id = String(given?.id || mint(options.subagent ? 'subagent_tc' : ID_PREFIX[run.mode]));
  const call = { id, type: 'function', function: { name, arguments: text } } as const;
  const found = run.resolve(name);
  const { contentBytes } = limits;
  run.trace({ type: 'tool_call', name, id, arguments: text });

  const finish = ({ content, truncated }: Content, ran: DispatchResult['ran'], usage: Usage): DispatchResult => {
    const message: ToolMessage = { role: 'tool', tool_call_id: id, content, _round: options.round ?? 0 };
    return { message, call, ...(found && { layer: found.layer }), ran, truncated, usage };
  };
  const fail = (error: ErrorData, ran: DispatchResult['ran'], usage: Usage): DispatchResult => {
    run.checkOpen();
    const content = failureContent(error, ran === 'simulate', contentBytes);
    run.trace({ type: 'tool_error', name, id, code: content.code, error: error.message, truncated: content.truncated });
    return { ...finish(content, ran, usage), error };
  };

  if (!found) return fail(notImplemented(name, run), 'none', NO_USAGE);
  const { info } = found.entry;
  const phase = phaseOf(info, run.simulated);
  if (phase === 'none') {
    run.trace({ type: 'tool_result', name, id, simulated: true });
    return finish({ content: NOT_SIMULATED, truncated: false }, 'none', NO_USAGE);
  }
  const ran = phase === 'simulate' ? 'simulate' : 'exec';
  const seen = runCall(run, context, depth);
  try {
    const { subagent: _subagent, round: _round, ...callOptions } = options;
    const performing = { ...callOptions, signal: run.signal };
    const outcome = await executions.perform(found.entry, phase, args, performing, startedAt, seen, { depth });
    if (outcome.error) return fail(outcome.error, outcome.started ? ran : 'none', outcome.usage);
    run.checkOpen();
    const content = successContent(outcome.text ? parseJson(outcome.text) : undefined, contentBytes, outcome.cut);
    run.trace({ type: 'tool_result', name, id, truncated: content.truncated, simulated: run.simulated });
    return finish(content, ran, outcome.usage);
  } catch (thrown) {
    run.checkOpen();
    const unread = thrown instanceof SyntaxError;
    const error = unread
      ? { code: 'TOOL_RESULT_UNSERIALIZABLE' as const, message: thrown.message }
      : toErrorData(thrown);
    const reached = error.code !== 'ARGUMENTS_TOO_LARGE' && error.code !== 'TOO_MANY_CALLS';
    return fail(error, reached ? ran : 'none', NO_USAGE);
  } finally {
    seen.end();
  }
}

function notImplemented(name: string, run: OrchestratorRun): ErrorData {
  const names = run.schemas().map((schema) => schema.function.name);
  const offered = names.length > 40 ? `${names.slice(0, 40).join(', ')}, …` : names.join(', ');
  const shown = name.slice(0, 64);
  const message = run.isOff(name) ? `${shown} is switched off in this run` : `no tool is named ${shown}`;
  return { code: 'NOT_IMPLEMENTED', message, details: { hint: `Call one of: ${offered}` } };
}

/** Normalises a call's arguments: what is no JSON object becomes `{}`, and `__proto__` is left out at any depth. */
function canonicalArguments(given: unknown): {
  readonly args: { readonly [key: string]: unknown };
  readonly text: string;
} {
  try {
    const parsed: unknown = typeof given === 'string' ? JSON.parse(given) : JSON.parse(JSON.stringify(given) ?? 'null');
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      const args = sorted(parsed) as { readonly [key: string]: unknown };
      return { args, text: JSON.stringify(args) };
    }
  } catch {
    // Not JSON, or nested too deep.
  }
  return { args: {}, text: '{}' };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([key]) => key !== '__proto__');
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([key, inner]) => [key, sorted(inner)]));
}
