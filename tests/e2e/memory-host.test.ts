import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { Durability } from '../../worker/protocol/memory.js';
import type { DurableMemory } from '../fixtures/memory-host-page.js';
import { generator } from '../fixtures/random.js';
import { SEED } from '../fixtures/seed.js';
import { serveHostPage } from './host-page.js';
import { openMortalBrowser } from './mortal-browser.js';
import { bundleFixture } from './script-page.js';

declare const durableMemory: DurableMemory;

/** A fifth of the rounds of `memory-log.test.ts`: a browser takes the longest to come back. */
const ROUNDS = Math.ceil(Number(process.env.BULKHEAD_ROUNDS ?? 50) / 5);
/** How a round ends. `lost`: with the whole browser, and then the first database is gone as well. */
const ENDS = ['lost', 'tab', 'lost', 'browser'] as const;

/** Deletes what the default bucket of each origin has, as Chromium does when the end of its process has cut off a write. */
async function loseDatabases(profile: string): Promise<void> {
  const folder = join(profile, 'Default', 'IndexedDB');
  const databases = (await readdir(folder)).filter((name) => name.endsWith('.leveldb'));
  expect(databases).toHaveLength(1);
  for (const name of databases) await rm(join(folder, name), { recursive: true });
}

test(`${ROUNDS} times the tab or the whole browser of a host dies while its memory is written: no change is lost, torn or kept twice, and of a database that goes with it none that was copied`, {
  timeout: 60_000 + ROUNDS * 10_000,
}, async () => {
  const random = generator(SEED);
  const profile = await mkdtemp(join(tmpdir(), 'bulkhead-memory-host-'));
  await using site = await serveHostPage();
  const script = await bundleFixture('memory-host-page.ts');
  let browser = await openMortalBrowser(profile);
  let page: Page | undefined;
  let heard: (counter: number) => void = () => {};
  /** Number of the last write that was answered. */
  let acknowledged = -1;
  const sums = { tab: 0, browser: 0, lost: 0, ahead: 0, copied: 0, uncopied: 0 };
  const failures: string[] = [];

  const openPage = async () => {
    const opened = await browser.newPage();
    opened.on('console', (message) => {
      const counter = message.text().match(/^acknowledged (\d+)$/)?.[1];
      if (counter !== undefined) heard(Number(counter));
    });
    opened.on('pageerror', (error) => failures.push(error.message));
    await opened.goto(site.url);
    await opened.waitForFunction(() => window.bulkhead !== undefined);
    await opened.addScriptTag({ content: script });
    return opened;
  };

  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const end = ENDS[round % ENDS.length] ?? 'tab';
      const durability: Durability = Math.floor(round / ENDS.length) % 2 === 0 ? 'relaxed' : 'strict';
      const wanted = 1 + Math.floor(random() * 12);
      page ??= await openPage();
      const from = (await page.evaluate((how) => durableMemory.look(how), durability)).head;
      // A memory that is left alone is copied: what the end takes with it is of this round.
      const at = page;
      const copied = () => at.evaluate(() => durableMemory.copied());
      if (end === 'lost') await expect.poll(copied, { timeout: 60_000 }).toBe(from);
      let count = 0;
      const enough = new Promise<void>((resolve) => {
        heard = (counter) => {
          acknowledged = Math.max(acknowledged, counter);
          count += 1;
          if (count === wanted) resolve();
        };
      });
      // It never answers: its page ends first.
      void page
        .evaluate(([how, first]) => durableMemory.write(how, first), [durability, from] as const)
        .catch(() => {});
      await enough;
      // Somewhere between two answers, another place each time.
      for (let turns = Math.floor(random() * 40); turns > 0; turns -= 1) await setImmediate();
      const safe = end === 'lost' ? await copied() : 0;
      if (end === 'tab') await page.close();
      else {
        await browser.kill();
        if (end === 'lost') await loseDatabases(profile);
        browser = await openMortalBrowser(profile);
      }
      heard = () => {};
      page = await openPage();
      sums[end] += 1;
      const name = `round ${round} (${end})`;
      const found = await page.evaluate((how) => durableMemory.look(how), durability);
      expect(found.wrong, `${name}: torn, doubled or out of order`).toEqual([]);
      expect(failures, name).toEqual([]);
      if (end === 'lost') {
        expect(found.head, `${name}: lost, though it was copied`).toBeGreaterThanOrEqual(safe);
        sums.copied += safe;
        sums.uncopied += Math.max(0, acknowledged + 1 - found.head);
        acknowledged = Math.min(acknowledged, found.head - 1);
      }
      expect(found.head, `${name}: lost`).toBeGreaterThanOrEqual(acknowledged + 1);
      if (found.head > acknowledged + 1) sums.ahead += 1;
    }
    console.log(JSON.stringify({ rounds: ROUNDS, ...sums, acknowledged: acknowledged + 1 }));
  } finally {
    await browser.kill();
    await rm(profile, { recursive: true, force: true });
  }
});
