import type { Effects } from '../../worker/protocol/effects.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Grant, Scope } from '../../worker/protocol/grants.js';
import { parseJson } from '../../worker/protocol/json.js';
import type { AuditLog } from '../audit.js';
import type { CallOptions } from '../call.js';
import { type PluginEntry, toInfo } from '../plugin-entry.js';
import type { ToolInfo } from '../tool-info.js';
import type { Answer, AskList } from './asks.js';
import { stagesMemory } from './call-rights.js';
import { changes, reachOf } from './caps.js';
import { own } from './own.js';
import { whyNot } from './page-consent.js';
import type { Policy } from './policy.js';
import { type Right, rightsOf } from './rights.js';
import type { CallSession } from './session.js';
import type { Ask } from './types.js';

export interface ConsentOptions {
  readonly asks: AskList;
  readonly policy: Policy;
  readonly audit: AuditLog;
  /** Keeps what the user said, unless what is granted has changed since `before`. */
  readonly remember: (entry: PluginEntry, before: Grant | undefined, update: (grant: Grant) => Grant) => Promise<void>;
  /** Shows what a call would do, without doing it. */
  readonly preview: (entry: PluginEntry, tool: ToolInfo, args: string, options: CallOptions) => Promise<Effects>;
  /** Longest that one call, with all calls it leads to, may keep its user being asked. */
  readonly askMs: number;
}

type Question = Omit<Ask, 'id' | 'askedAt' | 'until' | 'plugin'>;

/** Asks the user what has to be asked, and keeps the answers. */
export class Consent {
  readonly #options: ConsentOptions;

  constructor(options: ConsentOptions) {
    this.#options = options;
  }

