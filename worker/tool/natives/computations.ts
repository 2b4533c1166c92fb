import type { BrowserParts } from './platform.js';
import { subtleComputation } from './subtle.js';

/** Work that takes its time: input is JSON of the guest and a copy of its bytes; the result is plain data or bytes. */
export type Computation = (input: unknown, bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>;

/** The computations that a guest may start. */
export const makeComputations = (parts: BrowserParts): { readonly [name: string]: Computation } => ({
  subtle: subtleComputation(parts),
});
