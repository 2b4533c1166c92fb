import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';

/** What a worker's script has beside the language, where it differs from thread to process. */
export interface ScopeParts {
  /** True while the flag of a call stands. Blocks no longer than a moment. */
  readonly stands: (flag: string) => boolean;
  readonly fetch?: unknown;
  readonly close: () => void;
}

/** The realm of a tool worker loses it. Node loads its `fetch` with it, at the first message of a port at the latest. */
const { MessageEvent } = globalThis;

/**
 * Takes what Node's `fetch` has left on the global under symbols: the one that sends its requests. It can be overwritten, and not
 * deleted.
 */
function removeSymbols(): void {
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    if (key !== Symbol.toStringTag && !Reflect.deleteProperty(globalThis, key)) Reflect.set(globalThis, key, undefined);
  }
}

/** A worker has nothing to print: a stream would be a way out of it. */
const silent = Object.fromEntries(['log', 'info', 'warn', 'error', 'debug', 'trace'].map((name) => [name, () => {}]));

/**
 * Makes the global of this thread what a worker's script expects in a browser, and runs the script: as a classic script without a way
 * to import anything. @returns a function that hands it a message.
 */
export function runScript(path: string, { stands, fetch, close }: ScopeParts): (data: unknown) => void {
  const events = new EventTarget();
  /** Reads a flag in place of a blob: 200 while it stands. */
  class FlagRequest {
    status = 0;
    #flag = '';
    open(_method: string, flag: string): void {
      this.#flag = flag;
    }
    send(): void {
      this.status = stands(this.#flag) ? 200 : 0;
    }
  }
  const parts: { readonly [name: string]: unknown } = {
    self: globalThis,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
    XMLHttpRequest: FlagRequest,
    console: silent,
    fetch,
    close,
  };
  for (const [name, value] of Object.entries(parts)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: false });
  }
  removeSymbols();
  new Script(readFileSync(path, 'utf8'), { filename: 'worker.js' }).runInThisContext();
  return (data) => void events.dispatchEvent(new MessageEvent('message', { data }));
}
