import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { asking, STORE, tool } from '../browser/permissions/plugins.js';
import { troubles } from './browser.js';
import { browser, gallery, workbench } from './harness.js';

type Heard = { readonly type: string; readonly detail: { readonly [key: string]: unknown } };
type AxeRun = (
  page: Document,
  options: object,
) => Promise<{ violations: readonly { id: string; nodes: readonly { html: string }[] }[] }>;

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Opens a part of the gallery. */
async function open(show: string, options: { colorScheme?: 'light' | 'dark'; lang?: string } = {}): Promise<Page> {
  const { colorScheme = 'light', lang = 'en' } = options;
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme, reducedMotion: 'reduce' });
  const shown = show === '' ? '' : `&show=${show}`;
  await page.goto(`${gallery.url}?lang=${lang}${shown}`);
  await page.waitForFunction(() => window.events !== undefined);
  return page;
}

const heard = (page: Page): Promise<Heard[]> => page.evaluate(() => window.events as Heard[]);

/** Waits until what has this test id has the focus, however deep. */
const focusOn = (page: Page, testId: string) =>
  page.waitForFunction((wanted) => {
    let at: Element | null = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.getAttribute('data-testid') === wanted;
  }, testId);

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

const askWeather = async (page: Page, what = 'weather'): Promise<void> => {
  await page.locator(`[data-piece=open-${what}]`).focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-testid=consent][open]').waitFor();
};

/** Asks the three questions, and waits until they take a yes. */
const askThree = async (page: Page): Promise<void> => {
  await page.locator('[data-piece=open-asks]').focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-testid=ask][data-ask="3"] [data-testid=ask-yes]:enabled').waitFor();
};

test('by keyboard alone: the sheet opens on Cancel, some permissions are chosen, a secret is typed, and they are allowed', async () => {
  const page = await open('open-weather');
  const found = troubles(page);
  await askWeather(page);
  await focusOn(page, 'consent-cancel');
  await press(page, 'Tab', 'Enter');
  await focusOn(page, 'consent-tick');
  const ticked = page.locator('[data-testid=consent-tick]:checked');
  expect(
    await ticked.evaluateAll((all) => all.map((one) => one.closest<HTMLElement>('li')?.dataset.permission)),
  ).toEqual(['cache', 'read']);
  await press(page, 'Space');
  await page.locator('[data-permission=forecast] [data-testid=consent-scope]').focus();
  await press(page, 'Home');
  await page.getByTestId('consent-secret').focus();
  await page.keyboard.type('s3cret-key');
  // Enter in a field allows nothing.
  await press(page, 'Enter');
  await page.getByTestId('consent-allow').focus();
  await press(page, 'Enter');
  await page.locator('[data-testid=consent]:not([open])').waitFor({ state: 'attached' });
  expect(await heard(page)).toEqual([
    {
      type: 'bh-consent',
      detail: {
        id: 'weather',
        allow: {
          forecast: [{ kind: 'chat', id: 'Rain in Lisbon' }],
          cache: [{ kind: 'always' }],
          read: [{ kind: 'always' }],
        },
        expected: {
          filesHash: expect.stringMatching(/^sha256-/),
          toolsHash: expect.stringMatching(/^sha256-/),
          manifest: expect.objectContaining({ id: 'weather' }),
        },
        secrets: { WEATHER_KEY: 's3cret-key' },
      },
    },
  ]);
  expect(
    await page.evaluate(() => document.querySelector('bulkhead-consent')?.shadowRoot?.querySelector('input')),
  ).toBeNull();
  expect(found).toEqual([]);
});

test('Allow grants what is needed at the start, as far as each may go, and nothing that is asked for later', async () => {
  const page = await open('open-weather');
  await askWeather(page);
  await page.getByTestId('consent-allow').click();
  expect((await heard(page))[0]?.detail.allow).toEqual({
    forecast: [{ kind: 'always' }],
    cache: [{ kind: 'always' }],
    read: [{ kind: 'always' }],
    write: [{ kind: 'character', id: 'Mira' }],
  });
});

