import type { BrowserContextOptions, Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import type { Host } from '../../src/index.js';
import { troubles } from './browser.js';
import { focused, press } from './chat-app.js';
import { browser, workbench } from './harness.js';
import { tooSmall, violations } from './looks.js';

type Bench = { readonly bulkhead: Host };

/** Opens the skills in the workbench. */
async function open(how: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...how });
  await page.goto(workbench.url);
  await page.locator('[data-testid=wall]').first().waitFor();
  await press(page, '2');
  await page.getByTestId('skills').waitFor();
  return page;
}

const register = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { skills, tools } = (window as unknown as Bench).bulkhead;
    tools.register(
      { name: 'weather_forecast', description: 'Tells the weather.', mode: 'read', exec: () => 'sun' },
      { owner: 'host page' },
    );
    skills.register({
      name: 'roll_dice',
      description: 'Rolls dice.',
      action: ({ args }: { readonly args: unknown }) => {
        if ((args as { sides: number }).sides > 20) throw new Error('no such die');
        return 4;
      },
    });
    skills.register({ name: 'sign', description: 'Signs a letter.', sensitive: true, action: 'return 1' });
  });

/** What a model has written is read, and its calls are run. */
const run = (page: Page, text: string): Promise<boolean> =>
  page.evaluate(async (written) => {
    const { skills, textCalls } = (window as unknown as Bench).bulkhead;
    return (await skills.run((await textCalls.parse(written)).calls)).goOn;
  }, text);
const row = (page: Page, name: string, enabled: boolean): Locator =>
  page.locator(`[data-testid=skill][data-skill=${name}][data-enabled=${enabled}]`);
const isOn = (page: Page, name: string): Promise<boolean | undefined> =>
  page.evaluate(
    (wanted) => (window as unknown as Bench).bulkhead.skills.list().find((one) => one.name === wanted)?.enabled,
    name,
  );

test('without skills it teaches how to register one, and the example that it shows works', async () => {
  const page = await open();
  const found = troubles(page);
  const code = (await page.getByTestId('skills-empty').locator('pre').textContent()) ?? '';
  await page.evaluate((example) => new Function('host', example)((window as unknown as Bench).bulkhead), code);
  await row(page, 'roll_dice', true).waitFor();
  expect(await page.getByTestId('skills-empty').count()).toBe(0);
  expect(found).toEqual([]);
  await page.close();
});

test('a skill that is switched off is off for the host, by pointer and by keyboard', async () => {
  const page = await open();
  await register(page);
  await row(page, 'roll_dice', true).getByTestId('skill-switch').click();
  await row(page, 'roll_dice', false).waitFor();
  expect(await isOn(page, 'roll_dice')).toBe(false);
  expect(await row(page, 'roll_dice', false).getByTestId('skill-switch').isChecked()).toBe(false);
  await row(page, 'roll_dice', false).getByTestId('skill-switch').focus();
  await press(page, 'Space');
  await row(page, 'roll_dice', true).waitFor();
  expect(await row(page, 'roll_dice', true).getByTestId('skill-switch').isChecked()).toBe(true);
  expect(await isOn(page, 'roll_dice')).toBe(true);
  await row(page, 'sign', true).getByTestId('skill-sensitive').waitFor();
  await row(page, 'sign', true).getByText('runs in a guest').waitFor();
  await page.close();
});

test('a tool of the registry is let in and becomes a skill, and the keyboard goes with it', async () => {
  const page = await open();
  await register(page);
  const others = page.locator('[aria-labelledby=others]');
  await others.getByTestId('skill-switch').focus();
  await press(page, 'Space');
  await row(page, 'weather_forecast', true).waitFor();
  expect(await isOn(page, 'weather_forecast')).toBe(true);
  expect(await row(page, 'weather_forecast', true).getByTestId('skill-switch').isChecked()).toBe(true);
  expect(await others.getByTestId('skill').count()).toBe(0);
  expect(await focused(page)).toBe('skill-switch');
  await press(page, 'Space');
  await others.getByTestId('skill').waitFor();
  expect(await isOn(page, 'weather_forecast')).toBe(false);
  await page.close();
});

