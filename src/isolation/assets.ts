import { type Asset, assetChecks } from '../assets/index.js';

/** URLs at which the page serves the files beside the bundle. */
export interface Assets {
  /** Serve it without a CSP header, and with COEP if the page has it. */
  readonly frame: string;
  readonly worker: string;
  readonly broker: string;
  readonly catalog: string;
  readonly textCalls: string;
  readonly memory: string;
  readonly wasm: string;
}

/**
 * Returns the files by their usual names in one folder. Relative URLs are resolved against the page.
 *
 * @example
 * import { assetsAt, createHost } from 'bulkhead';
 * const host = createHost({ assets: assetsAt('/bulkhead/') });
 */
export function assetsAt(folder: string | URL): Assets {
  const base = new URL(String(folder).replace(/\/?$/, '/'), globalThis.document?.baseURI ?? import.meta.url);
  const at = (name: string) => new URL(name, base).href;
  return {
    frame: at('frame.html'),
    worker: at('tool-worker.js'),
    broker: at('broker-worker.js'),
    catalog: at('catalog-worker.js'),
    textCalls: at('text-calls-worker.js'),
    memory: at('memory-worker.js'),
    wasm: at('quickjs.wasm'),
  };
}

/**
 * The files that a host needs, at the URLs given, else beside this module. Each URL is written out, because this is the form in which
 * bundlers find a file and give it its address in an application. Each is made only when it is needed.
 */
export const assetsOf = (given: Partial<Assets> = {}) =>
  ({
    frame: { name: 'frame', given: given.frame, beside: () => new URL('./frame.html', import.meta.url) },
    worker: { name: 'worker', given: given.worker, beside: () => new URL('./tool-worker.js', import.meta.url) },
    broker: { name: 'broker', given: given.broker, beside: () => new URL('./broker-worker.js', import.meta.url) },
    catalog: { name: 'catalog', given: given.catalog, beside: () => new URL('./catalog-worker.js', import.meta.url) },
    textCalls: {
      ...{ name: 'textCalls', given: given.textCalls },
      beside: () => new URL('./text-calls-worker.js', import.meta.url),
    },
    memory: { name: 'memory', given: given.memory, beside: () => new URL('./memory-worker.js', import.meta.url) },
    wasm: { name: 'wasm', given: given.wasm, beside: () => new URL('./quickjs.wasm', import.meta.url) },
  }) as const satisfies { readonly [name in keyof Assets]: Asset };

export type HostAssets = ReturnType<typeof assetsOf>;

/** The files that every realm needs, read together and once. */
export interface LoadedAssets {
  readonly script: string;
  readonly wasm: ArrayBuffer;
}

/** @throws `ASSET_UNREACHABLE` naming the file, what its address answered, and the line to write. */
async function bytesOf(asset: Asset): Promise<Uint8Array<ArrayBuffer>> {
  const { checkAsset, unreachable } = await assetChecks();
  const { bytes, url } = await checkAsset(asset, 'bytes');
  if (!bytes) throw unreachable(`${url} cannot be read`, url);
  return bytes;
}

export async function loadAssets({ worker, wasm }: HostAssets): Promise<LoadedAssets> {
  const [script, engine] = await Promise.all([textOf(worker), bytesOf(wasm)]);
  return { script, wasm: engine.buffer };
}

const textOf = async (asset: Asset): Promise<string> => new TextDecoder().decode(await bytesOf(asset));

/** The text of the frame's page, for `srcdoc`. @throws `ASSET_UNREACHABLE` */
export const loadFrame = ({ frame }: HostAssets): Promise<string> => textOf(frame);

/** The address of the frame, served as this build wrote it. `why`: the fault of the served file, if a copy is used instead. */
export async function servedFrame({ frame }: HostAssets): Promise<{ readonly url?: string; readonly why?: string }> {
  const { checkAsset } = await assetChecks();
  const { url, problem: why } = await checkAsset(frame, 'worker');
  return { ...(url !== undefined && { url }), ...(why !== undefined && { why }) };
}
