import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import type { FetchOptions } from './fetch.js';
import { Flags, type ThreadStart } from './flags.js';

/**
 * The start of every worker thread in Node: gives the thread what a worker's script expects of its global, then runs that script. It
 * runs as a classic script without a way to import anything, as in a browser.
 */
const { script, flags, privateHosts = [] } = workerData as ThreadStart;
const events = new EventTarget();
/** The realm of a tool worker loses it. */
const { MessageEvent } = globalThis;
const readable = flags && new Flags(flags);

/** Reads one of our flags in place of a blob: 200 while it stands. */
class FlagRequest {
  status = 0;
  #flag = '';
  open(_method: string, flag: string): void {
    this.#flag = flag;
  }
  send(): void {
    this.status = readable?.stands(this.#flag) ? 200 : 0;
  }
}

/** Loaded with the first request: a tool worker never sends one. */
async function fetch(address: string, options?: FetchOptions): Promise<Response> {
  const { pinnedFetch } = await import('./fetch.js');
  return pinnedFetch(privateHosts)(address, options);
}

/** A worker has nothing to print: a stream would be a way out of it. */
const silent = Object.fromEntries(['log', 'info', 'warn', 'error', 'debug', 'trace'].map((name) => [name, () => {}]));

const parts: { readonly [name: string]: unknown } = {
  self: globalThis,
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
  XMLHttpRequest: FlagRequest,
  fetch,
  console: silent,
  close: () => parentPort?.close(),
};
for (const [name, value] of Object.entries(parts)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: false });
}
parentPort?.on('message', (data: unknown) => events.dispatchEvent(new MessageEvent('message', { data })));
new Script(readFileSync(script, 'utf8'), { filename: 'worker.js' }).runInThisContext();
