import type { Alternative, Sample } from '../rounds.js';

/** What the bench worker can run a block of. */
export type BlockName =
  | 'instance'
  | 'fresh'
  | 'restored'
  | 'raw'
  | 'load-image'
  | 'load-source'
  | 'load-raw'
  | 'load-and-call'
  | 'image-and-call'
  | 'warm'
  | 'warm-kept'
  | 'bare-call'
  | 'asking-call'
  | 'json';

export type BlockRequest = { readonly wasm: ArrayBuffer } | { readonly block: BlockName; readonly count: number };
export type BlockReply = { readonly sample: Sample } | { readonly error: string };

/** A live worker with the engine compiled, and the blocks that run in it. */
export interface BenchWorker {
  run(block: BlockName, count: number): Promise<Sample>;
  alternative(name: string, block: BlockName, count: number): Alternative;
}

/** Bytes of the engine that the library is served with. */
export async function engineBytes(): Promise<ArrayBuffer> {
  return (await fetch('/bulkhead/quickjs.wasm')).arrayBuffer();
}

export async function openBenchWorker(): Promise<BenchWorker> {
  const worker = new Worker('/bench/worker.js', { type: 'module' });
  worker.postMessage({ wasm: await engineBytes() } satisfies BlockRequest);
  const run = (block: BlockName, count: number): Promise<Sample> =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<BlockReply>) => {
        if ('sample' in data) resolve(data.sample);
        else reject(new Error(`${block}: ${data.error}`));
      };
      worker.onerror = ({ message }) => reject(new Error(`the bench worker: ${message}`));
      worker.postMessage({ block, count } satisfies BlockRequest);
    });
  return { run, alternative: (name, block, count) => ({ name, sample: () => run(block, count) }) };
}
