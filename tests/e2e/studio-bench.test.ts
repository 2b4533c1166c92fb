import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startModel } from '../../scripts/sillytavern/model.mjs';
import { troubles } from './browser.js';
import { browser, workbench } from './harness.js';
import { tooSmall, violations } from './looks.js';
import { calls } from './studio-drive.js';

async function open(page: Page): Promise<void> {
  await page.goto(`${workbench.home}#studio`);
  await page.getByTestId('begin-kind').first().waitFor();
}

/** What is edited is at rest, and this much was said. */
const messages = async (page: Page, count: number): Promise<void> => {
  await page
    .getByTestId('studio-message')
    .nth(count - 1)
    .waitFor();
  await page.locator('[data-testid=studio-phase][data-phase=idle]').waitFor();
};

test('a newcomer plays the example: approves two proposals, installs what came of them, and runs it; nothing leaves the page', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const found = troubles(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).hostname));
  await open(page);
  await page.getByTestId('begin-play').click();
  await messages(page, 2);
  // Who plays is told that it is a recording.
  await page.locator('dialog[aria-label*="no model is running"]').waitFor();
  await page.getByTestId('studio-rehearsal').getByText('passed').first().waitFor();
  // What has passed is one line, which opens.
  const check = page.getByTestId('rehearsal-check').first();
  expect(await check.isVisible()).toBe(false);
  await page.locator('[data-testid=rehearsal-fold] > summary').press('Enter');
  await check.waitFor();
  expect(Number(await page.getByTestId('review-list').getAttribute('data-total'))).toBeGreaterThan(4);
  await page.getByTestId('studio-approve').click();
  await messages(page, 3);
  await page.getByTestId('studio-approve').click();
  await messages(page, 4);
  expect(
    await page.getByTestId('studio-state').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.state)),
  ).toEqual(['completed', 'completed']);
  await page.locator('[data-iter-custom-action=install]').click();
  await page.getByTestId('consent-allow').click();
  await page.locator('[data-testid=studio-phase][data-phase=idle]').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('button[data-offer="plugin:word-count"]').waitFor();
  await page.keyboard.press('1');
  await page.locator('[data-testid=tool-row][data-tool=count_words]').click();
  await page.locator('[data-field=text]').fill('one two three');
  await page.getByTestId('tool-run').click();
  await page.locator('[data-testid=call][data-state=done]').waitFor();
  const value = await page
    .locator('[data-testid=call-result] bulkhead-json')
    .first()
    .evaluate((tree) => (tree as unknown as { value: unknown }).value);
  expect(value).toEqual({ words: 3, minutes: 1 });
  expect([...new Set(asked)].filter((host) => host !== '' && host !== new URL(workbench.home).hostname)).toEqual([]);
  expect(found).toEqual([]);
});

test('a model is connected in the studio, repairs an installed plugin, and a reload goes on with what was said', async () => {
  await using model = await startModel();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const found = troubles(page);
  await open(page);
  await page.evaluate(() => {
    const code = `registerTool({ name: 'greet', description: 'Greets.', mode: 'read', parameters: { type: 'object' }, exec: () => 'Helo' });`;
    const { plugins } = (
      window as unknown as { bulkhead: { plugins: { install(source: object, options: object): Promise<unknown> } } }
    ).bulkhead;
    return plugins.install({ file: new File([code], 'greeter.js') }, { enable: true, allow: 'all' });
  });
  await page.getByTestId('begin-no-model').waitFor();
  await page.getByTestId('begin-open-model').click();
  const form = page.locator('bulkhead-studio-place');
  await form.getByTestId('model-endpoint').fill(model.url);
  await form.getByTestId('model-model').fill('scripted-model');
  await form.getByTestId('model-save').click();
  await page.getByTestId('begin-model-close').click();
  await page.getByTestId('begin-model-name').getByText('scripted-model').waitFor();
  // A place that is gone to again shows what there is by then.
  await page.keyboard.press('1');
  await page.keyboard.press('6');
  await page.locator('button[data-offer^="plugin:"]').click();
  model.play(calls('A letter was missing.', ['plugin_edit_source', { find: "'Helo'", replace: "'Hello'" }]));
  await page.getByTestId('studio-input').fill('It misspells its greeting.');
  await page.keyboard.press('Enter');
  await messages(page, 2);
  await page.getByTestId('studio-approve').click();
  await page.locator('[data-testid=studio-state][data-state=completed]').waitFor();
  await page.keyboard.press('Escape');
  const kept = page.getByTestId('begin-kept');
  await kept.getByText('It misspells its greeting.').waitFor();
  await page.reload();
  await kept.getByTestId('begin-go-on').click();
  await messages(page, 2);
  model.play({ content: 'It does.' });
  await page.getByTestId('studio-input').fill('Does it work now?');
  await page.keyboard.press('Enter');
  await messages(page, 4);
  const [request] = model.requests;
  expect(JSON.stringify(request?.messages.at(-1))).toContain("=> 'Hello'");
  expect(request?.messages.map(({ role }) => role)).toEqual(['system', 'assistant', 'tool', 'user']);
  expect(found).toEqual([]);
});

test('the memory schema and each mode are opened from the place, and nothing that was only looked at is kept', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const found = troubles(page);
  await open(page);
  for (const [offer, words] of [
    ['schema', 'Character Sheet'],
    ['profile:loop', '300'],
    ['profile:spec', 'Check the draft'],
    ['profile:agenda', 'researcher'],
  ] as const) {
    await page.locator(`button[data-offer="${offer}"]:not([disabled])`).click();
    await page.locator('.luker-iteration-studio [id$=_profile]').getByText(words).first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator(`button[data-offer="${offer}"]:not([disabled])`).waitFor();
  }
  expect(await page.getByTestId('begin-kept').count()).toBe(0);
  expect(found).toEqual([]);
});

test('the place has its key and its address, and fits a phone in every language', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(workbench.url);
  await page.getByTestId('place').first().waitFor();
  await page.keyboard.press('6');
  await page.getByTestId('begin-kind').first().waitFor();
  expect(new URL(page.url()).hash).toBe('#studio');
  expect(await violations(page)).toEqual([]);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  await open(phone);
  for (const lang of ['en', 'zh-Hans', 'zh-Hant']) {
    await phone.getByTestId('language').selectOption(lang);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await tooSmall(phone, 44)).toEqual([]);
    expect(await violations(phone)).toEqual([]);
  }
});
