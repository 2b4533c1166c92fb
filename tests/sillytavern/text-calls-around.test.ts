import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type App, openApp } from './app.js';
import { freshCalls, LIST, REMINDER, running, said, shown, streamed, texts, times } from './calls.js';
import { closeDrawer, install, openDrawer, slash } from './drawer.js';
import { openChat } from './memory-parts.js';
import { ADDER } from './plugins.js';

let app: App;

beforeAll(async () => {
  app = await openApp();
  await app.load();
  await install(app, 'adder', ADDER);
});
afterAll(() => app?.[Symbol.asyncDispose]());
beforeEach(() => freshCalls(app));
afterEach(() => expect(app.troubles).toEqual([]));

test.each([
  ['off', '[CALL: clock]'],
  ['native', 'This looked like a call in the Brackets format.'],
])('%s: nothing is injected, and what looks like a call is none', async (mode, text) => {
  await slash(app, `/bulkhead calls ${mode}`);
  app.model.play({ content: 'So: [CALL: clock]' });
  await app.send('What time is it?');
  const [first] = await app.model.asked(1);
  await shown(app, text);
  await app.idle();
  expect([times(first, LIST), times(first, REMINDER)]).toEqual([0, 0]);
  expect([await app.page.evaluate(() => globalThis.seen), app.model.requests.length]).toEqual([[], 1]);
});

test('dry runs, quiet requests and prompts of other extensions are left as they are', async () => {
  const prompts = await app.page.evaluate(async () => {
    const context = SillyTavern.getContext();
    const found: string[] = [];
    context.eventSource.on(context.eventTypes.CHAT_COMPLETION_PROMPT_READY ?? '', ({ chat }: { chat: unknown }) => {
      found.push(JSON.stringify(chat));
    });
    await context.generate('normal', {}, true);
    await context.generateRaw({ prompt: 'Count to three.' });
    await context.generateQuietPrompt({ quietPrompt: 'Sum it up.' });
    return found;
  });
  const [raw, quiet] = ['Count to three.', 'Sum it up.'].map((text) =>
    prompts.filter((prompt) => prompt.includes(text)),
  );
  expect([raw?.length, quiet?.length]).toEqual([1, 1]);
  // The dry run; on a busy machine also one of the host's own, which it makes a while after a chat was opened.
  expect(prompts.length).toBeGreaterThanOrEqual(3);
  for (const prompt of prompts) expect(prompt).not.toMatch(/Available tools:|Tools you can call/);
});

test('an error is told to the model without its stack, an unknown skill with the known ones, and the chat goes on', async () => {
  app.model.play({ content: '[CALL: broken] [CALL: nothing_such]' }, { content: 'Sorry.' });
  await app.send('go');
  const [, second] = await app.model.asked(2);
  await shown(app, 'Sorry.');
  const [failed = '', unknown = ''] = said(second, 'system').slice(-2);
  expect(failed).toMatch(/^broken failed\n---\n\w+: the well is dry/);
  expect(unknown).toMatch(/nothing_such[\s\S]*weather, clock, broken/);
  expect(failed + unknown).not.toMatch(/\bat |https?:/);
});

test('a call in the reasoning of the model is no call', async () => {
  app.model.play({ content: '<think>I could [CALL: clock] now.</think>It is late.' });
  await app.send('What time is it?');
  await app.model.asked(1);
  await shown(app, 'It is late.');
  await app.idle();
  // Whatever follows an answer has followed it once the next one is there.
  app.model.play({ content: 'Still late.' });
  await app.send('And now?');
  await shown(app, 'Still late.');
  expect([await app.page.evaluate(() => globalThis.seen), app.model.requests.length]).toEqual([[], 1]);
});

test('after more calls than may be the user is told so, and the model is not asked again', async () => {
  const calls = [1, 2, 3, 4, 5, 6, 7].map((count) => `[CALL: weather({"count":${count}})]`);
  app.model.play({ content: calls.join('\n') }, { content: 'Nobody wants this.' });
  await app.send('go');
  await app.page.locator('#toast-container').getByText('called tools too often').waitFor();
  await app.idle();
  expect(await app.page.evaluate(() => globalThis.seen.length)).toBe(5);
  expect(app.model.requests.length).toBe(1);
  const inserted = (await texts(app)).filter((text) => text?.includes('TOO_MANY_CALLS'));
  expect(inserted).toHaveLength(1);
});

test('a stop while the answer still streams calls nothing', async () => {
  app.model.play({ content: 'So: [CALL: clock] and', hold: true }, { content: 'Here I am.' });
  const seen = await streamed(app, '[CALL: clock]');
  await app.send('go');
  await seen();
  await app.page.click('#mes_stop');
  await app.idle();
  app.model.play({ content: 'Here I am.' });
  await app.send('and now?');
  await shown(app, 'Here I am.');
  expect([await app.page.evaluate(() => globalThis.seen), app.model.requests.length]).toEqual([[], 1]);
  expect((await texts(app)).filter((text) => text?.startsWith('Result of'))).toEqual([]);
});

