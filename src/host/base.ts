import { Draining, Realms, Starts, withDefaults } from '../isolation/index.js';
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
 * The parts of a host that its facades are made of: where workers live, the registry, calls, plugins, memory.
 * @throws `BAD_ARGS` naming the option that is wrong.
 */
export function hostBase(options: HostOptions) {
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
  const assets = withDefaults(options.assets);
  const life = createLifecycle();
  const { changed, alive } = life;
  const plugins = new PluginHolder(life);
  const broker = async () => (await plugins.load()).broker;

  const dying = new Draining(changed);
  const starts = new Starts();
  const realms = new Realms({ assets, frames, requireWalls, onLost: (_realm, error) => plugins.lose(error) });

  const policy = new Policy(options.policy ?? {}, services, options.context?.snapshot !== undefined, pageHost());
  const asks = new AskList({ askMs: limits.askMs, allowSkip: () => policy.allowSkip, changed });
  const registry = new ToolRegistry((name) => plugins.missing(name));
  registry.onChange(changed);
  const pages = new PageTools(registry, changed, { asks, policy });

  const memory = hostMemory({
    ...{ url: assets.memory, store, storage, pages, profile: options.embeddings ?? null, alive, broker },
  });
  const calls = hostCalls({
    ...{ life, plugins, registry, limits, provider: options.context ?? {}, url: assets.catalog },
  });
  plugins.use({
    ...{ realms, spareWorkers, dying, limits, freshState, starts, tools: registry },
    ...{ brokerUrl: assets.broker, memoryUrl: assets.memory, store, storage, asks, policy, services, capabilities },
    executions: async () => (await calls.open()).executions,
    memory: memory.open,
  });
  return {
    ...{ life, plugins, broker, dying, starts, realms, asks, registry, pages, memory, calls, assets, store },
    ...checked,
  };
}

export type HostBase = ReturnType<typeof hostBase>;
