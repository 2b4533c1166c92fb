import { BulkheadError } from '../../worker/protocol/errors.js';
import type { ToolInfo } from '../contracts/index.js';
import { Draining, describeWalls, Realms, Starts, withDefaults } from '../isolation/index.js';
import { createOrchestrator, type OrchestratorApi } from '../orchestrator/index.js';
import type { GuestMaker } from '../orchestrator/runs/index.js';
import { Peers } from '../ports/index.js';
import { checkSignal, onDemand, restTimeouts, tell, untilAborted } from '../primitives/index.js';
import { AskList, Policy } from '../questions/index.js';
import type { Catalog, Executions, HostContext } from '../tools/calls/index.js';
import { ToolRegistry } from '../tools/index.js';
import { PageTools } from '../tools/page/index.js';
import { hostMemory } from './memory.js';
import { hostModels } from './models.js';
import { checkHostOptions, type HostOptions } from './options.js';
import { pageHost } from './page-host.js';
import { PluginHolder } from './plugin-holder.js';
import { pluginFaces } from './plugins.js';
import { watchRefusals } from './refusals.js';
import type { HostStatus } from './status.js';
import { hostTexts } from './text-calls.js';
import { hostTools } from './tools.js';
import type { Host } from './types.js';

const callParts = onDemand(() => import('../tools/calls/call-parts.js'));
const catalogParts = onDemand(() => import('../tools/calls/catalog.js'));
const doctorParts = onDemand(() => import('./doctor.js'));

/**
 * Makes a host. Nothing is fetched and no worker starts before the first use, or `ready()`.
 * @throws `BAD_ARGS` outside a page, or naming the option that is wrong.
 */
