import type { KeeperEvent } from '../../worker/protocol/broker.js';
import type { Effects } from '../../worker/protocol/effects.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { PluginUsage, Services } from '../contracts/index.js';
import type { CapabilityProviders } from '../isolation/guests/index.js';
import { Runners, type RunnersOptions } from '../isolation/guests/index.js';
import type { GuestDoor } from '../memory/index.js';
import {
  type Asked,
  AuditLog,
  Broker,
  budgetOf,
  Consent,
  callTool,
  checkRevoked,
  commitEffects,
  declaredIn,
  fetchFor,
  listenToMemory,
  mayRun,
  previewCall,
  readReview,
  rightsOf,
} from '../permissions/index.js';
import type { AskList, Policy } from '../questions/index.js';
import { Simulation } from '../simulation/index.js';
import type { Executions } from '../tools/calls/index.js';
import type { ToolRegistry } from '../tools/index.js';
import { type Keeper, type KeeperTold, openKeeper } from '../workers/index.js';
import { install } from './install.js';
import { PluginShelf } from './plugin-changes.js';
import type { MakeRehearsals, Rehearsing } from './rehearsal-types.js';
import type { Plugins, Secrets } from './types.js';

/** A keeper that has not erased by then does not answer. */
const ERASE_MS = 4_700;

export interface PluginSystemOptions extends RunnersOptions {
  readonly tools: ToolRegistry;
  /** URLs of the workers that keep: the keeper’s, and the memory’s, for what is rehearsed. */
  readonly keeperUrl: string;
  readonly memoryUrl: string;
  /** Name of the database; `null` keeps nothing beyond the page. */
  readonly store: string | null;
  readonly asks: AskList;
  readonly policy: Policy;
  readonly services: Services;
  readonly capabilities: CapabilityProviders;
  /** Chats' memory, loaded at its first use. */
  readonly memory: () => Promise<{ readonly guests: GuestDoor }>;
  readonly executions: () => Promise<Executions>;
  /** Tries plugins out beside this system. */
  readonly rehearsals: MakeRehearsals;
  /** Another tab has erased everything: this is to be closed. */
  readonly erased: () => void;
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
  readonly #rehearsals: Rehearsing;
  #commits: Promise<unknown> = Promise.resolve();

