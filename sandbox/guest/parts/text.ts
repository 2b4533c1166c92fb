import type { MakePart } from '../platform.js';
import { makeBase64 } from './text/base64.js';
import { makeDecoder } from './text/decoder.js';
import { makeEncoder } from './text/encoder.js';

/** Text and bytes, by the Encoding standard. The host converts; what a stream is in the middle of stays in the guest. */
export const make: MakePart = (kit) => ({
  TextEncoder: makeEncoder(kit),
  TextDecoder: makeDecoder(kit),
  ...makeBase64(kit),
});