test('a call of a chat that was left ends, and leaves nothing in either chat', async () => {
  app.model.play({ content: '[CALL: wait_long]' }, { content: 'Nobody wants this.' });
  await app.send('go');
  await running(app, 'wait_long').waitFor();
  const left = await app.page.evaluate(() => SillyTavern.getContext().chatId);
  const before = await texts(app);
  await slash(app, '/newchat');
  await running(app, 'wait_long').waitFor({ state: 'detached' });
  await app.idle();
  const now = await texts(app);
  expect([now.length, app.model.requests.length]).toEqual([1, 1]);
  await openChat(app, left ?? '');
  await app.page.waitForFunction((id) => {
    const { chatId, chat } = SillyTavern.getContext();
    return chatId === id && chat.length > 1;
  }, left);
  expect(await texts(app)).toEqual(before);
});

test('what the user is typing while a call runs is neither sent nor lost', async () => {
  app.model.play({ content: '[CALL: clock]' }, { content: 'Noon.' });
  await app.send('go');
  await app.page.fill('#send_textarea', 'a draft');
  await app.model.asked(2);
  await shown(app, 'Noon.');
  await app.idle();
  expect(await app.page.inputValue('#send_textarea')).toBe('a draft');
  expect((await texts(app)).some((text) => text?.includes('a draft'))).toBe(false);
});

test('commands list the skills, and say and choose how models call; the choice is of this chat', async () => {
  expect(await slash(app, '/skills')).toMatch(/weather \(on\): [\s\S]*\nspin \(on\): /);
  expect(await slash(app, '/bulkhead calls text hermes-json')).toBe('text hermes-json');
  await expect(slash(app, '/bulkhead calls text morse')).rejects.toThrow('Unknown format');
  await expect(slash(app, '/bulkhead calls maybe')).rejects.toThrow('native, text or off');
  app.model.play({ content: '<tool_call>{"name": "clock", "arguments": {}}</tool_call>' }, { content: 'Noon.' });
  await app.send('What time is it?');
  const [, second] = await app.model.asked(2);
  expect(said(second, 'system').at(-1)).toMatch(/^Result of clock/);
  await shown(app, 'Noon.');
  await app.idle();
  await slash(app, '/newchat');
  expect(await slash(app, '/bulkhead calls')).toBe('native');
});

test('the drawer says how models call in this chat, and a tool that is offered there is called by writing', async () => {
  await slash(app, '/bulkhead calls native');
  const drawer = await openDrawer(app, 'tools');
  const calls = drawer.getByTestId('calls');
  expect(await calls.getByTestId('calls-native').isChecked()).toBe(true);
  expect(await calls.getByTestId('calls-dialect').isVisible()).toBe(false);
  await calls.getByTestId('calls-text').check();
  await calls.getByTestId('calls-dialect').waitFor();
  await drawer.locator('[data-testid=skill][data-skill=clock][data-enabled=true]').getByTestId('skill-switch').click();
  await drawer.locator('[data-testid=skill][data-skill=clock][data-enabled=false]').waitFor();
  await drawer.locator('[data-testid=skill][data-skill=add_numbers][data-enabled=true]').waitFor();
  expect(await drawer.getByTestId('offer').first().isVisible()).toBe(false);
  await closeDrawer(app);
  app.model.play({ content: '[CALL: add_numbers({"a":2,"b":3})] [CALL: clock]' }, { content: 'Five.' });
  await app.send('What is 2 + 3?');
  const [first, second] = await app.model.asked(2);
  await shown(app, 'Five.');
  const list = said(first, 'system').find((text) => text.includes(LIST));
  expect(list).toContain('- add_numbers: Adds two numbers.');
  expect(list).not.toContain('- clock');
  expect(first?.tools).toBe(undefined);
  const [sum, unknown] = said(second, 'system').slice(-2);
  expect(sum).toMatch(/"sum": 5/);
  expect(unknown).toMatch(/^clock failed\n---\nTOOL_NOT_FOUND/);
  const panel = (await openDrawer(app, 'tools')).locator('bulkhead-skills');
  await panel.locator('[data-skill=add_numbers] [data-testid=skill-calls][data-count="1"]').waitFor();
  await closeDrawer(app);
});

test('a message whose calls are hidden shows what its user makes of it', async () => {
  app.model.play({ content: 'Look: [CALL: weather]' }, { content: 'Rain.' });
  await app.send('go');
  await app.model.asked(2);
  await shown(app, 'Rain.');
  await app.idle();
  const index = (await texts(app)).findIndex((text) => text?.startsWith('Look:'));
  const message = app.page.locator(`#chat .mes[mesid="${index}"]`);
  expect(await message.locator('.mes_text').textContent()).toBe('Look:');
  await message.hover();
  await message.locator('.mes_edit').evaluate((button: HTMLElement) => button.click());
  await message.locator('textarea').fill('Nothing of it.');
  await message.locator('.mes_edit_done').evaluate((button: HTMLElement) => button.click());
  await message.locator('.mes_text').getByText('Nothing of it.').waitFor();
  expect((await texts(app))[index]).toBe('Nothing of it.');
});
