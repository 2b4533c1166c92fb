/**
 * The parts of the platform beyond the language, and the names by which a source asks for each. A part is a file of `parts/`. It is
 * evaluated before a source that names one of its globals, and so belongs to the plugin's image; otherwise at the first use.
 */
export const PARTS = {
  console: ['console'],
  events: [
    ...['Event', 'EventTarget', 'CustomEvent', 'ErrorEvent', 'MessageEvent', 'PromiseRejectionEvent'],
    ...['AbortController', 'AbortSignal', 'DOMException'],
  ],
  timers: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
  text: ['TextEncoder', 'TextDecoder', 'atob', 'btoa'],
  clone: ['structuredClone'],
  messages: ['MessageChannel', 'MessagePort'],
  url: ['URL', 'URLSearchParams'],
  pattern: ['URLPattern'],
  blob: ['Blob', 'File'],
  forms: ['FormData'],
  http: ['Headers', 'Request', 'Response', 'fetch'],
  streams: [
    ...['ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamDefaultController'],
    ...['ReadableStreamBYOBReader', 'ReadableStreamBYOBRequest', 'ReadableByteStreamController'],
    ...['WritableStream', 'WritableStreamDefaultWriter', 'WritableStreamDefaultController'],
    ...['TransformStream', 'TransformStreamDefaultController', 'ByteLengthQueuingStrategy', 'CountQueuingStrategy'],
  ],
  codecs: ['TextEncoderStream', 'TextDecoderStream', 'CompressionStream', 'DecompressionStream'],
  crypto: ['crypto', 'Crypto', 'CryptoKey', 'SubtleCrypto'],
  date: ['Date'],
  intl: ['Intl'],
  scope: ['navigator', 'performance', 'Performance', 'reportError'],
} as const satisfies { readonly [part: string]: readonly string[] };

/** Name of a part of the platform. */
export type Part = keyof typeof PARTS;
