import * as z from 'zod/mini';

/**
 * Tells zod, for all who use it in this realm, never to try whether it may make code from text: a strict CSP reports each try.
 * Imported for its effect, before what brings zod along.
 */
export const NO_JIT = z.config({ jitless: true });
