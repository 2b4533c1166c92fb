import type { BrowserParts } from './platform.js';

const encoder = new TextEncoder();
/** Decoders without state, by their options: making one costs more than most texts. */
const decoders = new Map<string, TextDecoder>();
const KEPT = 64;

/** UTF-8 of a text. */
export const encode = (text: string): Uint8Array => encoder.encode(text);

/** The text of whole bytes. @throws a TypeError for bytes that are none, where the options say `fatal`. */
export function decode(how: string, bytes: Uint8Array): string {
  let decoder = decoders.get(how);
  if (!decoder) {
    const [encoding, fatal, ignoreBOM] = JSON.parse(how) as [string, boolean, boolean];
    decoder = new TextDecoder(encoding, { fatal, ignoreBOM });
    if (decoders.size < KEPT) decoders.set(how, decoder);
  }
  return decoder.decode(bytes);
}

/** The pure functions about texts. */
export const textFunctions = ({ atob, btoa }: BrowserParts) => ({
  /** The name of the encoding of a label. @throws a RangeError for an unknown one. */
  encodingOf: (label: string) => new TextDecoder(label).encoding,
  atob: (data: string) => atob(data),
  btoa: (data: string) => btoa(data),
});

/** A whole number of triples, so that pieces of base64 can be joined. */
const PIECE = 3 * 8_192;

/** Bytes as base64, and back. @throws for a text that is none. */
export const base64 = ({ atob, btoa }: BrowserParts) => ({
  fromBase64: (text: string): Uint8Array => Uint8Array.from(atob(text), (char) => char.charCodeAt(0)),
  toBase64: (bytes: Uint8Array): string => {
    let text = '';
    for (let at = 0; at < bytes.length; at += PIECE) {
      text += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
    }
    return text;
  },
});
