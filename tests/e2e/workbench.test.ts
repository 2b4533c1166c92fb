import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { troubles } from './browser.js';
import { browser, workbench } from './harness.js';

const example = (path: string) => readFile(fileURLToPath(new URL(`../../examples/${path}`, import.meta.url)), 'utf8');

/** Drops a file somewhere on the page, the way a file manager does. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([file, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], file, { type: 'text/javascript' }));
      return data;
    },
    [name, text] as const,
  );
  await page.locator('body').dispatchEvent('drop', { dataTransfer: transfer });
}

const latest = (page: Page): Locator => page.getByTestId('call').first();
const state = (call: Locator, wanted: string) => call.and(call.page().locator(`[data-state="${wanted}"]`)).waitFor();

test('a person drops a file, runs its tool, stops one that hangs, reloads, and it is still there', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const found = troubles(page);
  await page.goto(workbench.url);
  await drop(page, 'slow.plugin.js', await example('slow/slow.plugin.js'));
  await page.locator('[data-testid=plugin-row][data-plugin=slow]').waitFor();
  await page.getByTestId('consent-allow').click();

  await page.locator('[data-testid=tool-row][data-tool=count_primes]').click();
  await page.locator('[data-field=limit]').fill('1000');
  await page.getByTestId('tool-run').click();
  await state(latest(page), 'done');
  const value = await page
    .locator('[data-testid=call-result] bulkhead-json')
    .first()
    .evaluate((tree) => (tree as unknown as { value: unknown }).value);
  expect(value).toEqual({ limit: 1000, primes: 168 });

  await page.locator('[data-testid=tool-row][data-tool=hang]').click();
  for (const how of ['loop', 'native']) {
    await page.locator('[data-field=how]').selectOption({ label: how });
    await page.getByTestId('tool-run').click();
    await state(latest(page), 'running');
    await latest(page).getByTestId('call-stop').click();
    await state(latest(page), 'stopped');
  }
  await page.locator('[data-testid=wall][data-wall="5"][data-stands=true]').waitFor();

  await page.reload();
  await page.locator('[data-testid=plugin-row][data-plugin=slow]').waitFor();
  await page.locator('[data-testid=tool-row][data-tool=count_primes]').click();
  await page.locator('[data-field=limit]').fill('1000');
  await page.getByTestId('tool-run').click();
  await state(latest(page), 'done');
  expect(found).toEqual([]);
});

test('a bad file is refused in words with its code and place, and nothing is kept', async () => {
  const page = await browser.newPage();
  await page.goto(workbench.url);
  await drop(page, 'broken.js', 'const a = 1;\nconst = 2;');
  await page.getByTestId('install-error').waitFor();
  expect(await page.getByTestId('install-error').getAttribute('data-code')).toBe('SOURCE_SYNTAX');
  expect(await page.getByTestId('plugin-row').count()).toBe(0);
});

test('by keyboard alone: install an example, run it, stop it, remove it, take it back', async () => {
  const page = await browser.newPage();
  const found = troubles(page);
  await page.goto(workbench.url);
  const focused = () =>
    page.evaluate(() => {
      let at: Element | null = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at?.getAttribute('data-testid') ?? at?.getAttribute('data-tool') ?? '';
    });
  const until = (testId: string) =>
    page.waitForFunction((wanted) => {
      let at: Element | null = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at?.getAttribute('data-testid') === wanted;
    }, testId);
  await page.locator('[data-testid=example]').last().focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-testid=plugin-row][data-plugin=slow]').waitFor();
  await until('consent-allow');
  await page.keyboard.press('Enter');
  await until('tool-run');
  await page.keyboard.press('Enter');
  await state(latest(page), 'done');
  expect(await focused()).toBe('tool-run');
  await page.getByTestId('plugin-remove').focus();
  await page.keyboard.press('Enter');
  await until('undo');
  await page.keyboard.press('Enter');
  await until('plugin-switch');
  await page.locator('[data-testid=plugin-row][data-plugin=slow]').waitFor();
  expect(found).toEqual([]);
});
