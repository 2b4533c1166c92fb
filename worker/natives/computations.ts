import { compressionComputations } from './compression.js';
import type { BrowserParts } from './platform.js';
import { subtleComputation } from './subtle.js';
import { remoteComputation } from './subtle-port.js';

/**
 * Work that takes its time: input is JSON of the guest and a copy of its bytes; the result is plain data or bytes. One that has not
 * begun when `signal` aborts never begins, and lets its bytes go.
 */
export type Computation = (input: unknown, bytes: Uint8Array<ArrayBuffer>, signal?: AbortSignal) => Promise<unknown>;

/** The computations that a guest may start. */
export type Computations = { readonly [name: string]: Computation };

/** The computations of this realm. `port` leads to a realm that has Web Cryptography, where this one has none. */
export function makeComputations(parts: BrowserParts, port?: MessagePort): Computations {
  const { crypto } = parts;
  const subtle = crypto.subtle ? subtleComputation(parts) : port && remoteComputation(port);
  return { ...compressionComputations(parts), ...(subtle && { subtle }) };
}
