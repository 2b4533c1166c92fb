import { BulkheadError } from '../../worker/protocol/errors.js';
import type { ToolWorkerInit } from '../../worker/rpc/wire.js';
import { assetChecks } from '../assets/index.js';
import { awakeTimeout } from '../primitives/index.js';
import type { HostAssets } from './assets.js';
import type { Realm, Spawned, SpawnedEvents } from './realm.js';

const ANSWER_MS = 10_000;

/**
 * Opens the realm of last resort: workers in the page's own origin, behind walls 1 to 4. They get the engine as bytes,
 * because a worker may be allowed to compile when its page is not. Tries one worker first.
 * @throws `HOST_BLOCKED` if the page does not allow such a worker either.
 */
export async function openPageRealm({ worker: script }: HostAssets, wasm: ArrayBuffer): Promise<Realm> {
  const { checkAsset, surroundings, workerUrl } = await assetChecks();
  const url = workerUrl(await checkAsset(script, 'worker'));
  const workers = new Set<Worker>();
  let alive = true;
  const spawn = (init: ToolWorkerInit, { onFailed }: SpawnedEvents): Spawned => {
    const worker = surroundings.startWorker(url);
    workers.add(worker);
    worker.onerror = (event) => {
      event.preventDefault();
      onFailed(event.message || 'the worker did not start');
    };
    worker.postMessage({ ...init, engine: wasm }, [init.port]);
    return {
      terminate() {
        worker.terminate();
        workers.delete(worker);
      },
      // Its workers have the page's CSP, which may forbid them to read a blob, so no call gets a flag.
      interrupt: () => {},
    };
  };
  await tryOne(spawn);
  return {
    kind: 'page',
    fifth: '',
    get alive() {
      return alive;
    },
    spawn,
    close() {
      alive = false;
      for (const worker of workers) worker.terminate();
    },
  };
}

/** Starts a worker, waits for one sign of life, and ends it. */
function tryOne(spawn: Realm['spawn']): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    let worker: Spawned | undefined;
    const finish = (why?: string) => {
      cancel();
      port1.close();
      worker?.terminate();
      if (why === undefined) resolve();
      else reject(new BulkheadError('HOST_BLOCKED', `this page can start no worker: ${why}`));
    };
    const cancel = awakeTimeout(ANSWER_MS, () => finish('it did not answer'));
    port1.onmessage = () => finish();
    port1.postMessage({ bulkhead: 'ping', beat: 1 });
    try {
      worker = spawn({ port: port2, credits: 1, spare: false }, { onFailed: finish, onFlags: () => {} });
    } catch (error) {
      finish((error as Error).message);
    }
  });
}
