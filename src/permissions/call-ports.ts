import { randomId } from '../../worker/primitives/random-id.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Limits } from '../../worker/protocol/limits.js';
import { capabilityFacts, capOfRequest } from '../../worker/protocol/permission-facts.js';
import type { PortGrant } from '../../worker/protocol/rights.js';
import { type AnsweredRequest, serveRequests } from '../../worker/rpc/requests.js';
import type { Services } from '../contracts/index.js';
import {
  type CallControl,
  type CallGrants,
  type CapabilityProviders,
  type GrantedCall,
  NO_GRANTS,
} from '../isolation/guests/index.js';
import { after } from '../primitives/index.js';
import type { Policy } from '../questions/index.js';
import type { Broker } from '../workers/index.js';
import type { AuditLog } from './audit.js';
import { type CallLimits, callLimits } from './budget.js';
import { brokerRights, denialsOf, memoryRights, opens, stagesMemory } from './call-rights.js';
import { CallSession, type SessionOptions } from './call-session.js';
import { pageAnswers } from './handlers/index.js';
import { LlmPace } from './handlers/llm.js';
import { type OpenDoor, openMemoryPort } from './memory-ports.js';
import { type PluginEntry, toInfo } from './plugin-entry.js';
import { asksForAnything, type Right, rightsOf } from './rights.js';

/** One plugin's tool calls another's. */
export type CallTool = (session: CallSession, name: string, args: unknown, signal: AbortSignal) => Promise<unknown>;

export interface CallPortsOptions {
  readonly broker: Broker;
  readonly policy: Policy;
  readonly services: Services;
  readonly limits: Limits;
  /** Of the page's own. */
  readonly capabilities: CapabilityProviders;
  readonly audit: AuditLog;
  readonly ask: SessionOptions['ask'];
  readonly callTool: CallTool;
  readonly memory: OpenDoor;
  /** Whether a plugin may run at this moment. */
  readonly alive: (entry: PluginEntry) => boolean;
}

/** Makes the ports of each call, narrowed to what its plugin was granted, and closes them. */
export class CallPorts {
  readonly #options: CallPortsOptions;
  readonly #sessions = new Set<CallSession>();
  readonly #name = randomId(2);
  /** Plugin → how fast it may ask the page's model. */
  readonly #paces = new Map<string, LlmPace>();
  #opened = 0;

  constructor(options: CallPortsOptions) {
    this.#options = options;
  }

