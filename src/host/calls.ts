import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Limits } from '../../worker/protocol/limits.js';
import type { Asset } from '../assets/index.js';
import { awakeTimeout, checkSignal, onDemand, untilAborted } from '../primitives/index.js';
import type { Catalog, ContextProvider, Executions, HostContext } from '../tools/calls/index.js';
import type { ToolRegistry } from '../tools/index.js';
import type { Lifecycle } from './lifecycle.js';
import type { PluginHolder } from './plugin-holder.js';

const callParts = onDemand(() => import('../tools/calls/call-parts.js'));
const catalogParts = onDemand(() => import('../tools/calls/catalog.js'));

interface CallsOptions {
  readonly life: Lifecycle;
  readonly plugins: PluginHolder;
  readonly registry: ToolRegistry;
  readonly limits: Limits;
  readonly provider: ContextProvider;
  /** Of the catalog worker. */
  readonly asset: Asset;
}

/** The parts that run calls. They are loaded with the first call or search. */
export function hostCalls({ life, plugins, registry, limits, provider, asset }: CallsOptions) {
  let api: object = {};
  let opened: { readonly executions: Executions; readonly context: HostContext } | undefined;
  let index: Catalog | undefined;
  const simulate = async () => (await plugins.load()).simulation();
  const catalog = async (): Promise<Catalog> => {
    const { Catalog } = await catalogParts();
    life.alive();
    index ??= new Catalog(asset, registry);
    return index;
  };
  const open = async () => {
    const { Executions, HostContext } = await callParts();
    if (opened) return opened;
    const context = new HostContext(
      provider,
      () => api,
      limits,
      (info) => plugins.mayRead(info),
    );
    opened = {
      context,
      executions: new Executions({ registry, limits, context, catalog, simulate, stopping: () => life.stopping }),
    };
    return opened;
  };
  const openPlugins = async (signal: AbortSignal | undefined, tool?: string, timeoutMs = limits.timeoutMs) => {
    const { stopping } = life;
    const pluginStore = plugins.load().then((system) => system.pluginStore.open());
    if (tool === undefined) await untilAborted(pluginStore.catch(ignore), signal);
    else {
      const late = new AbortController();
      // What is no deadline is refused later.
      const ms = timeoutMs > 0 ? Math.min(timeoutMs, limits.timeoutMs) : limits.timeoutMs;
      const details = { stoppedBy: 'watchdog', limit: 'timeoutMs', ms } as const;
      const cancel = awakeTimeout(ms, () =>
        late.abort(new BulkheadError('TOOL_TIMEOUT', `${tool} got no worker within ${ms} ms`, details)),
      );
      const ends = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
      await untilAborted(pluginStore, ends).finally(cancel);
    }
    life.alive();
    stopping.throwIfAborted();
  };
  return {
    open,
    catalog,
    simulate,
    executions: () => opened?.executions ?? open().then(({ executions }) => executions),
    /** Sets the orchestrator's API, which tools find in their context. */
    offer(orchestrator: object): void {
      api = orchestrator;
    },
    /** Waits until the tool may be called, or any. @throws `TOOL_TIMEOUT`, or when the host is gone or was stopped meanwhile. */
    ready(signal: AbortSignal | undefined, tool?: string, timeoutMs?: number): Promise<void> | undefined {
      checkSignal(signal);
      // What runs in the page or on a port needs nothing of the store, and a plugin only once.
      const kind = registry.get(tool ?? '')?.info.kind;
      if (kind !== undefined && (kind !== 'plugin' || plugins.now?.pluginStore.isOpen)) return undefined;
      return openPlugins(signal, tool, timeoutMs);
    },
    close: () => index?.close(),
  };
}

const ignore = () => {};