test('a skill with a name longer than a tool may have is in the list under its own name, and is switched by it', async () => {
  const page = await open();
  const name = 'n'.repeat(100);
  await page.evaluate((long) => {
    (window as unknown as Bench).bulkhead.skills.register({ name: long, description: 'Is long.', action: () => 1 });
  }, name);
  await row(page, name, true).getByTestId('skill-switch').click();
  await row(page, name, false).waitFor();
  expect(await isOn(page, name)).toBe(false);
  await page.close();
});

test('calls and failures are counted, and the log tells of them, the newest first', async () => {
  const page = await open();
  await register(page);
  await run(page, '[CALL: roll_dice({"sides": 6})] [CALL: roll_dice({"sides": 40})] [CALL: nothing_here({})]');
  const dice = row(page, 'roll_dice', true);
  await dice.locator('[data-testid=skill-calls][data-count="2"]').waitFor();
  await dice.getByText('50% failed').waitFor();
  const lines = page.getByTestId('log-entry');
  expect(await lines.first().getAttribute('data-what')).toBe('unknown');
  expect(await lines.first().locator('[title]').getAttribute('title')).toMatch(/\d{4}/);
  const kinds = () => lines.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.what));
  expect(await kinds()).toEqual(['unknown', 'failed', 'done', 'found', 'found', 'found']);
  await page.getByTestId('log-problems').click();
  await lines.nth(2).waitFor({ state: 'detached' });
  expect(await kinds()).toEqual(['unknown', 'failed']);
  await page.close();
});

test('six calls in a row open the breaker, and it says until when it is blocked', async () => {
  const page = await open();
  await register(page);
  await page.locator('[data-testid=breaker][data-blocked=false][data-count="0"]').waitFor();
  const six = [1, 2, 3, 4, 5, 6].map((sides) => `[CALL: roll_dice({"sides": ${sides}})]`).join(' ');
  expect(await run(page, six)).toBe(false);
  const line = page.locator('[data-testid=breaker][data-blocked=true][data-count="6"]');
  await line.waitFor();
  const said = await line.textContent();
  expect(said).toMatch(/6 of 5 calls in the last 30 s ·\s+✕ blocked; calls are allowed again in \d+ s/);
  // It ticks while it is blocked.
  await page.waitForFunction(([one, before]) => one?.textContent !== before, [
    await line.elementHandle(),
    said,
  ] as const);
  await page.close();
});

test('a sensitive skill that is called asks where one is', async () => {
  const page = await open();
  await register(page);
  const ran = run(page, '[CALL: sign({})]');
  await page.locator('[data-testid=ask-yes]:enabled').click();
  expect(await ran).toBe(true);
  await row(page, 'sign', true).locator('[data-testid=skill-calls][data-count="1"]').waitFor();
  await page.close();
});

test('axe finds nothing wrong, every control is large enough and nothing is clipped: light, dark, Chinese, a phone', async () => {
  const manners: readonly (BrowserContextOptions & { readonly least: number })[] = [
    { colorScheme: 'light', least: 32 },
    { colorScheme: 'dark', least: 32 },
    { locale: 'zh-TW', least: 32 },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, least: 44 },
  ];
  for (const { least, ...how } of manners) {
    const page = await open(how);
    expect(await violations(page)).toEqual([]);
    await register(page);
    await page.evaluate(() => {
      (window as unknown as Bench).bulkhead.skills.register({ name: 'long_name_'.repeat(8), action: () => 1 });
    });
    await run(page, [1, 2, 3, 4, 5, 60].map((sides) => `[CALL: roll_dice({"sides": ${sides}})]`).join(' '));
    await page.locator('[data-testid=breaker][data-blocked=true]').waitFor();
    if (how.locale) await page.getByText('已阻止，').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await tooSmall(page, least)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.close();
  }
});
