import { BulkheadError, type Host, type ToolResult } from '../../src/index.js';
import type { Hop } from '../fixtures/hops.js';
import { BIG, drawPlans, kindOf, type Outcome, type Plan, pluginSource } from './pool-plans.js';
import { begin, end, met, NONE, type Tally } from './tally.js';

/** Calls that are open at once. */
const AT_ONCE = 16;

/** A plugin, and what its calls have to reckon with. */
interface Room {
  readonly id: string;
  readonly tool: string;
  /** Odd while it is being switched off and on. */
  switched: number;
  /** Calls that can cost the others their worker. */
  harmful: Tally;
  /** Those of them in which the worker says nothing. */
  silent: Tally;
  /** Harmful calls that are over since it was last switched on: only after so many may it be struck. */
  failures: number;
  mending: Promise<void> | undefined;
}

/** How things stood when a call began. */
interface Before extends Pick<Room, 'switched' | 'harmful' | 'silent'> {
  /** The frame it may run in. */
  readonly frame: Element | undefined;
}

const frameNow = () => [...document.querySelectorAll('iframe[title="Bulkhead"]')].at(-1);

/** Calls of many plugins at once, with everything that can happen to them, each held to how it may end. */
export class Storm {
  readonly #host: Host;
  readonly #hop: Hop;
  readonly #strikes: number;
  readonly #rooms: readonly Room[];
  readonly #draw: () => Plan;
  /** A frame in which a call has been answered: one that is still being opened is another test's matter. */
  #standing: Element | undefined;
  started = 0;
  settled = 0;
  /** How often what happened. */
  readonly counts = new Map<string, number>();
  /** What should not have been. */
  readonly wrong: string[] = [];

  constructor(host: Host, options: { plugins: number; strikes: number; random: () => number; hop: Hop }) {
    this.#host = host;
    this.#hop = options.hop;
    this.#strikes = options.strikes;
    const none = { switched: 0, harmful: NONE, silent: NONE, failures: 0, mending: undefined };
    this.#rooms = Array.from({ length: options.plugins }, (_, i) => ({ id: `soak-${i}`, tool: `soak_${i}`, ...none }));
    this.#draw = drawPlans(options.random, options.plugins);
  }

  async install(): Promise<void> {
    for (const { id, tool } of this.#rooms) {
      await this.#host.plugins.install({ code: pluginSource(id, tool) }, { enable: true });
    }
  }

