import type { ToolWorkerInit } from '../../worker/rpc/wire.js';
import type { Realm, Spawned, SpawnedEvents } from '../isolation/index.js';

/** A realm of tool workers that `start` makes; closing it ends them all. */
export function workerRealm(
  { kind, fifth }: Pick<Realm, 'kind' | 'fifth'>,
  start: (init: ToolWorkerInit, events: SpawnedEvents) => Spawned,
): Realm {
  const workers = new Set<Spawned>();
  let alive = true;
  return {
    ...{ kind, fifth },
    get alive() {
      return alive;
    },
    spawn(init, events) {
      const worker = start(init, events);
      workers.add(worker);
      return {
        terminate() {
          worker.terminate();
          workers.delete(worker);
        },
        interrupt: (flag) => worker.interrupt(flag),
      };
    },
    close() {
      alive = false;
      for (const worker of workers) worker.terminate();
    },
  };
}
