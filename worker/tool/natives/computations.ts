import type { BrowserParts } from './platform.js';

/** Work that takes its time: input is JSON of the guest and a copy of its bytes; the result is plain data or bytes. */
export type Computation = (input: unknown, bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>;

/** The computations that a guest may start. */
export function makeComputations(parts: BrowserParts): { readonly [name: string]: Computation } {
  return {
    digest: async (algorithm, bytes) => new Uint8Array(await parts.crypto.subtle.digest(`${algorithm}`, bytes)),
  };
}
