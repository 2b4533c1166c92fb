import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Asked } from '../../scripts/sillytavern/model.mjs';
import { type App, openApp } from './app.js';
import { closeDrawer, install, openDrawer, slash } from './drawer.js';
import { ADDER, NOTES, SAYER, SLOW } from './plugins.js';

let app: App;

beforeAll(async () => {
  app = await openApp();
  await app.load();
  await app.connect();
  await install(app, 'adder', ADDER);
  await install(app, 'slow-one', SLOW);
  await install(app, 'chat-notes', NOTES);
  await install(app, 'sayer', SAYER);
});
afterAll(() => app?.[Symbol.asyncDispose]());
beforeEach(async () => void (await slash(app, '/newchat')));
// SillyTavern writes down each function tool that fails; that is its own line.
afterEach(() => expect(app.troubles.filter((text) => !text.includes('[ToolManager]'))).toEqual([]));

/** What calls have answered, in the request that carries it. */
const answers = (request: Asked | undefined) =>
  (request?.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => String(content));
const running = () => app.page.locator('#toast-container').getByText('is running').first().waitFor();

test.each([false, true])(
  'a tool that a user has installed from a file is called by the model, streaming: %s, and its answer is in the second request',
  async (streaming) => {
    await app.page.evaluate((on) => {
      SillyTavern.getContext().chatCompletionSettings.stream_openai = on;
    }, streaming);
    app.model.play({ tools: [{ name: 'add_numbers', args: { a: 2, b: 3 } }] }, { content: 'That makes five.' });
    await app.send('What is 2 + 3?');
    const [first, second] = await app.model.asked(2);
    await app.idle();
    expect(first?.tools?.map((tool) => tool.function.name)).toContain('add_numbers');
    expect(answers(second)).toEqual(['{"sum":5}']);
    await app.page.getByText('That makes five.').last().waitFor();

    const drawer = await openDrawer(app);
    await drawer.locator('[data-plugin=adder] [data-testid=plugin-open]').click();
    const entries = drawer.locator('[data-testid=audit-entry][data-type=call]');
    await entries.nth(Number(streaming)).waitFor();
    expect(await entries.first().textContent()).toContain('add_numbers');
    await closeDrawer(app);
  },
);

test('what is wrong with a call is told to the model in words, and the chat goes on', async () => {
  app.model.play({ tools: [{ name: 'add_numbers', args: { a: 'two' } }] }, { content: 'Sorry.' });
  await app.send('go');
  const [, second] = await app.model.asked(2);
  const [answer] = answers(second);
  expect(answer).toMatch(/^Error: TOOL_ARGUMENTS_INVALID: /);
  expect(answer).toMatch(/\/a: /);
  expect(answer).not.toMatch(/\bat |https?:/);
  await app.idle();
});

test.each(['wait_long', 'spin'])(
  'the stop button of the host ends %s and what is called after it, and the model is not asked again',
  async (tool) => {
    const tools = [{ name: tool }, { name: 'add_numbers', args: { a: 1, b: 1 } }];
    app.model.play({ tools }, { content: 'Nobody wants this.' });
    await app.send('go');
    await app.model.asked(1);
    await running();
    // Once for what was stopped, once for the request that is not made.
    const ended = await app.event('GENERATION_ENDED', 2);
    await app.page.click('#mes_stop');
    await ended();
    const invocations = await app.page
      .waitForFunction(() => SillyTavern.getContext().chat.at(-1)?.extra?.tool_invocations)
      .then((handle) => handle.jsonValue() as Promise<{ result: string; error: boolean }[]>);
    expect(invocations.map(({ result, error }) => [result, error])).toEqual([
      ['Error: stopped by the user', true],
      ['Error: stopped by the user', true],
    ]);
    expect(app.model.requests.length).toBe(1);
    // Everything works as before.
    app.model.play({ tools: [{ name: 'add_numbers', args: { a: 4, b: 4 } }] }, { content: 'Eight.' });
    await app.send('and now?');
    const [, second] = await app.model.asked(2);
    expect(answers(second).at(-1)).toBe('{"sum":8}');
    await app.page.getByText('Eight.').last().waitFor();
    await app.idle();
  },
);

