import type { Host } from '../../../src/index.js';
import { openPeerFrame } from '../frame.js';
import { calm, execute, install, openHost } from '../host.js';
import { atMost, type Bench, type Outcome } from '../outcome.js';
import { type OwnTime, watchOwnTime } from '../own-time.js';
import { ECHO, SMALL, spinner } from '../plugins.js';
import { BLOCK, compare, interleave, median, type Sample } from '../rounds.js';

const SPINNING = 8;
const LONG_MS = 50;
const MADE = 20;

/** Main-thread time of each of a block's calls: of its own handlers and their continuations, not of waiting. */
async function ownTime(own: OwnTime, call: () => Promise<unknown>): Promise<Sample> {
  let answer: unknown;
  const each: number[] = [];
  own.take();
  for (let i = 0; i < BLOCK; i++) {
    answer = await own.count(call);
    each.push(own.take());
  }
  return { ms: median(each), answer: JSON.stringify(answer) };
}

/** Lets eight plugins spin in native loops, aborts them all, and waits until nothing burns. */
async function spinAndAbort(host: Host): Promise<number> {
  const names = Array.from({ length: SPINNING }, (_, i) => `spin_${i}`);
  for (const name of names) await install(host, spinner(name));
  const stop = new AbortController();
  const calls = names.map((name) => {
    const began = Promise.withResolvers<void>();
    const options = { signal: stop.signal, onProgress: () => began.resolve() };
    return { began: began.promise, call: host.tools.execute(name, { spin: true }, options) };
  });
  const ends = Promise.allSettled(calls.map(({ call }) => call));
  await Promise.race([Promise.all(calls.map(({ began }) => began)), ends]);
  stop.abort();
  const aborted = (await ends).filter(({ status }) => status === 'rejected').length;
  await calm(host);
  return aborted;
}

/** How long making a host blocks the page, which fetches and starts nothing. */
async function making(): Promise<Outcome> {
  const times: number[] = [];
  for (let i = 0; i < MADE; i++) {
    const began = performance.now();
    const host = await openHost();
    times.push(performance.now() - began);
    await host.dispose();
  }
  const plain = { peer: null, ratio: null, ratioMin: null, ratioMax: null, alternatives: [], differ: null };
  return {
    ...plain,
    name: 'create-host',
    what: 'createHost blocks the page',
    unit: 'ms',
    ours: median(times),
    goal: atMost(5),
    rounds: MADE,
    notes: [`the longest took ${Math.max(...times).toFixed(1)} ms, what the machine did meanwhile included`],
  };
}

async function longTasks(host: Host, own: OwnTime): Promise<Outcome> {
  const tasks: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
  observer.observe({ type: 'longtask' });
  const from = performance.now();
  const aborted = await spinAndAbort(host);
  tasks.push(...observer.takeRecords());
  observer.disconnect();
  const all = tasks.filter(({ duration }) => duration > LONG_MS);
  const ours = all.filter(({ startTime, duration }) =>
    own.stretches.some(({ start, ms }) => start < startTime + duration && start + ms > startTime && ms > LONG_MS / 2),
  );
  const longest = Math.max(0, ...own.stretches.filter(({ start }) => start >= from).map(({ ms }) => ms));
  return {
    name: 'main-long-tasks',
    what: `long tasks of ours over ${LONG_MS} ms while ${SPINNING} plugins spin and are aborted`,
    unit: 'tasks',
    ours: ours.length,
    peer: null,
    ratio: null,
    ratioMin: null,
    ratioMax: null,
    goal: atMost(0),
    rounds: 1,
    alternatives: [],
    differ: aborted === SPINNING ? null : `${aborted} of ${SPINNING} calls were aborted`,
    notes: [`${all.length} long tasks on the page in all; the longest stretch of ours took ${longest.toFixed(1)} ms`],
  };
}

/** What a call costs the page's own thread. */
export const mainTime: Bench = {
  name: 'main-time',
  async run() {
    const own = watchOwnTime();
    await own.calibrate();
    const host = await openHost();
    await install(host, ECHO);
    const frame = await openPeerFrame();
    const worker = frame.spawn('echo');
    const rounds = await interleave([
      { name: 'ours', sample: () => ownTime(own, () => execute(host, 'echo', SMALL)) },
      { name: 'bare echo', sample: () => ownTime(own, () => worker.ask(SMALL)) },
    ]);
    const against = compare(rounds, {
      name: 'main-time',
      what: 'main-thread time of our own handlers per call, median of a block',
      goal: atMost(0.3),
      ours: 'ours',
      peer: 'bare echo',
      notes: [
        `blocks of ${BLOCK} calls; the goal is milliseconds, the echo stands beside it for scale`,
        `of each stretch ${own.emptyMs.toFixed(3)} ms are subtracted, which the measuring itself takes`,
      ],
    });
    const long = await longTasks(host, own);
    await host.dispose();
    return [{ ...against, peer: null, ratio: null, ratioMin: null, ratioMax: null }, long, await making()];
  },
};
