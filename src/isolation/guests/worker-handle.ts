import type { Input } from '../../../worker/protocol/contract.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import { GUEST_PACE } from '../../../worker/protocol/guest-pace.js';
import type { CallOutcome, ToolContract } from '../../../worker/protocol/tool.js';
import { type Connection, connect } from '../../../worker/rpc/connect.js';
import { atMost, awakeTimeout } from '../../primitives/index.js';
import type { Realm, Spawned } from '../index.js';
import { type LoadedPlugin, readEvent, readLoaded, readOutcome, strangersError } from './answers.js';
import { Heartbeat } from './heartbeat.js';
import { OpenCalls } from './open-calls.js';
import { Patience } from './patience.js';
import type { CallGrants } from './ports.js';
import type { WorkerHandleOptions, WorkerOwner } from './worker-owner.js';

/** A worker that has not answered after this many milliseconds is given up. */
const START_MS = 15_000;
/** How many milliseconds to wait for a service to drop the ports of a plugin. */
const DROP_MS = 200;

/** One live worker, from start to end. It gets at most one plugin. An ended worker is not reused: the next call gets another handle. */
export class WorkerHandle {
  readonly realm: Realm;
  readonly #onEnd: WorkerHandleOptions['onEnd'];
  readonly #slowness: WorkerHandleOptions['slowness'];
  readonly #connection: Connection<ToolContract>;
  readonly #worker: Spawned;
  readonly #open = new OpenCalls();
  readonly #aborting = new Set<Promise<unknown>>();
  /** Flags that no call uses. */
  readonly #flags: string[] = [];
  readonly #heartbeat: Heartbeat;
  #owner: WorkerOwner;
  #state: 'starting' | 'spare' | 'loading' | 'loaded' = 'starting';
  #handwritten = false;
  readonly #patience = new Patience();
  /** `true` once it was asked to load a plugin. */
  #asked = false;
  /** `true` once it was sent a call. */
  #called = false;
  #ended: Promise<void> | undefined;

