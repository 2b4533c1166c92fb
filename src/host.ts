import { BulkheadError } from '../worker/protocol/errors.js';
import { LIMITS, type Limits, mergeLimits } from '../worker/protocol/limits.js';
import { type Assets, defaultAssets } from './assets.js';
import type { CapabilityProviders } from './capability.js';
import { type Diagnosis, diagnose, watchRefusals } from './doctor.js';
import { Dying } from './dying.js';
import { memoryKeeper, openKeeper } from './keeper-client.js';
import { Places } from './places.js';
import { PluginShelf, type Plugins } from './plugins.js';
import { tell, untilAborted } from './signals.js';
import { checkOptions, ToolRegistry, type Tools } from './tools.js';
import { describeWalls, type WallStatus } from './walls.js';

export interface HostOptions {
  /** Where the files beside the bundle are served; each one that is not given is looked for beside the module. */
  readonly assets?: Partial<Assets>;
  readonly policy?: {
    /** Walls without which nothing runs, e.g. `[5]`. Default: none beyond 1 to 4, which always stand. */
    readonly requireWalls?: readonly number[];
    /** Frames to try for wall 5. Default: a served one, then `srcdoc`. */
    readonly frames?: readonly ('served' | 'srcdoc')[];
  };
  /** Overrides of the limits table. */
  readonly limits?: Partial<Limits>;
  /** Name of the IndexedDB database; `null` keeps plugins in memory only. Default: `bulkhead`. */
  readonly store?: string | null;
  /** What the page offers to plugins. Nothing is offered by default. */
  readonly capabilities?: CapabilityProviders;
}

export interface HostStatus {
  readonly walls: readonly WallStatus[];
  readonly workers: { readonly live: number; readonly dying: number };
  /** Calls that have not settled. */
  readonly calls: number;
}

/** One Bulkhead on one page. */
export interface Host {
  readonly plugins: Plugins;
  readonly tools: Tools;
  /** Opens the store and the place for workers now instead of at the first use. */
  ready(): Promise<HostStatus>;
  status(): HostStatus;
  /** What this page must change so that all walls stand, as lines for its CSP and its server. */
  doctor(): Promise<Diagnosis>;
  /** Ends every guest. Once it resolves, nothing any of them sent or sends has an effect. Plugins stay installed. */
  stopAll(): Promise<void>;
  /** Called after every change of plugins, workers or walls. @returns a function that ends it. */
  onChange(listener: () => void): () => void;
  /** Ends everything and frees it; every later call rejects with `HOST_DISPOSED`. */
  dispose(): Promise<void>;
}

/**
 * Makes a host. Nothing is fetched and no worker starts before the first use, or `ready()`.
 * @throws `BAD_ARGS` outside a page, or naming the option that is wrong.
 */
export function createHost(options: HostOptions = {}): Host {
  if (typeof document === 'undefined') {
    throw new BulkheadError('BAD_ARGS', 'createHost needs a page: call it in a browser');
  }
  const { limits, frames, requireWalls } = checkHostOptions(options);
  const assets = { ...defaultAssets(), ...options.assets };
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
  const dying = new Dying(changed);
  const places = new Places({
    assets,
    frames,
    requireWalls,
    onLost: (_place, error) => {
      for (const runner of shelf.runners) void runner.lose(error);
      changed();
    },
  });
  const tools = new ToolRegistry(limits, (name) => shelf.missing(name));
  const keeper =
    options.store === null
      ? memoryKeeper()
      : openKeeper(assets.keeper, options.store ?? 'bulkhead', () => void shelf.follow().catch(() => {}));
  const capabilities = options.capabilities ?? {};
  const shelf = new PluginShelf({ places, dying, capabilities, limits, keeper, tools, changed });

  const status = (): HostStatus => ({
    walls: describeWalls(places),
    workers: { live: shelf.runners.filter((runner) => runner.live).length, dying: dying.count },
    calls: shelf.runners.reduce((sum, runner) => sum + runner.openCalls, 0),
  });
  // Counts stops: a call that was asked for before one must not start after it.
  let stops = 0;
  const stopAll = async () => {
    stops += 1;
    const error = new BulkheadError('STOPPED', 'all tools were stopped', { stoppedBy: 'abort' });
    await Promise.allSettled(shelf.runners.map((runner) => runner.end(error)));
  };
  const alive =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (disposed) throw gone();
      return work(...args);
    };

  return {
    plugins: {
      install: alive((source, install) => shelf.install(source, install)),
      list: alive(() => shelf.list()),
      enable: alive((id) => shelf.enable(id)),
      disable: alive((id) => shelf.disable(id)),
      remove: alive((id) => shelf.remove(id)),
    },
    tools: {
      list: () => tools.list(),
      execute: alive(async (name, args, options = {}) => {
        const startedAt = performance.now();
        const before = stops;
        checkOptions(options);
        await untilAborted(shelf.open(), options.signal);
        if (disposed) throw gone();
        if (stops !== before) throw new BulkheadError('STOPPED', 'all tools were stopped', { stoppedBy: 'abort' });
        return tools.execute(name, args, options, startedAt);
      }),
    },
    ready: alive(async () => {
      await Promise.all([shelf.open(), places.open()]);
      return status();
    }),
    status,
    doctor: alive(() => diagnose({ places, assets, keeper, refused: refusals.seen })),
    stopAll: alive(stopAll),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async dispose() {
      if (disposed) return;
      disposed = true;
      await stopAll();
      places.close();
      keeper.close();
      refusals.close();
      listeners.clear();
    },
  };
}

/** @throws `BAD_ARGS` naming the option that is wrong. */
function checkHostOptions({ limits, policy }: HostOptions) {
  const frames = policy?.frames ?? (['served', 'srcdoc'] as const);
  const requireWalls = policy?.requireWalls ?? [];
  if (!frames.every((frame) => ['served', 'srcdoc'].includes(frame))) {
    throw new BulkheadError('BAD_ARGS', 'policy.frames: served, srcdoc');
  }
  if (!requireWalls.every((wall) => [1, 2, 3, 4, 5].includes(wall))) {
    throw new BulkheadError('BAD_ARGS', 'policy.requireWalls: 1 to 5');
  }
  try {
    return { frames, requireWalls, limits: mergeLimits(LIMITS, limits ?? {}) };
  } catch (cause) {
    throw new BulkheadError('BAD_ARGS', (cause as Error).message, {}, { cause });
  }
}

const gone = () => new BulkheadError('HOST_DISPOSED', 'the host has been disposed');