test('a stop while the answer still streams calls nothing, and the next message is answered', async () => {
  app.model.play(
    { content: 'Let me', tools: [{ name: 'add_numbers', args: { a: 1, b: 1 } }], hold: true },
    { content: 'It is two, I think.' },
  );
  await app.send('go');
  await app.model.asked(1);
  await app.page.click('#mes_stop');
  await app.idle();
  const called = await app.page.evaluate(() =>
    SillyTavern.getContext().chat.some(({ extra }) => extra?.tool_invocations),
  );
  expect([called, app.model.requests.length]).toEqual([false, 1]);
  await app.send('and now?');
  await app.model.asked(2);
  await app.page.getByText('It is two, I think.').last().waitFor();
  await app.idle();
});

test('what a call answers never lands in another chat than its own', async () => {
  app.model.play({ tools: [{ name: 'wait_long' }] }, { content: 'For the chat that was left.' });
  await app.send('go');
  await app.model.asked(1);
  await running();
  const before = await app.page.evaluate(() => SillyTavern.getContext().chatId);
  const ended = await app.event('GENERATION_ENDED');
  await slash(app, '/newchat');
  await ended();
  await app.page.waitForFunction(() => SillyTavern.getContext().chat.every(({ extra }) => !extra?.tool_invocations));
  const { chatId, length } = await app.page.evaluate(() => {
    const { chatId, chat } = SillyTavern.getContext();
    return { chatId, length: chat.length };
  });
  expect(chatId).not.toBe(before);
  expect(length).toBe(1);
  expect(app.model.requests.length).toBe(1);
});

test('a tool reads the chat that it was granted, as it is', async () => {
  app.model.play(
    { tools: [{ name: 'write_note', args: { text: 'milk' } }] },
    { content: 'Noted.' },
    { tools: [{ name: 'count_notes' }] },
    { content: 'One note.' },
  );
  await app.send('note: milk');
  await app.model.asked(2);
  await app.idle();
  await app.send('how many?');
  const requests = await app.model.asked(4);
  await app.idle();
  // The greeting, the message, its call, the answer, the message.
  const seen = { length: 5, last: 'how many?', role: 'user', name: 'Seraphina', seen: 5 };
  expect(JSON.parse(answers(requests[3]).at(-1) ?? '')).toEqual({ notes: 1, ...seen });
});

test('what changes the chat is asked about above the text box, while nothing is typed away; the model sees what was said', async () => {
  app.model.play(
    { tools: [{ name: 'say_it', args: { text: 'A line of the tool.' } }] },
    { content: 'There it is.' },
    { content: 'I saw it.' },
  );
  await app.send('say something');
  const ask = app.page.locator('bulkhead-ask-bar [data-testid=ask]');
  await ask.waitFor();
  await ask.getByText('A line of the tool.').first().waitFor();
  // The user is typing: the question does not take the keyboard, and what is typed is no answer.
  await app.page.locator('#send_textarea').pressSequentially('yny');
  expect(await app.page.inputValue('#send_textarea')).toBe('yny');
  expect(await ask.count()).toBe(1);
  const yes = ask.getByTestId('ask-yes');
  await yes.click();
  const [, second] = await app.model.asked(2);
  await app.idle();
  expect(answers(second)).toEqual(['said']);
  const toast = app.page.locator('#toast-container').getByText('<img src=x');
  await toast.waitFor();
  expect(await app.page.evaluate(() => 'stolen' in globalThis)).toBe(false);
  await app.page.locator('#chat').getByText('A line of the tool.', { exact: true }).waitFor();
  await app.page.fill('#send_textarea', '');
  await app.send('did you see it?');
  const [, , third] = await app.model.asked(3);
  expect(third?.messages.filter(({ content }) => content === 'A line of the tool.').map(({ role }) => role)).toEqual([
    'system',
  ]);
  await app.idle();
});

test('no is told to the model, and nothing has been written', async () => {
  app.model.play({ tools: [{ name: 'say_it', args: { text: 'Never said.' } }] }, { content: 'Very well.' });
  await app.send('say something');
  await app.page.locator('bulkhead-ask-bar [data-testid=ask-no]').click();
  const [, second] = await app.model.asked(2);
  expect(answers(second)[0]).toMatch(/^Error: CONSENT_DENIED: /);
  await app.idle();
  const said = await app.page.evaluate(() => SillyTavern.getContext().chat.map(({ mes }) => mes));
  expect(said).not.toContain('Never said.');
});
