import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startModel } from '../../scripts/sillytavern/model.mjs';
import { browser, workbench } from './harness.js';
import { ask, calls, closeStudio, openApp, openStudio, phase, waits } from './studio-drive.js';
import { longestAllowed, longestTask } from './tasks.js';

const rewrite = (count: number) => calls(`${count} of them.`, ['rewrite', { count }]);

/** Milliseconds from the model’s answer to the first change on the screen. */
const firstDiff = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const { studio } = window.studioApp;
        let since = 0;
        const off = studio?.onChange(() => {
          if (since > 0 || studio.view.phase !== 'predicting') return;
          since = performance.now();
          off?.();
          look();
        });
        const deep = (root: ParentNode, selector: string): Element | null => {
          const found = root.querySelector(selector);
          if (found) return found;
          for (const { shadowRoot } of root.querySelectorAll('*')) {
            const inside = shadowRoot && deep(shadowRoot, selector);
            if (inside) return inside;
          }
          return null;
        };
        const look = () =>
          requestAnimationFrame(() => {
            if (!deep(document, 'ins.text')) return look();
            // The frame after the one that it was drawn for: it is on the screen.
            requestAnimationFrame(() => resolve(performance.now() - since));
          });
      }),
  );

test('two megabytes with 500 changes: no long task, and the first change hardly later than of ten', async () => {
  await using model = await startModel();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await openApp(context, model.url, 'adapter=big');
  const opened = await longestTask(browser, page, () => openStudio(page));
  expect(
    await page.evaluate(() => JSON.stringify(window.studioApp.studio?.view.session.workingProfile).length),
  ).toBeGreaterThan(2_000_000);
  const propose = async (count: number): Promise<number> => {
    model.play(rewrite(count));
    const [ms] = await Promise.all([firstDiff(page), ask(page, `Rewrite ${count}.`)]);
    await waits(page);
    return ms;
  };
  const reject = async () => {
    await page.getByTestId('studio-reject').click();
    await page.waitForFunction(() => window.studioApp.studio?.view.session.pendingApproval === null);
    await phase(page, 'idle');
  };
  // Once for what is loaded with the first.
  const first = await longestTask(browser, page, () => propose(500));
  await reject();
  const times: { readonly [count: number]: number[] } = { 10: [], 500: [] };
  for (let round = 0; round < 5; round += 1) {
    for (const count of [10, 500]) {
      times[count]?.push(await propose(count));
      await reject();
    }
  }
  const median = (all: readonly number[] = []) => all.toSorted((a, b) => a - b)[2] ?? Number.NaN;
  const [ten, many] = [median(times[10]), median(times[500])];
  const proposed = await longestTask(browser, page, () => propose(500));
  const scrolled = await longestTask(browser, page, async () => {
    for (let at = 0; at < 20; at += 1) await page.mouse.wheel(0, 2_000);
    await page.getByTestId('review-list').press('End');
  });
  const approved = await longestTask(browser, page, async () => {
    await page.getByTestId('studio-approve').click();
    await page.waitForFunction(() => window.studioApp.studio?.view.session.pendingApproval === null);
    await phase(page, 'idle');
  });
  await closeStudio(page);
  const reopened = await longestTask(browser, page, async () => {
    await openStudio(page);
    await page.getByTestId('studio-look-changed').click();
    await page.locator('ins.text').first().waitFor();
  });
  console.log(
    `first of ten after ${Math.round(ten)} ms, of 500 after ${Math.round(many)} ms; longest task: opened ${opened.toFixed(1)}, first proposed ${first.toFixed(1)}, proposed ${proposed.toFixed(1)}, scrolled ${scrolled.toFixed(1)}, approved ${approved.toFixed(1)}, reopened ${reopened.toFixed(1)} ms`,
  );
  expect(many).toBeLessThan(3 * ten);
  expect(Math.max(opened, first, proposed, scrolled, approved, reopened)).toBeLessThan(
    await longestAllowed(browser, workbench.url),
  );
});
