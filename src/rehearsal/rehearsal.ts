import { Mutex } from '../../worker/primitives/mutex.js';
import { toArgumentText } from '../../worker/protocol/argument-text.js';
import type { AuditEntry } from '../../worker/protocol/audit.js';
import { BulkheadError, toErrorData } from '../../worker/protocol/errors.js';
import { NO_USAGE } from '../../worker/protocol/outcome.js';
import type { CallOutcome, LogLine } from '../../worker/protocol/tool.js';
import type { ToolInfo } from '../contracts/index.js';
import type { HostMemory } from '../memory/index.js';
import { budgetOf, declaredIn, keptScopes, refusalOf, toInfo } from '../permissions/index.js';
import {
  ownerOf,
  type PluginSource,
  type PluginSystem,
  type PluginSystemOptions,
  type Rehearsal,
  type RehearsedCall,
  type RehearsedCallOptions,
  type RehearsedWorld,
} from '../plugins/index.js';
import { checkSignal, onDemand, untilAborted } from '../primitives/index.js';
import { AskList, Policy } from '../questions/index.js';
import { Simulation } from '../simulation/index.js';
import { clamp, Executions, readResult } from '../tools/calls/index.js';
import { ToolRegistry } from '../tools/index.js';
import { StandIns } from './stand-ins.js';
import { OWN_CALL, RehearsedStore, storeEffects } from './store.js';

const memoryParts = onDemand(() => import('../memory/index.js'));

/** Greatest number of log entries that are read of one call. */
const ENTRIES = 500;

export interface RehearsalParts {
  /** The options of the real system. */
  readonly options: PluginSystemOptions;
  readonly make: (options: PluginSystemOptions) => PluginSystem;
  /** Called when the rehearsal has ended. */
  readonly ended: () => void;
}

/** A whole system of plugins beside the real one, with one plugin in a made-up world. It stores nothing and grants everything. */
export class RehearsedSystem {
  readonly #real: PluginSystemOptions;
  readonly #ended: () => void;
  readonly #standIns = new StandIns();
  readonly #system: PluginSystem;
  readonly #registry: ToolRegistry;
  readonly #policy: Policy;
  #memory: HostMemory | undefined;
  #over: Promise<void> | undefined;
  #calls = 0;
  /** Calls take turns: each has a world of its own. */
  readonly #mutex = new Mutex();

