import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { Durable, Found } from '../fixtures/durable-page.js';
import { generator } from '../fixtures/random.js';
import { type MortalBrowser, openMortalBrowser } from './mortal-browser.js';
import { bundleFixture, serveScripts } from './script-page.js';

declare const durable: Durable;

const ROUNDS = Number(process.env.BULKHEAD_ROUNDS ?? 50);
/** The same in every run but in the soak, which tells its own. */
const SEED = Number(process.env.BULKHEAD_SEED ?? 11);
const KEYS = 12;
/** How a round ends. A whole browser takes the longest to come back, so it dies the least often. */
const ENDS = ['worker', 'tab', 'worker', 'tab', 'browser'] as const;
const keeper = fileURLToPath(new URL('../../dist/keeper-worker.js', import.meta.url));

/** A page with the built keeper beside it. */
const servePage = async () =>
  serveScripts({
    '/page.js': await bundleFixture('durable-page.ts'),
    '/dist/keeper-worker.js': await readFile(keeper, 'utf8'),
  });

test(`${ROUNDS} times the keeper, its tab or the whole browser dies: no batch is lost, torn or written twice`, {
  timeout: 60_000 + ROUNDS * 5_000,
}, async () => {
  const random = generator(SEED);
  const profile = await mkdtemp(join(tmpdir(), 'bulkhead-durability-'));
  const site = await servePage();
  let browser: MortalBrowser = await openMortalBrowser(profile);
  let page: Page | undefined;
  let acknowledged = 0;
  let heard: (counter: number) => void = () => {};
  let before: Found = { counters: [0], keys: 0, revision: 0 };
  let batches = 0;

  const openPage = async () => {
    const opened = await browser.newPage();
    opened.on('console', (message) => {
      const counter = message.text().match(/^acknowledged (\d+)$/)?.[1];
      if (counter !== undefined) heard(Number(counter));
    });
    await opened.goto(site.url);
    return opened;
  };

  try {
    for (let round = 0; round < ROUNDS; round++) {
      page ??= await openPage();
      const wanted = 1 + Math.floor(random() * 15);
      let acknowledgements = 0;
      const enough = new Promise<void>((resolve) => {
        heard = (counter) => {
          acknowledged = Math.max(acknowledged, counter);
          acknowledgements += 1;
          if (acknowledgements >= wanted) resolve();
        };
      });
      const last = acknowledged;
      const found = await page.evaluate(() => durable.run());
      const [counter = 0] = found.counters;
      expect(found.counters.length, `round ${round}: torn`).toBeLessThanOrEqual(1);
      expect(found.keys, `round ${round}`).toBe(round === 0 ? 0 : KEYS);
      expect(counter, `round ${round}: lost`).toBeGreaterThanOrEqual(last);
      if (before.revision > 0) {
        const written = counter - (before.counters[0] ?? 0);
        expect(found.revision - before.revision, `round ${round}: twice`).toBe(written);
        batches += written;
      }
      before = found;
      await enough;
      // Somewhere between two acknowledgements, another place each time.
      for (let turns = Math.floor(random() * 40); turns > 0; turns--) await setImmediate();
      const end = ENDS[round % ENDS.length];
      if (end === 'worker') await page.evaluate(() => durable.terminate());
      else if (end === 'tab') await page.close();
      else {
        await browser.kill();
        browser = await openMortalBrowser(profile);
      }
      if (end !== 'worker') page = undefined;
    }
    console.log(JSON.stringify({ rounds: ROUNDS, batches, acknowledged }));
  } finally {
    await browser.kill();
    site.close();
    await rm(profile, { recursive: true, force: true });
  }
});
