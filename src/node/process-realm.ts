import { fileURLToPath } from 'node:url';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { ToolWorkerInit } from '../../worker/rpc/wire.js';
import { addressOf } from '../assets/index.js';
import type { HostAssets, Realm, Spawned, SpawnedEvents } from '../isolation/index.js';
import { PROCESS_ENTRY } from './files.js';
import { processArguments } from './process-arguments.js';
import { ProcessWorker } from './process-worker.js';

const FIFTH = 'by a process for each plugin, without files and environment; Node’s permissions leave it the network';

/**
 * The realm of tool workers that are processes.
 * @throws `WALL_MISSING`, with `blocked: true`, where this Node cannot confine a process.
 */
export async function openProcessRealm({ worker, wasm }: HostAssets): Promise<Realm> {
  const path = (url: URL | string) => fileURLToPath(url);
  const files = { script: path(addressOf(worker) ?? ''), engine: path(addressOf(wasm) ?? '') };
  const args = processArguments({ entry: path(PROCESS_ENTRY), ...files });
  if (!args) {
    const why = 'this version of Node has no permission model';
    throw new BulkheadError('WALL_MISSING', why, { wall: 5, blocked: true });
  }
  const workers = new Set<ProcessWorker>();
  let alive = true;
  return {
    kind: 'process',
    fifth: FIFTH,
    get alive() {
      return alive;
    },
    spawn(init: ToolWorkerInit, events: SpawnedEvents): Spawned {
      const one = new ProcessWorker(args, init, events);
      workers.add(one);
      return {
        terminate() {
          one.terminate();
          workers.delete(one);
        },
        interrupt: (flag) => one.interrupt(flag),
      };
    },
    close() {
      alive = false;
      for (const one of workers) one.terminate();
    },
  };
}
