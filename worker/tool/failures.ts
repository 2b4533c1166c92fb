import type { GuestError } from '../../sandbox/guest/wire.js';
import { SOURCE_NAME } from '../../sandbox/isolate.js';
import { BulkheadError, type ErrorCode, type ErrorDetails, type StoppedBy } from '../protocol/errors.js';
import { parseJson } from '../protocol/json.js';
import { type Limits, PACE } from '../protocol/limits.js';

/** Codes the prelude may give a source that does not load; anything else a guest says stays the guest's word. */
const LOAD_CODES: readonly ErrorCode[] = [
  'MANIFEST_INVALID',
  'SPEC_INVALID',
  'NAME_INVALID',
  'EXEC_INVALID',
  'MODE_INVALID',
  'SIMULATE_INVALID',
  'SCHEMA_INVALID',
  'NAME_RESERVED',
  'NAME_TAKEN',
  'TOO_MANY_TOOLS',
];
/** Codes that the guest may give a call: faults of the result, which it finds itself. */
const CALL_CODES: readonly ErrorCode[] = ['TOOL_RESULT_UNSERIALIZABLE', 'TOOL_RESULT_TOO_LARGE'];

function readReport(text: string): GuestError {
  const report = parseJson(text) as Partial<Record<keyof GuestError, unknown>>;
  const cut = (value: unknown, limit: number) => (typeof value === 'string' ? value.slice(0, limit) : undefined);
  return {
    name: cut(report.name, PACE.errorNameChars) ?? 'Error',
    message: cut(report.message, PACE.errorMessageChars) ?? '',
    code: cut(report.code, PACE.errorNameChars),
    hint: cut(report.hint, PACE.errorMessageChars),
    bridge: cut(report.bridge, PACE.errorNameChars),
    stack: cut(report.stack, 4_000),
  };
}

/** First position in the author's own source that a stack trace names. */
function position(stack: string | undefined): { line: number; column: number } | undefined {
  const found = stack?.split(`${SOURCE_NAME}:`)[1]?.match(/^(\d{1,9}):(\d{1,9})/);
  return found ? { line: Number(found[1]), column: Number(found[2]) } : undefined;
}

function details(report: GuestError): ErrorDetails {
  const { name, message, code, hint } = report;
  const guest = { name, message, ...(code !== undefined && { code }), ...(hint !== undefined && { hint }) };
  return { stoppedBy: 'guest', guest, ...position(report.stack) };
}

/**
 * What a tool threw, or what the bridge refused on its behalf. An error with the code and the words of a denial is that denial only
 * if this call was denied in just these words: `denied` knows them.
 */
export function callFailure(text: string, denied: (message: string) => object | undefined): BulkheadError {
  const report = readReport(text);
  const message = report.message === '' ? 'Tool error.' : report.message;
  const asked = report.code === 'CAPABILITY_DENIED' ? denied(report.message) : undefined;
  if (asked) return new BulkheadError('CAPABILITY_DENIED', message, { ...details(report), asked });
  const code = CALL_CODES.find((known) => known === report.bridge) ?? 'TOOL_ERROR';
  return new BulkheadError(code, message, details(report));
}

/** Why a source did not load. */
export function loadFailure(text: string): BulkheadError {
  const report = readReport(text);
  const at = position(report.stack);
  const where = at ? ` (line ${at.line}, column ${at.column})` : '';
  const unparsed = report.name === 'SyntaxError' && /^\s*at plugin\.js:/.test(report.stack ?? '');
  const code = LOAD_CODES.find((known) => known === report.bridge) ?? (unparsed ? 'SOURCE_SYNTAX' : 'SOURCE_THREW');
  const hint = /could not load module/.test(report.message) ? '; bundle what the plugin imports into its one file' : '';
  return new BulkheadError(code, `${report.name}: ${report.message}${hint}${where}`, details(report));
}

export const stoppedError = (what: string) =>
  new BulkheadError('STOPPED', `${what}: stopped by its caller`, { stoppedBy: 'abort' });

export const memoryError = (what: string, limits: Limits) =>
  new BulkheadError('TOOL_MEMORY', `${what} used more than ${limits.memoryBytes} bytes of memory`, {
    stoppedBy: 'memory',
  });

export const stackError = (what: string) =>
  new BulkheadError(
    'TOOL_CRASHED',
    `${what} needs more stack than the browser gives: replace deep recursion, deeply nested JSON or deeply nested source by a loop`,
    { stoppedBy: 'engine', limit: 'stackBytes' },
  );

export const crashError = (what: string) =>
  new BulkheadError('TOOL_CRASHED', `${what} broke the engine it ran in`, { stoppedBy: 'engine' });

export const timeoutError = (what: string, limit: string, ms: number, stoppedBy: StoppedBy) =>
  new BulkheadError('TOOL_TIMEOUT', `${what} ${limit === 'timeoutMs' ? 'took' : 'ran'} longer than ${ms} ms`, {
    stoppedBy,
    limit,
    ms,
  });
