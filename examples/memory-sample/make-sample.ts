import type { GraphOptions } from './shape.js';

/** Makes up a graph in a worker. @returns a file that a memory's `import` takes; rejects where the worker fails. */
export function makeSample(options: GraphOptions): Promise<string> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const made = new Promise<string>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data), { once: true });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true });
  });
  worker.postMessage(options);
  return made.finally(() => worker.terminate());
}
