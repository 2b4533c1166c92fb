import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import type { Host } from '../../src/index.js';
import { troubles } from './browser.js';
import { browser, workbench } from './harness.js';

interface Message {
  readonly role: string;
  readonly tool_call_id: string;
  readonly content: string;
  readonly _round: number;
}

/** Opens the workbench as on a first visit. */
async function open() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const found = troubles(page);
  await page.goto(workbench.url);
  await page.locator('[data-testid=wall][data-wall="1"]').waitFor();
  return { page, found };
}

const row = (page: Page, tool: string): Locator => page.locator(`[data-testid=tool-row][data-tool="${tool}"]`);
const latest = (page: Page): Locator => page.getByTestId('call').first();
const ended = (page: Page, tool: string, state: string): Promise<void> =>
  latest(page)
    .and(page.locator(`[data-tool="${tool}"][data-state="${state}"]`))
    .waitFor();
const message = async (page: Page): Promise<Message> =>
  JSON.parse((await latest(page).locator('[data-testid=call-message] pre').textContent()) ?? '') as Message;
const badges = (page: Page): Promise<string[]> =>
  latest(page)
    .getByTestId('badge')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.badge ?? ''));

/** Registers tools of the page: one that reads, one that changes data and brings no simulation. */
const registerTools = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { tools } = (window as unknown as { bulkhead: Host }).bulkhead;
    const owner = { owner: 'host page' };
    tools.register({ name: 'wipe_all', description: 'Removes everything.', mode: 'write', exec: () => 'gone' }, owner);
    tools.register(
      { name: 'weather_forecast', description: 'Tells the weather.', mode: 'read', exec: () => 'sun' },
      owner,
    );
    tools.register({ name: 'long_story', mode: 'read', exec: () => 'y'.repeat(1_000_000) }, owner);
    tools.register(
      {
        name: 'refuse',
        mode: 'read',
        exec: () => {
          throw Object.assign(new Error('not on Sundays'), { code: 'SUNDAY', hint: 'Try on Monday' });
        },
      },
      owner,
    );
  });

test('a typing error finds the tool, and the keyboard alone opens and runs it', async () => {
  const { page, found } = await open();
  await registerTools(page);
  await row(page, 'wipe_all').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('wether');
  await page.keyboard.press('Enter');
  await row(page, 'weather_forecast').and(page.locator('[aria-current=true]')).waitFor();
  expect(await page.getByTestId('tool-row').count()).toBe(1);
  await page.locator('[data-testid=tool-run]:focus').waitFor();
  await page.keyboard.press('Enter');
  await ended(page, 'weather_forecast', 'done');
  const { role, tool_call_id, content, _round } = await message(page);
  expect({ role, content, _round }).toEqual({ role: 'tool', content: '{"ok":true,"data":"sun"}', _round: 0 });
  expect(tool_call_id).not.toBe('');

  await page.keyboard.press('/');
  await page.keyboard.type('qqqqqqqq');
  await page.getByTestId('no-match').waitFor();
  await page.keyboard.press('Escape');
  await row(page, 'wipe_all').waitFor();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await row(page, 'wipe_all').and(page.locator('[aria-current=true]')).waitFor();
  expect(found).toEqual([]);
});

test('a tool that is switched off is not there for a model, also after a reload', async () => {
  const { page, found } = await open();
  await registerTools(page);
  await row(page, 'weather_forecast').click();
  await page.locator('[data-testid=tool-switch][data-tool=weather_forecast]').click();
  await page.getByTestId('tool-off').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('bulkhead.orchestration'))).toBe(
    '{"custom":{"weather_forecast":false}}',
  );
  await page.getByTestId('tool-run').click();
  await ended(page, 'weather_forecast', 'failed');
  const shown = latest(page).getByTestId('call-error');
  expect(await shown.getAttribute('data-code')).toBe('NOT_IMPLEMENTED');
  expect(await shown.textContent()).toContain('wipe_all');
  expect(JSON.parse((await message(page)).content)).toMatchObject({ ok: false, code: 'NOT_IMPLEMENTED' });
  expect(await badges(page)).toEqual(['nothing']);

  await page.reload();
  await page.locator('[data-testid=wall][data-wall="1"]').waitFor();
  await registerTools(page);
  await row(page, 'weather_forecast').click();
  await page.getByTestId('tool-off').getByRole('button').click();
  await page.getByTestId('tool-run').click();
  await ended(page, 'weather_forecast', 'done');
  expect(found).toEqual([]);
});

