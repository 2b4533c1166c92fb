import { Mutex } from '../../worker/primitives/mutex.js';
import type { BrokerEvent } from '../../worker/protocol/broker.js';
import type { Effects } from '../../worker/protocol/effects.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import { checkOptions, type KnownOptions } from '../../worker/protocol/known-options.js';
import type { Manifest } from '../../worker/protocol/manifest.js';
import { entryOf } from '../../worker/protocol/modules.js';
import type { HostStorage } from '../../worker/protocol/storage.js';
import type { Asset } from '../assets/index.js';
import type { PluginUsage, Services } from '../contracts/index.js';
import { type CapabilityProviders, Runners, type RunnersOptions } from '../isolation/guests/index.js';
import type { GuestAccess } from '../memory/index.js';
import {
  type Asked,
  AuditLog,
  budgetOf,
  CallPorts,
  Consent,
  callTool,
  checkRevoked,
  commitCopies,
  commitEffects,
  declaredIn,
  fetchFor,
  listenToMemory,
  mayRun,
  readReview,
  rightsOf,
  simulateForAsk,
} from '../permissions/index.js';
import type { AskList, Policy } from '../questions/index.js';
import { Simulation } from '../simulation/index.js';
import type { Executions } from '../tools/calls/index.js';
import type { ToolRegistry } from '../tools/index.js';
import { type Broker, openBroker } from '../workers/index.js';
import { toBroker } from './erase-store.js';
import { type InstallParts, install } from './install.js';
import { PluginChanges } from './plugin-changes.js';
import type { MakeRehearsals, Rehearsing } from './rehearsal-types.js';
import { ENABLE_OPTIONS, type Plugins, type Secrets } from './types.js';
import { update } from './update.js';

export interface PluginSystemOptions extends RunnersOptions {
  readonly tools: ToolRegistry;
  /** URLs of the workers with storage: the broker worker, and the memory worker for rehearsals. */
  readonly brokerAsset: Asset;
  readonly memoryAsset: Asset;
  /** Name of the database. `null` stores nothing beyond the page. */
  readonly store: string | null;
  /** The page's own storage, in place of the database. */
  readonly storage?: HostStorage | undefined;
  readonly asks: AskList;
  readonly policy: Policy;
  readonly services: Services;
  readonly capabilities: CapabilityProviders;
  /** Chats' memory, loaded at its first use. */
  readonly memory: () => Promise<{ readonly guests: GuestAccess }>;
  readonly executions: () => Promise<Executions>;
  /** Rehearses plugins beside this system. */
  readonly rehearsals: MakeRehearsals;
  /** Called when another tab has erased everything. Close the system then. */
  readonly erased: () => void;
}

/** Everything about plugins, loaded with the first: the plugin store, the runners, and the permissions. */
export class PluginSystem {
  readonly broker: Broker;
  readonly runners: Runners;
  readonly pluginStore: PluginChanges;
  readonly audit: AuditLog;
  readonly #options: PluginSystemOptions;
  readonly #ports: CallPorts;
  readonly #consent: Consent;
  readonly #sends = new Map<number, AbortController>();
  readonly #rehearsals: Rehearsing;
  readonly #commits = new Mutex();

