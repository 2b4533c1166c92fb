/** The files of the package that a page serves beside the bundle, by what they are for. */
export const ASSET_FILES = {
  frame: 'frame.html',
  worker: 'tool-worker.js',
  broker: 'broker-worker.js',
  catalog: 'catalog-worker.js',
  textCalls: 'text-calls-worker.js',
  memory: 'memory-worker.js',
  studio: 'studio-worker.js',
  wasm: 'quickjs.wasm',
} as const;

export type AssetName = keyof typeof ASSET_FILES;

/** One of these files: where it is served. */
export interface Asset {
  readonly name: AssetName;
  /** The address that the page gave. It is used as it is, without the copy inside the package. */
  readonly given?: string | undefined;
  /** The address beside the bundle. Throws where a bundler has left no address. */
  readonly beside: () => URL;
}

/** Where a file is served; `undefined` where a bundler has left no address beside the bundle. */
export function addressOf({ given, beside }: Asset): string | undefined {
  try {
    return given ?? beside().href;
  } catch {
    return undefined;
  }
}
