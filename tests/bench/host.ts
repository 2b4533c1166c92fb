import type { Host, HostOptions, HostStatus } from '../../src/index.js';
import { block, type Sample } from './rounds.js';

type Library = typeof import('../../src/index.js');

/** Served as it is built: what a page's users get, and not what a dev server makes of the source. */
const LIBRARY: string = '/bulkhead/index.js';

/** How many workers wait for the next cold plugin. */
export type Spares = 0 | 1;

export type BenchHostOptions = Omit<HostOptions, 'assets' | 'store'>;

/** A host over the built library that keeps nothing. */
export async function openHost(options: BenchHostOptions = {}): Promise<Host> {
  const { assetsAt, createHost } = (await import(LIBRARY)) as Library;
  return createHost({ assets: assetsAt('/bulkhead/'), store: null, ...options });
}

/** Installs a source and switches it on; answers its id. */
export async function install(host: Host, code: string): Promise<string> {
  return (await host.plugins.install({ code }, { enable: true })).id;
}

/** Resolves when the host's status is as `holds` says: at once, or after one of its changes. */
export function until(host: Host, holds: (status: HostStatus) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds(host.status())) return;
      stop();
      resolve();
    };
    const stop = host.onChange(look);
    look();
  });
}

/** Resolves when no worker that was ended burns any more. */
export const calm = (host: Host): Promise<void> => until(host, ({ workers }) => workers.terminating === 0);

/**
 * Makes a plugin cold: it has no worker, everything else stands. A host that keeps a spare worker says so in its status,
 * and has it again before this resolves.
 */
export async function cool(host: Host, id: string, spares: Spares): Promise<void> {
  await host.plugins.disable(id);
  await host.plugins.enable(id);
  await until(host, ({ workers: { terminating, spare } }) => terminating === 0 && spare >= spares);
}

/** One call of a tool; answers its result. */
export async function execute(host: Host, tool: string, args: object): Promise<unknown> {
  return (await host.tools.execute(tool, args)).value;
}

/** Cools a plugin, which is not measured, and measures its first call. */
export async function coldCall(host: Host, id: string, tool: string, args: object, spares: Spares): Promise<Sample> {
  await cool(host, id, spares);
  return block(1, () => execute(host, tool, args));
}
