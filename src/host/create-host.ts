import { BulkheadError } from '../../worker/protocol/errors.js';
import type { ImageStore } from '../isolation/guests/index.js';
import { createOrchestrator } from '../orchestrator/index.js';
import { Peers } from '../ports/index.js';
import { onDemand, restTimeouts } from '../primitives/index.js';
import { hostBase } from './base.js';
import { hostControls } from './controls.js';
import { hostBackup, hostModels, pluginFacades } from './facades.js';
import type { HostOptions } from './options.js';
import { guestMaker } from './plugin-holder.js';
import { watchRefusals } from './refusals.js';
import { statusOf } from './status.js';
import { hostTexts } from './text-calls.js';
import { hostTools } from './tools.js';
import type { Host } from './types.js';

/** What a host in Node has, and a page has not. */
export interface NodeParts {
  readonly images?: ImageStore | undefined;
}

const doctorParts = onDemand(() => import('./doctor.js'));

/**
 * Makes a host. Nothing is fetched and no worker starts before the first use, or `ready()`.
 * `node` is for `bulkhead/node`, which makes its hosts with it.
 * @throws `BAD_ARGS` outside a page, or naming the option that is wrong.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * const host = createHost();
 * const code = "registerTool({ name: 'next', description: 'Adds one.', mode: 'read', parameters: { type: 'object' }, exec: ({ a }) => a + 1 });";
 * await host.plugins.install({ code }, { enable: true });
 * const { value } = await host.tools.execute('next', { a: 2 });
 */
export function createHost(options: HostOptions = {}, node?: NodeParts): Host {
  if (typeof document === 'undefined' && !node) {
    throw new BulkheadError('BAD_ARGS', 'createHost needs a page. In Node, import it from bulkhead/node');
  }
  const base = hostBase(options, node?.images);
  const { life, plugins, broker, realms, asks, registry, pages, assets, limits, memory, calls } = base;
  const { changed, alive, guarded } = life;
  const { ready, simulate, catalog } = calls;
  const tools = hostTools(base);
  const guests = guestMaker(plugins);
  const texts = hostTexts({
    ...{ asset: assets.textCalls, registry, pages, tools, guests, asks, limits: base.skillLimits, alive, changed },
  });
  const orchestrator = createOrchestrator({
    ...{ registry, pages, limits, guests, catalog, simulate, ready, alive, calls: calls.open },
    makeBridge: options.bridge,
    caller: options.caller ?? (() => 'page'),
    askImport: options.reviewImport,
    gone: () => life.disposed,
  });
  calls.offer(orchestrator.api);
  const peers = new Peers({
    registry,
    limits,
    api: orchestrator.api,
    bridge: orchestrator.bridge,
    execute: tools.execute,
    changed,
  });
  life.onStop((error) => {
    pages.end(error);
    peers.stop(error);
    asks.end();
    return plugins.now?.end(error);
  });
  const refusals = watchRefusals();
  const status = () => statusOf(base, peers);
  return {
    ...pluginFacades(() => plugins.load()),
    ...texts.faces,
    ...hostControls(base, status),
    ...{ asks, tools, status },
    orchestrator: orchestrator.api,
    memory: memory.facade,
    models: hostModels(broker),
    backup: hostBackup(base),
    connect: guarded((port, connecting) => peers.connect(port, connecting)),
    doctor: guarded(async () =>
      (await doctorParts()).diagnose({ realms, assets, broker: await broker(), refused: refusals.seen }),
    ),
    onChange: life.onChange,
    async dispose() {
      const error = life.dispose();
      if (!error) return;
      peers.close(error);
      texts.close();
      memory.close();
      await life.stopAll();
      await orchestrator.close();
      plugins.now?.close(error);
      realms.close();
      restTimeouts();
      calls.close();
      refusals.close();
      life.close();
    },
    [Symbol.asyncDispose]() {
      return this.dispose();
    },
  };
}