  /** Calls until so many have begun in all; resolves when all of them have settled. */
  async run(until: number): Promise<void> {
    const lane = async () => {
      while (this.started < until) {
        const plan = this.#draw();
        this.started += 1;
        if (plan.event) await this.#disturb(plan);
        await this.#call(plan);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }

  /** Switches on what was struck, then asks every plugin for a plain answer. */
  async roundOfAll(each: () => void): Promise<void> {
    for (const { id, state } of await this.#host.plugins.list()) {
      if (state === 'struck') await this.#mend(this.#room(Number(id.slice('soak-'.length))));
      else if (state !== 'on') this.wrong.push(`${id} is ${state}`);
    }
    for (const [n, { tool }] of this.#rooms.entries()) {
      const { value } = await this.#host.tools.execute(tool, { n, what: 'answer' });
      if (JSON.stringify(value) !== JSON.stringify({ from: tool, n, text: '' })) this.wrong.push(`${tool} after all`);
      each();
    }
  }

  async #disturb({ event, plugin }: Plan): Promise<void> {
    if (event === 'frame lost') {
      if (!this.#standing?.isConnected) return;
      this.#standing.remove();
      this.#standing = undefined;
    } else {
      const room = this.#room(plugin);
      if (room.switched % 2 === 1) return;
      room.switched += 1;
      await this.#host.plugins.disable(room.id);
      await this.#host.plugins.enable(room.id);
      room.switched += 1;
    }
    this.#count(String(event));
  }

  async #call(plan: Plan): Promise<void> {
    const { n, kind, abort, options } = plan;
    const room = this.#room(plan.plugin);
    const before = { ...room, frame: frameNow() };
    const harmful = kindOf(kind).harmful || abort !== undefined;
    if (harmful) room.harmful = begin(room.harmful);
    if (kind === 'native') room.silent = begin(room.silent);
    const stop = new AbortController();
    const reason = { n };
    let over = false;
    const heard = (what: string, right: boolean) => {
      if (over || !right) this.wrong.push(`${kind} ${n} heard ${what}${over ? ' after its end' : ''}`);
    };
    const call = this.#host.tools.execute(
      room.tool,
      { n, what: kind },
      {
        ...options,
        signal: stop.signal,
        onLog: ({ text }) => {
          heard(text, text === `up ${n}`);
          if (abort === 'up') stop.abort(reason);
        },
        onProgress: ({ done }) => {
          heard(`step ${done}`, kind === 'steps');
          if (abort === 'step' && done === 1 + (n % 8)) stop.abort(reason);
        },
      },
    );
    if (typeof abort === 'object') void this.#hop(abort.microtasks, abort.tasks).then(() => stop.abort(reason));
    const result = await call.catch((error: unknown) => ({ error }));
    over = true;
    this.settled += 1;
    if (harmful) [room.failures, room.harmful] = [room.failures + 1, end(room.harmful)];
    if (kind === 'native') room.silent = end(room.silent);
    const outcome = this.#outcome(result, reason);
    this.#count(outcome);
    if (outcome === 'ok') this.#checkValue(plan, room, (result as ToolResult).value);
    if (outcome === 'ok' && before.frame?.isConnected) this.#standing = before.frame;
    if (!this.#allowed(outcome, plan, room, before)) {
      const { message, details } = Object((result as { error?: unknown }).error) as Partial<BulkheadError>;
      this.wrong.push(
        `${kind} ${n} of ${room.id}: ${outcome} ${message} ${JSON.stringify({ details, abort, before })}`,
      );
    }
    if (outcome === 'PLUGIN_STRUCK') await this.#mend(room);
  }

  #outcome(result: ToolResult | { readonly error: unknown }, reason: object): Outcome {
    if (!('error' in result)) return 'ok';
    if (result.error === reason) return 'aborted';
    return result.error instanceof BulkheadError ? result.error.code : 'INTERNAL';
  }

  #checkValue({ n, kind }: Plan, { tool }: Room, value: unknown): void {
    const { from, n: echo, text = '' } = Object(value) as { from?: string; n?: number; text?: string };
    if (from !== tool || echo !== n || text.length !== (kind === 'big' ? BIG : 0)) {
      this.wrong.push(`${kind} ${n} of ${tool} got ${JSON.stringify(value)?.slice(0, 200)}`);
    }
  }

  /** Whether a call may have ended so, by what it was and by what happened meanwhile. */
  #allowed(outcome: Outcome, { kind, abort }: Plan, room: Room, before: Before): boolean {
    const own = kindOf(kind).harmful || abort !== undefined ? 1 : 0;
    if (kindOf(kind).ends.includes(outcome)) return true;
    if (outcome === 'aborted') return abort !== undefined;
    if (outcome === 'WORKER_LOST') {
      return before.frame?.isConnected !== true || met(before.harmful, room.harmful, own);
    }
    if (outcome === 'STOPPED' || outcome === 'PLUGIN_DISABLED') {
      return before.switched % 2 === 1 || before.switched !== room.switched;
    }
    // Which call it is that keeps a worker silent cannot be seen from outside: one that is stuck beside it shares the blame.
    if (outcome === 'TOOL_TIMEOUT') return met(before.silent, room.silent, 0);
    return outcome === 'PLUGIN_STRUCK' && room.failures + room.harmful.open >= this.#strikes;
  }

  /** Switches a struck plugin on again, once for all calls that were told so. */
  #mend(room: Room): Promise<void> {
    const mend = async () => {
      const before = room.failures;
      await this.#host.plugins.enable(room.id);
      room.failures -= before;
      room.mending = undefined;
      this.#count('plugin mended');
    };
    room.mending ??= mend();
    return room.mending;
  }

  #room(index: number): Room {
    const room = this.#rooms[index];
    if (!room) throw new RangeError(`there is no plugin ${index}`);
    return room;
  }

  #count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}
