import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type App, openApp } from './app.js';
import { registerSkills, said, streamed, texts, times } from './calls.js';
import { closeDrawer, install, openDrawer, slash } from './drawer.js';
import { openChat } from './memory-parts.js';
import { ADDER } from './plugins.js';

/** How the two layers of our text begin. */
const LIST = 'Available tools:';
const REMINDER = '[Tools you can call in the form described above:';

let app: App;

beforeAll(async () => {
  app = await openApp();
  await app.load();
  await install(app, 'adder', ADDER);
});
afterAll(() => app?.[Symbol.asyncDispose]());
beforeEach(async () => {
  // A page of its own for each: the breaker counts the calls of half a minute.
  await app.load();
  await app.connect({ streaming: true });
  await slash(app, '/newchat');
  await registerSkills(app);
  expect(await slash(app, '/bulkhead calls text')).toBe('text bracket-call');
});
afterEach(() => expect(app.troubles).toEqual([]));

const streaming = (on: boolean) =>
  app.page.evaluate((stream) => {
    SillyTavern.getContext().chatCompletionSettings.stream_openai = stream;
  }, on);
const running = (name: string) => app.page.locator('#toast-container').getByText(`${name} is running`);
const shown = (text: string) => app.page.locator('#chat .mes_text').getByText(text).last().waitFor();

test.each([true, false])(
  'a call in an answer leads to a second request with the call and its result as the system, streaming: %s',
  async (on) => {
    await streaming(on);
    const call = 'Let me look. [CALL: weather({"city":"Tokyo"})]';
    app.model.play({ content: call }, { content: 'It rains there.' });
    await app.send('How is Tokyo?');
    const [, second] = await app.model.asked(2);
    await shown('It rains there.');
    await app.idle();
    expect(said(second, 'assistant').at(-1)).toBe(call);
    expect(second?.messages.at(-1)?.role).toBe('system');
    expect(said(second, 'system').at(-1)).toMatch(/^Result of weather\n---\n[\s\S]*"city": "Tokyo"/);
    expect(await app.page.evaluate(() => globalThis.seen)).toEqual([['weather', { city: 'Tokyo' }]]);
    // What is shown has no call; what the model is sent has.
    const message = app.page.locator('#chat .mes_text').getByText('Let me look.');
    expect(await message.textContent()).toBe('Let me look.');
    expect(await texts(app)).toContain(call);
    expect(app.model.requests.length).toBe(2);
  },
);

test('a call is out of sight while the answer streams, and what only looks like one is shown in the end', async () => {
  const seen = await app.page.evaluateHandle(() => {
    const found: string[] = [];
    const chat = document.querySelector('#chat');
    const look = () => found.push(chat?.querySelector('.mes:last-child .mes_text')?.textContent ?? '');
    if (chat) new MutationObserver(look).observe(chat, { childList: true, subtree: true, characterData: true });
    return found;
  });
  const content = 'Let me look. [CALL: weather({"city": "New York"})] Wait for it, please. [CALL: nothing';
  app.model.play({ content, gap: 120 }, { content: 'Sun.' });
  await app.send('go');
  await app.model.asked(2);
  await shown('Sun.');
  const looks = await seen.evaluate((found) => found);
  expect(looks.some((text) => text.startsWith('Let me look.') && !text.includes('please'))).toBe(true);
  expect(looks.filter((text) => !text.startsWith('Result') && /CALL: weather|New/.test(text))).toEqual([]);
  await shown('[CALL: nothing');
});

