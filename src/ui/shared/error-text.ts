import type { ErrorCode, StoppedBy } from '../../index.js';
import { spoken } from '../i18n/language.js';
import { t } from '../i18n/text.js';
import { ERRORS } from '../i18n/texts/errors.js';

/** An error as the interface shows it: plain data, whoever threw it. */
export interface ErrorView {
  readonly code: string;
  readonly message: string;
  /** The code that the tool itself gave its error, where it is another. */
  readonly ownCode?: string;
  /** What the model should do instead. */
  readonly hint?: string;
  readonly stoppedBy?: StoppedBy;
  /** What a server answered with, as 404. */
  readonly status?: number;
  readonly line?: number;
  readonly column?: number;
  readonly mismatches: readonly { readonly path: string; readonly message: string }[];
}

const RINGS: readonly string[] = ['guest', 'interrupt', 'pump', 'memory', 'engine', 'watchdog', 'abort', 'validation'];

/** What a code means, in one sentence of the language in use. */
export const errorWords = (code: string): string =>
  spoken(Object.hasOwn(ERRORS, code) ? ERRORS[code as ErrorCode] : ERRORS.INTERNAL);

/** Which ring stopped a call, in words; empty when the error does not say. */
export const ringWords = ({ stoppedBy }: ErrorView): string => (stoppedBy ? t(`ring.${stoppedBy}`) : '');

/**
 * Reduces anything thrown to what the interface shows. An abort of ours counts as `STOPPED`.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { viewError } from 'bulkhead/ui';
 * await createHost().tools.execute('roll_dice', { notation: '2d6' }).catch((error: unknown) => {
 *   const { code, message, hint } = viewError(error);
 *   console.warn(code, message, hint);
 * });
 */
export function viewError(thrown: unknown): ErrorView {
  const { code, message, name, details } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Record<
    string,
    unknown
  >;
  const text = typeof message === 'string' ? message : String(thrown);
  // What the browser says of an abort is nothing a person needs to read.
  if (name === 'AbortError') return { code: 'STOPPED', message: '', stoppedBy: 'abort', mismatches: [] };
  const { stoppedBy, line, column, path, mismatches, issues, hint, guest, status } = (details ?? {}) as Record<
    string,
    unknown
  >;
  const found = mismatches ?? issues;
  const places = Array.isArray(found) ? found : typeof path === 'string' ? [{ path, message: text }] : [];
  const said: { readonly code?: unknown; readonly hint?: unknown } = Object(guest);
  const own = said.code;
  const advice = hint ?? said.hint;
  return {
    code: typeof code === 'string' ? code : 'INTERNAL',
    message: text,
    mismatches: places,
    ...(RINGS.includes(String(stoppedBy)) && { stoppedBy: stoppedBy as StoppedBy }),
    ...(typeof own === 'string' && own !== '' && own !== code && { ownCode: own }),
    ...(typeof advice === 'string' && advice !== '' && { hint: advice }),
    ...(typeof status === 'number' && { status }),
    ...(typeof line === 'number' && { line }),
    ...(typeof column === 'number' && { column }),
  };
}