test('Esc is no, and so is Enter on a sheet that asks for something grave', async () => {
  const page = await open('open-weather,open-harmless');
  for (const [before, key] of ['Escape', 'Enter'].entries()) {
    await askWeather(page);
    await focusOn(page, 'consent-cancel');
    await press(page, key);
    // A dialog is closed a moment before it says so.
    await page.waitForFunction((count) => window.events.length === count, before + 1);
  }
  await askWeather(page, 'harmless');
  await focusOn(page, 'consent-allow');
  await press(page, 'Escape');
  await page.waitForFunction(() => window.events.length === 3);
  expect((await heard(page)).map(({ detail }) => detail.allow)).toEqual([null, null, null]);
});

test('an update shows what has changed first, and a yes to it widens nothing that was narrower', async () => {
  const page = await open('open-update');
  await askWeather(page, 'update');
  const changes = await page
    .getByTestId('change')
    .evaluateAll((all) => all.map((one) => `${(one as HTMLElement).dataset.name} ${(one as HTMLElement).dataset.how}`));
  expect(changes).toEqual([
    'forecast changed',
    'notify removed',
    'set_scene changed',
    'forecast changed',
    'tides added',
  ]);
  const words = page.locator('[data-testid=change][data-what=permission][data-name=forecast]').first();
  expect((await words.locator('ins').allTextContents()).join('')).toContain('collect.adnet.io');
  await page.getByTestId('consent-allow').click();
  expect((await heard(page))[0]?.detail.allow).toEqual({
    forecast: [{ kind: 'always' }],
    cache: [{ kind: 'always' }],
    read: [{ kind: 'always' }],
    write: [{ kind: 'chat', id: 'Rain in Lisbon' }],
  });
});

test('questions are moved among and answered by j, k, y and n, each with the scope that is chosen', async () => {
  const page = await open('asks,open-asks');
  const found = troubles(page);
  await askThree(page);
  await focusOn(page, 'ask-no');
  await page.locator('[data-ask="1"] [data-testid=ask-scope]').selectOption({ label: 'for this character' });
  expect(await page.locator('[data-ask="1"] [data-testid=ask-yes]').textContent()).toContain(
    'Allow for this character',
  );
  await page.locator('[data-ask="1"] [data-testid=ask-no]').focus();
  await press(page, 'j', 'j', 'j', 'k', 'k', 'y');
  await page.locator('[data-ask="1"]').waitFor({ state: 'detached' });
  await focusOn(page, 'ask-no');
  await press(page, 'j', 'n');
  await page.locator('[data-ask="3"]').waitFor({ state: 'detached' });
  await focusOn(page, 'ask-no');
  await press(page, 'Escape');
  await page.locator('[data-ask="2"]').waitFor({ state: 'detached' });
  // The keyboard is back where it was.
  await page.locator('[data-piece=open-asks]:focus').waitFor();
  expect((await heard(page)).map(({ detail }) => detail)).toEqual([
    { id: 1, scope: { kind: 'character', id: 'Mira' } },
    { id: 3, scope: null },
    { id: 2, scope: null },
  ]);
  expect(found).toEqual([]);
});

test('Enter says no where the keyboard starts, and never yes to what cannot be undone', async () => {
  const page = await open('asks,open-asks');
  await askThree(page);
  await page.locator('[data-ask="2"] [data-testid=ask-yes]').focus();
  await press(page, 'Enter');
  expect(await heard(page)).toEqual([]);
  expect(await page.getByTestId('asks-yes-all').count()).toBe(0);
  await press(page, 'Space');
  await page.locator('[data-ask="2"]').waitFor({ state: 'detached' });
  await page.locator('[data-ask="1"] [data-testid=ask-no]').focus();
  await press(page, 'Enter');
  await page.waitForFunction(() => window.events.length === 2);
  expect((await heard(page)).map(({ detail }) => detail)).toEqual([
    { id: 2, scope: { kind: 'call' } },
    { id: 1, scope: null },
  ]);
});

