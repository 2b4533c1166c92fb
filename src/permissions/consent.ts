import type { Effects } from '../../worker/protocol/effects.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Grant, Scope } from '../../worker/protocol/grants.js';
import { parseJson } from '../../worker/protocol/json.js';
import { capabilityFacts, factsOf } from '../../worker/protocol/permission-facts.js';
import type { Ask, AskFirst, ToolInfo } from '../contracts/index.js';
import type { CallOptions } from '../isolation/guests/index.js';
import { checkNotDenied, scopeOfYes } from '../tools/calls/index.js';
import { type Question, Questions, type QuestionsOptions } from './ask-questions.js';
import type { AuditLog } from './audit.js';
import { opens, stagesMemory } from './call-rights.js';
import { type CallSession, callersOf } from './call-session.js';
import type { Use } from './handlers/handler.js';
import { coversCall, coversOther, withCall, withOther, withScope } from './kept-yes.js';
import { reachOf } from './permitted.js';
import type { PluginEntry } from './plugin-entry.js';
import { type Right, rightsOf } from './rights.js';

export interface ConsentOptions extends QuestionsOptions {
  readonly audit: AuditLog;
  /** Shows what a call would do, without doing it. */
  readonly preview: (entry: PluginEntry, tool: ToolInfo, args: string, options: CallOptions) => Promise<Effects>;
}

/** The tool that needs a permission, and the listener that is notified of the answer. */
interface Asker extends Pick<CallOptions, 'signal' | 'family' | 'callers'> {
  readonly entry: PluginEntry;
  readonly tool: string;
  readonly note: (outcome: string) => void;
}

/** A question about a call, and the form in which a yes to it is stored. */
interface CallQuestion {
  readonly question: () => Promise<Question>;
  readonly note: (outcome: string) => void;
  /** Hosts that the call may send to. */
  readonly sendsTo?: readonly string[];
  readonly keep: (grant: Grant, scope: Scope) => Grant;
}

/** Asks the user for consent, and stores the answers. */
export class Consent {
  readonly #options: ConsentOptions;
  readonly #questions: Questions;

  constructor(options: ConsentOptions) {
    this.#options = options;
    this.#questions = new Questions(options);
  }