  constructor(options: PluginSystemOptions) {
    const { keeperUrl, limits, asks, policy, services, capabilities, tools, changed, executions } = options;
    this.#options = options;
    this.#rehearsals = options.rehearsals(options, (other) => new PluginSystem(other));
    const keeper = openKeeper(
      keeperUrl,
      told(options),
      (event) => this.#hear(event),
      (error) => this.#broker.lose('keeper', error),
    );
    this.keeper = keeper;
    this.audit = new AuditLog(keeper);
    this.runners = new Runners(options);
    const consent = new Consent({
      asks,
      policy,
      audit: this.audit,
      askMs: limits.askMs,
      remember: (...answer) => this.shelf.remember(...answer),
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
      ask: (...question) => consent.forPermission(...question),
      memory: this.#memory,
      callTool: async (...call) =>
        callTool({ registry: tools, executions: await executions(), limits, consent }, ...call),
      alive: (entry) => !this.shelf.safeMode && mayRun(entry) && this.shelf.get(entry.record.id) === entry,
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
      stage: () => new Simulation(keeper, undefined),
      keep: (effects) => this.commit(effects, true),
      pure: (entry) => this.#broker.opensNothing(entry),
      revoke: (plugin, permission) => this.#broker.revoke(plugin, permission),
      forget: (plugin) => asks.forget(plugin),
      stop: async () => {
        asks.end();
        await this.end(new BulkheadError('STOPPED', 'all tools were stopped in another tab', { stoppedBy: 'abort' }));
      },
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
          place: () => this.#options.places.open(),
          review: (entry) => readReview(entry, this.#options.policy, this.keeper),
        },
        source,
        given,
      ),
    list: () => this.shelf.list(),
    review: async (id) => readReview(await this.shelf.find(id), this.#options.policy, this.keeper),
    enable: async (id, given) => this.shelf.enable(id, optionsOf(given)),
    revoke: async (id, what) => {
      const { record } = await this.shelf.find(id);
      checkRevoked(record, what);
      await this.shelf.revoke(id, what);
    },
    disable: (id) => this.shelf.disable(id),
    remove: async (id, given) => this.shelf.remove(id, optionsOf(given).wipe === true),
    usage: (id) => this.#usage(id),
    source: async (id) => this.keeper.call('source', { id: (await this.shelf.find(id)).record.id }),
    rehearse: async (source, given) => this.#rehearsals.begin(this.shelf, source, optionsOf(given).signal),
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

  /** True when the user lets a plugin's tool read the chat, here and now. */
  mayReadChat(id: string, tool: string): boolean {
    const entry = this.shelf.get(id);
    if (!entry) return false;
    const rights = rightsOf(entry.record, entry.grant, this.#options.policy, tool);
    return rights.some(({ permission, state }) => permission.cap === 'chat.read' && state === 'granted');
  }

  /** Begins a simulated run. */
  simulation(): Simulation {
    return new Simulation(this.keeper, this.#options.services.chat);
  }

  /** One after another: what one has found unchanged, no other changes meanwhile. @see commitEffects */
  commit(effects: Effects, asked = false): Promise<{ readonly applied: boolean }> {
    const { services, policy } = this.#options;
    const find = async (id: string) => {
      const entry = await this.shelf.find(id);
      if (this.shelf.safeMode) throw new BulkheadError('PLUGIN_DISABLED', 'nothing is committed in safe mode');
      return entry;
    };
    const parts = { keeper: this.keeper, services, policy, audit: this.audit, memory: this.#memory, find, asked };
    const done = this.#commits.then(() => commitEffects(effects, parts));
    this.#commits = done.catch(() => {});
    return done;
  }

  /** The door of the page's memory, which tells what happens over its ports from then on. */
  readonly #memory = async (): Promise<GuestDoor> => {
    const { guests } = await this.#options.memory();
    guests.listen(
      listenToMemory({
        ...{ broker: () => this.#broker, audit: this.audit, policy: this.#options.policy },
        ask: (asked) => this.#ask(asked),
        door: this.#memory,
      }),
    );
    return guests;
  };

  /** What the keeper says unasked. */
  #hear(event: KeeperEvent): void {
    if ('changed' in event) void this.shelf.follow().catch(() => {});
    else if ('erased' in event) this.#options.erased();
    else if ('ask' in event) void this.#askFromKeeper(event.ask);
    else if ('forged' in event) this.#broker.forgedOver(event.forged);
    else if ('unsend' in event) this.#sends.get(event.unsend)?.abort();
    else if ('send' in event)
      void fetchFor(event, { keeper: this.keeper, services: this.#options.services }, this.#sends);
  }

  /** Ends every guest. Resolves when nothing any of them asked for has an effect any more. */
  async end(error: BulkheadError): Promise<void> {
    this.audit.note({ type: 'end', plugin: '', what: error.message });
    await Promise.all([this.#rehearsals.end(error), this.runners.end(error)]);
    await this.#broker.end();
    await this.audit.flush();
  }

  /**
   * Frees everything, for good: no tool of a plugin is left, and what is under way here, or asked for later, fails with
   * `error`. What runs is ended by `end`.
   */
  close(error: BulkheadError): void {
    void this.#rehearsals.end(error);
    this.shelf.close();
    this.runners.dispose(error);
    for (const sending of this.#sends.values()) sending.abort(error);
    this.keeper.close(error);
  }

  async #askFromKeeper(ask: Asked): Promise<void> {
    const allowed = await this.#ask(ask);
    await this.keeper.call('decide', { grant: ask.grant, permission: ask.permission, allowed }).catch(() => {});
  }

  async #ask({ grant, permission, what }: Asked): Promise<boolean> {
    const session = this.#broker.holder(grant);
    const right = session?.right(permission);
    // Whatever goes wrong with the question is a no: the guest waits for an answer.
    return (session && right ? session.may(right, what) : Promise.resolve(false)).catch(() => false);
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

/** What a keeper has to know. */
type KeeperOptions = Pick<PluginSystemOptions, 'keeperUrl' | 'store' | 'limits' | 'services' | 'policy'>;

const told = ({ store, limits, services, policy }: KeeperOptions): KeeperTold => ({
  store,
  limits,
  hostFetch: services.fetch !== undefined,
  page: policy.page,
});

/**
 * Deletes what is kept, by a keeper of its own: no other of this page may be there any more.
 * @throws `STORE_UNAVAILABLE`, `STORE_FAILED`.
 */
export async function eraseStore(options: KeeperOptions): Promise<void> {
  if (options.store === null) return;
  const keeper = openKeeper(options.keeperUrl, told(options), ignore, ignore);
  try {
    await keeper.call('erase', {}, { ms: ERASE_MS });
  } finally {
    keeper.close(new BulkheadError('STOPPED', 'it was started to erase, and has'));
  }
}

const ignore = () => {};

/** @throws `BAD_ARGS` when it is no object. */
function optionsOf<T extends object>(given: T | undefined): Partial<T> {
  if (given === undefined) return {};
  if (typeof given !== 'object' || given === null) throw new BulkheadError('BAD_ARGS', 'options must be an object');
  return given;
}
