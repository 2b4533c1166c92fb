import * as z from 'zod/mini';
import { BulkheadError } from './errors.js';
import { PLUGIN_ID } from './names.js';

z.config({ jitless: true });

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
/** A text, or one text per language tag; `en` is always there. */
const localText = (max: number) => z.union([text(max), z.catchall(z.object({ en: text(max) }), text(max))]);

/** What a plugin says about itself: `export const manifest` in its source. Unknown keys are refused. */
export const manifestSchema = z.strictObject({
  $schema: z.optional(text(300)),
  manifest: z.optional(z.literal(1)),
  id: z.optional(z.string().check(z.regex(PLUGIN_ID))),
  version: z.optional(
    z.string().check(z.maxLength(64), z.regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/)),
  ),
  name: z.optional(localText(80)),
  description: z.optional(localText(1_000)),
  author: z.optional(z.strictObject({ name: text(80), url: z.optional(text(300)) })),
  license: z.optional(text(80)),
  homepage: z.optional(text(300)),
  repository: z.optional(text(300)),
});

/** What a plugin says about itself, checked. */
export type Manifest = z.infer<typeof manifestSchema>;

/**
 * Checks a manifest that a plugin declared.
 * @throws `MANIFEST_INVALID` naming the first key that is wrong, as a JSON Pointer.
 */
export function readManifest(value: unknown): Manifest {
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const keys = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])];
  const path = keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  const what = unknown === undefined ? (issue?.message ?? 'invalid') : 'unknown key';
  throw new BulkheadError('MANIFEST_INVALID', `manifest${path}: ${what}`, { path });
}
