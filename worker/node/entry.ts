import { parentPort, workerData } from 'node:worker_threads';
import type { FetchOptions } from './fetch.js';
import { Flags, type ThreadStart } from './flags.js';
import { runScript } from './scope.js';

/** The start of every worker thread of ours. */
const { script, flags, privateHosts = [] } = workerData as ThreadStart;
const shared = flags && new Flags(flags);

/** Loaded with the first request: a tool worker never sends one. */
async function fetch(address: string, options?: FetchOptions): Promise<Response> {
  const { pinnedFetch } = await import('./fetch.js');
  return pinnedFetch(privateHosts)(address, options);
}

const deliver = runScript(script, {
  stands: (flag) => shared?.stands(flag) === true,
  fetch,
  close: () => parentPort?.close(),
});
parentPort?.on('message', deliver);
