import type { AuditNote } from '../../worker/protocol/audit.js';
import type { Cap } from '../../worker/protocol/capabilities/index.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { AskCaller, PluginInfo } from '../contracts/index.js';
import type { CallControl, CallFamily, GrantedCall } from '../isolation/guests/index.js';
import { atMost } from '../primitives/index.js';
import type { Simulation } from '../simulation/index.js';
import type { Fitting, HandledCall, Use } from './handlers/handler.js';
import { type PluginEntry, toInfo } from './plugin-entry.js';
import type { Right } from './rights.js';

const DROP_MS = 5_000;

/** One open port of a call. */
export interface OpenPort {
  readonly group: string;
  /** Ids of its permissions. */
  readonly permissions: readonly string[];
  /** Of a port that a worker of ours serves, and which one. */
  readonly grant?: string;
  readonly by?: 'broker' | 'memory';
  /** Makes its service forget the call. */
  readonly drop: () => void | Promise<void>;
}

export interface SessionOptions {
  readonly entry: PluginEntry;
  readonly call: GrantedCall;
  readonly mode: 'read' | 'write';
  readonly control: CallControl;
  readonly rights: readonly Right[];
  /** Whether a permission is granted at this moment, where the user is now. */
  readonly holds: (right: Right) => boolean;
  /** Asks the user whether this call may have a permission; resolves to the answer. */
  readonly ask: (session: CallSession, right: Right, what: string, signal: AbortSignal, use?: Use) => Promise<boolean>;
  readonly note: (note: AuditNote) => void;
  readonly ended: (session: CallSession) => void;
}

/** One call's ports, from the moment they are made to the moment nothing over them has an effect any more. */
export class CallSession implements HandledCall {
  readonly entry: PluginEntry;
  readonly call: GrantedCall;
  readonly mode: 'read' | 'write';
  readonly chat: string | undefined;
  readonly control: CallControl;
  readonly #options: SessionOptions;
  readonly #ports: OpenPort[] = [];
  readonly #answers = new Map<string, Promise<boolean>>();
  readonly #stop = new AbortController();
  readonly #asking = new Map<string, AbortController>();
  /** Of a call that no other call has led to. */
  readonly family: CallFamily = { open: 0, askedMs: 0, denied: new Set() };
  #dropped: Promise<void> | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { entry, call, mode, control } = options;
    this.entry = entry;
    this.call = call;
    this.mode = mode;
    this.chat = call.options.chat;
    this.control = control;
  }

  get plugin(): PluginInfo {
    return toInfo(this.entry);
  }

  get tool(): string {
    return this.call.tool;
  }

  get simulation(): Simulation | undefined {
    return this.call.options.simulation;
  }

  /** Aborts when the call is over. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  add(port: OpenPort): void {
    this.#ports.push(port);
  }

  /** True for the session that a port of one of our workers belongs to. */
  has(grant: string): boolean {
    return this.#ports.some((port) => port.grant === grant);
  }

  /** True when it holds any port of the broker, or of the memory. */
  servedBy(which: OpenPort['by']): boolean {
    return this.#ports.some(({ by }) => by === which);
  }

  right(permission: string): Right | undefined {
    return this.#options.rights.find((right) => right.permission.id === permission);
  }

  rightsOf(cap: string): readonly Right[] {
    return this.#options.rights.filter(({ permission }) => permission.cap === cap);
  }

  /** Whether the call may use a permission now. The user is asked once, however many requests need the answer. */
  may(right: Right, what: string): Promise<boolean> {
    if (right.state !== 'askable') return Promise.resolve(right.state === 'granted' && this.#options.holds(right));
    const { id } = right.permission;
    const known = this.#answers.get(id) ?? this.#ask(right, what);
    this.#answers.set(id, known);
    return known;
  }

  async #ask(right: Right, what: string, use?: Use): Promise<boolean> {
    const { id } = right.permission;
    const revoked = this.#asking.get(id) ?? new AbortController();
    this.#asking.set(id, revoked);
    const signal = AbortSignal.any([this.signal, revoked.signal]);
    return (await this.#options.ask(this, right, what, signal, use)) && !signal.aborted;
  }

  /** @throws `CAPABILITY_DENIED` naming the line of the manifest, unless one of the rights that fit may be used. */
  async must(cap: Cap, what: string, fits?: Fitting): Promise<void> {
    const rights = this.rightsOf(cap).filter(({ permission }) => !fits || fits.of(permission));
    for (const right of rights) if (await this.may(right, what)) return;
    const [first] = rights;
    const none = fits?.otherwise ?? `${cap} is in no permission of the manifest`;
    const why = first ? first.denial || `${first.line}: the user said no` : none;
    throw new BulkheadError('CAPABILITY_DENIED', `not granted: ${why}`);
  }

  /** @throws `CAPABILITY_DENIED` unless the user says yes to this very use. */
  async confirm(cap: Cap, what: string, use: Use): Promise<void> {
    const rights = this.rightsOf(cap);
    const right = rights.find(({ state }) => state === 'askable');
    if (right && (await this.#ask(right, what, use))) return;
    const why = right
      ? `${right.line}: ${cap}: nobody said yes to it`
      : (rights[0]?.denial ?? `${cap} is in no permission of the manifest`);
    throw new BulkheadError('CAPABILITY_DENIED', `not granted: ${why}`);
  }

  note(note: Omit<AuditNote, 'plugin' | 'tool' | 'call'>): void {
    const { id } = this.call.options;
    this.#options.note({
      ...{ plugin: this.entry.record.id, tool: this.tool, ...(id !== undefined && { call: id }) },
      ...(this.simulation && { simulated: true }),
      ...note,
    });
  }

  /** Closes the ports that stand for a permission, at once. The guest gets the reason. */
  async revoke(permission: string | undefined): Promise<void> {
    const gone = this.#ports.filter((port) => permission === undefined || port.permissions.includes(permission));
    for (const [id, asking] of this.#asking) if (permission === undefined || id === permission) asking.abort();
    for (const { group } of gone) this.control.revoke(group, 'the user took it back');
    await Promise.all(gone.map(({ drop }) => drop()));
  }

  /** Closes all of them. A service that does not say that it has is waited for no longer than `DROP_MS`. */
  drop(): Promise<void> {
    this.#dropped ??= (async () => {
      this.#stop.abort(new BulkheadError('STOPPED', 'the call is over'));
      if (this.#ports.length > 0) await atMost(DROP_MS, Promise.all(this.#ports.map(({ drop }) => drop())));
      this.#options.ended(this);
    })();
    return this.#dropped;
  }
}

/** The calls that a call made by this one has come from, the first of them first. */
export const callersOf = ({ entry, call }: CallSession): readonly AskCaller[] => [
  ...(call.options.callers ?? []),
  { plugin: toInfo(entry), tool: call.tool },
];