test('the list and the reminder are in each request exactly once, and the model is told of no functions', async () => {
  app.model.play({ content: 'Look: [CALL: clock]' }, { content: 'Noon.' });
  await app.send('What time is it?');
  const requests = await app.model.asked(2);
  await shown('Noon.');
  for (const request of requests) {
    expect([times(request, LIST), times(request, REMINDER), request.tools]).toEqual([1, 1, undefined]);
    expect(said(request, 'system').some((text) => text.includes('- weather: Says the weather of {'))).toBe(true);
    expect(said(request, 'user').at(-1)).toMatch(/^What time is it\?\n\n\[Tools you can call/);
  }
  // Macros in the words of strangers are not carried out.
  expect(JSON.stringify(requests[0]?.messages)).not.toContain('weather of User');
});

test.each(['off', 'native'])('%s: nothing is injected, and what looks like a call is text', async (mode) => {
  await slash(app, `/bulkhead calls ${mode}`);
  app.model.play({ content: 'So: [CALL: clock]' });
  await app.send('What time is it?');
  const [first] = await app.model.asked(1);
  await shown('[CALL: clock]');
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

test('defect 1: this works on SillyTavern 1.19: two calls, one after the other, each with its answer', async () => {
  app.model.play(
    { content: '[CALL: clock]' },
    { content: 'And now: [CALL: weather(city="Oslo, Norway")]' },
    { content: 'Snow at noon.' },
  );
  await app.send('Time and weather?');
  const [, , third] = await app.model.asked(3);
  await shown('Snow at noon.');
  expect(said(third, 'system').filter((text) => text.startsWith('Result of'))).toHaveLength(2);
  expect(await app.page.evaluate(() => globalThis.seen)).toEqual([
    ['clock', {}],
    ['weather', { city: 'Oslo, Norway' }],
  ]);
  expect(times(third, REMINDER)).toBe(1);
});

test('an error is told to the model without its stack, an unknown skill with the known ones, and the chat goes on', async () => {
  app.model.play({ content: '[CALL: broken] [CALL: nothing_such]' }, { content: 'Sorry.' });
  await app.send('go');
  const [, second] = await app.model.asked(2);
  await shown('Sorry.');
  const [failed = '', unknown = ''] = said(second, 'system').slice(-2);
  expect(failed).toMatch(/^broken failed\n---\n\w+: the well is dry/);
  expect(unknown).toMatch(/nothing_such[\s\S]*weather, clock, broken/);
  expect(failed + unknown).not.toMatch(/\bat |https?:/);
});

test('a call in the reasoning of the model is no call', async () => {
  app.model.play({ content: '<think>I could [CALL: clock] now.</think>It is late.' });
  await app.send('What time is it?');
  await app.model.asked(1);
  await shown('It is late.');
  await app.idle();
  // Whatever follows an answer has followed it once the next one is there.
  app.model.play({ content: 'Still late.' });
  await app.send('And now?');
  await shown('Still late.');
  expect([await app.page.evaluate(() => globalThis.seen), app.model.requests.length]).toEqual([[], 1]);
});

test('after more calls than may be the user is told so, and the model is not asked again', async () => {
  const calls = [1, 2, 3, 4, 5, 6, 7].map((count) => `[CALL: weather({"count":${count}})]`);
  app.model.play({ content: calls.join('\n') }, { content: 'Nobody wants this.' });
  await app.send('go');
  await app.page.locator('#toast-container').getByText('called too often').waitFor();
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
  await shown('Here I am.');
  expect([await app.page.evaluate(() => globalThis.seen), app.model.requests.length]).toEqual([[], 1]);
  expect((await texts(app)).filter((text) => text?.startsWith('Result of'))).toEqual([]);
});

test('a stop while a call runs ends it, inserts nothing and asks nothing; the next call works', async () => {
  app.model.play({ content: '[CALL: wait_long]' }, { content: 'Nobody wants this.' });
  await app.send('go');
  await running('wait_long').waitFor();
  const before = await texts(app);
  await app.page.click('#mes_stop');
  await running('wait_long').waitFor({ state: 'detached' });
  await app.idle();
  expect(await texts(app)).toEqual(before);
  expect(app.model.requests.length).toBe(1);
  app.model.play({ content: '[CALL: clock]' }, { content: 'Noon.' });
  await app.send('and now?');
  await app.model.asked(2);
  await shown('Noon.');
});

test('a call of a chat that was left ends, and leaves nothing in either chat', async () => {
  app.model.play({ content: '[CALL: wait_long]' }, { content: 'Nobody wants this.' });
  await app.send('go');
  await running('wait_long').waitFor();
  const left = await app.page.evaluate(() => SillyTavern.getContext().chatId);
  const before = await texts(app);
  await slash(app, '/newchat');
  await running('wait_long').waitFor({ state: 'detached' });
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

test('a skill that came as text and never ends leaves the page responsive, and the model is told', async () => {
  app.model.play({ content: '[CALL: spin]' }, { content: 'It does not end.' });
  await app.send('go');
  await running('spin').waitFor();
  const started = performance.now();
  expect(await app.page.evaluate(() => 1 + 1)).toBe(2);
  expect(performance.now() - started).toBeLessThan(2_000);
  const [, second] = await app.model.asked(2);
  await shown('It does not end.');
  expect(said(second, 'system').at(-1)).toMatch(/^spin failed\n---\n[A-Z_]+: /);
});

test('what the user is typing while a call runs is neither sent nor lost', async () => {
  app.model.play({ content: '[CALL: clock]' }, { content: 'Noon.' });
  await app.send('go');
  await app.page.fill('#send_textarea', 'a draft');
  await app.model.asked(2);
  await shown('Noon.');
  await app.idle();
  expect(await app.page.inputValue('#send_textarea')).toBe('a draft');
  expect((await texts(app)).some((text) => text?.includes('a draft'))).toBe(false);
});

test('commands list the skills, and say and choose how models call; the choice is of this chat', async () => {
  expect(await slash(app, '/skills')).toMatch(/weather \(on\): [\s\S]*\nspin \(on\): /);
  expect(await slash(app, '/bulkhead calls text hermes-json')).toBe('text hermes-json');
  await expect(slash(app, '/bulkhead calls text morse')).rejects.toThrow('no such format');
  await expect(slash(app, '/bulkhead calls maybe')).rejects.toThrow('native, text or off');
  app.model.play({ content: '<tool_call>{"name": "clock", "arguments": {}}</tool_call>' }, { content: 'Noon.' });
  await app.send('What time is it?');
  const [, second] = await app.model.asked(2);
  expect(said(second, 'system').at(-1)).toMatch(/^Result of clock/);
  await shown('Noon.');
  await app.idle();
  await slash(app, '/newchat');
  expect(await slash(app, '/bulkhead calls')).toBe('native');
});

test('the drawer says how models call in this chat, and a tool that is offered there is called by writing', async () => {
  await slash(app, '/bulkhead calls native');
  const drawer = await openDrawer(app);
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
  await shown('Five.');
  const list = said(first, 'system').find((text) => text.includes(LIST));
  expect(list).toContain('- add_numbers: Adds two numbers.');
  expect(list).not.toContain('- clock');
  expect(first?.tools).toBe(undefined);
  const [sum, unknown] = said(second, 'system').slice(-2);
  expect(sum).toMatch(/"sum": 5/);
  expect(unknown).toMatch(/^clock failed\n---\nTOOL_NOT_FOUND/);
  const panel = (await openDrawer(app)).locator('bulkhead-skills');
  await panel.locator('[data-skill=add_numbers] [data-testid=skill-calls][data-count="1"]').waitFor();
  await closeDrawer(app);
});

test('a message whose calls are hidden shows what its user makes of it', async () => {
  app.model.play({ content: 'Look: [CALL: weather]' }, { content: 'Rain.' });
  await app.send('go');
  await app.model.asked(2);
  await shown('Rain.');
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
