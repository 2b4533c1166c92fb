import { decoded, encode, sameData } from '../../fixtures/memory/decode.js';

/** What a recording says of a call. */
export type Expected = { readonly ok: unknown } | { readonly throws: { readonly code: string | null } };

/** One case, compared. */
export interface Checked {
  readonly id: string;
  readonly ok: boolean;
  /** Not compared, and why. */
  readonly skipped?: string;
  /** The sentence that overrules what was recorded; the case holds as that has it. */
  readonly overruled?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

export function checked(id: string, expected: unknown, actual: unknown, tolerance = 0): Checked {
  const ok = sameData(actual, expected, tolerance);
  return ok ? { id, ok } : { id, ok, expected, actual };
}

/** What came of a call, as it is written in recordings. */
export async function outcomeOf(call: () => unknown): Promise<object> {
  try {
    return { ok: await call() };
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message?: string };
    return { throws: { code: code ?? message } };
  }
}

/** Only codes are compared; where there is none in a recording, an argument was bad. */
export function expectedOf(recorded: Expected): object {
  return 'throws' in recorded
    ? { throws: { code: recorded.throws.code ?? 'BAD_ARGS' } }
    : { ok: encode(decoded(recorded.ok)) };
}
