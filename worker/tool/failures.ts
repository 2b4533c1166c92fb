import type { GuestError } from '../../sandbox/guest/wire.js';
import type { IsolateFault } from '../../sandbox/isolate.js';
import {
  BulkheadError,
  type ErrorCode,
  type ErrorDetails,
  type GuestFault,
  type StoppedBy,
} from '../protocol/errors.js';
import { parseJson, utf8Bytes } from '../protocol/json.js';
import { type Limits, PACE } from '../protocol/limits.js';
import { SINGLE_MODULE } from '../protocol/modules.js';
import { hintFor } from './hints.js';
import type { OpenCall } from './open-call.js';
import type { Positions } from './positions.js';

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

/** Causes of causes, and errors of an `AggregateError`, that are read. */
const CAUSES = 4;
const ERRORS = 8;

function readReport(value: unknown, deep = CAUSES): GuestError {
  const report = Object(value) as Partial<Record<keyof GuestError, unknown>>;
  const cut = (text: unknown, limit: number) => (typeof text === 'string' ? text.slice(0, limit) : undefined);
  const { cause, errors, classes } = report;
  return {
    name: cut(report.name, PACE.errorNameChars) ?? 'Error',
    message: cut(report.message, PACE.errorMessageChars) ?? '',
    code: cut(report.code, PACE.errorNameChars),
    hint: cut(report.hint, PACE.errorMessageChars),
    bridge: cut(report.bridge, PACE.errorNameChars),
    stack: cut(report.stack, 4_000),
    classes: Array.isArray(classes) ? classes.filter((name) => typeof name === 'string') : undefined,
    cause: cause && deep > 0 ? readReport(cause, deep - 1) : undefined,
    errors: Array.isArray(errors) && deep > 0 ? errors.slice(0, ERRORS).map((one) => readReport(one, 0)) : undefined,
  };
}

/** The same as plain data for callers, its stacks as frames. */
function faultOf(report: GuestError, positions: Positions): GuestFault {
  const { name, message, code, hint, stack, classes, cause, errors } = report;
  const { frames } = positions.read(stack, classes);
  return {
    ...{ name, message },
    ...(code !== undefined && { code }),
    ...(hint !== undefined && { hint }),
    ...(frames.length > 0 && { stack: frames }),
    ...(cause && { cause: faultOf(cause, positions) }),
    ...(errors && { errors: errors.map((one) => faultOf(one, positions)) }),
  };
}

function detailsOf(report: GuestError, positions: Positions): ErrorDetails {
  const { at } = positions.read(report.stack, report.classes);
  const hint = hintFor(report.name, report.message, at ? positions.before(at) : '');
  return {
    stoppedBy: 'guest',
    guest: faultOf(report, positions),
    ...(hint !== undefined && { hint }),
    ...(at && { ...(at.file !== SINGLE_MODULE && { file: at.file }), line: at.line, column: at.column }),
  };
}

/**
 * What a tool threw, or what the bridge refused on its behalf. An error with the code and the words of a denial is that denial only
 * if this call was denied in just these words: `denied` knows them.
 */
export function callFailure(
  text: string,
  positions: Positions,
  denied: (message: string) => object | undefined,
): BulkheadError {
  const report = readReport(parseJson(text));
  const message = report.message === '' ? 'Tool error.' : report.message;
  const details = detailsOf(report, positions);
  const asked = report.code === 'CAPABILITY_DENIED' ? denied(report.message) : undefined;
  if (asked) return new BulkheadError('CAPABILITY_DENIED', message, { ...details, asked });
  const code = CALL_CODES.find((known) => known === report.bridge) ?? 'TOOL_ERROR';
  return new BulkheadError(code, message, details);
}