  /** The call that holds a port of the broker, or of the memory. */
  holder(grant: string): CallSession | undefined {
    return [...this.#sessions].find((session) => session.has(grant));
  }

  /** True for a plugin that asks for nothing, on a page that offers nothing of its own. */
  opensNothing({ record }: PluginEntry): boolean {
    return !asksForAnything(record.manifest) && Object.keys(this.#options.capabilities).length === 0;
  }

  /** Opens what one call may use. */
  open(entry: PluginEntry, call: GrantedCall, control: CallControl): CallGrants {
    const { policy, audit, ask, limits } = this.#options;
    const { simulation, waiting } = call.options;
    // The last gate: whatever has happened while the call was on its way.
    if (!this.#options.alive(entry)) throw new BulkheadError('STOPPED', `${entry.record.id} was stopped`);
    // Nothing is asked for, and nothing costs anything.
    if (this.opensNothing(entry)) return NO_GRANTS;
    const mode = entry.record.tools.find(({ name }) => name === call.tool)?.mode ?? 'read';
    const rights = rightsOf(entry.record, entry.grant, policy, call.tool);
    const session = new CallSession({
      entry,
      call,
      mode,
      control: {
        ...control,
        // The calls that wait for this one stand still with it.
        hold() {
          control.hold();
          waiting?.hold();
        },
        release() {
          control.release();
          waiting?.release();
        },
      },
      rights,
      holds: ({ permission }) =>
        rightsOf(entry.record, entry.grant, policy, call.tool).some(
          (now) => now.permission.id === permission.id && now.state === 'granted',
        ),
      ask,
      note: (note) => {
        if (note.type === 'refused') entry.usage.refuse();
        audit.note(note);
      },
      ended: () => this.#sessions.delete(session),
    });
    this.#sessions.add(session);
    const kind = { mode, simulation };
    const denials = denialsOf(rights, kind);
    const budget = callLimits(entry.record.manifest, limits);
    const ports = {
      ...this.#custom(entry, session),
      ...this.#ofPage(
        session,
        rights.filter((right) => opens(right, kind)),
        budget,
      ),
      ...this.#ofBroker(session, rights, budget),
      ...this.#ofMemory(session, rights, budget, denials),
    };
    const { expiresAt = Number.POSITIVE_INFINITY } = entry.grant ?? {};
    const leftMs = expiresAt - Date.now();
    if (leftMs < limits.timeoutMs + limits.askMs) {
      const cancel = after(leftMs, () => void session.revoke(undefined));
      session.signal.addEventListener('abort', cancel, { once: true });
    }
    return { ports, denials, limits: budget, drop: () => session.drop() };
  }

  /** Closes the ports of one permission of a plugin, or of all of them, in all open calls. */
  async revoke(plugin: string, permission?: string): Promise<void> {
    const mine = [...this.#sessions].filter(({ entry }) => entry.record.id === plugin);
    await Promise.all(mine.map((session) => session.revoke(permission)));
  }

  /** The same over a port of one of our workers, which writes the log entry itself. */
  forgedOver(grant: string): void {
    const session = this.holder(grant);
    if (session) this.#cut(session);
  }

  #cut(session: CallSession): void {
    // A worker that breaks the protocol is ended.
    session.control.end(
      new BulkheadError('WORKER_FLOODED', 'a plugin sent more, or other things, than its worker may'),
    );
  }

  /** Closes everything. */
  async end(): Promise<void> {
    await Promise.all([...this.#sessions].map((session) => session.drop()));
  }

  /** The broker, or the memory, is gone, and every port that it served. */
  lose(which: 'broker' | 'memory', error: Error): void {
    for (const session of this.#sessions) if (session.servedBy(which)) session.control.fail(error);
  }

  #ofBroker(session: CallSession, all: readonly Right[], budget: CallLimits): Record<string, MessagePort> {
    const { broker } = this.#options;
    const ports: Record<string, MessagePort> = {};
    for (const { rights, permissions } of brokerRights(all, session)) {
      const { port1, port2 } = new MessageChannel();
      const open = { ...this.#grantOf(session, budget), rights };
      const { grant } = open;
      session.simulation?.reach();
      broker
        .call('open', { grant: open, port: port1 }, { transfer: [port1] })
        .catch((error) => session.control.fail(error));
      session.add({
        group: rights.group,
        permissions,
        grant,
        by: 'broker',
        // A broker that is gone serves nothing any more.
        drop: () => broker.call('drop', { grants: [grant] }).then(ignore, ignore),
      });
      ports[rights.group] = port2;
    }
    return ports;
  }

  #ofMemory(
    session: CallSession,
    rights: readonly Right[],
    budget: CallLimits,
    denials: { [group: string]: string },
  ): Record<string, MessagePort> {
    const { services, policy, memory } = this.#options;
    const { entry, call, simulation } = session;
    const staged = stagesMemory(rights, entry.grant);
    const mine = memoryRights(rights, session, staged);
    if (!mine) return {};
    const chat = policy.memory();
    // The port is for the chat that was open when the call was requested, or for none.
    if (!services.memory || !chat || chat !== call.options.memory) {
      denials.memory = chat ? 'memory: another chat was opened during the call' : 'memory: no chat is open';
      return {};
    }
    const { staging } = call.options;
    const stages = !simulation && staged && staging && { staging: staging.id };
    const open = { ...this.#grantOf(session, budget), rights: mine, ...stages };
    const { port, drop } = openMemoryPort(session, open, services.memory, memory);
    const { mode: _mode, ...byName } = mine;
    const permissions = Object.values(byName).flatMap((right) => (right ? [right.permission] : []));
    session.add({ group: 'memory', permissions, grant: open.grant, by: 'memory', drop });
    return { memory: port };
  }

  #ofPage(session: CallSession, rights: readonly Right[], budget: CallLimits): Record<string, MessagePort> {
    const { services, callTool, limits } = this.#options;
    const ports: Record<string, MessagePort> = {};
    const answers = pageAnswers({
      call: session,
      services,
      callTool: (name, args, signal) => callTool(session, name, args, signal),
      pace: this.#paceOf(session.entry.record.id),
      noticesPerCall: limits.noticesPerCall,
    });
    for (const [group, answer] of Object.entries(answers)) {
      const mine = rights.filter(({ permission }) => capabilityFacts(permission.cap).group === group);
      if (mine.length === 0) continue;
      const { port1, port2 } = new MessageChannel();
      const served = serveRequests(port1, {
        ...budget,
        answer: (method, args, signal) => answer(method, Object(args), signal),
        onAnswered: (answered) => noteAnswered(session, answered),
        onForged: () => {
          session.note({ type: 'refused', what: `${group}: what no honest worker sends` });
          this.#cut(session);
        },
      });
      // What the page's own functions have begun is not waited for: they may never end.
      const drop = () => void served.close();
      session.add({ group, permissions: mine.map(({ permission }) => permission.id), drop });
      ports[group] = port2;
    }
    return ports;
  }

  /** Fields that the grants of all ports of a call share. */
  #grantOf({ entry, call, tool, simulation }: CallSession, budget: CallLimits): PortGrant {
    const grant = `${this.#name}-${++this.#opened}`;
    const about = { grant, plugin: entry.record.id, tool, call: call.options.id ?? grant };
    return { ...about, ...(simulation && { simulation: simulation.id }), ...budget };
  }

  #paceOf(plugin: string): LlmPace {
    const pace = this.#paces.get(plugin) ?? new LlmPace(this.#options.limits);
    this.#paces.set(plugin, pace);
    return pace;
  }

  /** What the page offers beyond the manifest's words. Nothing of it is simulated, and nothing that changes is for readers. */
  #custom(entry: PluginEntry, session: CallSession): Record<string, MessagePort> {
    const ports: Record<string, MessagePort> = {};
    for (const [group, { mode, open }] of Object.entries(this.#options.capabilities)) {
      if (session.simulation?.forAsk) continue;
      if (mode === 'write' && (session.mode === 'read' || session.simulation)) continue;
      const grant = open(toInfo(entry), { tool: session.call.tool });
      if (!grant) continue;
      session.add({ group, permissions: [], drop: () => grant.drop() });
      ports[group] = grant.port;
    }
    return ports;
  }
}

const ignore = () => {};

/** Tells the log what came of a request. */
function noteAnswered(session: CallSession, { method, ...answered }: AnsweredRequest): void {
  const [right] = session.rightsOf(capOfRequest(method) ?? '');
  const type = answered.outcome === 'CAPABILITY_DENIED' ? 'refused' : 'use';
  session.note({ type, what: method.slice(0, 64), ...answered, ...(right && { permission: right.permission.id }) });
}