test('what a model gets is shown: placeholder, cut result, failure with its hint', async () => {
  const { page, found } = await open();
  await registerTools(page);
  await row(page, 'wipe_all').click();
  await page.getByTestId('tool-simulate').click();
  await ended(page, 'wipe_all', 'done');
  expect(JSON.parse((await message(page)).content)).toEqual({ ok: true, simulated: true, unvalidated: true });
  expect(await badges(page)).toEqual(['simulated', 'nothing']);

  await row(page, 'long_story').click();
  await page.getByTestId('tool-run').click();
  await ended(page, 'long_story', 'done');
  expect(await badges(page)).toEqual(['truncated']);

  await row(page, 'refuse').click();
  await page.getByTestId('tool-run').click();
  await ended(page, 'refuse', 'failed');
  const shown = latest(page).getByTestId('call-error');
  expect(await shown.getAttribute('data-code')).toBe('TOOL_ERROR');
  const words = await shown.textContent();
  for (const said of ['not on Sundays', 'SUNDAY', 'Try on Monday']) expect(words).toContain(said);
  expect(found).toEqual([]);
});

test('an extension in a frame connects, is called, is cut off with its tools, and connects again', async () => {
  const { page, found } = await open();
  const extension = (state: string) => page.locator(`[data-testid=extension][data-state=${state}]`).waitFor();
  await page.getByTestId('extension-connect').click();
  await extension('connected');
  await page.locator('[data-testid=palette-group][data-owner=word-counter][data-kind=port]').waitFor();

  await row(page, 'count_words').click();
  await page.locator('[data-field=text]').fill('one two three');
  await page.getByTestId('tool-run').click();
  await ended(page, 'count_words', 'done');
  expect(JSON.parse((await message(page)).content)).toEqual({ ok: true, data: { words: 3, characters: 13 } });
  const frame = page.frameLocator('[data-testid=extension-frame]');
  await frame.getByText('count_words: 13 characters').waitFor();

  await row(page, 'remember_line').click();
  await page.locator('[data-field=line]').fill('a line');
  await page.getByTestId('tool-simulate').click();
  await ended(page, 'remember_line', 'done');
  expect(JSON.parse((await message(page)).content)).toEqual({ ok: true, data: { wouldRemember: 'a line', lines: 1 } });
  expect(await badges(page)).toEqual(['simulated']);

  await page.getByTestId('extension-disconnect').click();
  await extension('closed');
  await row(page, 'count_words').waitFor({ state: 'detached' });
  expect(await page.getByTestId('extension-why').getAttribute('data-code')).toBe('STOPPED');

  await page.getByTestId('extension-connect').click();
  await extension('connected');
  await row(page, 'count_words').waitFor();

  await frame.getByRole('button', { name: 'Leave' }).click();
  await extension('closed');
  expect(await page.getByTestId('extension-why').getAttribute('data-code')).toBe('WORKER_LOST');
  await row(page, 'count_words').waitFor({ state: 'detached' });
  expect(found).toEqual([]);
});

test('an import is reviewed: Esc leaves the tools out, the other two buttons do as they say', async () => {
  const { page, found } = await open();
  const customTools = [
    { name: 'mood', mode: 'read', description: 'How Mira feels.', body: 'return "calm"' },
    { name: 'set_mood', mode: 'write', description: '', body: 'return 1', simulateBody: 'return 2' },
  ];
  const card = { data: { extensions: { orchestrator: { presetLibraries: { loop: { main: { customTools } } } } } } };
  const choose = async (value: unknown) =>
    page
      .getByTestId('card-file')
      .setInputFiles({ name: 'mira.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(value)) });
  const said = (plan: string) => page.locator(`[data-testid=card-said][data-plan=${plan}]`).waitFor();

  await choose(card);
  await page.locator('[data-testid=import-without]:focus').waitFor();
  expect(await page.getByTestId('import-tool').count()).toBe(2);
  await page.keyboard.press('Escape');
  await said('strip');
  expect(await page.getByTestId('card-said').getAttribute('data-found')).toBe('2');

  await choose(card);
  await page.getByTestId('import-with').click();
  await said('keep');
  await choose(card);
  await page.getByTestId('import-cancel').click();
  await said('drop');
  await choose({ name: 'without any' });
  await page.locator('[data-testid=card-said][data-found="0"]').waitFor();
  expect(found).toEqual([]);
});

test('a file that is no card is refused in words, and one that hides its tools says so', async () => {
  const { page, found } = await open();
  const choose = (text: string) =>
    page
      .getByTestId('card-file')
      .setInputFiles({ name: 'odd.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  for (const text of ['{"oops', '"a text"']) {
    await choose(text);
    await page.getByTestId('card-error').waitFor();
  }
  await choose('{"data":{"extensions":{"orchestrator":{"deep":{"customTools":[{"name":"evil"}]}}}}}');
  await page.locator('[data-testid=card-said][data-plan=strip][data-found="0"]').waitFor();
  expect(found).toEqual([]);
});