test('questions that appear while somebody types do not take the keyboard', async () => {
  const page = await open('asks,text,open-asks');
  await page.locator('[data-piece=text]').focus();
  await page.keyboard.type('ask');
  await page.locator('[data-testid=ask]').first().waitFor();
  await page.keyboard.type(' yyy');
  expect(await page.locator('[data-piece=text]').inputValue()).toBe('ask yyy');
  expect(await heard(page)).toEqual([]);
});

test('a question that has only just appeared takes no yes', async () => {
  const page = await open('asks,open-asks');
  await page.evaluate(() => {
    const asks = document.querySelector('bulkhead-asks');
    document.querySelector<HTMLElement>('[data-piece=open-asks]')?.click();
    const row = () => asks?.shadowRoot?.querySelector('[data-testid=ask-no]');
    const press = () => row()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'y', bubbles: true, composed: true }));
    return (asks as unknown as { updateComplete: Promise<unknown> } | null)?.updateComplete.then(press);
  });
  await page.locator('[data-ask="1"] [data-testid=ask-yes]:enabled').waitFor();
  expect(await heard(page)).toEqual([]);
});

test('skipping is a visible state with an end', async () => {
  const page = await open('asks,open-skip');
  await page.locator('[data-piece=open-skip]').click();
  await page.getByTestId('stop-skipping').click();
  await page.getByTestId('skipping').waitFor({ state: 'detached' });
  expect(await heard(page)).toEqual([{ type: 'bh-skip', detail: { ms: 0, plugin: 'weather' } }]);
});

test('the page of a plugin revokes, sets and forgets secrets, asks for more of the log, stops and removes', async () => {
  const page = await open('page');
  await page.locator('[data-permission=cache] [data-testid=revoke]').click();
  await page.locator('[data-secret=MAP_KEY] [data-testid=secret-edit]').click();
  await focusOn(page, 'secret-value');
  await page.keyboard.type('another-secret');
  await press(page, 'Enter');
  await page.locator('[data-secret=WEATHER_KEY] [data-testid=secret-forget]').click();
  await page.getByTestId('audit-older').click();
  await page.getByTestId('audit-type').selectOption('use');
  await page.getByTestId('audit-export').click();
  await page.getByTestId('page-stop').click();
  await page.getByTestId('page-review').click();
  await page.getByTestId('page-remove').click();
  expect(await page.getByTestId('page-wipe').isChecked()).toBe(false);
  await page.getByTestId('page-wipe').check();
  await page.getByTestId('page-remove-now').click();
  expect(await heard(page)).toEqual([
    { type: 'bh-revoke', detail: { id: 'weather', permission: 'cache' } },
    { type: 'bh-secret', detail: { id: 'weather', name: 'MAP_KEY', value: 'another-secret' } },
    { type: 'bh-secret', detail: { id: 'weather', name: 'WEATHER_KEY', value: null } },
    { type: 'bh-audit', detail: { id: 'weather', before: '000001' } },
    { type: 'bh-audit', detail: { id: 'weather', type: 'use' } },
    { type: 'bh-export', detail: null },
    { type: 'bh-plugin-stop', detail: { id: 'weather' } },
    { type: 'bh-review', detail: { id: 'weather' } },
    { type: 'bh-remove', detail: { id: 'weather', wipe: true } },
  ]);
});