  constructor({ realm, limits, spare = false, slowness, onEnd }: WorkerHandleOptions) {
    this.realm = realm;
    this.#slowness = slowness;
    this.#onEnd = onEnd;
    this.#owner = { limits, onEnd: () => {}, onEvent: () => {}, onRest: () => {} };
    const { port1, port2 } = new MessageChannel();
    const { credits } = limits;
    this.#connection = connect<ToolContract>(port1, {
      credits,
      fastPath: true,
      onEvent: (data) => {
        const event = readEvent(data);
        if (event) this.#owner.onEvent(event);
      },
      onPong: () => {
        if (this.#state === 'starting') this.#state = this.#asked ? 'loading' : 'spare';
        this.#patience.reset();
        this.#heartbeat.ponged();
      },
      readError: strangersError,
      onViolation: (error) => void this.end(error),
    });
    this.#worker = realm.spawn(
      { port: port2, credits, spare },
      {
        onFailed: (message) => void this.end(new BulkheadError('WORKER_LOST', `the worker failed: ${message}`)),
        onFlags: (flags) => this.#flags.push(...flags),
      },
    );
    this.#heartbeat = new Heartbeat({
      ping: (beat) => this.#connection.ping(beat),
      busy: () => this.#open.size > 0 || (this.#state !== 'loaded' && this.#state !== 'spare'),
      allowanceMs: () =>
        (this.#state === 'starting' ? START_MS : this.#patience.allowedMs(this.#limitMs())) +
        this.#owner.limits.graceMs,
      halfway: () => void (this.#state !== 'starting' && this.#patience.look(this.#slowness)),
      overdue: () => this.#overdue(),
    });
  }

  /** Gives the worker to a plugin. */
  claim(owner: WorkerOwner): void {
    this.#owner = owner;
  }

  get ended(): boolean {
    return this.#ended !== undefined;
  }

  /** True once the plugin's source has been evaluated in it. */
  get loaded(): boolean {
    return this.#state === 'loaded';
  }

  /** `true` while it could answer at once: nothing runs in it. */
  get idle(): boolean {
    const rests = this.#state === 'spare' || this.#state === 'loaded';
    return rests && !this.ended && !this.winding && this.#open.size === 0;
  }

  /** Measures how many times slower this worker runs now than at its best. */
  measure(): Promise<number> {
    return this.#connection.call('measure', {});
  }

  /** `true` while an aborted call winds down. The worker may be about to end then. */
  get winding(): boolean {
    return this.#aborting.size > 0;
  }

  /** Whether a call may be the running one. */
  mayRun(id: number): boolean {
    return this.#open.mayRun(id);
  }

  /** Waits until no call winds down. @returns `false` if the worker is silent for too long. */
  async quiet(ms: number): Promise<boolean> {
    while (this.winding) {
      const began = performance.now();
      this.#heartbeat.ask();
      await atMost(ms, Promise.allSettled([...this.#aborting]));
      if (this.winding && this.#heartbeat.since < began) return false;
    }
    return true;
  }

  async load(plugin: Omit<Input<ToolContract, 'load'>, 'limits'>): Promise<LoadedPlugin> {
    const { limits } = this.#owner;
    const { loadMs, cpuMs } = limits;
    this.#handwritten = plugin.handwritten;
    this.#asked = true;
    if (this.#state === 'spare') this.#state = 'loading';
    this.#heartbeat.begin();
    // The heartbeat ends a worker that exceeds `loadMs`. This is for a worker that answers pings and nothing else.
    const cancel = awakeTimeout(
      START_MS + (plugin.handwritten ? cpuMs : loadMs) * GUEST_PACE.slowest,
      () => void this.end(lost('the plugin never finished loading')),
    );
    try {
      const answer = await this.#connection.call('load', { ...plugin, limits });
      const loaded = readLoaded(answer, limits, plugin.handwritten);
      this.#state = 'loaded';
      this.#heartbeat.answered();
      return loaded;
    } finally {
      cancel();
    }
  }

  /** Sends a call. Rejects at the latest when the worker ends. An abort is forwarded and winds the call down. Its grants end with it. */
  call(
    given: Omit<Input<ToolContract, 'call'>, 'ports' | 'denials' | 'limits' | 'flag'>,
    grants: CallGrants,
    signal: AbortSignal | undefined,
  ): Promise<CallOutcome> {
    const { ports, denials, limits } = grants;
    const flag = this.#flags.pop() ?? '';
    const input = { ...given, flag, ports, denials, limits };
    if (this.#open.size === 0) this.#heartbeat.begin();
    const over = () => {
      this.#heartbeat.answered();
      this.#open.delete(input.call);
      this.#rest();
      // A revoked flag is not used again: the realm sends another for it.
      if (flag !== '' && !signal?.aborted) this.#flags.push(flag);
      signal?.removeEventListener('abort', abort);
      void grants.drop();
    };
    const answer = new Promise<CallOutcome>((resolve, reject) => {
      const fail = (error: BulkheadError) => {
        over();
        reject(error);
        if (error.code === 'PROTOCOL_VIOLATION') void this.end(error);
      };
      const waits = Object.keys(ports).length === 0;
      this.#open.set(input.call, { waits, cpuMs: input.cpuMs, grants, startedAt: performance.now(), fail });
      if (!this.#called) this.#first();
      this.#connection.call('call', input, signal, Object.values(ports)).then((data) => {
        let outcome: CallOutcome;
        try {
          outcome = readOutcome(data);
        } catch (error) {
          fail(error as BulkheadError);
          return;
        }
        over();
        resolve(outcome);
      }, fail);
    });
    const abort = () => this.#wind(input.call, answer, flag);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
    return answer;
  }

  /** Pauses a call's timeout in the worker, or resumes it. */
  hold(call: number, held: boolean): void {
    if (!this.#ended) this.#connection.call('hold', { call, held }).catch(() => {});
  }

  /** Refuses a call's open requests over a port that is closed now. */
  revoke(call: number, group: string, why: string): void {
    if (!this.#ended) this.#connection.call('revoke', { call, group, why }).catch(() => {});
  }

  /** Returns `true` for the error of a call that did not cause the end of this worker. */
  spares(error: unknown): boolean {
    return spared.has(Object(error));
  }

  /**
   * Ends the worker in an order that leaves nothing it sends with an effect: calls rejected and port closed,
   * services dropped, then terminated. Resolves when all of it has happened. If `blamed` names calls, the others
   * reject with an error which says that they did not cause the end.
   */
  end(error: BulkheadError, blamed?: readonly number[]): Promise<void> {
    this.#ended ??= this.#end(error, blamed);
    return this.#ended;
  }

  async #end(error: BulkheadError, blamed: readonly number[] | undefined): Promise<void> {
    const busy = this.#heartbeat.computing;
    this.#heartbeat.close();
    const drops = Array.from(this.#open.values(), ({ grants }) => grants.drop());
    const innocent = lost('another call of this plugin had to be stopped');
    spared.add(innocent);
    for (const [id, call] of this.#open) call.fail(!blamed || blamed.includes(id) ? error : innocent);
    this.#connection.close(error);
    this.#onEnd(error, busy);
    this.#owner.onEnd(error, busy);
    await atMost(DROP_MS, Promise.allSettled(drops));
    this.#worker.terminate();
  }

  #wind(call: number, answer: Promise<unknown>, flag: string): void {
    if (flag !== '') this.#worker.interrupt(flag);
    // A call that has not begun leaves the queue when the worker gets the message. Nothing waits for that.
    if (!this.mayRun(call)) return;
    const settled = answer.then(
      () => {},
      () => {},
    );
    this.#aborting.add(settled);
    const cancel = awakeTimeout(this.#owner.limits.graceMs, () => {
      void this.end(
        new BulkheadError('WORKER_LOST', 'another call was aborted and did not end', { stoppedBy: 'abort' }),
        [call],
      );
    });
    void settled.then(() => {
      cancel();
      this.#aborting.delete(settled);
      this.#rest();
    });
  }

  /** A fresh worker may be slow to read its first call, e.g. where its machine has just started. It says when it does. */
  #first(): void {
    this.#called = true;
    this.#patience.most();
    this.#heartbeat.ask();
  }

  #rest(): void {
    if (this.#open.size === 0 && !this.winding && !this.#ended) this.#owner.onRest();
  }

  /** The limit of running time that counts now. */
  #limitMs(): number {
    const { loadMs, cpuMs } = this.#owner.limits;
    // Each of many handwritten tools may use its whole time. The worker reads its messages after each.
    if (this.#state !== 'loaded') return this.#handwritten ? loadMs * 2 : loadMs;
    return this.#open.size === 0 ? cpuMs : this.#open.cpuMs;
  }

  #overdue(): void {
    if (this.#state === 'starting') void this.end(lost('the worker did not start'));
    else void this.#judge();
  }

  /** Gives a silent worker more time, or ends it. */
  async #judge(): Promise<void> {
    const { since } = this.#heartbeat;
    const hasMore = await this.#patience.grow(this.#slowness);
    if (this.ended || this.#heartbeat.since !== since) return;
    if (hasMore) return this.#heartbeat.extend();
    // The page cannot see which call caused it. Calls that were open for less time did not.
    const blamed = this.#open.silent((ms) => this.#patience.allowedMs(ms));
    void this.end(this.#patience.error(this.#state === 'loading' ? 'loadMs' : 'cpuMs', this.#limitMs()), blamed);
  }
}

/** The error of calls that did not cause the end of their worker. */
const spared = new WeakSet<object>();
const lost = (why: string) => new BulkheadError('WORKER_LOST', why);
