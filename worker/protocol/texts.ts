import * as z from 'zod/mini';

z.config({ jitless: true });

/** No control characters, no zero-width ones, and none that change the direction of the text around. */
const SHOWN = /^[^\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u2064\u2066-\u2069\ufeff]+$/u;

/** A text of 1 to `max` characters, such as an address. */
export const shortText = (max: number) => z.string().check(z.minLength(1), z.maxLength(max), z.regex(SHOWN));

const UNSEEN =
  '\\p{Cc}\\u00ad\\u034f\\u115f\\u1160\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0';
/** For editors: nothing unseen, and something to see. `display-text.ts` has the whole rule. */
const DISPLAYED = `^(?=.*[\\p{L}\\p{N}\\p{S}])[^${UNSEEN}]+$`;

/**
 * A text that is shown to people beside ours: editors see a limit of `most` characters, and `display-fields.ts` checks it
 * when it is installed. `kept`: the most that one may have which an earlier version has kept.
 */
export const displayed = (most: number, kept = most) =>
  z
    .string()
    .check(z.minLength(1), z.maxLength(Math.max(most, kept) * 2))
    .register(z.globalRegistry, { maxLength: most, pattern: DISPLAYED });

/** A text that is shown to people, or one text per language tag; `en` is always there. */
export const localText = (most: number, kept = most) =>
  z.union([displayed(most, kept), z.catchall(z.object({ en: displayed(most, kept) }), displayed(most, kept))]);

/** A text in one language, or one text per language tag; `en` is always there. */
export type LocalText = string | { readonly en: string; readonly [language: string]: string };
