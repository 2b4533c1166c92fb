import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { DurableLog } from '../fixtures/memory-page.js';
import { generator } from '../fixtures/random.js';
import { SEED } from '../fixtures/seed.js';
import { type MortalBrowser, openMortalBrowser } from './mortal-browser.js';
import { bundleFixture, serveScripts } from './script-page.js';

declare const durableLog: DurableLog;

const ROUNDS = Number(process.env.BULKHEAD_ROUNDS ?? 50);
/**
 * Of so many rounds one ends with the whole browser, one with its tab, two with the whole browser and the first database, and
 * the others with the worker.
 */
const CYCLE = 20;

/** A page with the log's writer beside it. */
const servePage = async () =>
  serveScripts({
    '/page.js': await bundleFixture('memory-page.ts'),
    '/memory-worker.js': await bundleFixture('memory-log.worker.ts'),
  });

const endOf = (round: number) => {
  if (round % (CYCLE / 2) === CYCLE / 4 - 1) return 'lost';
  if (round % CYCLE === CYCLE - 1) return 'browser';
  return round % CYCLE === CYCLE / 2 - 1 ? 'tab' : 'worker';
};

/** Deletes what the default bucket of each origin has, as Chromium does when the end of its process has cut off a write. */
async function loseDatabases(profile: string): Promise<void> {
  const folder = join(profile, 'Default', 'IndexedDB');
  const databases = (await readdir(folder)).filter((name) => name.endsWith('.leveldb'));
  expect(databases).toHaveLength(1);
  for (const name of databases) await rm(join(folder, name), { recursive: true });
}

test(`${ROUNDS} times the writer of a memory log, its tab or the whole browser dies: no commit is lost, torn or kept twice, and of a database that goes with it none that was copied`, {
  timeout: 60_000 + ROUNDS * 2_000,
}, async () => {
  const random = generator(SEED);
  const profile = await mkdtemp(join(tmpdir(), 'bulkhead-memory-log-'));
  const site = await servePage();
  let browser: MortalBrowser = await openMortalBrowser(profile);
  let page: Page | undefined;
  let heard: (counter: number) => void = () => {};
  /** Key up to which the copy is known to have come. */
  let copied = 0;
  /** Counter of the last commit that was acknowledged, and key up to which all has been looked at. */
  let acknowledged = -1;
  let seen = 0;
  const sums = { worker: 0, tab: 0, browser: 0, lost: 0, ahead: 0, again: 0, snapshots: 0 };
  /** Rounds in which the database went: batches of theirs that were acknowledged, and those of them that were not copied. */
  const without = { acknowledged: 0, unshipped: 0 };
  const failures: string[] = [];

  const openPage = async () => {
    const opened = await browser.newPage();
    opened.on('console', (message) => {
      const counter = message.text().match(/^acknowledged (\d+)$/)?.[1];
      const key = message.text().match(/^copied (\d+)$/)?.[1];
      if (counter !== undefined) heard(Number(counter));
      else if (key !== undefined) copied = Math.max(copied, Number(key));
      else if (message.text().startsWith('failed')) failures.push(message.text());
    });
    await opened.goto(site.url);
    return opened;
  };
  const look = async (at: Page, after: number, round: string, atLeast = acknowledged + 1) => {
    const found = await at.evaluate((key) => durableLog.look(key), after);
    expect(found.wrong, `${round}: torn, doubled or out of order`).toEqual([]);
    expect(found.head, `${round}: lost`).toBeGreaterThanOrEqual(atLeast);
    expect(found.snapshot?.whole ?? true, `${round}: half a snapshot`).toBe(true);
    expect(found.snapshot?.key ?? 0, `${round}: a snapshot of what is not there`).toBeLessThanOrEqual(found.head);
    expect(failures, round).toEqual([]);
    return found;
  };

  try {
    for (let round = 0; round < ROUNDS; round++) {
      page ??= await openPage();
      const end = endOf(round);
      const options = { from: acknowledged + 1, durability: round % 2 === 0 ? 'relaxed' : 'strict' } as const;
      const wanted = 1 + Math.floor(random() * 12);
      if (end === 'worker') {
        const call = [options, wanted, random() * 6] as const;
        const died = await page.evaluate((given) => durableLog.writeAndDie(...given), call);
        acknowledged = died.acknowledged;
        sums.again += died.again;
      } else {
        let count = 0;
        const enough = new Promise<void>((resolve) => {
          heard = (counter) => {
            acknowledged = Math.max(acknowledged, counter);
            count += 1;
            if (count >= wanted) resolve();
          };
        });
        // Where all is to be lost, the last batch is followed by its copying, which the end comes into.
        const to = end === 'lost' ? options.from + wanted : Number.MAX_SAFE_INTEGER;
        await page.evaluate((given) => durableLog.write(given), { ...options, to });
        await enough;
        // Somewhere between two acknowledgements, another place each time.
        for (let turns = Math.floor(random() * 40); turns > 0; turns--) await setImmediate();
        if (end === 'tab') await page.close();
        else {
          await browser.kill();
          if (end === 'lost') await loseDatabases(profile);
          browser = await openMortalBrowser(profile);
        }
        heard = () => {};
        page = await openPage();
      }
      sums[end] += 1;
      const name = `round ${round} (${end})`;
      // Everything was copied when it was looked at last.
      const found = end === 'lost' ? await look(page, 0, name, Math.max(seen, copied)) : await look(page, seen, name);
      if (end === 'lost') {
        expect(found.restored, name).toBe(found.head);
        without.acknowledged += acknowledged + 1 - seen;
        without.unshipped += Math.max(0, acknowledged + 1 - found.head);
        acknowledged = Math.min(acknowledged, found.head - 1);
      }
      if (found.head > acknowledged + 1) sums.ahead += 1;
      if (found.snapshot) sums.snapshots += 1;
      seen = found.head;
    }
    const all = page && (await look(page, 0, 'at the end'));
    console.log(
      JSON.stringify({ rounds: ROUNDS, ...sums, commits: all?.head, acknowledged: acknowledged + 1, without }),
    );
  } finally {
    await browser.kill();
    site.close();
    await rm(profile, { recursive: true, force: true });
  }
});
