import type { Area, CaseResult } from '../types.js';

/** Runs each file in one dedicated worker; what breaks the worker breaks a file. */
export const memoryGraph: Area = async function* (files) {
  const worker = new Worker(new URL('./cases.worker.ts', import.meta.url), { type: 'module' });
  try {
    for (const file of files) {
      const { promise, resolve, reject } = Promise.withResolvers<CaseResult[]>();
      worker.onmessage = ({ data }: MessageEvent<CaseResult[]>) => resolve(data);
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage(file);
      yield* await promise;
    }
  } finally {
    worker.terminate();
  }
};
