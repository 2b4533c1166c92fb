import { mkdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type App, openApp } from './app.js';
import { freshCalls, said, shown, texts } from './calls.js';
import { closeDrawer, openDrawer, slash } from './drawer.js';
import { chatFile, chatName, openChat } from './memory-parts.js';

/** Set to a folder, the looks of each step are kept there as pictures. */
const PICTURES = process.env.BULKHEAD_PICTURES;
if (PICTURES) mkdirSync(PICTURES, { recursive: true });
const picture = async (name: string) => {
  if (PICTURES) await app.page.screenshot({ path: `${PICTURES}/${name}.png`, animations: 'disabled' });
};

let app: App;
beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app?.[Symbol.asyncDispose]());
beforeEach(() => freshCalls(app));
afterEach(() => expect(app.troubles).toEqual([]));

const HERMES = '<tool_call>{"name": "clock", "arguments": {}}</tool_call>';
const readSo = () => app.page.locator('#chat .bulkhead-read-so');
const seen = () => app.page.evaluate(() => globalThis.seen);

test('without a choice every format is read, and the drawer says which one the model is asked for', async () => {
  await slash(app, '/newchat');
  expect(await slash(app, '/bulkhead calls text')).toBe('text auto');
  app.model.play(
    { content: HERMES },
    { content: '<function=weather>\n<parameter=city>\nOslo\n</parameter>\n</function>' },
    { content: '[CALL: clock]' },
    { content: 'Noon, and rain.' },
  );
  await app.send('go');
  const [first] = await app.model.asked(4);
  await shown(app, 'Noon, and rain.');
  await app.idle();
  expect(said(first, 'system').some((text) => text.includes('[CALL: '))).toBe(true);
  expect(await seen()).toEqual([
    ['clock', {}],
    ['weather', { city: 'Oslo' }],
    ['clock', {}],
  ]);
  const calls = (await openDrawer(app, 'tools')).getByTestId('calls');
  const dialect = calls.getByTestId('calls-dialect');
  expect(await dialect.inputValue()).toBe('auto');
  expect(await dialect.locator('option').allTextContents()).toEqual(
    expect.arrayContaining(['Automatic', 'Hermes, Qwen 2.5 · hermes-json']),
  );
  expect(await calls.getByTestId('calls-auto-what').textContent()).toContain('Brackets');
  await picture('calls-auto');
  await dialect.selectOption('react');
  await expect.poll(() => calls.getByTestId('calls-auto-what').isVisible()).toBe(false);
  await closeDrawer(app);
});

test('results are folded lines under the tool’s name and picture, also when the chat is opened anew; the model gets them whole', async () => {
  app.model.play({ content: '[CALL: weather(city="Oslo")] [CALL: broken]' }, { content: 'Rain.' });
  await app.send('go');
  const [, second] = await app.model.asked(2);
  await shown(app, 'Rain.');
  await app.idle();
  expect(said(second, 'system').at(-2)).toMatch(/^Result of weather\n---\n\{/);
  const look = async () => {
    const results = app.page.locator('#chat .mes:has(details.custom-bulkhead-result)');
    await results.nth(1).waitFor();
    expect(await results.locator('.name_text').allTextContents()).toEqual(['weather', 'broken']);
    expect(await results.locator('.mes_text summary').allTextContents()).toEqual([
      '✓ Done',
      expect.stringMatching(/^✗ Failed · /),
    ]);
    expect(await results.locator('.mes_text details[open], h1, h2, q').count()).toBe(0);
    for (const image of await results.locator('.avatar img').all())
      expect(await image.getAttribute('src')).toMatch(/^data:image\/svg/);
    return results;
  };
  const results = await look();
  await picture('results-folded');
  await results.first().locator('.mes_text summary').click();
  await results.first().getByText('Oslo').waitFor();
  expect(await results.first().locator('h1, h2, q').count()).toBe(0);
  await picture('results-unfolded');
  const name = await chatName(app);
  await slash(app, '/newchat');
  await openChat(app, name);
  await look();
});

test.each(['text react', 'native'])(
  '%s: what looks like a call in another format is named, and read from the next one on at a press',
  async (mode) => {
    await slash(app, `/bulkhead calls ${mode}`);
    app.model.play({ content: `Let me look. ${HERMES}` });
    await app.send('What time is it?');
    await shown(app, 'This looked like a call in the Hermes, Qwen 2.5 format.');
    await app.idle();
    const shownTexts = await app.page.locator('#chat .mes_text').allTextContents();
    expect(shownTexts.at(-1)).toContain('Let me look.');
    expect(shownTexts.join()).not.toContain('tool_call');
    expect((await texts(app)).at(-1)).toContain(HERMES);
    expect(await seen()).toEqual([]);
    await picture(`look-alike-${mode.replace(' ', '-')}`);
    const name = await chatName(app);
    await expect.poll(() => chatFile(app, name)).toContain('bulkhead_format');
    await slash(app, '/newchat');
    await openChat(app, name);
    await readSo().click();
    await readSo().waitFor({ state: 'detached' });
    expect(await slash(app, '/bulkhead calls')).toBe('text hermes-json');
    app.model.play({ content: HERMES }, { content: 'Noon.' });
    await app.send('And now?');
    await app.model.asked(2);
    await shown(app, 'Noon.');
    expect(await seen()).toEqual([['clock', {}]]);
  },
);
