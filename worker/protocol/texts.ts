import * as z from 'zod/mini';

z.config({ jitless: true });

/** A text of 1 to `max` characters. */
export const shortText = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

/** A text, or one text per language tag; `en` is always there. */
export const localText = (max: number) =>
  z.union([shortText(max), z.catchall(z.object({ en: shortText(max) }), shortText(max))]);

/** A text in one language or several. */
export type LocalText = z.infer<ReturnType<typeof localText>>;