/** Why a source did not load. */
export function loadFailure(text: string, positions: Positions): BulkheadError {
  const report = readReport(parseJson(text));
  const details = detailsOf(report, positions);
  const { line, column, hint, guest } = details;
  const [first] = guest?.stack ?? [];
  const where = first && (first.line !== line || first.column !== column) ? first : { line, column };
  const file = where === first ? first.file : details.file;
  const place =
    where.line === undefined
      ? ''
      : ` (${file === undefined ? '' : `${file}, `}line ${where.line}, column ${where.column})`;
  // It was thrown in no function, or nowhere at all: a module that is there does not export what is imported.
  const unparsed = report.name === 'SyntaxError' && /^(?:\s*at [^(]*)?$/.test(report.stack?.split('\n', 1)[0] ?? '');
  const code = LOAD_CODES.find((known) => known === report.bridge) ?? (unparsed ? 'SOURCE_SYNTAX' : 'SOURCE_THREW');
  return new BulkheadError(code, `${report.name}: ${report.message}${hint ? `; ${hint}` : ''}${place}`, details);
}

export const stoppedError = (what: string) =>
  new BulkheadError('STOPPED', `${what}: stopped by its caller`, { stoppedBy: 'abort' });

/** The error of a guest that ended by itself: of memory, of stack, or in the engine; `undefined` for one that was stopped. */
function faultError(what: string, fault: IsolateFault, limits: Limits): BulkheadError | undefined {
  if (fault === 'memory') {
    const message = `${what} used more than ${limits.memoryBytes} bytes of memory`;
    return new BulkheadError('TOOL_MEMORY', message, { stoppedBy: 'memory' });
  }
  if (fault === 'stack') {
    const message = `${what} needs more stack than the browser gives: replace deep recursion, deeply nested JSON or deeply nested source by a loop`;
    return new BulkheadError('TOOL_CRASHED', message, { stoppedBy: 'engine', limit: 'stackBytes' });
  }
  if (fault !== 'engine') return undefined;
  return new BulkheadError('TOOL_CRASHED', `${what} broke the engine it ran in`, { stoppedBy: 'engine' });
}

export const timeoutError = (what: string, limit: string, ms: number, stoppedBy: StoppedBy) =>
  new BulkheadError('TOOL_TIMEOUT', `${what} ${limit === 'timeoutMs' ? 'took' : 'ran'} longer than ${ms} ms`, {
    stoppedBy,
    limit,
    ms,
  });

/** Why a call had to be ended. */
export function endError(call: OpenCall | undefined, fault: IsolateFault, limits: Limits, now: number): BulkheadError {
  const limit = call?.over(now, 0);
  const what = call?.tool ?? 'a tool';
  const stoppedBy = fault === 'pump' ? 'pump' : 'interrupt';
  if (call?.interrupted) return stoppedError(what);
  const own = faultError(what, fault, limits);
  if (own) return own;
  if (call && limit) return timeoutError(what, limit, call[limit], stoppedBy);
  return new BulkheadError('WORKER_LOST', `${what}: its guest had to be stopped`, { stoppedBy });
}

/** Why a source has not loaded that did not say so itself. */
export function loadError(fault: IsolateFault | undefined, limits: Limits): BulkheadError {
  const own = fault && faultError('the source', fault, limits);
  if (own) return own;
  if (fault === 'interrupt' || fault === 'pump') return timeoutError('the source', 'loadMs', limits.loadMs, fault);
  return new BulkheadError('SOURCE_THREW', 'a top-level await of the source never ends', { stoppedBy: 'pump' });
}

/** What is wrong with the size of a result, if anything. */
export function resultFault(text: string, { resultBytes }: Limits): { readonly error: BulkheadError } | undefined {
  const bytes = text.length * 3 > resultBytes ? utf8Bytes(text) : 0;
  if (bytes <= resultBytes) return undefined;
  const message = `the result takes ${bytes} bytes of ${resultBytes}`;
  return { error: new BulkheadError('TOOL_RESULT_TOO_LARGE', message, { stoppedBy: 'guest' }) };
}
