import * as z from 'zod/mini';

/**
 * Tells zod, for all who use it in this realm, never to try whether it may make code from text: a strict CSP reports each try.
 * To be called before what brings zod along is loaded: it makes its schemas then.
 */
export function noJit(): void {
  z.config({ jitless: true });
}
