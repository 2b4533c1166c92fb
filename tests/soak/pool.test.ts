import { expect, inject, test } from 'vitest';
import type { Host } from '../../src/index.js';
import { testHost } from '../browser/setup.js';
import { heapBytes, toolWorkers } from '../fixtures/chromium.js';
import { countLeaks } from '../fixtures/counters.js';
import { openHops } from '../fixtures/hops.js';
import { generator } from '../fixtures/random.js';
import { SEED } from '../fixtures/seed.js';
import { Storm } from './pool-storm.js';

declare module 'vitest' {
  interface ProvidedContext {
    readonly pool: { readonly calls: number };
  }
}

const { calls: CALLS } = inject('pool');
const PLUGINS = 30;
const STRIKES = 3;
/** Workers that the host keeps when nothing runs; below `PLUGINS`, so that the others are evicted. */
const LIVE_WORKERS = 8;
/** What the heap of main may grow by in three quarters of the calls, however many they are. */
const HEAP_NOISE = 700_000;
const SETTLES = { timeout: 20_000, interval: 100 };

const frames = () => document.querySelectorAll('iframe[title="Bulkhead"]').length;

/** Workers the host owns up to: with a plugin, or spare for the next. */
const owned = (host: Host): number => {
  const { live, spare = 0 }: { live: number; spare?: number } = host.status().workers;
  return live + spare;
};

/** Waits until nothing of what was ended burns, and until Chromium has as many workers as the host says. */
async function settled(host: Host): Promise<void> {
  await expect.poll(() => host.status().workers.terminating, SETTLES).toBe(0);
  await expect.poll(async () => (await toolWorkers()) - owned(host), SETTLES).toBe(0);
}

test(`${CALLS} calls of ${PLUGINS} plugins with aborts, deadlines, crashes, lost frames and evictions: all settle, nothing leaks`, {
  timeout: 120_000 + CALLS * 200,
}, async () => {
  const [workersBefore, framesBefore] = [await toolWorkers(), frames()];
  using hops = openHops();
  using leaks = countLeaks();
  // Calls that should time out have limits of their own. These let the others pass on a machine that stops for seconds.
  const limits = { strikes: STRIKES, cpuMs: 30_000, loadMs: 30_000 };
  const host = testHost({ store: null, spareWorkers: 1, limits });
  let mostLive = 0;
  host.onChange(() => {
    mostLive = Math.max(mostLive, host.status().workers.live);
  });
  const storm = new Storm(host, { plugins: PLUGINS, strikes: STRIKES, random: generator(SEED), hop: hops.hop });
  await storm.install();

  const measure = async () => {
    await settled(host);
    // A call that was aborted is wound down for a moment longer.
    await expect.poll(() => leaks.listeners, SETTLES).toBe(0);
    expect(host.status().calls).toBe(0);
    expect(host.status().workers.live).toBeLessThanOrEqual(LIVE_WORKERS);
    expect(frames() - framesBefore).toBeLessThanOrEqual(1);
    return { heap: await heapBytes(), channels: leaks.channels - owned(host) };
  };
  await storm.run(Math.ceil(CALLS / 4));
  const quarter = await measure();
  await storm.run(CALLS);
  const end = await measure();

  expect(storm.wrong).toEqual([]);
  expect(storm.settled).toBe(storm.started);
  expect(storm.started).toBeGreaterThanOrEqual(CALLS);
  expect(end.channels).toBe(quarter.channels);
  const grown = end.heap - quarter.heap;
  expect(grown).toBeLessThan(HEAP_NOISE);
  for (const what of ['ok', 'aborted', 'TOOL_TIMEOUT', 'TOOL_MEMORY', 'TOOL_CRASHED', 'TOOL_ERROR', 'WORKER_LOST']) {
    expect(storm.counts.get(what), what).toBeGreaterThan(0);
  }
  for (const what of ['frame lost', 'plugin switched', 'plugin mended', 'TOOL_RESULT_TOO_LARGE']) {
    expect(storm.counts.get(what), what).toBeGreaterThan(0);
  }

  await storm.roundOfAll(() => expect(host.status().workers.live).toBeLessThanOrEqual(LIVE_WORKERS));
  expect(storm.wrong).toEqual([]);
  await host.stopAll();
  expect(host.status()).toMatchObject({ calls: 0, workers: { live: 0 } });
  await settled(host);
  await host.dispose();
  expect({ listeners: leaks.listeners, channels: leaks.channels, received: leaks.received }).toEqual({
    listeners: 0,
    channels: 0,
    received: 0,
  });
  expect(frames()).toBe(framesBefore);
  await expect.poll(() => host.status().workers, SETTLES).toMatchObject({ live: 0, terminating: 0 });
  await expect.poll(toolWorkers, SETTLES).toBe(workersBefore);
  await expect.poll(() => leaks.timers, SETTLES).toBe(0);
  console.log(
    JSON.stringify({ calls: storm.started, seed: SEED, mostLive, grown, ...Object.fromEntries(storm.counts) }),
  );
});

test('the measurement of the heap notices one kilobyte kept for each call, and sees it go', async () => {
  const keep = () => Array.from({ length: CALLS * 0.75 }, () => Array.from({ length: 128 }, (_, i) => i + 0.5));
  const before = await heapBytes();
  const kept = [keep()];
  expect((await heapBytes()) - before).toBeGreaterThan(HEAP_NOISE);
  kept.pop();
  expect((await heapBytes()) - before).toBeLessThan(HEAP_NOISE);
});
