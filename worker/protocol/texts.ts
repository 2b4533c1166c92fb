import * as z from 'zod/mini';

z.config({ jitless: true });

/** No control characters, none without width, none that turns the direction of what stands beside it. */
const SHOWN = /^[^\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u2064\u2066-\u2069\ufeff]+$/u;

/** A text of 1 to `max` characters that is shown to people as it stands. */
export const shortText = (max: number) => z.string().check(z.minLength(1), z.maxLength(max), z.regex(SHOWN));

/** A text, or one text per language tag; `en` is always there. */
export const localText = (max: number) =>
  z.union([shortText(max), z.catchall(z.object({ en: shortText(max) }), shortText(max))]);

/** A text in one language or several. */
export type LocalText = z.infer<ReturnType<typeof localText>>;
