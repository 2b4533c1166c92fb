/** Language globals, and the few platform ones that our libraries name. Nothing here reaches out of the realm. */
export const REALM_GLOBALS: readonly string[] = [
  ...['Object', 'Function', 'Array', 'Number', 'Boolean', 'String', 'Symbol', 'BigInt', 'Date', 'Math', 'JSON', 'Intl'],
  ...['Promise', 'RegExp', 'Proxy', 'Reflect', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'],
  ...['ArrayBuffer', 'DataView', 'Uint8Array', 'Int8Array', 'Uint16Array', 'Int16Array', 'Uint32Array', 'Int32Array'],
  ...['BigUint64Array', 'BigInt64Array', 'Uint8ClampedArray', 'Float32Array', 'Float64Array', 'Iterator'],
  ...['parseFloat', 'parseInt', 'isFinite', 'isNaN', 'decodeURI', 'decodeURIComponent', 'encodeURI'],
  ...['encodeURIComponent', 'globalThis', 'undefined', 'NaN', 'Infinity', 'WebAssembly'],
  // Comlink and zod read names only; the engine decodes text and binds the console; the schema validator resolves URLs.
  ...['console', 'TextDecoder', 'TextEncoder', 'URL', 'AbortController', 'AbortSignal'],
  // On the prototype that AbortSignal shares; nothing sends events to this global any more.
  ...['addEventListener', 'removeEventListener', 'dispatchEvent'],
  // Two numbers of an abandoned file API, which Chromium will not let go.
  ...['TEMPORARY', 'PERSISTENT'],
];
