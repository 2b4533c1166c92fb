import type { ImageStore } from '../isolation/guests/index.js';
import { assetsOf, Draining, Realms, Starts } from '../isolation/index.js';
import { AskList, Policy } from '../questions/index.js';
import { ToolRegistry } from '../tools/index.js';
import { PageTools } from '../tools/page/index.js';
import { hostCalls } from './calls.js';
import { createLifecycle } from './lifecycle.js';
import { hostMemory } from './memory.js';
import { checkHostOptions, type HostOptions } from './options.js';
import { pageHost } from './page-host.js';
import { PluginHolder } from './plugin-holder.js';

/**
 * The parts that a host's facades are made of. `images`: where images of plugins are kept longer than the host lives.
 * @throws `BAD_ARGS` naming the option that is wrong.
 */
export function hostBase(options: HostOptions, images?: ImageStore) {
  const { frames, requireWalls, ...checked } = checkHostOptions(options);
  const {
    capabilities = {},
    services = {},
    store = 'bulkhead',
    storage,
    freshState = 'call',
    spareWorkers = 1,
  } = options;
  const { limits } = checked;
  const assets = assetsOf(options.assets);
  const life = createLifecycle();
  const { changed, alive } = life;
  const plugins = new PluginHolder(life, () => ({
    ...{ realms, spareWorkers, draining, limits, freshState, starts, images, tools: registry },
    ...{ brokerAsset: assets.broker, memoryAsset: assets.memory, store, storage, asks, policy, services, capabilities },
    executions: async () => (await calls.open()).executions,
    memory: memory.open,
  }));
  const broker = async () => (await plugins.load()).broker;

  const draining = new Draining(changed);
  const starts = new Starts();
  const realms = new Realms({ assets, frames, requireWalls, onLost: (_realm, error) => plugins.lose(error) });

  const policy = new Policy(options.policy ?? {}, services, options.context?.snapshot !== undefined, pageHost());
  const asks = new AskList({ askMs: limits.askMs, allowSkip: () => policy.allowSkip, changed });
  const registry = new ToolRegistry((name) => plugins.missing(name));
  registry.onChange(changed);
  const pages = new PageTools(registry, changed, { asks, policy });

  const memory = hostMemory({
    ...{ asset: assets.memory, store, storage, pages, profile: options.embeddings ?? null, alive, broker },
  });
  const calls = hostCalls({
    ...{ life, plugins, registry, limits, provider: options.context ?? {}, asset: assets.catalog },
  });
  return {
    ...{
      life,
      plugins,
      broker,
      draining,
      starts,
      realms,
      asks,
      registry,
      pages,
      memory,
      calls,
      assets,
      store,
      storage,
    },
    ...checked,
  };
}

export type HostBase = ReturnType<typeof hostBase>;
