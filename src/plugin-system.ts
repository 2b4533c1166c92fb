import type { Effects } from '../worker/protocol/effects.js';
import { BulkheadError } from '../worker/protocol/errors.js';
import type { KeeperEvent } from '../worker/protocol/keeper.js';
import { AuditLog } from './audit.js';
import type { CapabilityProviders } from './capability.js';
import type { AskList } from './grants/asks.js';
import { Broker } from './grants/broker.js';
import { budgetOf } from './grants/budget.js';
import { declaredIn } from './grants/caps.js';
import { commitEffects } from './grants/commit.js';
import { Consent } from './grants/consent.js';
import { previewCall } from './grants/executor.js';
import { fetchFor } from './grants/host-fetch.js';
import type { CallTool } from './grants/page-requests.js';
import type { Policy } from './grants/policy.js';
import { reviewOf } from './grants/review.js';
import { rightsOf } from './grants/rights.js';
import type { Services } from './grants/services.js';
import { Simulation } from './grants/simulation.js';
import type { PluginUsage } from './grants/types.js';
import { install } from './install.js';
import { type Keeper, openKeeper } from './keeper-client.js';
import { PluginShelf } from './plugin-shelf.js';
import type { Plugins, Secrets } from './plugins.js';
import { Runners, type RunnersOptions } from './runners.js';

export interface PluginSystemOptions extends RunnersOptions {
  /** URL of the keeper's worker. */
  readonly keeperUrl: string;
  /** Name of the database; `null` keeps nothing beyond the page. */
  readonly store: string | null;
  readonly asks: AskList;
  readonly policy: Policy;
  readonly services: Services;
  readonly capabilities: CapabilityProviders;
  readonly callTool: CallTool;
}

/** Everything about plugins, loaded when the first one is wanted: the shelf, what runs them, and what they may do. */
export class PluginSystem {
  readonly keeper: Keeper;
  readonly runners: Runners;
  readonly shelf: PluginShelf;
  readonly audit: AuditLog;
  readonly #options: PluginSystemOptions;
  readonly #broker: Broker;
  readonly #sends = new Map<number, AbortController>();

  constructor(options: PluginSystemOptions) {
    const { keeperUrl, store, limits, asks, policy, services, capabilities, tools, changed, callTool } = options;
    this.#options = options;
    const keeper = openKeeper(
      keeperUrl,
      { store, limits, hostFetch: services.fetch !== undefined },
      (event) => this.#hear(event),
      (error) => this.#broker.lose(error),
    );
    this.keeper = keeper;
    this.audit = new AuditLog(keeper);
    this.runners = new Runners(options);
    const consent = new Consent({
      asks,
      policy,
      audit: this.audit,
      remember: (entry, update) => this.shelf.remember(entry, update),
      preview: (entry, tool, args, call) =>
        previewCall(entry, tool, args, call, new Simulation(keeper, services.chat, true), limits.dryRunMs),
    });
    this.#broker = new Broker({
      keeper,
      policy,
      services,
      limits,
      capabilities,
      audit: this.audit,
      ask: (session, right, what) => consent.forPermission(session, right, what),
      callTool,
    });
    this.shelf = new PluginShelf({
      runners: this.runners,
      limits,
      keeper,
      tools,
      policy,
      changed,
      consent,
      audit: this.audit,
      grants: (...call) => this.#broker.open(...call),
      revoke: (plugin, permission) => this.#broker.revoke(plugin, permission),
    });
  }

  /** `host.plugins` and `host.secrets`, as soon as this is loaded. */
  readonly plugins: Plugins = {
    install: (source, given) =>
      install(
        {
          shelf: this.shelf,
          keeper: this.keeper,
          runners: this.runners,
          sourceBytes: this.#options.limits.sourceBytes,
        },
        source,
        given,
      ),
    list: () => this.shelf.list(),
    review: async (id) => {
      const entry = await this.shelf.find(id);
      return reviewOf(entry, this.#options.policy, await this.secrets.names(id));
    },
    enable: (id, given = {}) => this.shelf.enable(id, given),
    revoke: (id, what) => this.shelf.revoke(id, what),
    disable: (id) => this.shelf.disable(id),
    remove: (id, { wipe = false } = {}) => this.shelf.remove(id, wipe),
    usage: (id) => this.#usage(id),
  };
  readonly secrets: Secrets = {
    names: (plugin) => this.keeper.call('secretNames', { plugin }),
    set: async (plugin, name, value) => {
      const { manifest } = (await this.shelf.find(plugin)).record;
      const hosts = [...(manifest?.permissions ?? []), ...(manifest?.optionalPermissions ?? [])].flatMap((asked) =>
        asked.cap === 'net' && asked.secrets?.includes(name) ? asked.hosts : [],
      );
      if (hosts.length === 0) throw new BulkheadError('BAD_ARGS', `${name} is no secret of ${plugin}`);
      await this.keeper.call('setSecret', { plugin, name, value, hosts: [...new Set(hosts)] });
    },
    delete: async (plugin, name) => {
      await this.keeper.call('deleteSecret', { plugin, name });
    },
  };

  /** True when the user lets a plugin read the chat, here and now. */
  mayReadChat(id: string): boolean {
    const entry = this.shelf.get(id);
    if (!entry) return false;
    const rights = rightsOf(entry.record, entry.grant, this.#options.policy);
    return rights.some(({ permission, state }) => permission.cap === 'chat.read' && state === 'granted');
  }

  /** Begins a simulated run. */
  simulation(): Simulation {
    return new Simulation(this.keeper, this.#options.services.chat);
  }

  /** @see commitEffects */
  commit(effects: Effects): Promise<{ readonly applied: boolean }> {
    const { services, policy } = this.#options;
    return commitEffects(effects, {
      keeper: this.keeper,
      services,
      policy,
      find: (id) => this.shelf.find(id),
      audit: this.audit,
    });
  }

  /** What the keeper says unasked. */
  #hear(event: KeeperEvent): void {
    if ('changed' in event) void this.shelf.follow().catch(() => {});
    else if ('ask' in event) void this.#ask(event.ask);
    else if ('unsend' in event) this.#sends.get(event.unsend)?.abort();
    else if ('send' in event)
      void fetchFor(event, { keeper: this.keeper, services: this.#options.services }, this.#sends);
  }

  /** Ends every guest. Resolves when nothing any of them asked for has an effect any more. */
  async end(error: BulkheadError): Promise<void> {
    await this.runners.end(error);
    await this.#broker.end();
    await this.audit.flush();
  }

  async #ask({ grant, permission, what }: { grant: string; permission: string; what: string }): Promise<void> {
    const session = this.#broker.holder(grant);
    const right = session?.right(permission);
    const allowed = session !== undefined && right !== undefined && (await session.may(right, what));
    await this.keeper.call('decide', { grant, permission, allowed }).catch(() => {});
  }

  async #usage(id: string): Promise<PluginUsage> {
    const { keeper } = this;
    const { limits } = this.#options;
    const { record, usage } = await this.shelf.find(id);
    const quotas = declaredIn(record.manifest).flatMap(({ permission }) =>
      permission.cap === 'store' ? permission.quotaMiB * 1024 * 1024 : [],
    );
    const stored = await keeper.call('storage', { plugin: id });
    return {
      ...usage.totals,
      limits: budgetOf(record.manifest, limits),
      storage: { ...stored, quotaBytes: Math.max(0, ...quotas) },
    };
  }
}
