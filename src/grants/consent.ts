import type { Effects } from '../../worker/protocol/effects.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Grant, Scope } from '../../worker/protocol/grants.js';
import { parseJson } from '../../worker/protocol/json.js';
import type { AuditLog } from '../audit.js';
import type { CallOptions } from '../call.js';
import type { PluginEntry } from '../plugin-entry.js';
import { toInfo } from '../plugin-entry.js';
import type { ToolInfo } from '../tool-info.js';
import type { Answer, AskList } from './asks.js';
import { changes } from './caps.js';
import { own } from './own.js';
import type { Policy } from './policy.js';
import { type Right, rightsOf } from './rights.js';
import type { CallSession } from './session.js';
import type { Ask } from './types.js';

export interface ConsentOptions {
  readonly asks: AskList;
  readonly policy: Policy;
  readonly audit: AuditLog;
  /** Keeps what the user said. */
  readonly remember: (entry: PluginEntry, update: (grant: Grant) => Grant) => Promise<void>;
  /** Shows what a call would do, without doing it. */
  readonly preview: (entry: PluginEntry, tool: ToolInfo, args: string, options: CallOptions) => Promise<Effects>;
}

/** Asks the user what has to be asked, and keeps the answers. */
export class Consent {
  readonly #options: ConsentOptions;

  constructor(options: ConsentOptions) {
    this.#options = options;
  }

  /**
   * Asks before a call of a tool that may change something beyond its plugin's own store.
   * @returns milliseconds that the user took. @throws `CONSENT_DENIED`, or the signal's reason.
   */
  async beforeCall(entry: PluginEntry, tool: ToolInfo, args: string, options: CallOptions): Promise<number> {
    const { policy, asks, audit, remember, preview } = this.#options;
    const { record, grant } = entry;
    const rights = rightsOf(record, grant, policy, tool.name);
    const changing = rights.filter(({ permission, state }) => state !== 'denied' && changes(permission));
    const listed = record.manifest?.tools?.find(({ name }) => name === tool.name);
    const each = listed?.consent === 'each';
    if (changing.length === 0 || (!each && policy.covers(own(grant?.calls, tool.name)))) return 0;
    const began = performance.now();
    const destructive = listed?.annotations?.destructive === true;
    const sendsTo = hostsOf(changing);
    options.waiting?.hold();
    try {
      // The user sees what would happen, where the tool can show it; asking does not wait on its success.
      const seen =
        asks.skippingUntil > 0 && !destructive ? {} : await attempt(() => preview(entry, tool, args, options));
      options.signal?.throwIfAborted();
      const narrow = each || carriesSecret(changing) || sendsTo.some((host) => !grant?.knownHosts.includes(host));
      const question = {
        kind: 'call',
        plugin: toInfo(entry),
        tool,
        args: parseJson(args),
        ...seen,
        destructive,
        sendsTo,
        scopes: policy.scopes(narrow ? 'call' : destructive ? 'chat' : 'always'),
      } as const;
      const answer = await asks.ask(question, options.signal);
      options.signal?.throwIfAborted();
      const { id } = record;
      audit.note({
        type: 'ask',
        plugin: id,
        tool: tool.name,
        ...call(options),
        what: `call ${tool.name}`,
        outcome: told(answer),
      });
      const { scope } = answer;
      if (answer.by === 'end') throw new BulkheadError('STOPPED', `${tool.name}: stopped while its user was asked`);
      if (!scope) throw new BulkheadError('CONSENT_DENIED', `${tool.name}: ${whyNot(answer)}`, { plugin: id });
      const known = [...new Set([...(entry.grant?.knownHosts ?? []), ...sendsTo])];
      await remember(entry, (now) => ({
        ...now,
        knownHosts: answer.by === 'user' ? known : now.knownHosts,
        calls: scope.kind === 'call' ? now.calls : withScope(now.calls, tool.name, scope),
      }));
    } finally {
      options.waiting?.release();
    }
    return performance.now() - began;
  }

  /** Asks for a permission at its first use. */
  async forPermission(session: CallSession, right: Right, what: string): Promise<boolean> {
    const { policy, asks, remember } = this.#options;
    const { entry, call: asking } = session;
    const tool = entry.record.tools.find(({ name }) => name === asking.tool);
    if (!tool || session.simulation) return false;
    const { permission } = right;
    const { id } = permission;
    const sendsTo = hostsOf([right]);
    const narrow = carriesSecret([right]) || sendsTo.some((host) => !entry.grant?.knownHosts.includes(host));
    session.control.hold();
    try {
      const question: Omit<Ask, 'id' | 'askedAt'> = {
        kind: 'permission',
        plugin: toInfo(entry),
        tool: { ...tool, owner: entry.record.id, kind: 'plugin', source: 'extension' },
        args: undefined,
        what,
        permission,
        destructive: false,
        sendsTo,
        scopes: policy.scopes(narrow ? 'call' : 'always'),
      };
      const answer = await asks.ask(question, session.signal);
      session.note({ type: 'ask', permission: id, what, outcome: told(answer) });
      const { scope } = answer;
      if (!scope) return false;
      const known = [...new Set([...(entry.grant?.knownHosts ?? []), ...sendsTo])];
      await remember(entry, (now) => ({
        ...now,
        knownHosts: answer.by === 'user' ? known : now.knownHosts,
        permissions: scope.kind === 'call' ? now.permissions : withScope(now.permissions, id, scope),
      }));
      return true;
    } finally {
      session.control.release();
    }
  }
}

type Scopes = { readonly [name: string]: readonly Scope[] };

const withScope = (all: Scopes, name: string, scope: Scope): Scopes => ({
  ...all,
  [name]: [...(own(all, name) ?? []), scope],
});

const call = ({ id }: CallOptions) => (id === undefined ? {} : { call: id });

/** Hosts that something may be sent to. */
const hostsOf = (rights: readonly Right[]): readonly string[] => [
  ...new Set(rights.flatMap(({ permission }) => (permission.cap === 'net' ? permission.hosts : []))),
];

const carriesSecret = (rights: readonly Right[]): boolean =>
  rights.some(({ permission }) => permission.cap === 'net' && (permission.secrets ?? []).length > 0);

const told = ({ scope, by }: Answer): string =>
  scope ? (by === 'skip' ? 'skipped' : scope.kind) : by === 'user' ? 'denied' : by;

function whyNot({ by }: Answer): string {
  if (by === 'time') return 'nobody answered in time';
  if (by === 'nobody') return 'the user would have to be asked, and this page shows no questions';
  return 'the user said no';
}

/** What a preview came to, or why there is none. */
async function attempt(preview: () => Promise<Effects>): Promise<Pick<Ask, 'effects' | 'previewError'>> {
  try {
    return { effects: await preview() };
  } catch (error) {
    const { code, message } = error instanceof BulkheadError ? error : new BulkheadError('INTERNAL', String(error));
    return { previewError: { code, message } };
  }
}
