/**
 * Wall 4. Imported first: takes what the tool worker itself needs, then removes everything else from the realm, before
 * any other code of the bundle runs. An allow-list, because browsers keep adding things.
 */

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

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;

const { crypto, performance } = scope;
const [setTimer, clearTimer] = [scope.setTimeout.bind(scope), scope.clearTimeout.bind(scope)];
const [listen, unlisten] = [scope.addEventListener.bind(scope), scope.removeEventListener.bind(scope)];
const hop = new MessageChannel();
const hops: (() => void)[] = [];
hop.port1.onmessage = () => hops.shift()?.();

/** What the worker keeps for itself, out of reach of any code that does not import it. */
export const realm = {
  now: (): number => performance.now(),
  setTimer: (work: () => void, ms: number): number => setTimer(work, ms),
  clearTimer: (timer: number): void => clearTimer(timer),
  seed: (): Uint8Array => crypto.getRandomValues(new Uint8Array(8)),
  /** Resolves in a later task, so that messages get in between. Not a timer: browsers do not slow it down. */
  nextTask: (): Promise<void> =>
    new Promise((resolve) => {
      hops.push(resolve);
      hop.port2.postMessage(null);
    }),
  /** The one message this worker gets on its global. */
  start: <T>(): Promise<T> =>
    new Promise((resolve) => {
      const take = (event: MessageEvent) => {
        unlisten('message', take);
        resolve(event.data as T);
      };
      listen('message', take);
    }),
};

/** Removes every global that is not allowed, up the whole prototype chain; answers what would not go. */
function strip(): string[] {
  const allowed = new Set(REALM_GLOBALS);
  const left: string[] = [];
  for (const name of ['createObjectURL', 'revokeObjectURL']) Reflect.deleteProperty(URL, name);
  for (let level: object | null = scope; level && level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    for (const name of Object.getOwnPropertyNames(level)) {
      if (allowed.has(name) || Reflect.deleteProperty(level, name)) continue;
      left.push(name);
    }
  }
  return left;
}

/** Names that this browser would not let go; the worker refuses to serve while there are any. */
export const leftovers: readonly string[] = strip();