test('a plugin that asks for permissions is reviewed before it is switched on, and its name opens its page', async () => {
  const page = await open('list');
  await page.locator('[data-plugin=weather-1] [data-testid=plugin-switch]').click();
  await page.locator('[data-plugin=weather-1] [data-testid=plugin-review]').click();
  await page.locator('[data-plugin=weather-0] [data-testid=plugin-switch]').click();
  await page.locator('[data-plugin=notes-2] [data-testid=plugin-switch]').click();
  await page.locator('[data-plugin=notes-2] [data-testid=plugin-open]').focus();
  await press(page, 'Enter');
  expect(await heard(page)).toEqual([
    { type: 'bh-review', detail: { id: 'weather-1' } },
    { type: 'bh-review', detail: { id: 'weather-1' } },
    { type: 'bh-switch', detail: { id: 'weather-0', on: false } },
    { type: 'bh-switch', detail: { id: 'notes-2', on: true } },
    { type: 'bh-open', detail: { id: 'notes-2' } },
  ]);
  expect(
    await page.locator('[data-plugin=weather-0] [data-mark]').evaluateAll((all) => all.map((one) => one.ariaLabel)),
  ).toEqual(['leaves the device', 'changes data', 'cannot be undone']);
});

test('the language is the browser’s: traditional for Taiwan, Hong Kong and Macao, simplified for other Chinese', async () => {
  const words = { 'zh-TW': '它可以做什麼', 'zh-HK': '它可以做什麼', 'zh-CN': '它可以做什么', fr: 'What it may do' };
  for (const [locale, heading] of Object.entries(words)) {
    const page = await browser.newPage({ locale });
    await page.goto(`${gallery.url}?lang=&show=card`);
    expect(await page.locator('[data-piece=card] h3').first().textContent(), locale).toBe(heading);
    await page.close();
  }
});

/** Controls of a page that are too small to hit, as `test id: height`. */
const tooSmall = (page: Page, least: number): Promise<string[]> =>
  page.evaluate((wanted) => {
    const all = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])]);
    const controls = all(document.body).filter((one) => one.getRootNode() instanceof ShadowRoot);
    return controls
      .filter((one) => one.matches('button, select, input') && one.checkVisibility())
      .map((one) => (one.matches('[type=checkbox]') ? (one.closest('label') ?? one) : one))
      .filter((one) => one.getBoundingClientRect().height < wanted - 0.5)
      .map((one) => `${one.getAttribute('data-testid') ?? one.textContent}: ${one.getBoundingClientRect().height}`);
  }, least);

for (const [pointer, least] of [
  ['mouse', 32],
  ['finger', 44],
] as const) {
  test(`every control is large enough for a ${pointer}, and nothing is wider than a phone`, async () => {
    const touch = pointer === 'finger';
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: touch, isMobile: touch });
    await page.goto(gallery.url);
    await askThree(page);
    await page.getByTestId('page-remove').click();
    expect(await tooSmall(page, least)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
      0,
    );
    await askWeather(page);
    await page.getByTestId('consent-customise').click();
    await page.getByTestId('consent-rows').waitFor();
    expect(await tooSmall(page, least)).toEqual([]);
    await page.close();
  });
}

/** What axe finds wrong on a page, as `rule: element`. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(await axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: AxeRun } };
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong with the elements, ${colorScheme}`, async () => {
    for (const lang of ['en', 'zh-Hans', 'zh-Hant']) {
      const page = await open('', { colorScheme, lang });
      await page.locator('[data-piece=open-skip]').click();
      await askThree(page);
      expect(await violations(page)).toEqual([]);
      await askWeather(page, 'update');
      await page.getByTestId('consent-customise').click();
      await page.getByTestId('consent-rows').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.close();
    }
  });

  test(`axe finds nothing wrong with the workbench, ${colorScheme}`, async () => {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 800 } });
    await page.goto(workbench.url);
    await page.locator('[data-testid=wall][data-wall="1"]').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByTestId('install-code').fill(asking('broker', [STORE], tool('keep', 'write', 'return 1')));
    await page.getByTestId('install-submit').click();
    await page.locator('[data-testid=consent][open]').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByTestId('consent-allow').click();
    await page.locator('[data-testid=plugin-row][data-state=on]').waitFor();
    await page.getByTestId('tool-simulate').click();
    await page.getByTestId('call-effects').waitFor();
    await page.getByTestId('plugin-open').click();
    await page.getByTestId('plugin-page').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByTestId('kill').click();
    await page.getByTestId('safe-mode').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.close();
  });
}
