import type { ToolWorkerInit } from '../worker/rpc/wire.js';
import type { Assets } from './assets.js';
import type { Place, Spawned } from './place.js';
import { scriptUrl } from './trusted.js';

/**
 * The place of last resort: workers of the page's own origin, behind walls 1 to 4. The engine goes in as bytes, for a
 * worker may compile where its page may not.
 */
export function openPagePlace(assets: Assets, wasm: ArrayBuffer): Place {
  let alive = true;
  const workers = new Set<Worker>();
  return {
    kind: 'page',
    get alive() {
      return alive;
    },
    spawn(init: ToolWorkerInit, onFailed): Spawned {
      const worker = new Worker(scriptUrl(assets.worker));
      workers.add(worker);
      worker.onerror = (event) => {
        event.preventDefault();
        onFailed(event.message || 'the worker did not start');
      };
      worker.postMessage({ ...init, engine: wasm }, [init.port, ...Object.values(init.capabilities)]);
      return {
        terminate() {
          worker.terminate();
          workers.delete(worker);
        },
      };
    },
    close() {
      alive = false;
      for (const worker of workers) worker.terminate();
    },
  };
}
