import { Worker } from 'node:worker_threads';
import type { ThreadStart } from './flags.js';

/** Bounds of a thread's own JavaScript. What guests use is WebAssembly memory, which their own limits bound. */
const RESOURCES = { maxOldGenerationSizeMb: 512, stackSizeMb: 4 };

/** Starts a thread at the file that every thread begins with. It gets no environment, no arguments and no standard streams. */
export const startThread = (entry: string | URL, start: ThreadStart): Worker =>
  new Worker(entry, {
    workerData: start,
    ...{ env: {}, argv: [], execArgv: [], stdin: false, stdout: true, stderr: true },
    resourceLimits: RESOURCES,
  });
