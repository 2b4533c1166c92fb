import type { HostBase } from './base.js';
import type { HostStatus } from './status.js';
import type { Host } from './types.js';

/** Starting and stopping everything at once. */
export function hostControls(
  { life, plugins, realms, memory, store }: HostBase,
  status: () => HostStatus,
): Pick<Host, 'ready' | 'stopAll' | 'kill' | 'resume' | 'erase'> {
  const { guarded, stopAll } = life;
  const openStore = async () => (await plugins.load()).pluginStore.open();
  return {
    ready: guarded(async () => {
      await all([openStore(), realms.open()]);
      return status();
    }),
    stopAll: guarded(stopAll),
    kill: guarded(async () => {
      const { pluginStore } = await plugins.load();
      const safe = pluginStore.setSafeMode(true);
      await stopAll();
      await safe;
    }),
    resume: guarded(async () => {
      const { pluginStore } = await plugins.load();
      await pluginStore.open();
      await pluginStore.setSafeMode(false);
    }),
    erase: guarded(() => all([plugins.erase(), store === null ? undefined : memory.erase()])),
  };
}

/** Waits for all: none is left half done when another fails. @throws what the first of them threw. */
async function all(works: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  for (const done of await Promise.allSettled(works)) if (done.status === 'rejected') throw done.reason;
}