  /**
   * Asks before a call of a tool that may change something beyond its plugin's own store, that cannot be undone, or that
   * wants to be asked about each time.
   * @returns milliseconds that the user took. @throws `CONSENT_DENIED`, or the signal's reason.
   */
  async beforeCall(entry: PluginEntry, tool: ToolInfo, args: string, options: CallOptions): Promise<number> {
    const { policy, asks, preview } = this.#options;
    const { record, grant } = entry;
    const rights = rightsOf(record, grant, policy, tool.name);
    // What waits to be shown is asked about when it is known.
    const waits = stagesMemory(rights, grant);
    const changing = rights.filter(
      ({ permission, state }) =>
        state !== 'denied' && changes(permission) && !(waits && permission.cap === 'memory.write'),
    );
    const listed = record.manifest?.tools?.find(({ name }) => name === tool.name);
    const each = listed?.consent === 'each';
    const destructive = listed?.annotations?.destructive === true;
    if (changing.length === 0 && !each && !destructive) return 0;
    const narrow = each || goesFar(changing, grant);
    if (!narrow && policy.covers(own(grant?.calls, tool.name))) return 0;
    const denied = (why: string) => new BulkheadError('CONSENT_DENIED', `${tool.name}: ${why}`, { plugin: record.id });
    if (options.family?.denied.has(tool.name)) throw denied('the user said no a moment ago');
    const began = performance.now();
    options.waiting?.hold();
    try {
      // The user sees what would happen, where the tool can show it; asking does not wait on its success.
      const skipped = asks.skippingUntil > 0 && !destructive;
      const seen = skipped ? {} : await attempt(() => preview(entry, tool, args, options));
      options.signal?.throwIfAborted();
      const scopes = policy.scopes(narrow ? 'call' : destructive ? 'chat' : 'always');
      const sendsTo = hostsOf(changing);
      const question: Question = { kind: 'call', tool, args: parseJson(args), ...seen, destructive, sendsTo, scopes };
      const note = (outcome: string) => {
        const about = { plugin: record.id, tool: tool.name, what: `call ${tool.name}`, outcome };
        this.#options.audit.note({ type: 'ask', ...about, ...(options.id !== undefined && { call: options.id }) });
      };
      const answer = await this.#ask(entry, question, options, note);
      options.signal?.throwIfAborted();
      const { scope, by } = answer;
      if (!scope) {
        options.family?.denied.add(tool.name);
        if (by === 'end') throw new BulkheadError('STOPPED', `${tool.name}: stopped while its user was asked`);
        throw denied(whyNot(answer));
      }
      await this.#remember(entry, grant, answer, sendsTo, (now) => ({
        ...now,
        calls: scope.kind === 'call' ? now.calls : withScope(now.calls, tool.name, scope),
      }));
    } finally {
      options.waiting?.release();
    }
    return performance.now() - began;
  }

  /**
   * Shows what a call has written for the memory, and asks whether it may be kept, unless its user wants to be asked no more
   * about this tool's calls. @throws `CONSENT_DENIED`, `STOPPED`, or the signal's reason.
   */
  async afterCall(
    entry: PluginEntry,
    tool: ToolInfo,
    args: string,
    effects: Effects,
    options: CallOptions,
  ): Promise<void> {
    const { policy, audit } = this.#options;
    const { record, grant } = entry;
    const listed = record.manifest?.tools?.find(({ name }) => name === tool.name);
    const each = listed?.consent === 'each';
    if (!each && policy.covers(own(grant?.calls, tool.name))) return;
    const denied = (why: string) => new BulkheadError('CONSENT_DENIED', `${tool.name}: ${why}`, { plugin: record.id });
    options.waiting?.hold();
    try {
      // Of another chat than the one that was open, nothing is said for longer than this call.
      const scopes = policy.scopes(each || policy.memory() !== options.memory ? 'call' : 'always');
      const about = { kind: 'memory', tool, args: parseJson(args), effects } as const;
      const question: Question = { ...about, destructive: false, sendsTo: [], scopes };
      const note = (outcome: string) => {
        const what = { plugin: record.id, tool: tool.name, what: `memory of ${tool.name}`, outcome };
        audit.note({ type: 'ask', ...what, ...(options.id !== undefined && { call: options.id }) });
      };
      const answer = await this.#ask(entry, question, options, note);
      options.signal?.throwIfAborted();
      const { scope, by } = answer;
      if (!scope) {
        options.family?.denied.add(tool.name);
        if (by === 'end') throw new BulkheadError('STOPPED', `${tool.name}: stopped while its user was asked`);
        throw denied(whyNot(answer));
      }
      await this.#remember(entry, grant, answer, [], (now) => ({
        ...now,
        calls: scope.kind === 'call' ? now.calls : withScope(now.calls, tool.name, scope),
      }));
    } finally {
      options.waiting?.release();
    }
  }

  /** Asks for a permission at its first use. `signal` aborts when the call ends, or the permission is taken back. */
  async forPermission(session: CallSession, right: Right, what: string, signal: AbortSignal): Promise<boolean> {
    const { policy } = this.#options;
    const { entry, call: asking } = session;
    const { grant } = entry;
    const declared = entry.record.tools.find(({ name }) => name === asking.tool);
    if (!declared || session.simulation) return false;
    const { permission } = right;
    const { id } = permission;
    const tool: ToolInfo = { ...declared, owner: entry.record.id, kind: 'plugin', source: 'extension' };
    const sendsTo = hostsOf([right]);
    const scopes = policy.scopes(goesFar([right], grant) ? 'call' : reachOf(permission));
    const question: Question = {
      ...{ kind: 'permission', tool, args: undefined, what, permission },
      ...{ destructive: false, sendsTo, scopes },
    };
    session.control.hold();
    try {
      const note = (outcome: string) => session.note({ type: 'ask', permission: id, what, outcome });
      const options = { signal, family: asking.options.family ?? session.family };
      const answer = await this.#ask(entry, question, options, note);
      const { scope } = answer;
      if (!scope || signal.aborted) return false;
      await this.#remember(entry, grant, answer, sendsTo, (now) => ({
        ...now,
        permissions: scope.kind === 'call' ? now.permissions : withScope(now.permissions, id, scope),
      }));
      return true;
    } finally {
      session.control.release();
    }
  }

  async #ask(
    entry: PluginEntry,
    question: Question,
    { signal, family }: Pick<CallOptions, 'signal' | 'family'>,
    note: (outcome: string) => void,
  ): Promise<Answer> {
    const { asks, askMs } = this.#options;
    const began = performance.now();
    const worn = family !== undefined && family.askedMs >= askMs;
    const answer: Answer = worn
      ? { scope: null, by: 'time' }
      : await asks.ask({ ...question, plugin: toInfo(entry) }, signal);
    if (family) family.askedMs += performance.now() - began;
    note(told(answer));
    return answer;
  }

  /** Keeps an answer, and gives it to the questions that it answers, too. */
  async #remember(
    entry: PluginEntry,
    before: Grant | undefined,
    { scope, by }: Answer,
    sendsTo: readonly string[],
    update: (grant: Grant) => Grant,
  ): Promise<void> {
    const { asks, policy, remember } = this.#options;
    const isNew = sendsTo.some((host) => !before?.knownHosts.includes(host));
    if (scope?.kind === 'call' && !(isNew && by === 'user')) return;
    await remember(entry, before, (now) => ({
      ...update(now),
      knownHosts: by === 'user' ? [...new Set([...now.knownHosts, ...sendsTo])] : now.knownHosts,
    }));
    asks.settle(({ plugin, kind, tool, permission, scopes }) => {
      if (plugin.id !== entry.record.id) return undefined;
      const { calls, permissions } = entry.grant ?? {};
      const said = kind === 'permission' ? own(permissions, permission?.id ?? '') : own(calls, tool.name);
      const covering = (said ?? []).filter((one) => policy.covers([one]));
      return scopes.find((offered) => covering.some((one) => JSON.stringify(one) === JSON.stringify(offered)));
    });
  }
}

type Scopes = { readonly [name: string]: readonly Scope[] };

function withScope(all: Scopes, name: string, scope: Scope): Scopes {
  const before = own(all, name) ?? [];
  const known = before.some((one) => JSON.stringify(one) === JSON.stringify(scope));
  return known ? all : { ...all, [name]: [...before, scope] };
}

/** Hosts that something may be sent to. */
const hostsOf = (rights: readonly Right[]): readonly string[] => [
  ...new Set(rights.flatMap(({ permission }) => (permission.cap === 'net' ? permission.hosts : []))),
];

/** True where a secret goes out, or anything to a host it has not gone to: a yes is for this call only then. */
const goesFar = (rights: readonly Right[], grant: Grant | undefined): boolean =>
  rights.some(({ permission }) => permission.cap === 'net' && (permission.secrets ?? []).length > 0) ||
  hostsOf(rights).some((host) => !grant?.knownHosts.includes(host));

const told = ({ scope, by }: Answer): string =>
  scope ? (by === 'skip' ? 'skipped' : scope.kind) : by === 'user' ? 'denied' : by;

/** What a preview came to, or why there is none. @throws when the call was stopped meanwhile. */
async function attempt(preview: () => Promise<Effects>): Promise<Pick<Ask, 'effects' | 'previewError'>> {
  try {
    return { effects: await preview() };
  } catch (error) {
    const { code, message } = error instanceof BulkheadError ? error : new BulkheadError('INTERNAL', String(error));
    return { previewError: { code, message } };
  }
}
