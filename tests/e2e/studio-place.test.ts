import type { BrowserContextOptions, Page } from 'playwright';
import { expect, test } from 'vitest';
import { troubles } from './browser.js';
import { browser, gallery } from './harness.js';
import { tooSmall, violations } from './looks.js';

const LANGUAGES = ['en', 'zh-Hans', 'zh-Hant'] as const;

async function open(query: string, how: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...how });
  await page.goto(new URL(`studio-place.html?${query}`, gallery.url).href);
  await page.getByTestId('begin-kind').first().waitFor();
  return page;
}

const asked = (page: Page) => page.evaluate(() => window.asked.splice(0));
const over = (page: Page, why?: string) =>
  page.evaluate((message) => (message ? window.over?.failed(new Error(message)) : window.over?.done()), why);

test('each thing that can be edited is begun from its own button, one at a time, and the keyboard comes back to it', async () => {
  const page = await open('model');
  const found = troubles(page);
  for (const [offer, told] of [
    ['plugin', 'plugin new'],
    ['plugin:1', 'plugin:1 new'],
    ['Agenda', 'Agenda new'],
    ['schema', 'schema new'],
  ] as const) {
    const button = page.locator(`button[data-offer="${offer}"]`);
    await button.click();
    await button.getByText('Opening…').waitFor();
    expect(await asked(page)).toEqual([told]);
    // While one is open no other can be.
    expect(await page.locator('button[data-offer]:not([disabled])').count()).toBe(0);
    await over(page);
    await page.locator(`button[data-offer="${offer}"]:not([disabled])`).waitFor();
    expect(await asked(page)).toEqual(['refresh']);
    await page.waitForFunction((one) => one.matches(':focus'), await button.elementHandle());
  }
  await page.locator('[data-session=s2] button').click();
  expect(await asked(page)).toEqual(['plugin:2 s2']);
  await over(page);
  expect(found).toEqual([]);
});

test('a conversation in which a proposal waits says so', async () => {
  const page = await open('model');
  expect(await page.getByTestId('begin-waits').count()).toBe(1);
  expect(await page.locator('[data-session=s2]').getByTestId('begin-waits').isVisible()).toBe(true);
  await page.close();
});

test('a studio that cannot be opened says why, and can be tried again', async () => {
  const page = await open('example');
  await page.getByTestId('begin-play').click();
  await over(page, 'no room for it');
  await page.getByTestId('begin-failed').getByText('no room for it').waitFor();
  await page.locator('[data-testid=begin-play]:not([disabled])').click();
  expect(await page.getByTestId('begin-failed').count()).toBe(0);
  expect(await asked(page)).toEqual(['example', 'refresh', 'example']);
});

test('of many conversations the newest are shown until all are asked for', async () => {
  const page = await open('many=40');
  expect(await page.getByTestId('begin-kept').count()).toBe(8);
  await page.getByTestId('begin-all').press('Enter');
  await expect.poll(() => page.getByTestId('begin-kept').count()).toBe(44);
  expect(await page.locator('[data-session=m4] button').evaluate((one) => one.matches(':focus'))).toBe(true);
});

test('with nothing kept, no plugin and no model the place says what goes there', async () => {
  const page = await open('empty');
  await page.getByTestId('begin-kept-none').waitFor();
  await page.getByTestId('begin-no-model').waitFor();
  await page.getByTestId('begin-open-model').click();
  await page.getByTestId('model-endpoint').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('model-endpoint').waitFor({ state: 'hidden' });
});

for (const width of [1280, 390]) {
  test(`the place fits ${width} pixels in three languages, light, dark and forced colours, and axe finds nothing`, async () => {
    for (const lang of LANGUAGES) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await open(`lang=${lang}&many=6&example&failed`, {
          viewport: { width, height: 844 },
          colorScheme,
          hasTouch: width < 500,
          isMobile: width < 500,
        });
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        expect(await violations(page)).toEqual([]);
        expect(await tooSmall(page, width < 500 ? 44 : 28)).toEqual([]);
        await page.close();
      }
    }
    const page = await open('many=6&example', { viewport: { width, height: 844 }, forcedColors: 'active' });
    expect(await violations(page)).toEqual([]);
  });
}
