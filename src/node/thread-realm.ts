import { fileURLToPath } from 'node:url';
import { ToolThread } from '../../worker/node/tool-thread.js';
import type { ToolWorkerInit } from '../../worker/rpc/wire.js';
import { addressOf } from '../assets/index.js';
import type { HostAssets, LoadedAssets, Realm, Spawned, SpawnedEvents } from '../isolation/index.js';
import { THREAD_ENTRY } from './files.js';

/** The realm of tool workers in this process: threads with a stripped realm, behind walls 1 to 4. */
export async function openThreadRealm({ worker }: HostAssets, { wasm }: LoadedAssets): Promise<Realm> {
  const files = { entry: THREAD_ENTRY, script: fileURLToPath(addressOf(worker) ?? '') };
  const engine = await WebAssembly.compile(wasm);
  const threads = new Set<ToolThread>();
  let alive = true;
  return {
    kind: 'thread',
    fifth: '',
    get alive() {
      return alive;
    },
    spawn(init: ToolWorkerInit, events: SpawnedEvents): Spawned {
      const thread = new ToolThread(files, engine, init, events);
      threads.add(thread);
      return {
        terminate() {
          thread.terminate();
          threads.delete(thread);
        },
        interrupt: (flag) => thread.interrupt(flag),
      };
    },
    close() {
      alive = false;
      for (const thread of threads) thread.terminate();
    },
  };
}
