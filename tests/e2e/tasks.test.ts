import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { openBrowser } from './browser.js';
import { longestTask } from './tasks.js';

/** One task of the page that computes the same each time. Its answer comes out of that task. */
const compute = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        setTimeout(() => {
          let sum = 0;
          for (let i = 0; i < 20_000_000; i += 1) sum = (sum * 31 + i) | 0;
          Object.assign(window, { sum });
          resolve();
        }),
      ),
  );

/** Threads of the page that compute until it is closed. */
const load = (page: Page, threads: number) =>
  page.evaluate(
    (count) =>
      Promise.all(
        Array.from({ length: count }, () => {
          const source = URL.createObjectURL(new Blob(['postMessage(0); for (;;);'], { type: 'text/javascript' }));
          return new Promise((resolve) => new Worker(source).addEventListener('message', resolve, { once: true }));
        }),
      ),
    threads,
  );

test('the longest task is what was computed, also the last one: a busy machine hardly changes it', async () => {
  await using browser = await openBrowser();
  const page = await browser.newPage();
  const rounds = async () => {
    const all: number[] = [];
    for (let round = 0; round < 5; round += 1) all.push(await longestTask(browser, page, () => compute(page)));
    return all.toSorted((a, b) => a - b);
  };
  await compute(page);
  const alone = await rounds();
  await load(page, 8);
  const beside = await rounds();
  const show = (all: readonly number[]) => all.map((ms) => ms.toFixed(0)).join(', ');
  console.log(`longest task: ${show(alone)} ms alone, ${show(beside)} ms beside eight threads that compute`);
  const [least = 0] = alone;
  // Each round found its task: one that is missing would be told as hardly anything.
  expect(least).toBeGreaterThan(5);
  for (const ms of [...alone, ...beside]) expect(ms / least).toBeLessThan(3);
  expect((beside[0] ?? 0) / least).toBeGreaterThan(0.7);
});