export function createHost(options: HostOptions = {}): Host {
  if (typeof document === 'undefined') {
    throw new BulkheadError('BAD_ARGS', 'createHost needs a page: call it in a browser');
  }
  const { limits, skillLimits, frames, requireWalls } = checkHostOptions(options);
  const assets = withDefaults(options.assets);
  const listeners = new Set<() => void>();
  let disposed = false;
  let scheduled = false;
  const changed = () => {
    if (scheduled) return;
    scheduled = true;
    queueMicrotask(() => {
      scheduled = false;
      for (const listener of [...listeners]) tell(listener);
    });
  };

  const refusals = watchRefusals();
  const api = (): OrchestratorApi => orchestrator.api;
  const dying = new Draining(changed);
  const starts = new Starts();
  const realms = new Realms({
    assets,
    frames,
    requireWalls,
    onLost: (_place, error) => {
      held.now?.runners.lose(error);
      changed();
    },
  });
  const services = options.services ?? {};
  const policy = new Policy(options.policy ?? {}, services, options.context?.snapshot !== undefined, pageHost());
  const asks = new AskList({ askMs: limits.askMs, allowSkip: () => policy.allowSkip, changed });
  const registry = new ToolRegistry(
    (name) =>
      held.now?.shelf.missing(name) ??
      new BulkheadError('TOOL_NOT_FOUND', `no tool is named ${String(name).slice(0, 64)}`),
  );
  registry.onChange(changed);
  const pages = new PageTools(registry, changed, { asks, policy });
  const { capabilities = {}, store = 'bulkhead', storage, freshState = 'call', spareWorkers = 1 } = options;
  const held = new PluginHolder({
    ...{ realms, spareWorkers, dying, limits, freshState, starts, changed, tools: registry },
    ...{ brokerUrl: assets.broker, memoryUrl: assets.memory, store, storage, asks, policy, services, capabilities },
    executions: async () => (await calls()).executions,
    memory: () => memory.open(),
    mustLive: () => mustLive(),
    stopAll: () => stopAll(),
  });
  const plugins = () => held.load();
  let opened: Catalog | undefined;
  const catalog = async (): Promise<Catalog> => {
    const { Catalog } = await catalogParts();
    mustLive();
    opened ??= new Catalog(assets.catalog, registry);
    return opened;
  };
  const mayRead = ({ kind, owner, name }: ToolInfo) => kind !== 'plugin' || held.now?.mayReadChat(owner, name) === true;
  let calling: { readonly executions: Executions; readonly context: HostContext } | undefined;
  const calls = async () => {
    const { Executions, HostContext } = await callParts();
    const context = calling?.context ?? new HostContext(options.context ?? {}, api, limits, mayRead);
    calling ??= {
      context,
      executions: new Executions({ registry, limits, context, catalog, simulate, stopping: () => stopping.signal }),
    };
    return calling;
  };
  const simulate = async () => (await plugins()).simulation();
  const runners = () => [...(held.now?.runners ?? [])];
  const openCalls = () => runners().reduce((sum, one) => sum + one.openCalls, pages.openCalls + peers.openCalls);
  const status = (): HostStatus => ({
    walls: describeWalls(realms),
    workers: {
      live: runners().reduce((sum, { workers }) => sum + workers, 0),
      spare: held.now?.runners.pool.spares ?? 0,
      dying: dying.count,
    },
    peers: peers.size,
    calls: openCalls(),
    safeMode: held.now?.shelf.safeMode ?? false,
    starts: starts.status,
  });
  // Counts stops: a call that was asked for before one must not start after it.
  let stops = 0;
  let stopping = new AbortController();
  const stopAll = async () => {
    stops += 1;
    const error = new BulkheadError('STOPPED', 'all tools were stopped', { stoppedBy: 'abort' });
    const stopped = stopping;
    stopping = new AbortController();
    stopped.abort(error);
    pages.end(error);
    peers.stop(error);
    asks.end();
    await held.now?.end(error);
  };
  const mustLive = () => {
    if (disposed) throw gone();
  };
  const alive =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      mustLive();
      return work(...args);
    };
  const ready = (signal: AbortSignal | undefined, tool?: string): Promise<void> | undefined => {
    checkSignal(signal);
    // What runs in the page or on a port needs nothing of the store, and a plugin only once.
    const kind = registry.get(tool ?? '')?.info.kind;
    if (kind !== undefined && (kind !== 'plugin' || held.now?.shelf.isOpen)) return undefined;
    return open(signal, tool);
  };
  const open = async (signal: AbortSignal | undefined, tool: string | undefined) => {
    const before = stops;
    const opened = plugins().then(({ shelf }) => shelf.open());
    await untilAborted(tool === undefined ? opened.catch(() => {}) : opened, signal);
    mustLive();
    if (stops !== before) throw new BulkheadError('STOPPED', 'all tools were stopped', { stoppedBy: 'abort' });
  };

  const tools = hostTools({
    registry,
    pages,
    executions: () => calling?.executions ?? calls().then(({ executions }) => executions),
    search: async (query, signal) => (await catalog()).search(query, signal),
    commit: async (effects) => (await plugins()).commit(effects),
    stopping: () => stopping.signal,
    ready,
    alive: mustLive,
  });
  const guests: GuestMaker = {
    open: async ({ source, grants, onStruck }) =>
      (await plugins()).runners.make({
        source: async () => ({ source, manifest: '' }),
        ...(grants && { grants }),
        onStruck,
        handwritten: true,
      }),
    close: async (runner) => {
      const over = new BulkheadError('STOPPED', 'the run is over');
      // What it was made by may have been let go.
      await (held.now ? held.now.runners.close(runner, over) : runner.close(over));
    },
  };
  const texts = hostTexts({
    url: assets.textCalls,
    registry,
    pages,
    tools,
    guests,
    asks,
    limits: skillLimits,
    alive: mustLive,
    changed,
  });
  const broker = async () => (await plugins()).broker;
  const memory = hostMemory({
    ...{ url: assets.memory, store, storage, pages, profile: options.embeddings ?? null, alive: mustLive, broker },
  });
  const orchestrator = createOrchestrator({
    registry,
    pages,
    makeBridge: options.bridge,
    caller: options.caller ?? (() => 'page'),
    calls,
    simulate,
    limits,
    guests,
    askImport: options.reviewImport,
    catalog,
    gone: () => disposed,
    ready,
    alive: mustLive,
  });
  const peers = new Peers({ registry, limits, api: orchestrator.api, execute: tools.execute, changed });

  return {
    ...pluginFaces(plugins),
    asks,
    tools,
    orchestrator: orchestrator.api,
    ...texts.faces,
    memory: memory.face,
    models: hostModels(broker),
    connect: alive((port, connecting) => peers.connect(port, connecting)),
    ready: alive(async () => {
      // Neither is left behind half open when the other fails.
      for (const done of await Promise.allSettled([plugins().then(({ shelf }) => shelf.open()), realms.open()])) {
        if (done.status === 'rejected') throw done.reason;
      }
      return status();
    }),
    status,
    doctor: alive(async () =>
      (await doctorParts()).diagnose({ realms, assets, broker: await broker(), refused: refusals.seen }),
    ),
    stopAll: alive(stopAll),
    kill: alive(async () => {
      const { shelf } = await plugins();
      const safe = shelf.setSafeMode(true);
      await stopAll();
      await safe;
    }),
    resume: alive(async () => {
      const { shelf } = await plugins();
      await shelf.open();
      await shelf.setSafeMode(false);
    }),
    erase: alive(async () => {
      const erasing = [held.erase(), store === null ? undefined : memory.erase()];
      for (const done of await Promise.allSettled(erasing)) if (done.status === 'rejected') throw done.reason;
    }),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async dispose() {
      if (disposed) return;
      disposed = true;
      const error = gone();
      peers.close(error);
      texts.close();
      memory.close();
      await stopAll();
      await orchestrator.close();
      held.now?.close(error);
      realms.close();
      restTimeouts();
      opened?.close();
      refusals.close();
      listeners.clear();
    },
  };
}

const gone = () => new BulkheadError('HOST_DISPOSED', 'the host has been disposed');