  /**
   * Asks before a call of a tool that may change something beyond its plugin's own store, that cannot be undone, or that
   * wants to be asked about each time.
   * @returns milliseconds that the user took. @throws `CONSENT_DENIED`, or the signal's reason.
   */
  async beforeCall(entry: PluginEntry, tool: ToolInfo, args: string, options: CallOptions): Promise<number> {
    const { policy, preview } = this.#options;
    const { record, grant } = entry;
    const rights = rightsOf(record, grant, policy, tool.name);
    // What waits to be shown is asked about when it is known.
    const waits = stagesMemory(rights, grant);
    const opened = rights.filter((right) => opens(right, { mode: tool.mode, simulation: undefined }));
    const changing = opened.filter(
      ({ permission }) =>
        factsOf(permission).changes &&
        !capabilityFacts(permission.cap).asksEach &&
        !(waits && permission.cap === 'memory.write'),
    );
    const listed = record.manifest?.tools?.find(({ name }) => name === tool.name);
    const each = listed?.consent === 'each';
    const destructive = listed?.annotations?.destructive === true;
    if (changing.length === 0 && !each && !destructive) return 0;
    const narrow = each || goesFar(changing, grant);
    if (!narrow && coversCall(policy, grant, tool.name, rights)) return 0;
    checkNotDenied(tool.name, options.family, { plugin: record.id });
    const sendsTo = hostsOf(opened);
    return this.#askForCall(entry, tool.name, options, {
      question: async () => {
        const scopes = policy.scopes(narrow ? 'call' : destructive ? 'chat' : 'always');
        const undoable = !destructive && opened.every(({ permission }) => factsOf(permission).undoable);
        const { callers } = options;
        const blind: Question = {
          ...{ kind: 'call', tool, args: parseJson(args), destructive, undoable, sendsTo, scopes },
          ...(callers && { callers }),
        };
        // The user sees what would happen, where the tool can show it; asking does not wait on its success.
        const skipped = this.#questions.skips(entry, blind);
        return skipped ? blind : { ...blind, ...(await attempt(() => preview(entry, tool, args, options))) };
      },
      note: this.#noteOf(entry, tool, `call ${tool.name}`, options),
      sendsTo,
      keep: (now, scope) => withCall(now, tool.name, scope, rights),
    });
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
    const { policy } = this.#options;
    const { record, grant } = entry;
    const each = record.manifest?.tools?.find(({ name }) => name === tool.name)?.consent === 'each';
    const rights = rightsOf(record, grant, policy, tool.name);
    if (!each && coversCall(policy, grant, tool.name, rights)) return;
    await this.#askForCall(entry, tool.name, options, {
      question: async () => {
        // If another chat is open now, the answer holds for this call only.
        const scopes = policy.scopes(each || policy.memory() !== options.memory ? 'call' : 'always');
        const { callers } = options;
        const about = { kind: 'memory', tool, args: parseJson(args), effects, ...(callers && { callers }) } as const;
        return { ...about, destructive: false, undoable: true, sendsTo: [], scopes };
      },
      note: this.#noteOf(entry, tool, `memory of ${tool.name}`, options),
      keep: (now, scope) => withCall(now, tool.name, scope, rights),
    });
  }

  /** Asks for a permission at its first use, or for one `use`. `signal` aborts when the call ends, or the permission is taken back. */
  async forPermission(
    session: CallSession,
    right: Right,
    what: string,
    signal: AbortSignal,
    use?: Use,
  ): Promise<boolean> {
    if (session.simulation) return false;
    const { entry, call, family } = session;
    const { callers, family: first = family } = call.options;
    const { id } = right.permission;
    const note = (outcome: string) => session.note({ type: 'ask', permission: id, what, outcome });
    session.control.hold();
    try {
      return await this.forUse({ entry, tool: call.tool, callers, family: first, signal, note }, right, what, use);
    } finally {
      session.control.release();
    }
  }

  /** The same for one request. A yes to a `use` performs it, and is not stored. */
  async forUse(asker: Asker, right: Right, what: string, use?: Use): Promise<boolean> {
    const { policy } = this.#options;
    const { entry, callers, signal, note } = asker;
    const { grant } = entry;
    const declared = entry.record.tools.find(({ name }) => name === asker.tool);
    if (!declared) return false;
    const { permission } = right;
    const tool: ToolInfo = { ...declared, owner: entry.record.id, kind: 'plugin', source: 'extension' };
    const sendsTo = hostsOf([right]);
    const scopes = policy.scopes(use || goesFar([right], grant) ? 'call' : reachOf(policy, permission));
    const { undoable } = factsOf(permission);
    const question: Question = {
      ...{ kind: 'permission', tool, args: undefined, what, permission, ...(callers && { callers }) },
      ...{ destructive: false, undoable, sendsTo, scopes },
      ...(use && { effects: { id: '', items: [use.effect], reads: [], unvalidated: false, deltas: {} } }),
    };
    const answer = await this.#questions.ask(entry, question, asker, note, use && (() => use.perform()));
    const { scope } = answer;
    if (!scope || signal?.aborted) return false;
    await this.#questions.remember(entry, grant, answer, sendsTo, (now) => ({
      ...now,
      permissions: scope.kind === 'call' ? now.permissions : withScope(now.permissions, permission.id, scope),
    }));
    return true;
  }

  /**
   * Asks before a plugin's tool calls a tool of the page that is asked about, whatever that is marked and whatever its user has said
   * of it: that was not said to the plugin. A yes goes no further than the chat, and holds for this very plugin and tool.
   * @returns milliseconds that the user took. @throws `CONSENT_DENIED`, `STOPPED`, or the signal's reason.
   */
  async forOther(
    session: CallSession,
    tool: ToolInfo,
    ask: AskFirst,
    args: string,
    signal: AbortSignal,
  ): Promise<number> {
    const { policy } = this.#options;
    const { entry, call, family: mine } = session;
    const { sendsTo = [], destructive = false, identity } = ask;
    const { grant } = entry;
    if (!destructive && coversOther(policy, grant, tool.name, identity)) return 0;
    const asking = { signal, family: call.options.family ?? mine, waiting: session.control };
    checkNotDenied(tool.name, asking.family, { plugin: entry.record.id });
    return this.#askForCall(entry, tool.name, asking, {
      question: async () => {
        const here = identity !== undefined && !destructive && policy.where().chat === session.chat;
        const scopes = policy.scopes(here ? 'chat' : 'call');
        return {
          ...{ kind: 'call', tool, callers: callersOf(session), args: parseJson(args) },
          ...{ destructive, undoable: false, sendsTo, scopes, ...(identity !== undefined && { identity }) },
        };
      },
      note: (outcome) => session.note({ type: 'ask', what: `call ${tool.name}`, outcome }),
      keep: (now, scope) => (identity === undefined ? now : withOther(now, tool.name, identity, scope)),
    });
  }

  /** Puts a question that a call waits for. @returns milliseconds that the user took. @throws `CONSENT_DENIED`, `STOPPED`, or the signal's reason. */
  async #askForCall(
    entry: PluginEntry,
    tool: string,
    { signal, family, waiting }: Pick<CallOptions, 'signal' | 'family' | 'waiting'>,
    { question, note, sendsTo = [], keep }: CallQuestion,
  ): Promise<number> {
    const { grant, record } = entry;
    const began = performance.now();
    waiting?.hold();
    try {
      const asked = await question();
      signal?.throwIfAborted();
      const answer = await this.#questions.ask(entry, asked, { signal, family }, note);
      signal?.throwIfAborted();
      const scope = scopeOfYes(answer, tool, family, { plugin: record.id });
      await this.#questions.remember(entry, grant, answer, sendsTo, (now) => keep(now, scope));
    } finally {
      waiting?.release();
    }
    return performance.now() - began;
  }

  #noteOf({ record }: PluginEntry, { name }: ToolInfo, what: string, { id }: CallOptions): CallQuestion['note'] {
    const about = { plugin: record.id, tool: name, what, ...(id !== undefined && { call: id }) };
    return (outcome) => this.#options.audit.note({ type: 'ask', ...about, outcome });
  }
}

/** Hosts that requests of these permissions may go to. */
const hostsOf = (rights: readonly Right[]): readonly string[] => [
  ...new Set(rights.flatMap(({ permission }) => (permission.cap === 'net' ? permission.hosts : []))),
];

/** True where a secret goes out, or anything to a host it has not gone to: a yes is for this call only then. */
const goesFar = (rights: readonly Right[], grant: Grant | undefined): boolean =>
  rights.some(({ permission }) => permission.cap === 'net' && (permission.secrets ?? []).length > 0) ||
  hostsOf(rights).some((host) => !grant?.knownHosts.includes(host));

/** The outcome of a preview, or the reason why there is none. @throws when the call was stopped meanwhile. */
async function attempt(preview: () => Promise<Effects>): Promise<Pick<Ask, 'effects' | 'simulationError'>> {
  try {
    return { effects: await preview() };
  } catch (error) {
    const { code, message } = error instanceof BulkheadError ? error : new BulkheadError('INTERNAL', String(error));
    return { simulationError: { code, message } };
  }
}
