import { fileURLToPath } from 'node:url';
import { ToolThread } from '../../worker/node/tool-thread.js';
import { addressOf } from '../assets/index.js';
import type { HostAssets, LoadedAssets, Realm } from '../isolation/index.js';
import { THREAD_ENTRY } from './files.js';
import { workerRealm } from './worker-realm.js';

/** The realm of tool workers in this process: threads with a stripped global, behind walls 1 to 4. */
export async function openThreadRealm({ worker }: HostAssets, { wasm }: LoadedAssets): Promise<Realm> {
  const files = { entry: THREAD_ENTRY, script: fileURLToPath(addressOf(worker) ?? '') };
  const engine = await WebAssembly.compile(wasm);
  return workerRealm({ kind: 'thread', fifth: '' }, (init, events) => new ToolThread(files, engine, init, events));
}
