import type { ErrorData } from '../../../worker/protocol/errors.js';
import { utf8Bytes } from '../../../worker/protocol/json.js';
import { codeOf, NO_MESSAGE } from '../../../worker/protocol/outcome.js';
import { isPlainObject } from '../../../worker/protocol/spec.js';

export const TRUNCATED = 'TOOL_RESULT_TRUNCATED';

/** The answer for a write tool without `simulate` in a review: it did not run. */
export const NOT_SIMULATED = JSON.stringify({ ok: true, simulated: true, unvalidated: true });

/** Content of a `role: 'tool'` message: compact JSON. */
export interface Content {
  readonly content: string;
  readonly truncated: boolean;
}

/** Content for a tool's result. `already`: the result was cut in the tool's realm, and this is its beginning. */
export function successContent(value: unknown, maxBytes: number, already = false): Content {
  const tooLong = () => cut({ ok: true }, 'data', text(value), { flag: TRUNCATED }, maxBytes);
  if (already) return tooLong();
  if (value === undefined || value === null) return { content: '{"ok":true}', truncated: false };
  const own = isPlainObject(value) && Object.hasOwn(value, 'ok');
  const content = own ? JSON.stringify(value) : `{"ok":true,"data":${JSON.stringify(value)}}`;
  if (fits(content, maxBytes)) return { content, truncated: false };
  if (own && value.ok === false) {
    const { error, code, hint } = value;
    const kept = { ...(code !== undefined && { code: brief(code) }), ...(hint !== undefined && { hint: brief(hint) }) };
    return cut({ ok: false }, 'error', text(error), { ...kept, flag: TRUNCATED }, maxBytes);
  }
  return tooLong();
}

/** Content for a failure, and its code. Uses the tool's own `code` and `hint`, if any. */
export function failureContent(error: ErrorData, simulated: boolean, maxBytes: number): Content & { code: string } {
  const guest = error.code === 'TOOL_ERROR' ? error.details?.guest : undefined;
  const message = guest?.message || error.message || NO_MESSAGE;
  const code = codeOf(error);
  const hint = guest?.hint ?? (typeof error.details?.hint === 'string' ? error.details.hint : '');
  const head = simulated ? { ok: false, simulated: true } : { ok: false };
  const content = JSON.stringify({ ...head, error: message, code, hint });
  if (fits(content, maxBytes)) return { content, truncated: false, code };
  const tail = { code: brief(code), hint: brief(hint), flag: TRUNCATED };
  return { ...cut(head, 'error', message, tail, maxBytes), code };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const brief = (value: unknown): string => text(value).slice(0, 2_000);
const fits = (content: string, maxBytes: number): boolean =>
  content.length * 3 <= maxBytes || utf8Bytes(content) <= maxBytes;

/** `{...head, [key]: as much of `body` as fits, ...tail}`. */
function cut(head: object, key: string, body: string, tail: object, maxBytes: number): Content {
  const around = utf8Bytes(JSON.stringify({ ...head, [key]: '', ...tail }));
  return { content: JSON.stringify({ ...head, [key]: fitting(body, maxBytes - around), ...tail }), truncated: true };
}

/** Returns the longest beginning of a text, in whole characters, whose JSON takes at most this many bytes in UTF-8. */
function fitting(body: string, bytes: number): string {
  let left = bytes;
  let end = 0;
  for (const character of body) {
    const code = character.codePointAt(0) ?? 0;
    left -= jsonBytes(code);
    if (left < 0) break;
    end += character.length;
  }
  return body.slice(0, end);
}

function jsonBytes(code: number): number {
  if (code < 0x20) return [8, 9, 10, 12, 13].includes(code) ? 2 : 6;
  if (code === 0x22 || code === 0x5c) return 2;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  if (code >= 0xd800 && code <= 0xdfff) return 6;
  return code < 0x10000 ? 3 : 4;
}
