import type { BrowserContextOptions, Page } from 'playwright';
import { expect, test } from 'vitest';
import { troubles } from './browser.js';
import { browser, gallery } from './harness.js';
import { tooSmall, violations } from './looks.js';
import { serveStrictly } from './strict-page.js';

const calls = [
  { id: 'c1', name: 'set_title', args: { title: 'Winter soups' } },
  { id: 'c2', name: 'set_text', args: { id: 'dish-0', text: 'Serves six.\n\nWash everything.\nServe it hot.' } },
];

async function open(url: string, how: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...how });
  await page.goto(url);
  await page.waitForFunction(() => 'shell' in window);
  await page.evaluate((toolCalls) => {
    window.shell.answers.push({ text: 'I would call it **Winter soups**.', toolCalls }, 'wait');
    window.shell.open({ trial: true });
  }, calls);
  await page.getByTestId('studio-input').waitFor();
  return page;
}

async function propose(page: Page): Promise<void> {
  await page.getByTestId('studio-input').fill('Make it a book for winter');
  await page.keyboard.press('Enter');
  await page.getByTestId('studio-look').click();
  await page.getByTestId('studio-rehearsal').waitFor();
  await page.locator('[data-testid=studio-review] .hunk, [data-testid=studio-review] [data-hunk]').first().waitFor();
}

test('under the strictest policy of a site the studio works all the same', async () => {
  await using strict = await serveStrictly('studio/shell.ts');
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const found = troubles(page);
  await page.goto(strict.url);
  await page.waitForFunction(() => 'shell' in window);
  await page.evaluate((toolCalls) => {
    window.shell.answers.push({ toolCalls });
    window.shell.open({ card: '<b class="own">mine</b>', trial: true });
  }, calls);
  await propose(page);
  await page.locator('dialog b.own').waitFor();
  expect(
    await page.locator('dialog.luker-studio').evaluate((one) => one.getBoundingClientRect().width),
  ).toBeGreaterThan(1_200);
  await page.getByTestId('studio-approve').click();
  await page.locator('dialog h3', { hasText: 'Winter soups' }).waitFor();
  expect(found).toEqual([]);
  await page.close();
});

const MANNERS: readonly (BrowserContextOptions & { readonly least: number; readonly lang: string })[] = [
  { colorScheme: 'light', least: 32, lang: 'en' },
  { colorScheme: 'dark', least: 32, lang: 'zh-Hans' },
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, least: 44, lang: 'zh-Hant' },
  { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2, forcedColors: 'active', least: 32, lang: 'en' },
];

for (const { least, lang, ...how } of MANNERS) {
  const { width = 1_280 } = how.viewport ?? {};
  test(`axe finds nothing wrong with the studio, nothing is clipped, all is large enough: ${width} px wide, ${lang}`, async () => {
    const page = await open(new URL(`studio/shell.html?lang=${lang}`, gallery.url).href, how);
    const check = async (state: string): Promise<void> => {
      expect(await violations(page), state).toEqual([]);
      expect(await tooSmall(page, least), state).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), state).toBeLessThanOrEqual(
        0,
      );
      const cut = await page.locator('bulkhead-studio').evaluate((one) => one.scrollWidth - one.clientWidth);
      expect(cut, state).toBeLessThanOrEqual(0);
    };
    await check('empty');
    await propose(page);
    await check('proposal');
    await page.locator('[data-tab=profile]').click();
    await check('profile');
    await page.locator('[data-tab=proposal]').click();
    await page.getByTestId('studio-approve').click();
    await page.getByTestId('studio-undo').waitFor();
    if (width < 860) await page.locator('[data-tab=talk]').click();
    await page.getByTestId('studio-look-changed').click();
    await page.locator('bulkhead-studio-changes bulkhead-studio-review').waitFor();
    await check('changes');
    await page.getByTestId('studio-changes-close').click();
    await page.locator('[data-iter-custom-action=fail]').evaluate((one: HTMLElement) => one.click());
    await page.getByTestId('studio-error').waitFor();
    await check('error');
    await page.getByTestId('studio-input').fill('More');
    await page.keyboard.press('Enter');
    await page.locator('[data-phase=asking]').waitFor();
    await page.getByTestId('studio-close').click();
    await page.getByTestId('studio-leave').waitFor();
    await check('leaving');
    await page.close();
  });
}
