import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { Durable, Found } from '../fixtures/durable-page.js';
import { generator } from '../fixtures/random.js';
import { SEED } from '../fixtures/seed.js';
import { type MortalBrowser, openMortalBrowser } from './mortal-browser.js';
import { bundleFixture, serveScripts } from './script-page.js';

declare const durable: Durable;

const ROUNDS = Number(process.env.BULKHEAD_ROUNDS ?? 50);
const KEYS = 12;
/** How a round ends. A whole browser takes the longest to come back, so it dies the least often. */
const ENDS = ['worker', 'tab', 'worker', 'tab', 'browser'] as const;
const broker = fileURLToPath(new URL('../../dist/broker-worker.js', import.meta.url));

/** A page with the built broker beside it. */
const servePage = async () =>
  serveScripts({
    '/page.js': await bundleFixture('durable-page.ts'),
    '/dist/broker-worker.js': await readFile(broker, 'utf8'),
  });

/** Spoils the files of the first database, as the end of the browser's process does to one that it cuts off. */
async function spoil(profile: string): Promise<void> {
  const folder = join(profile, 'Default', 'IndexedDB');
  const [database = ''] = (await readdir(folder)).filter((name) => name.endsWith('.leveldb'));
  const files = (await readdir(join(folder, database))).filter((name) => name.startsWith('MANIFEST'));
  expect(files).toHaveLength(1);
  for (const name of files) await writeFile(join(folder, database, name), 'spoilt');
}

/** Waits for an acknowledgement of a page. */
const acknowledgement = (page: Page) =>
  page.waitForEvent('console', { predicate: (message) => message.text().startsWith('acknowledged') });

test('of a database that was spoilt nothing is lost, and the call that finds it so does not fail', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'bulkhead-durability-'));
  const site = await servePage();
  let browser = await openMortalBrowser(profile);
  const open = async () => {
    const page = await browser.newPage();
    await page.goto(site.url);
    const [heard, found] = await Promise.all([acknowledgement(page), page.evaluate(() => durable.run())]);
    return { found, acknowledged: Number(heard.text().split(' ')[1]) };
  };
  try {
    const { acknowledged } = await open();
    await browser.kill();
    await spoil(profile);
    browser = await openMortalBrowser(profile);
    const { found } = await open();
    expect(found.counters).toHaveLength(1);
    expect(found.counters[0]).toBeGreaterThanOrEqual(acknowledged);
    expect(found.keys).toBe(KEYS);
  } finally {
    await browser.kill();
    site.close();
    await rm(profile, { recursive: true, force: true });
  }
});

test(`${ROUNDS} times the broker, its tab or the whole browser dies: no batch is lost, torn or written twice`, {
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
