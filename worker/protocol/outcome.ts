import { BulkheadError, type ErrorData, toErrorData } from './errors.js';
import { utf8Bytes } from './json.js';
import { PACE } from './limits.js';
import type { CallOutcome, Usage } from './tool.js';

/** The message of a tool's error without a message. */
export const NO_MESSAGE = 'Tool error.';

/** Of a call that never reached its tool. */
export const NO_USAGE: Usage = Object.freeze({
  wallMs: 0,
  cpuMs: 0,
  memoryBytes: 0,
  logLines: 0,
  logLinesDropped: 0,
  requests: 0,
  bytesOut: 0,
});

/** A failure, as far as its code is concerned. */
interface Coded {
  readonly code: string;
  readonly details?: { readonly guest?: { readonly code?: string | undefined } | undefined } | undefined;
}

/** The code of a failure as models and traces read it: the tool's own, where it gave its error one. */
export const codeOf = ({ code, details }: Coded): string =>
  (code === 'TOOL_ERROR' ? details?.guest?.code : undefined) ?? code;

/** True for an error of any realm. Never throws. */
export function isError(value: unknown): value is Error {
  try {
    return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
  } catch {
    return false;
  }
}

/** Puts one logged value into text. Never throws. */
export function showLogged(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return isError(value) ? `${value.name}: ${value.message}` : (JSON.stringify(value) ?? String(value));
  } catch {
    return '[object]';
  }
}

const read = (from: object, key: string, limit: number): string | undefined => {
  try {
    const value = Object.hasOwn(from, key) || key === 'message' ? (from as Record<string, unknown>)[key] : undefined;
    return value === undefined || value === null ? undefined : String(value).slice(0, limit);
  } catch {
    return undefined;
  }
};

/** Copies a tool's error into plain data: its message, and `code` and `hint` if it has them. */
export function toToolFailure(thrown: unknown): ErrorData {
  const object = Object(thrown) === thrown ? (thrown as object) : { message: thrown };
  const message = read(object, 'message', PACE.errorMessageChars) || NO_MESSAGE;
  const [code, hint] = [read(object, 'code', PACE.errorNameChars), read(object, 'hint', PACE.errorMessageChars)];
  const name = isError(thrown) ? String(thrown.name).slice(0, PACE.errorNameChars) : 'Error';
  const guest = { name, message, ...(code !== undefined && { code }), ...(hint !== undefined && { hint }) };
  return { code: 'TOOL_ERROR', message, details: { stoppedBy: 'guest', guest } };
}

/**
 * Serialises what a tool returned, once; empty for nothing.
 * @throws `TOOL_RESULT_UNSERIALIZABLE` for cycles, BigInt, functions; `TOOL_RESULT_TOO_LARGE` above `maxBytes`.
 */
function toResultText(value: unknown, maxBytes: number): string {
  let text: string | undefined;
  try {
    if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError(`a ${typeof value} is not JSON`);
    text = JSON.stringify(value) ?? '';
  } catch (cause) {
    const message = (cause as Error).message.split('\n', 1)[0] || 'the result is not JSON';
    throw new BulkheadError('TOOL_RESULT_UNSERIALIZABLE', message, { stoppedBy: 'guest' });
  }
  const bytes = text.length * 3 > maxBytes ? utf8Bytes(text) : 0;
  if (bytes <= maxBytes) return text;
  const message = `the result takes ${bytes} bytes of ${maxBytes}`;
  throw new BulkheadError('TOOL_RESULT_TOO_LARGE', message, { stoppedBy: 'guest' });
}

/**
 * Calls a tool's function in this realm and puts what comes of it into text, or into a failure. Never rejects.
 * `cutChars`: in place of a failure, a result above `maxBytes` is cut there.
 */
export async function toOutcome(
  work: () => unknown,
  maxBytes: number,
  cutChars?: number,
): Promise<Pick<CallOutcome, 'text' | 'cut' | 'error'>> {
  let value: unknown;
  try {
    value = await work();
  } catch (thrown) {
    return { error: toToolFailure(thrown) };
  }
  if (isError(value)) return { error: toToolFailure(value) };
  try {
    return { text: toResultText(value, maxBytes) };
  } catch (error) {
    const large = (error as BulkheadError).code === 'TOOL_RESULT_TOO_LARGE';
    if (cutChars === undefined || !large || (value as { ok?: unknown }).ok === false)
      return { error: toErrorData(error) };
    const whole = typeof value === 'string' ? value : JSON.stringify(value);
    return { text: JSON.stringify(whole.slice(0, cutChars)), cut: true };
  }
}
