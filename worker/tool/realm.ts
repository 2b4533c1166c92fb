/**
 * Wall 4. Imported first: takes what the tool worker itself needs, then removes everything else from the realm, before
 * any other code of the bundle runs. An allow-list, because browsers keep adding things.
 */
import { browserParts } from '../natives/platform.js';
import { REALM_GLOBALS } from './realm-globals.js';

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;

const { crypto, performance } = scope;
const Request = globalThis.XMLHttpRequest;
const [setTimer, clearTimer] = [scope.setTimeout.bind(scope), scope.clearTimeout.bind(scope)];
const [listen, unlisten] = [scope.addEventListener.bind(scope), scope.removeEventListener.bind(scope)];
/** Drawn from the browser in one go, because each draw costs as much as restoring a guest. */
const random = new Uint8Array(1_024);
let drawn = random.length;
const hop = new MessageChannel();
const hops: (() => void)[] = [];
hop.port1.onmessage = () => hops.shift()?.();

/** Functions that the worker keeps for itself, out of reach of any code that does not import them. */
export const realm = {
  /** For the natives of guests. */
  parts: browserParts(),
  now: (): number => performance.now(),
  setTimer: (work: () => void, ms: number): number => setTimer(work, ms),
  clearTimer: (timer: number): void => clearTimer(timer),
  /** Eight random bytes, each handed out once. */
  seed: (): Uint8Array => {
    if (drawn === random.length) {
      crypto.getRandomValues(random);
      drawn = 0;
    }
    drawn += 8;
    return random.slice(drawn - 8, drawn);
  },
  /** True once a blob's URL was revoked. Blocks. While a guest computes, no message can be received in another way. */
  isGone: (url: string): boolean => {
    try {
      const request = new Request();
      request.open('GET', url, false);
      request.send();
      return request.status !== 200;
    } catch {
      return true;
    }
  },
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
    for (const key of Reflect.ownKeys(level)) {
      // Its own text, and no way to anywhere.
      if (key === Symbol.toStringTag || allowed.has(String(key)) || Reflect.deleteProperty(level, key)) continue;
      if (typeof key === 'symbol' && Reflect.get(level, key) === undefined) continue;
      left.push(String(key));
    }
  }
  return left;
}

/** Names that this browser would not let go; the worker refuses to serve while there are any. */
export const leftovers: readonly string[] = strip();
