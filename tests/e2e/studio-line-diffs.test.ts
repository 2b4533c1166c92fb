import type { BrowserContextOptions, Page } from 'playwright';
import { expect, test } from 'vitest';
import { buildProfileDelta } from '../../src/studio/base/define-adapter.js';
import { renderProfileDeltaHtml } from '../../src/studio/base/delta-html.js';
import { troubles } from './browser.js';
import { browser } from './harness.js';
import { violations } from './looks.js';
import { serveStrictly } from './strict-page.js';

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `Line ${at + 1} of the recipe says something.`);
const before = {
  title: 'Soups',
  servings: 4,
  prompt: lines(40).join('\n'),
  note: 'You write short recipes. You never use more than five ingredients. You are friendly to those who are new.',
  dishes: [{ id: 'a', text: 'Wash.\nCut.\nCook.' }],
};
const after = {
  title: 'Winter soups',
  servings: 6,
  prompt: lines(40)
    .map((line, at) => (at % 6 === 2 ? line.replace('something', 'something else') : line))
    .join('\n'),
  note: `${before.note.replace('five', 'seven')} You say how long it takes, so that nobody has to guess; and you say it first.`,
  dishes: [{ id: 'a', text: 'Wash everything.\nCut.\nCook.\nServe.' }, { id: 'b' }],
};
const block = renderProfileDeltaHtml({}, buildProfileDelta(before, after), { before, after });

/** A proposal whose changes an adapter shows by `renderProfileDeltaHtml`. */
async function propose(url: string, how: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...how });
  await page.goto(url);
  await page.waitForFunction(() => 'shell' in window);
  await page.evaluate((html) => {
    window.shell.answers.push({ toolCalls: [{ id: 'c', name: 'set_title', args: { title: 'Winter soups' } }] });
    window.shell.open({ block: html });
  }, block);
  await page.getByTestId('studio-input').fill('Make it a book for winter');
  await page.keyboard.press('Enter');
  await page.getByTestId('studio-look').click();
  await page.locator('.luker_object_diff').waitFor();
  return page;
}

const leftWidth = (page: Page) =>
  page
    .locator('.luker_orch_line_diff_before')
    .first()
    .evaluate((cell) => Math.round(cell.getBoundingClientRect().width));

test('changes that are HTML unfold, are enlarged, and have columns that can be made wider', async () => {
  await using strict = await serveStrictly('studio/shell.ts');
  const page = await propose(strict.url);
  const found = troubles(page);
  const divider = page.locator('.luker_orch_line_diff_divider').first();
  expect(await divider.getAttribute('aria-label')).toMatch(/resize/);
  const width = await leftWidth(page);
  await divider.focus();
  await page.keyboard.press('Shift+ArrowRight');
  expect(await leftWidth(page)).toBeGreaterThan(width + 20);
  await page.keyboard.press('Enter');
  expect(await leftWidth(page)).toBe(width);
  const box = await divider.boundingBox();
  if (!box) throw new Error('no divider');
  await page.mouse.move(box.x + 4, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x - 60, box.y + 20);
  await page.mouse.up();
  expect(Math.abs(width - 64 - (await leftWidth(page)))).toBeLessThan(12);

  const more = page.locator('.luker_orch_line_diff_more');
  expect(await more.count()).toBe(1);
  const last = more.locator('tr').last();
  expect(await last.isVisible()).toBe(false);
  await more.locator('summary').click();
  expect(await last.isVisible()).toBe(true);

  const large = page.locator('.luker_orch_line_diff').first();
  const small = (await large.boundingBox())?.height ?? 0;
  await large.hover();
  await large.getByLabel('Enlarge').click();
  expect((await large.boundingBox())?.height ?? 0).toBeGreaterThan(small + 50);
  await large.getByLabel('Enlarge').click();
  expect((await large.boundingBox())?.height ?? 0).toBeLessThan(small + 50);
  expect(found).toEqual([]);
});

const MANNERS: readonly (BrowserContextOptions & { readonly lang: string })[] = [
  { colorScheme: 'light', lang: 'en' },
  { colorScheme: 'dark', lang: 'zh-Hans' },
  { viewport: { width: 390, height: 844 }, hasTouch: true, lang: 'zh-Hans' },
];

test('changes that are HTML have names and contrast in every manner, and fit a phone', async () => {
  await using strict = await serveStrictly('studio/shell.ts');
  for (const { lang, ...how } of MANNERS) {
    const page = await propose(`${strict.url}?lang=${lang}`, how);
    const picture = process.env.BULKHEAD_PICTURES;
    if (picture) await page.screenshot({ path: `${picture}/line-diffs-${how.colorScheme ?? 'phone'}.png` });
    expect(await violations(page)).toEqual([]);
    const fits = await page
      .locator('.luker_object_diff')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth + 1);
    expect(fits).toBe(true);
    await page.close();
  }
});
