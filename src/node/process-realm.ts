import { allowedNodeEnvironmentFlags } from 'node:process';
import { fileURLToPath } from 'node:url';
import { BulkheadError } from '../../worker/protocol/errors.js';
import { addressOf } from '../assets/index.js';
import type { HostAssets, Realm } from '../isolation/index.js';
import { PROCESS_ENTRY } from './files.js';
import { processArguments } from './process-arguments.js';
import { ProcessWorker } from './process-worker.js';
import { workerRealm } from './worker-realm.js';

/** By what wall 5 stands. Newer versions of Node have a permission for the network, which such a process is not given. */
const fifth = (): string =>
  allowedNodeEnvironmentFlags.has('--allow-net')
    ? 'by a process for each plugin, without files, environment and network'
    : 'by a process for each plugin, without files and environment; the permissions of this Node leave it the network';

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
  return workerRealm({ kind: 'process', fifth: fifth() }, (init, events) => new ProcessWorker(args, init, events));
}
