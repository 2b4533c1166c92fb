import { expect, test } from 'vitest';
import { openApp } from './app.js';
import { closeDrawer, install, openDrawer, slash } from './drawer.js';
import { ADDER, NOTES, SLOW } from './plugins.js';

/** The message of the second request that carries a call's answer. */
const answers = (messages: readonly { role: string; content: unknown }[]) =>
  messages.filter(({ role }) => role === 'tool').map(({ content }) => content);

test.each([false, true])(
  'a tool that a user has installed from a file is called by the model, streaming: %s, and its answer is in the second request',
  async (streaming) => {
    await using app = await openApp();
    await app.load();
    await app.connect({ streaming });
    await install(app, 'adder', ADDER);
    await closeDrawer(app);
    app.model.play({ tools: [{ name: 'add_numbers', args: { a: 2, b: 3 } }] }, { content: 'That makes five.' });
    await app.send('What is 2 + 3?');
    const [first, second] = await app.model.asked(2);
    await app.idle();
    expect(first?.tools?.map((tool) => tool.function.name)).toEqual(['add_numbers']);
    expect(answers(second?.messages ?? [])).toEqual(['{"sum":5}']);
    await app.page.getByText('That makes five.').waitFor();

    const drawer = await openDrawer(app);
    await drawer.getByTestId('plugin-open').click();
    const entry = drawer.locator('[data-testid=audit-entry][data-type=call]').first();
    await entry.waitFor();
    expect(await entry.textContent()).toContain('add_numbers');
    expect(app.troubles).toEqual([]);
  },
);

test('what is wrong with a call is told to the model in words, and the chat goes on', async () => {
  await using app = await openApp();
  await app.load();
  await app.connect();
  await install(app, 'adder', ADDER);
  await closeDrawer(app);
  app.model.play({ tools: [{ name: 'add_numbers', args: { a: 'two' } }] }, { content: 'Sorry.' });
  await app.send('go');
  const [, second] = await app.model.asked(2);
  const [answer] = answers(second?.messages ?? []);
  expect(answer).toMatch(/^Error: TOOL_ARGUMENTS_INVALID: /);
  expect(answer).toMatch(/\/a: /);
  expect(answer).not.toMatch(/at |https?:/);
  await app.idle();
});

test.each(['wait_long', 'spin'])(
  'the stop button of the host ends %s, and the model is not asked again',
  async (tool) => {
    await using app = await openApp();
    await app.load();
    await app.connect();
    await install(app, 'slow-one', SLOW);
    await install(app, 'adder', ADDER);
    await closeDrawer(app);
    app.model.play(
      { tools: [{ name: tool }, { name: 'add_numbers', args: { a: 1, b: 1 } }] },
      { content: 'Nobody wants this.' },
    );
    await app.send('go');
    await app.model.asked(1);
    await app.page.locator('#toast-container').getByText('is running').first().waitFor();
    await app.page.click('#mes_stop');
    await app.idle();
    const invocations = await app.page
      .waitForFunction(() => SillyTavern.getContext().chat.at(-1)?.extra?.tool_invocations)
      .then((handle) => handle.jsonValue() as Promise<{ result: string; error: boolean }[]>);
    expect(invocations.map(({ result, error }) => [result, error])).toEqual([
      ['Error: stopped by the user', true],
      ['Error: stopped by the user', true],
    ]);
    // Everything works as before, and the request that was refused never came.
    app.model.requests.length === 1 || expect.fail('the model was asked again');
    app.model.play({ tools: [{ name: 'add_numbers', args: { a: 4, b: 4 } }] }, { content: 'Eight.' });
    await app.send('and now?');
    const [, second] = await app.model.asked(2);
    expect(answers(second?.messages ?? []).at(-1)).toBe('{"sum":8}');
    await app.page.getByText('Eight.').waitFor();
    expect(app.troubles.filter((text) => !text.includes('[ToolManager]'))).toEqual([]);
  },
);

test('what a chat’s call answers never lands in another chat', async () => {
  await using app = await openApp();
  await app.load();
  await app.connect();
  await install(app, 'slow-one', SLOW);
  await closeDrawer(app);
  app.model.play({ tools: [{ name: 'wait_long' }] }, { content: 'For the chat that was left.' });
  await app.send('go');
  await app.model.asked(1);
  await app.page.locator('#toast-container').getByText('is running').first().waitFor();
  const before = await app.page.evaluate(() => SillyTavern.getContext().chatId);
  await slash(app, '/newchat');
  await app.idle();
  await app.page.waitForFunction(
    () => !SillyTavern.getContext().chat.some((message) => message.extra?.tool_invocations),
  );
  const now = await app.page.evaluate(
    () => [SillyTavern.getContext().chatId, SillyTavern.getContext().chat.length] as const,
  );
  expect(now[0]).not.toBe(before);
  expect(now[1]).toBe(1);
  expect(app.model.requests.length).toBe(1);
});

test('a tool reads the chat it was granted, and its write is asked about above the text box', async () => {
  await using app = await openApp();
  await app.load();
  await app.connect();
  await install(app, 'chat-notes', NOTES);
  await closeDrawer(app);
  app.model.play(
    { tools: [{ name: 'write_note', args: { text: 'milk' } }] },
    { content: 'Noted.' },
    { tools: [{ name: 'count_notes' }] },
    { content: 'One note.' },
  );
  await app.send('note: milk');
  const ask = app.page.locator('bulkhead-ask-bar [data-testid=ask]');
  // A tool's own store is never asked about; what it would do is shown only where a yes is needed.
  await app.model.asked(2);
  expect(await ask.count()).toBe(0);
  await app.idle();
  await app.send('how many?');
  const requests = await app.model.asked(4);
  const seen = JSON.parse(String(answers(requests[3]?.messages ?? []).at(-1))) as { [key: string]: unknown };
  expect(seen).toEqual({ notes: 1, length: 4, last: 'how many?', role: 'user', name: 'Seraphina', seen: 4 });
});
