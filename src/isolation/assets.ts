import { BulkheadError } from '../../worker/protocol/errors.js';

/** URLs at which the page serves the seven files beside the bundle. */
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

/** Returns the files by their usual names in one folder. Relative URLs are resolved against the page. */
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
 * Fills in missing URLs with the files beside this module. Each URL is written out, because this is the form in which
 * bundlers find a file and give it its address in an application. Each is made only when it is needed.
 */
export const withDefaults = (given: Partial<Assets> = {}): Assets => ({
  frame: given.frame ?? new URL('./frame.html', import.meta.url).href,
  worker: given.worker ?? new URL('./tool-worker.js', import.meta.url).href,
  broker: given.broker ?? new URL('./broker-worker.js', import.meta.url).href,
  catalog: given.catalog ?? new URL('./catalog-worker.js', import.meta.url).href,
  textCalls: given.textCalls ?? new URL('./text-calls-worker.js', import.meta.url).href,
  memory: given.memory ?? new URL('./memory-worker.js', import.meta.url).href,
  wasm: given.wasm ?? new URL('./quickjs.wasm', import.meta.url).href,
});

/** The files that every realm needs, fetched together and once. */
export interface LoadedAssets {
  readonly script: string;
  readonly wasm: ArrayBuffer;
}

/** @throws `ASSET_UNREACHABLE` naming the URL. */
async function fetchAsset(url: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'same-origin' });
  } catch (cause) {
    throw new BulkheadError(
      'ASSET_UNREACHABLE',
      `${url} cannot be fetched: not served, or not in connect-src`,
      { url },
      { cause },
    );
  }
  if (!response.ok) throw new BulkheadError('ASSET_UNREACHABLE', `${url} answered ${response.status}`, { url });
  return response;
}

export async function loadAssets(assets: Assets): Promise<LoadedAssets> {
  const [script, wasm] = await Promise.all([
    fetchAsset(assets.worker).then((response) => response.text()),
    fetchAsset(assets.wasm).then((response) => response.arrayBuffer()),
  ]);
  return { script, wasm };
}

/** Fetches the text of the frame's page, for `srcdoc`. @throws `ASSET_UNREACHABLE` */
export const loadFrame = (assets: Assets): Promise<string> =>
  fetchAsset(assets.frame).then((response) => response.text());