  constructor(options: PluginSystemOptions) {
    const { brokerAsset, limits, asks, policy, services, capabilities, tools, changed, executions } = options;
    this.#options = options;
    this.#rehearsals = options.rehearsals(options, (other) => new PluginSystem(other));
    const broker = openBroker(
      brokerAsset,
      toBroker(options),
      (event) => this.#onEvent(event),
      (error) => this.#ports.lose('broker', error),
      options.storage,
    );
    this.broker = broker;
    this.audit = new AuditLog(broker);
    this.runners = new Runners(options);
    const consent = new Consent({
      asks,
      policy,
      audit: this.audit,
      askMs: limits.askMs,
      remember: (...answer) => this.pluginStore.remember(...answer),
      preview: (entry, tool, args, call) =>
        simulateForAsk(entry, tool, args, call, new Simulation(broker, services.chat, true), limits.dryRunMs),
    });
    this.#consent = consent;
    this.#ports = new CallPorts({
      broker,
      policy,
      services,
      limits,
      capabilities,
      audit: this.audit,
      ask: (...question) => consent.forPermission(...question),
      memory: this.#memory,
      callTool: async (...call) =>
        callTool({ registry: tools, executions: await executions(), limits, consent }, ...call),
      alive: (entry) => !this.pluginStore.safeMode && mayRun(entry) && this.pluginStore.get(entry.record.id) === entry,
    });
    this.pluginStore = new PluginChanges({
      runners: this.runners,
      limits,
      broker,
      tools,
      policy,
      changed,
      consent,
      audit: this.audit,
      grants: (...call) => this.#ports.open(...call),
      stage: () => new Simulation(broker, undefined),
      keep: (effects) => this.commit(effects, true),
      pure: (entry) => this.#ports.opensNothing(entry),
      revoke: (plugin, permission) => this.#ports.revoke(plugin, permission),
      forget: (plugin) => asks.forget(plugin),
      stop: async () => {
        asks.end();
        await this.end(new BulkheadError('STOPPED', 'all tools were stopped in another tab', { stoppedBy: 'abort' }));
      },
    });
  }

  get #installing(): InstallParts {
    const { pluginStore, broker, runners } = this;
    const { limits, realms, policy } = this.#options;
    const parts = { pluginStore, broker, runners, sourceBytes: limits.sourceBytes };
    return { ...parts, realm: () => realms.open(), review: (entry) => readReview(entry, policy, broker) };
  }

  /** `host.plugins` and `host.secrets`, as soon as this is loaded. */
  readonly plugins: Plugins = {
    install: (source, given) => install(this.#installing, source, given),
    update: (id, given) => update(this.#installing, id, given),
    rollback: (id) => this.pluginStore.rollback(id),
    list: () => this.pluginStore.list(),
    review: async (id) => readReview(await this.pluginStore.find(id), this.#options.policy, this.broker),
    enable: async (id, given) => this.pluginStore.enable(id, optionsOf('enable', given, ENABLE_OPTIONS)),
    revoke: async (id, what) => {
      const { record } = await this.pluginStore.find(id);
      checkRevoked(record, what);
      await this.pluginStore.revoke(id, what);
    },
    disable: (id) => this.pluginStore.disable(id),
    remove: async (id, given) => this.pluginStore.remove(id, optionsOf('remove', given, { wipe: true }).wipe === true),
    usage: (id) => this.#usage(id),
    source: async (id) =>
      entryOf(await this.broker.call('source', { id: (await this.pluginStore.find(id)).record.id })),
    rehearse: async (source, given) =>
      this.#rehearsals.begin(this.pluginStore, source, optionsOf('rehearse', given, { signal: true }).signal),
  };
  readonly secrets: Secrets = {
    names: (plugin) => this.broker.call('secretNames', { plugin }),
    set: async (plugin, name, value) => {
      const { manifest } = (await this.pluginStore.find(plugin)).record;
      const hosts = declaredIn(manifest).flatMap(({ permission: asked }) =>
        asked.cap === 'net' && asked.secrets?.includes(name) ? asked.hosts : [],
      );
      if (hosts.length === 0)
        throw new BulkheadError('BAD_ARGS', `${name} is no secret of ${plugin}: ${namesOf(manifest)}`);
      await this.broker.call('setSecret', { plugin, name, value, hosts: [...new Set(hosts)] });
    },
    delete: async (plugin, name) => {
      await this.broker.call('deleteSecret', { plugin, name });
    },
  };

  /** Returns `true` if the user has granted a plugin's tool to read the open chat. */
  mayReadChat(id: string, tool: string): boolean {
    const entry = this.pluginStore.get(id);
    if (!entry) return false;
    const rights = rightsOf(entry.record, entry.grant, this.#options.policy, tool);
    return rights.some(({ permission, state }) => permission.cap === 'chat.read' && state === 'granted');
  }

  /** Begins a simulated run. */
  simulation(): Simulation {
    return new Simulation(this.broker, this.#options.services.chat);
  }

  /** One after another: what one has found unchanged, no other changes meanwhile. @see commitEffects */
  async commit(effects: Effects, asked = false): Promise<{ readonly applied: boolean }> {
    const { services, policy } = this.#options;
    const find = async (id: string) => {
      const entry = await this.pluginStore.find(id);
      if (this.pluginStore.safeMode) throw new BulkheadError('PLUGIN_DISABLED', 'nothing is committed in safe mode');
      return entry;
    };
    const parts = { broker: this.broker, services, policy, audit: this.audit, memory: this.#memory, find, asked };
    // Others need not wait for its user.
    await commitCopies(effects, { ...parts, consent: this.#consent });
    return this.#commits.run(() => commitEffects(effects, parts));
  }

  /** Connects to the page's memory, and to the events of its ports. */
  readonly #memory = async (): Promise<GuestAccess> => {
    const { guests } = await this.#options.memory();
    guests.listen(
      listenToMemory({
        ...{ ports: () => this.#ports, audit: this.audit, policy: this.#options.policy },
        ask: (asked) => this.#ask(asked),
        access: this.#memory,
      }),
    );
    return guests;
  };

  /** Handles events of the broker worker. */
  #onEvent(event: BrokerEvent): void {
    if ('changed' in event) void this.pluginStore.follow().catch(() => {});
    else if ('erased' in event) this.#options.erased();
    else if ('ask' in event) void this.#askFromBroker(event.ask);
    else if ('forged' in event) this.#ports.forgedOver(event.forged);
    else if ('unsend' in event) this.#sends.get(event.unsend)?.abort();
    else if ('send' in event)
      void fetchFor(event, { broker: this.broker, services: this.#options.services }, this.#sends);
  }

  /** Ends every guest. Resolves when no request of a guest has an effect any more. */
  async end(error: BulkheadError): Promise<void> {
    this.audit.note({ type: 'end', plugin: '', what: error.message });
    await Promise.all([this.#rehearsals.end(error), this.runners.end(error)]);
    await this.#ports.end();
    await this.audit.flush();
  }

  /**
   * Frees everything for good: removes all tools of plugins, and fails everything that is under way or requested later with
   * `error`. Use `end` to end running calls.
   */
  close(error: BulkheadError): void {
    void this.#rehearsals.end(error);
    this.pluginStore.close();
    this.runners.dispose(error);
    for (const sending of this.#sends.values()) sending.abort(error);
    this.broker.close(error);
  }

  async #askFromBroker(ask: Asked): Promise<void> {
    const allowed = await this.#ask(ask);
    await this.broker.call('decide', { grant: ask.grant, permission: ask.permission, allowed }).catch(() => {});
  }

  async #ask({ grant, permission, what }: Asked): Promise<boolean> {
    const session = this.#ports.holder(grant);
    const right = session?.right(permission);
    // A failure of the question counts as no, because the guest waits for an answer.
    return (session && right ? session.may(right, what) : Promise.resolve(false)).catch(() => false);
  }

  async #usage(id: string): Promise<PluginUsage> {
    const { broker } = this;
    const { limits } = this.#options;
    const { record, usage } = await this.pluginStore.find(id);
    const quotas = declaredIn(record.manifest).flatMap(({ permission }) =>
      permission.cap === 'store' ? permission.quotaMiB * 1024 * 1024 : [],
    );
    const stored = await broker.call('storage', { plugin: id });
    return {
      ...usage.totals,
      limits: budgetOf(record.manifest, limits),
      storage: { ...stored, quotaBytes: Math.max(0, ...quotas) },
    };
  }
}

/** What is said of the secrets that a plugin has. */
function namesOf(manifest: Manifest | null): string {
  const names = declaredIn(manifest).flatMap(({ permission }) =>
    permission.cap === 'net' ? (permission.secrets ?? []) : [],
  );
  return names.length === 0 ? 'list it as `secrets` of a net permission' : `its secrets are ${names.join(', ')}`;
}

/** @throws `BAD_ARGS` if it is not an object, or has an unknown option. */
function optionsOf<T extends object>(where: string, given: T | undefined, known: KnownOptions<T>): Partial<T> {
  checkOptions(where, given, known);
  return given ?? {};
}
