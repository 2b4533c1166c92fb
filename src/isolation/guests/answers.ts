import {
  BulkheadError,
  ERROR_FAULTS,
  type ErrorCode,
  type ErrorData,
  type ErrorDetails,
  type GuestFault,
  type GuestFrame,
  type StoppedBy,
} from '../../../worker/protocol/errors.js';
import { GUEST_PACE } from '../../../worker/protocol/guest-pace.js';
import { parseJson } from '../../../worker/protocol/json.js';
import { type Limits, PACE } from '../../../worker/protocol/limits.js';
import type { Manifest } from '../../../worker/protocol/manifest.js';
import { PLUGIN_ID, TOOL_NAME } from '../../../worker/protocol/names.js';
import { isReserved } from '../../../worker/protocol/reserved.js';
import type {
  CallEvent,
  CallOutcome,
  LogLevel,
  LogLine,
  PackedGuest,
  Progress,
  SkippedTool,
  ToolDeclaration,
} from '../../../worker/protocol/tool.js';

/*
 * A tool worker runs our own code, unless a guest has broken out of its engine. The page therefore copies its answers, field
 * by field and within bounds, into plain data of the expected shape before it reads them.
 */

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];
const STOPPED_BY = 'guest interrupt pump memory engine watchdog abort validation'.split(' ') as readonly StoppedBy[];
/** Error codes, beside those about plugin and model, that a tool worker may report. */
const CODES = /^(STOPPED|WORKER_LOST|WALL_MISSING|BAD_ARGS|INTERNAL|TOOL_NOT_FOUND)$/;
const LINES = 1_000;
const REFUSED = 32;

type Fields = { readonly [key: string]: unknown };
const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const number = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, 0), Number.MAX_SAFE_INTEGER) : 0;
const text = (value: unknown, limit: number): string => (typeof value === 'string' ? value.slice(0, limit) : '');
const list = <T>(value: unknown, most: number, read: (item: unknown) => T): T[] =>
  Array.isArray(value) ? Array.from(value.slice(0, most), read) : [];

/** Leaves out absent fields, so that a copy has no more keys than the original. */
function present<T extends Fields>(copy: T): Partial<T> {
  return Object.fromEntries(Object.entries(copy).filter(([, value]) => value !== undefined)) as Partial<T>;
}

const count = (value: unknown): number | undefined => (Number.isFinite(value) ? (value as number) : undefined);
const words = (value: unknown, limit = 500): string | undefined =>
  typeof value === 'string' ? value.slice(0, limit) : undefined;

function readLine(line: unknown): LogLine {
  const { level, text: said } = fields(line);
  return { level: LEVELS.find((known) => known === level) ?? 'info', text: text(said, 4_000) };
}

function readProgress(value: unknown): Progress | undefined {
  const { done, total, label } = fields(value);
  if (typeof done !== 'number') return undefined;
  return { done: number(done), ...present({ total: count(total), label: words(label, 4_000) }) } as Progress;
}

/** An event of an open call, or nothing. */
export function readEvent(value: unknown): CallEvent | undefined {
  const { call, log, progress } = fields(value);
  if (typeof call !== 'number') return undefined;
  const read = readProgress(progress);
  return { call, log: list(log, LINES, readLine), ...(read && { progress: read }) };
}

/** What a call was denied, as its worker tells it. */
function readAsked(value: unknown): object {
  const { method, host, http, tool } = fields(value);
  return { method: text(method, 64), ...present({ host: words(host), http: words(http, 32), tool: words(tool, 64) }) };
}

function readIssue(one: unknown): object {
  const { path, message, example } = fields(one);
  return { path: text(path, 500), message: text(message, 500), ...present({ example: words(example) }) };
}

const FRAMES = 16;
const CAUSES = 4;
const ERRORS = 8;

function readFrame(value: unknown): GuestFrame {
  const { function: name, file, line, column } = fields(value);
  const place = { file: text(file, 500), line: number(line), column: number(column) };
  return typeof name === 'string' ? { function: text(name, 500), ...place } : place;
}

function readGuest(value: unknown, deep = CAUSES): GuestFault {
  const { name, message, code, hint, stack, cause, errors } = fields(value);
  return {
    name: text(name, PACE.errorNameChars),
    message: text(message, PACE.errorMessageChars),
    ...present({
      code: words(code, PACE.errorNameChars),
      hint: words(hint, PACE.errorMessageChars),
      stack: stack && list(stack, FRAMES, readFrame),
      cause: cause && deep > 0 ? readGuest(cause, deep - 1) : undefined,
      errors: errors && deep > 0 ? list(errors, ERRORS, (one) => readGuest(one, 0)) : undefined,
    }),
  } as GuestFault;
}

function readDetails(value: unknown): ErrorDetails {
  const { stoppedBy, file, line, column, path, limit, ms, wall, hint, guest, mismatches, issues, asked } =
    fields(value);
  return present({
    stoppedBy: STOPPED_BY.find((known) => known === stoppedBy),
    file: words(file),
    line: count(line),
    column: count(column),
    path: words(path),
    limit: words(limit),
    ms: count(ms),
    wall: count(wall),
    hint: words(hint),
    guest: guest && readGuest(guest),
    mismatches: mismatches && list(mismatches, 32, readIssue),
    issues: issues && list(issues, 32, readIssue),
    asked: asked && readAsked(asked),
  }) as ErrorDetails;
}

