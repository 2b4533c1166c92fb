import type { BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { troubles } from './browser.js';
import { browser } from './harness.js';
import { tooSmall, violations } from './looks.js';
import { serveStrictly } from './strict-page.js';

let strict: Awaited<ReturnType<typeof serveStrictly>>;
beforeAll(async () => {
  strict = await serveStrictly('code.ts');
});
afterAll(() => strict[Symbol.asyncDispose]());

/** A page whose policy allows no styles, no scripts and no HTML but its own. */
async function open(asks = '', how: BrowserContextOptions = {}): Promise<{ page: Page; found: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...how });
  const found = troubles(page);
  await page.goto(`${strict.url}?${asks}`);
  await page.locator('main .cm-content').waitFor();
  return { page, found };
}

const text = (page: Page): Promise<string> => page.evaluate(() => window.code.value);
const edited = (page: Page) => page.getByTestId('code-sheet').locator('.cm-content');

test('code is edited by keyboard under the strictest policy, in colour, and Tab leaves it', async () => {
  const { page, found } = await open();
  const content = page.locator('main .cm-content');
  await content.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('const a = 1;');
  expect(await text(page)).toContain('});\nconst a = 1;');
  await page.keyboard.press('Control+z');
  expect(await text(page)).not.toContain('const a = 1;');
  const colours = await content
    .locator('.cm-line span')
    .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).color))]);
  expect(colours.length).toBeGreaterThan(3);
  await page.keyboard.press('Tab');
  expect(await content.evaluate((one) => one.matches(':focus'))).toBe(false);
  expect(await content.getAttribute('aria-label')).toBe('Source');
  expect(found).toEqual([]);
  await page.close();
});

test('what is read only stays as it is, and can be searched in the user’s language', async () => {
  const { page, found } = await open('readonly&lang=zh-CN');
  const before = await text(page);
  const content = page.locator('main .cm-content');
  await content.click();
  await page.keyboard.type('x');
  expect(await text(page)).toBe(before);
  expect(await content.getAttribute('aria-readonly')).toBe('true');
  await page.keyboard.press('Control+f');
  await page.getByPlaceholder('查找').pressSequentially('note');
  await page.locator('.cm-searchMatch').nth(1).waitFor();
  await page.keyboard.press('Escape');
  await page.getByPlaceholder('查找').waitFor({ state: 'detached' });
  expect(found).toEqual([]);
  await page.close();
});

test('a text that is set from outside is shown, and is nobody’s change', async () => {
  const { page } = await open();
  const heard = await page.evaluate(async () => {
    let heard = 0;
    window.code.addEventListener('bh-code', () => {
      heard += 1;
    });
    window.code.value = 'another';
    await window.code.updateComplete;
    return heard;
  });
  expect(heard).toBe(0);
  expect(await page.locator('main .cm-content').textContent()).toBe('another');
  await page.close();
});

test('the sheet takes over only what will do, and loses nothing without a question', async () => {
  const { page, found } = await open();
  await page.evaluate(() => window.sheet('json'));
  await edited(page).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'BULKHEAD-CODE-SHEET');
  await page.keyboard.press('Control+End');
  await page.keyboard.type(',');
  await page.getByTestId('code-take').click();
  await page.getByTestId('code-trouble').getByText('This is no JSON.').waitFor();
  await edited(page).focus();
  await page.keyboard.press('Escape');
  await page.getByTestId('code-discard').waitFor();
  expect(await page.getByTestId('code-on').evaluate((one) => one.matches(':focus'))).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('\n');
  await page.getByTestId('code-take').click();
  await page.getByTestId('code-sheet').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => window.taken)).toMatch(/\}\n+$/);

  await page.evaluate(() => window.sheet('javascript'));
  await edited(page).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => window.taken === null);
  expect(found).toEqual([]);
  await page.close();
});

test('without its library the editor is a plain field, with the same text and the same events', async () => {
  const page = await browser.newPage();
  await page.route(/editor.*\.js/, (route) => route.abort());
  await page.goto(strict.url);
  const field = page.locator('main').getByTestId('code-plain');
  await field.fill('plain');
  expect(await text(page)).toBe('plain');
  await page.close();
});

test.each([
  ['light', {}],
  ['dark', { colorScheme: 'dark' as const }],
  ['forced', { forcedColors: 'active' as const }],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' as const }],
])('axe finds nothing wrong with editor and sheet: %s', async (name, how) => {
  const { page } = await open(name === 'phone' ? 'lang=zh-CN' : '', how);
  await page.locator('main .cm-content').click();
  await page.keyboard.press('Control+f');
  await page.locator('main .cm-search').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.evaluate(() => window.sheet('javascript'));
  await edited(page).waitFor();
  expect(await violations(page)).toEqual([]);
  if (name === 'phone') expect((await tooSmall(page, 44)).filter((one) => one.startsWith('code'))).toEqual([]);
  await page.close();
});
