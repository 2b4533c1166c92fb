import { expect, test } from 'vitest';
import type { Host, PageToolSpec, Run } from '../../src/index.js';
import { content } from '../browser/orchestrator/setup.js';
import { testHost } from '../browser/setup.js';
import { countLeaks } from '../fixtures/counters.js';
import { evaluate } from '../fixtures/evaluate.js';
import { Extension } from '../fixtures/extension.js';
import { generator } from '../fixtures/random.js';
import { SEED } from '../fixtures/seed.js';
import { type Group, isHarmful, mayEnd, type Place, plainEnd, type What } from './registry-plans.js';
import { begin, end, NONE } from './tally.js';

const DISPATCHES = 10_000;
const AT_ONCE = 16;
const PER_RUN = 20;
const PAGE_TOOLS = 20;
const GROUPS = 3;
const GROUP_TOOLS = 5;

/** One text for all three kinds: does what its arguments say. */
const spec = (name: string) => `{ name: '${name}', mode: 'write', description: 'soak', parameters: { type: 'object' },
  simulate: () => ({ pretended: '${name}' }),
  exec: async (args, ctx, call) => {
    if (args.what === 'throw') throw Object.assign(new Error('as told'), { code: 'TOLD' });
    if (args.what === 'wait') await new Promise((resolve) => call.signal.addEventListener('abort', resolve));
    if (args.what === 'spin' && typeof document === 'undefined' && typeof postMessage === 'undefined') for (;;);
    return { from: '${name}', n: args.n, text: 'x'.repeat(args.size ?? 0) };
  } }`;

const groupNames = (kind: string, group: number) =>
  Array.from({ length: GROUP_TOOLS }, (_, i) => `${kind}_${group}_${i}`);
const pluginId = (group: number) => `soak-${group}`;

/** An extension that is killed now and then and comes back. */
class Mortal {
  readonly #host: Host;
  readonly #group: number;
  readonly #state: Group;
  #extension = new Extension();
  #reviving: Promise<void> = Promise.resolve();
  #alive = false;
  deaths = 0;

  constructor(host: Host, group: number, state: Group) {
    this.#host = host;
    this.#group = group;
    this.#state = state;
  }

  async live(): Promise<void> {
    const peer = await this.#extension.connect(this.#host, { owner: `soak-${this.#group}` });
    for (const name of groupNames('port', this.#group)) await this.#extension.ask({ do: 'register', spec: spec(name) });
    this.#alive = true;
    this.#reviving = peer.closed.then(async ({ code }) => {
      if (code !== 'WORKER_LOST') return;
      this.#extension = new Extension();
      await this.live();
      this.#state.deaths += 1;
    });
  }

