import { expect, test } from 'vitest';
import type { DurableLog } from '../fixtures/memory-page.js';
import { generator } from '../fixtures/random.js';
import { SEED } from '../fixtures/seed.js';
import { openBrowser } from './browser.js';
import { bundleFixture, serveScripts } from './script-page.js';

declare const durableLog: DurableLog;

const ROUNDS = Number(process.env.BULKHEAD_ROUNDS ?? 50);

/** A page with the log's writer beside it. */
const servePage = async () =>
  serveScripts({
    '/page.js': await bundleFixture('memory-page.ts'),
    '/memory-worker.js': await bundleFixture('memory-log.worker.ts'),
  });

// Ends of the tab and of the whole browser: `memory-host.test.ts`, by the way that a host's memory takes.
test(`${ROUNDS} times the writer of a memory log dies: no commit is lost, torn or kept twice, nor is a snapshot`, {
  timeout: 60_000 + ROUNDS * 2_000,
}, async () => {
  const random = generator(SEED);
  await using browser = await openBrowser();
  const site = await servePage();
  const page = await browser.newPage();
  const failures: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('failed')) failures.push(message.text());
  });
  /** Counter of the last commit that was acknowledged, and key up to which all has been looked at. */
  let acknowledged = -1;
  let seen = 0;
  const sums = { ahead: 0, again: 0, snapshots: 0 };
  const look = async (after: number, round: string) => {
    const found = await page.evaluate((key) => durableLog.look(key), after);
    expect(found.wrong, `${round}: torn, doubled or out of order`).toEqual([]);
    expect(found.head, `${round}: lost`).toBeGreaterThanOrEqual(acknowledged + 1);
    expect(found.snapshot?.whole ?? true, `${round}: half a snapshot`).toBe(true);
    expect(found.snapshot?.key ?? 0, `${round}: a snapshot of what is not there`).toBeLessThanOrEqual(found.head);
    expect(failures, round).toEqual([]);
    return found;
  };
  try {
    await page.goto(site.url);
    for (let round = 0; round < ROUNDS; round += 1) {
      const options = { from: acknowledged + 1, durability: round % 2 === 0 ? 'relaxed' : 'strict' } as const;
      const call = [options, 1 + Math.floor(random() * 12), random() * 6] as const;
      const died = await page.evaluate((given) => durableLog.writeAndDie(...given), call);
      acknowledged = died.acknowledged;
      sums.again += died.again;
      const found = await look(seen, `round ${round}`);
      if (found.head > acknowledged + 1) sums.ahead += 1;
      if (found.snapshot) sums.snapshots += 1;
      seen = found.head;
    }
    const all = await look(0, 'at the end');
    console.log(JSON.stringify({ rounds: ROUNDS, ...sums, commits: all.head, acknowledged: acknowledged + 1 }));
  } finally {
    site.close();
  }
});