  constructor({ options, make, ended }: RehearsalParts) {
    this.#real = options;
    this.#ended = ended;
    const { services } = this.#standIns;
    const { limits, policy } = options;
    this.#policy = new Policy({}, services, false, policy.page);
    this.#registry = new ToolRegistry((name) => new BulkheadError('TOOL_NOT_FOUND', `no tool is named ${name}`));
    const asks = new AskList({ askMs: limits.askMs, allowSkip: () => false, changed: () => {} });
    // Everything is granted: what is asked about at each use is allowed, anything else is not.
    asks.onChange(() => {
      for (const { id, kind } of asks.list()) asks.answer(id, kind === 'permission' ? { kind: 'call' } : null);
    });
    this.#system = make({
      ...options,
      ...{ store: null, storage: undefined },
      spareWorkers: 0,
      services,
      capabilities: {},
      tools: this.#registry,
      policy: this.#policy,
      asks,
      memory: () => this.#openMemory(),
      executions: async () => this.#executions(),
      erased: () => {},
    });
  }

  /** Loads a plugin. @throws like `Plugins.install`; `NAME_TAKEN` if another owner has a tool of that name. The rehearsal has ended then. */
  async open(source: PluginSource, signal: AbortSignal | undefined): Promise<Rehearsal> {
    try {
      checkSignal(signal);
      const { plugins, pluginStore } = this.#system;
      const { id } = await plugins.install(source, signal ? { signal } : {});
      const { record } = await pluginStore.find(id);
      this.#real.tools.check(ownerOf(id), record.tools);
      const asked = declaredIn(record.manifest).map(({ permission }) => permission);
      const forbidden = asked.flatMap((permission) => {
        const why = refusalOf(this.#real.policy, permission);
        return why ? [{ permission: permission.id, why }] : [];
      });
      const allow = asked.flatMap((one) =>
        refusalOf(this.#policy, one) ? [] : [[one.id, keptScopes(this.#policy, one).slice(-1)] as const],
      );
      await untilAborted(plugins.enable(id, { allow: Object.fromEntries(allow) }), signal);
      for (const one of asked) if (one.cap === 'tool.call') for (const name of one.tools) this.#standIn(name);
      return {
        plugin: toInfo(await pluginStore.find(id)),
        forbidden,
        call: (tool, args, given) => this.#mutex.run(() => this.#call(id, tool, args, given)),
        end: () => this.end(),
      };
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** Ends the rehearsal. Nothing of it runs any more, and nothing is left. */
  end(error = new BulkheadError('STOPPED', 'the rehearsal is over')): Promise<void> {
    this.#over ??= this.#system
      .end(error)
      .catch(() => {})
      .then(() => {
        this.#system.close(error);
        this.#memory?.close();
        this.#ended();
      });
    return this.#over;
  }

  async #call(id: string, tool: string, args: unknown, given: RehearsedCallOptions = {}): Promise<RehearsedCall> {
    const { limits } = this.#real;
    const { broker, pluginStore, audit } = this.#system;
    const { world = {}, phase = 'execute', signal } = given;
    checkSignal(signal);
    signal?.throwIfAborted();
    const text = toArgumentText(args, limits.argumentsBytes);
    const { runner, record } = await pluginStore.find(id);
    const budget = budgetOf(record.manifest, limits);
    const store = new RehearsedStore(broker, id);
    this.#standIns.begin(world, id, tool);
    await untilAborted(store.fill(world.storage ?? {}), signal);
    const before = await store.contents();
    const memory = this.#standIns.memoryChat;
    if (world.memory?.length) await untilAborted(this.#remember(memory, world.memory), signal);
    // What it writes to the memory is held back, as before a user's answer, and then reported.
    const staging = new Simulation(broker, undefined);
    const log: LogLine[] = [];
    const call = `${OWN_CALL}-${++this.#calls}`;
    let outcome: CallOutcome;
    try {
      outcome = await runner.execute(tool, phase, text, {
        id: call,
        signal,
        startedAt: performance.now(),
        timeoutMs: Math.min(clamp(given.timeoutMs, limits.timeoutMs, 'timeoutMs'), budget.timeoutMs),
        cpuMs: Math.min(clamp(given.cpuMs, limits.cpuMs, 'cpuMs'), budget.cpuMs),
        ...{ chat: 'rehearsal', memory, staging },
        onLog: (line) => log.push(line),
      });
    } catch (error) {
      signal?.throwIfAborted();
      if (this.#over) throw error;
      outcome = { error: toErrorData(error), usage: NO_USAGE, log: [] };
    }
    const { items } = await staging.end();
    const after = await untilAborted(store.contents(), signal);
    // Each kind has its own limit, so that many of one kind do not displace the others.
    const entriesOf = async (type: 'use' | 'refused') =>
      (await audit.query({ plugin: id, type, limit: ENTRIES })).filter((entry) => entry.call === call).reverse();
    const [uses, refusals] = [await entriesOf('use'), await entriesOf('refused')];
    return {
      ...this.#resultOf(outcome),
      log,
      effects: [...storeEffects(id, before, after), ...this.#standIns.effects, ...items],
      used: [...new Set(uses.flatMap(({ permission }) => (permission ? [permission] : [])))],
      refused: [...new Set([...(outcome.refused ?? []), ...refusals.flatMap(refusedIn)])],
      usage: outcome.usage,
    };
  }

  /** A memory that keeps nothing, in a worker of its own. */
  async #openMemory(): Promise<HostMemory> {
    const { openMemory } = await memoryParts();
    if (this.#over) throw new BulkheadError('STOPPED', 'the rehearsal is over');
    const register = () => {
      throw new BulkheadError('BAD_ARGS', 'nobody registers tools of a rehearsal');
    };
    const broker = async () => this.#system.broker;
    const asset = this.#real.memoryAsset;
    this.#memory ??= openMemory({ asset, store: null, profile: null, pages: { register }, broker });
    return this.#memory;
  }

  async #remember(chat: string, nodes: NonNullable<RehearsedWorld['memory']>): Promise<void> {
    const session = await (await this.#openMemory()).openSession(chat);
    for (const node of nodes) await session.createNode(node);
  }

  #resultOf({ error, text = '' }: CallOutcome): Pick<RehearsedCall, 'value' | 'error'> {
    if (error) return { error };
    try {
      const value = readResult(text, this.#real.limits);
      return value === undefined ? {} : { value };
    } catch (thrown) {
      return { error: toErrorData(thrown) };
    }
  }

  /** Another owner’s tool that a rehearsed plugin may call. It answers what the world defines. */
  #standIn(name: string): void {
    const info: ToolInfo = {
      ...{ name, displayName: name, description: '', parameters: { type: 'object' }, mode: 'read', hasSimulate: false },
      ...{ owner: 'rehearsal', kind: 'page', source: 'extension' },
    };
    const execute = async () => {
      try {
        return { text: JSON.stringify(this.#standIns.tool(name)) ?? '', usage: NO_USAGE, log: [] };
      } catch (error) {
        return { error: toErrorData(error), usage: NO_USAGE, log: [] };
      }
    };
    if (!this.#registry.get(name)) this.#registry.put(info, { execute });
  }

  #executions(): Executions {
    return new Executions({
      registry: this.#registry,
      limits: this.#real.limits,
      context: { live: () => ({}), text: () => '' },
      catalog: async () => ({ check: async () => {} }),
      simulate: async () => this.#system.simulation(),
      stopping: () => new AbortController().signal,
    });
  }
}

const refusedIn = ({ what }: AuditEntry): string[] => (what === undefined ? [] : [what]);
