import * as z from 'zod/mini';

/** One schema of an object for the schemas of its parts, which may come from another copy of zod 4. */
export const objectSchema = (shape: Readonly<Record<string, unknown>>): z.ZodMiniObject =>
  z.object(shape as Readonly<Record<string, z.ZodMiniType>>);