/** An error of a tool worker: a code it may use, a bounded message, known details. */
export function readError(value: unknown): ErrorData {
  const { code, message, details } = fields(value);
  const fault = typeof code === 'string' && Object.hasOwn(ERROR_FAULTS, code) ? ERROR_FAULTS[code as ErrorCode] : '';
  const known = fault === 'plugin' || fault === 'model' || (fault !== '' && CODES.test(code as string));
  return {
    code: known ? (code as ErrorCode) : 'PROTOCOL_VIOLATION',
    message: text(message, PACE.errorMessageChars),
    details: readDetails(details),
  };
}

/** The same, to be thrown. */
export function strangersError(value: unknown): BulkheadError {
  const { code, message, details } = readError(value);
  return new BulkheadError(code, message, details);
}

/** @throws `PROTOCOL_VIOLATION` when it is no outcome. */
export function readOutcome(value: unknown): CallOutcome {
  const { error, text: result, cut, usage: spent, log, activated: keys, refused: asked } = fields(value);
  const cost = fields(spent);
  const usage = {
    wallMs: number(cost.wallMs),
    cpuMs: number(cost.cpuMs),
    memoryBytes: number(cost.memoryBytes),
    logLines: number(cost.logLines),
    logLinesDropped: number(cost.logLinesDropped),
    requests: number(cost.requests),
    bytesOut: number(cost.bytesOut),
  };
  const lines = list(log, LINES, readLine);
  const activated = keys === undefined ? {} : { activated: list(keys, LINES, (key) => text(key, 500)).filter(Boolean) };
  const refused = list(asked, REFUSED, (name) => text(name, 64));
  const more = { log: lines, ...activated, ...(refused.length > 0 && { refused }) };
  if (error !== undefined) return { error: readError(error), usage, ...more };
  if (typeof result !== 'string') throw new BulkheadError('PROTOCOL_VIOLATION', 'an answer without a result');
  return { text: result, ...(cut === true && { cut }), usage, ...more };
}

export interface LoadedPlugin {
  readonly manifest: Manifest | null;
  readonly tools: readonly ToolDeclaration[];
  readonly skipped: readonly SkippedTool[];
  /** The reason why its guests do not start from an image; empty if they do. */
  readonly fresh: string;
  /** The memory image for its next worker; opaque here. */
  readonly packed: PackedGuest | undefined;
}

/** Copies a stranger's declaration of a tool into plain data of the expected shape. Its name is checked later. */
export function readDeclaration(tool: unknown): ToolDeclaration {
  const { name, displayName, description, parameters, mode, hasSimulate } = fields(tool);
  return {
    name: text(name, 65),
    displayName: text(displayName, 65_536),
    description: text(description, 65_536),
    parameters: fields(parameters),
    mode: mode === 'read' ? 'read' : 'write',
    hasSimulate: hasSimulate === true,
  };
}

/** Copies bytes that only another worker of the same plugin reads. Larger images are not worth their memory. */
function readPacked(value: unknown): PackedGuest | undefined {
  const { image, declared } = fields(value);
  if (!(image instanceof ArrayBuffer) || image.byteLength > GUEST_PACE.packedBytes) return undefined;
  if (typeof declared !== 'string' || declared.length > GUEST_PACE.packedBytes) return undefined;
  // A copy has no spare capacity.
  return { image: image.slice(0), declared };
}

/** @throws `PROTOCOL_VIOLATION` if the worker declares something that an honest worker refuses. */
export function readLoaded(value: unknown, limits: Limits, handwritten: boolean): LoadedPlugin {
  const { manifest, tools, skipped, fresh, packed } = fields(value);
  const refuse = (why: string) => new BulkheadError('PROTOCOL_VIOLATION', `a plugin that declares ${why}`);
  if (typeof manifest !== 'string' || manifest.length > limits.schemaBytes * 2) throw refuse('no manifest');
  if (typeof tools !== 'string' || tools.length > limits.schemaBytes * limits.toolsPerPlugin * 2)
    throw refuse('no tools');
  const said = parseJson(manifest) as Manifest | null;
  if (said?.id !== undefined && !PLUGIN_ID.test(String(said.id))) throw refuse('a bad id');
  const read = list(parseJson(tools), limits.toolsPerPlugin, readDeclaration);
  const names = new Set(read.map(({ name }) => name));
  if ((read.length === 0 && !handwritten) || names.size < read.length) throw refuse('no tool, or one twice');
  if (read.some(({ name }) => !TOOL_NAME.test(name) || isReserved(name))) throw refuse('a bad name');
  const missing = handwritten && typeof skipped === 'string' ? parseJson(skipped.slice(0, limits.sourceBytes)) : [];
  return {
    manifest: said,
    tools: read,
    fresh: text(fresh, 200),
    packed: readPacked(packed),
    skipped: list(missing, LINES, (one) => ({
      name: text(fields(one).name, 65),
      error: text(fields(one).error, 2_000),
    })),
  };
}
