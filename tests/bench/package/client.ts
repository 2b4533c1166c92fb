import { engineBytes } from '../worker/blocks.js';

export type PackageRequest =
  | { readonly type: 'wasm'; readonly wasm: ArrayBuffer }
  | { readonly type: 'start'; readonly source: string; readonly args: string }
  | { readonly type: 'keep'; readonly source: string }
  | { readonly type: 'call'; readonly args: string };
export type PackageReply = { readonly answer: string } | { readonly error: string };

/** `@sebastianwessel/quickjs` in a plain worker of the page, without frame and walls. */
export interface PackageWorker {
  /** Loads a source in a new sandbox and makes its first call. */
  start(source: string, args: object): Promise<string>;
  /** Loads a source in a sandbox that stays. */
  keep(source: string): Promise<string>;
  /** Calls what was loaded by `keep`. */
  call(args: object): Promise<string>;
  end(): void;
}

export async function openPackageWorker(): Promise<PackageWorker> {
  const worker = new Worker('/bench/package.js', { type: 'module' });
  const post = (request: PackageRequest) => worker.postMessage(request);
  const ask = (request: PackageRequest): Promise<string> =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<PackageReply>) => {
        if ('answer' in data) resolve(data.answer);
        else reject(new Error(data.error));
      };
      worker.onerror = ({ message }) => reject(new Error(`the package's worker: ${message}`));
      post(request);
    });
  post({ type: 'wasm', wasm: await engineBytes() });
  return {
    start: (source, args) => ask({ type: 'start', source, args: JSON.stringify(args) }),
    keep: (source) => ask({ type: 'keep', source }),
    call: (args) => ask({ type: 'call', args: JSON.stringify(args) }),
    end: () => worker.terminate(),
  };
}
