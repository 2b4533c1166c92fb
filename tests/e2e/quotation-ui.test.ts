import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { browser, gallery } from './harness.js';
import { violations } from './looks.js';

/** Opens the questions about calls that were taken from elsewhere, and waits until they take a yes. */
async function openQuoted({ lang = 'en', width = 1_280, dark = false } = {}): Promise<Page> {
  const page = await browser.newPage({
    ...{ viewport: { width, height: 900 }, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' },
  });
  await page.goto(`${gallery.url}?lang=${lang}&show=asks,open-quoted`);
  await page.locator('[data-piece=open-quoted]').click();
  await page.locator('[data-testid=ask][data-ask="2"] [data-testid=ask-yes]:enabled').waitFor();
  return page;
}

const place = (page: Page, ask: number) =>
  page.locator(`[data-testid=ask][data-ask="${ask}"] [data-testid=ask-read-in]`);

test.each([
  ['en', 'The model took this call from the result of fetch_page.', 'Too much has come in since your last message'],
  ['zh-Hans', '模型从 fetch_page 的结果里取得了这个调用。', '自你上一条消息以来进来的内容太多'],
  ['zh-Hant', '模型從 fetch_page 的結果裡取得了這個呼叫。', '自你上一則訊息以來進來的內容太多'],
])('%s: a question says where the call was read, and what stands there, as text', async (lang, known, unknown) => {
  const page = await openQuoted({ lang });
  expect(await place(page, 1).textContent()).toContain(known);
  expect(await place(page, 2).textContent()).toContain(unknown);
  expect(await place(page, 1).locator('blockquote').textContent()).toContain('[CALL: look_up({"place": "/home/ann"})]');
  expect(await place(page, 1).locator('blockquote b').count()).toBe(0);
  expect(await place(page, 2).locator('blockquote').count()).toBe(0);
  // Each is answered by itself.
  expect(await page.getByTestId('asks-yes-all').count()).toBe(0);
});

test.each([
  [1_280, false],
  [390, true],
])('it fits and has no fault that axe finds, %i wide, dark: %s', async (width, dark) => {
  const page = await openQuoted({ width, dark });
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