  /** Only once it lives: what dies before is another test's matter. */
  die(): void {
    if (!this.#alive) return;
    this.#alive = false;
    this.#state.deaths += 1;
    this.deaths += 1;
    this.#extension.kill();
  }

  /** Resolves when it lives, again or still. */
  async settled(): Promise<void> {
    if (!this.#alive) await this.#reviving;
  }

  end(): void {
    this.#extension.kill();
  }
}

test(`${DISPATCHES} dispatches over fifty tools of three kinds, with aborts and deaths: all settle, nothing leaks`, {
  // A net for a slow machine: alone it takes about two minutes.
  timeout: 900_000,
}, async () => {
  using leaks = countLeaks();
  const random = generator(SEED);
  const host = testHost({ spareWorkers: 1, limits: { cpuMs: 20_000, silenceMs: 20_000, strikes: 100_000 } });
  const names: string[] = [];
  for (let i = 0; i < PAGE_TOOLS; i++) {
    host.tools.register(evaluate<PageToolSpec>(spec(`page_${i}`)), { owner: 'soak' });
    names.push(`page_${i}`);
  }
  const mortals: Mortal[] = [];
  const groups: Group[] = Array.from({ length: GROUPS }, () => ({ switched: 0, deaths: 0, harmful: NONE }));
  /** What should not have been. */
  const wrong: string[] = [];
  for (let group = 0; group < GROUPS; group++) {
    const code = groupNames('guest', group)
      .map((name) => `registerTool(${spec(name)});`)
      .join('\n');
    await host.plugins.install({ code: `export const manifest = { id: '${pluginId(group)}' };\n${code}` });
    const mortal = new Mortal(host, group, groups[group] as Group);
    await mortal.live();
    mortals.push(mortal);
    names.push(...groupNames('guest', group), ...groupNames('port', group));
  }
  expect(names.length).toBe(50);

  const outcomes = new Map<string, number>();
  const count = (what: string) => outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
  let started = 0;

  const dispatchOne = async (run: Run, stop: AbortController, opened: readonly Group[]): Promise<void> => {
    const n = ++started;
    const name = names[Math.floor(random() * names.length)] as string;
    const [place, at] = name.split('_') as [Place, string];
    const group = place === 'page' ? undefined : groups[Number(at)];
    const [dice, size] = [random(), random()];
    const what: What =
      dice < 0.02 ? 'wait' : dice < 0.03 ? 'spin' : dice < 0.1 ? 'throw' : size < 0.01 ? 'big' : 'answer';
    const sent = { place, what, simulated: run.simulated, opened: opened[Number(at)], before: group && { ...group } };
    if (group && isHarmful(sent)) group.harmful = begin(group.harmful);
    const args = { what, n, ...(what === 'big' && { size: 100_000 }) };
    const call = host.orchestrator.dispatch({ name, arguments: args }, run, {
      timeoutMs: plainEnd(sent) === 'TOOL_TIMEOUT' ? 100 : 60_000,
    });
    if (random() < 0.01) stop.abort(new Error('soak abort'));
    try {
      const said = content(await call);
      if (said.ok && !run.simulated && said.flag === undefined) expect(said.data).toMatchObject({ from: name, n });
      const outcome = said.ok ? String(said.flag ?? (run.simulated ? 'simulated' : 'ok')) : String(said.code);
      count(outcome);
      if (!mayEnd(outcome, sent, group)) {
        wrong.push(`${name} ${n}: ${outcome} ${JSON.stringify({ ...sent, now: group, said }).slice(0, 500)}`);
      }
    } catch (error) {
      expect(error).toBe(stop.signal.reason);
      count('aborted');
    }
    if (group && isHarmful(sent)) group.harmful = end(group.harmful);
  };

  const runOne = async (): Promise<void> => {
    const stop = new AbortController();
    const simulated = random() < 0.1 && host.orchestrator.activeReview() === undefined;
    const review = simulated ? host.orchestrator.beginReview() : undefined;
    const customTools = random() < 0.04 ? [{ name: 'hand', mode: 'read', body: 'return 1;' }] : [];
    const opened = groups.map((group) => ({ ...group }));
    const run = await host.orchestrator.openRun({ signal: stop.signal, customTools, ...(review && { review }) });
    try {
      await Promise.all(Array.from({ length: PER_RUN }, () => dispatchOne(run, stop, opened)));
    } finally {
      await run.end();
      review?.end();
    }
  };

  const workers = Array.from({ length: Math.ceil(AT_ONCE / 4) }, async (_, i) => {
    while (started < DISPATCHES) {
      await runOne();
      if (random() < 0.03) mortals[i % GROUPS]?.die();
      const group = groups[i % GROUPS] as Group;
      if (random() < 0.02 && group.switched % 2 === 0) {
        group.switched += 1;
        await host.plugins.disable(pluginId(i % GROUPS));
        await host.plugins.enable(pluginId(i % GROUPS));
        group.switched += 1;
        count('plugin ended');
      }
    }
  });
  await Promise.all(workers);
  for (const mortal of mortals) await mortal.settled();
  const deaths = mortals.reduce((sum, mortal) => sum + mortal.deaths, 0);

  const settled = [...outcomes].filter(([what]) => what !== 'plugin ended').reduce((sum, [, times]) => sum + times, 0);
  expect(settled).toBe(started);
  expect(wrong).toEqual([]);
  expect(started).toBeGreaterThanOrEqual(DISPATCHES);
  expect(deaths).toBeGreaterThan(0);
  for (const what of ['ok', 'TOLD', 'TOOL_TIMEOUT', 'aborted', 'simulated', 'plugin ended', 'TOOL_RESULT_TRUNCATED']) {
    expect(outcomes.get(what), what).toBeGreaterThan(0);
  }
  expect(host.status().calls).toBe(0);
  // A worker that has just been aborted is wound down for a moment longer.
  await expect.poll(() => leaks.listeners).toBe(0);
  // One for the broker, one for the frame, one for each extension, one for each plugin that has a worker.
  const { live, spare } = host.status().workers;
  expect(leaks.channels).toBe(2 + GROUPS + live + spare);
  expect(leaks.received).toBe(GROUPS);
  await host.dispose();
  for (const mortal of mortals) mortal.end();
  await expect.poll(() => host.status().workers, { timeout: 10_000 }).toEqual({ live: 0, spare: 0, terminating: 0 });
  expect({
    listeners: leaks.listeners,
    channels: leaks.channels,
    received: leaks.received,
    peers: host.status().peers,
  }).toEqual({
    listeners: 0,
    channels: 0,
    received: 0,
    peers: 0,
  });
  await expect.poll(() => leaks.timers, { timeout: 10_000 }).toBe(0);
  console.log(JSON.stringify({ dispatches: started, deaths, ...Object.fromEntries(outcomes) }));
});

test('the counters see a leak', () => {
  using leaks = countLeaks();
  new AbortController().signal.addEventListener('abort', () => {});
  const { port1 } = new MessageChannel();
  expect([leaks.listeners, leaks.channels]).toEqual([1, 1]);
  port1.close();
  expect(leaks.channels).toBe(0);
});
