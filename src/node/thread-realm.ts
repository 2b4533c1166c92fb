import { Flags } from '../../worker/node/flags.js';
import type { ToolWorkerInit } from '../../worker/rpc/wire.js';
import { addressOf } from '../assets/index.js';
import type { HostAssets, LoadedAssets, Realm, Spawned, SpawnedEvents } from '../isolation/index.js';
import { ThreadWorker } from './thread-worker.js';

/** The realm of tool workers in Node: threads with a stripped realm, behind walls 1 to 4. */
export async function openThreadRealm({ worker }: HostAssets, { wasm }: LoadedAssets): Promise<Realm> {
  const script = addressOf(worker) ?? '';
  const engine = await WebAssembly.compile(wasm);
  const threads = new Set<ThreadWorker>();
  let alive = true;
  return {
    kind: 'thread',
    get alive() {
      return alive;
    },
    spawn(init: ToolWorkerInit, { onFailed, onFlags }: SpawnedEvents): Spawned {
      const flags = new Flags();
      const thread = new ThreadWorker(script, { flags: flags.memory });
      threads.add(thread);
      thread.onerror = ({ message }) => onFailed(message || 'the worker did not start');
      thread.postMessage({ ...init, engine }, [init.port]);
      onFlags(flags.all());
      return {
        terminate() {
          thread.terminate();
          threads.delete(thread);
        },
        interrupt(flag) {
          const next = flags.takeDown(flag);
          if (next !== undefined) onFlags([next]);
        },
      };
    },
    close() {
      alive = false;
      for (const thread of threads) thread.terminate();
    },
  };
}
