import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type App, openApp } from './app.js';
import { freshCalls, LIST, REMINDER, running, said, shown, texts, times } from './calls.js';

let app: App;

beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app?.[Symbol.asyncDispose]());
beforeEach(() => freshCalls(app));
afterEach(() => expect(app.troubles).toEqual([]));

const streaming = (on: boolean) =>
  app.page.evaluate((stream) => {
    SillyTavern.getContext().chatCompletionSettings.stream_openai = stream;
  }, on);

test.each([true, false])(
  'a call in an answer leads to a second request with the call and its result as the system, streaming: %s',
  async (on) => {
    await streaming(on);
    const call = 'Let me look. [CALL: weather({"city":"Tokyo"})]';
    app.model.play({ content: call }, { content: 'It rains there.' });
    await app.send('How is Tokyo?');
    const [, second] = await app.model.asked(2);
    await shown(app, 'It rains there.');
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
  await shown(app, 'Sun.');
  const looks = await seen.evaluate((found) => found);
  expect(looks.some((text) => text.startsWith('Let me look.') && !text.includes('please'))).toBe(true);
  expect(looks.filter((text) => !text.startsWith('✓') && /CALL: weather|New/.test(text))).toEqual([]);
  await shown(app, '[CALL: nothing');
});

test('the list and the reminder are in each request exactly once, and the model is told of no functions', async () => {
  app.model.play({ content: 'Look: [CALL: clock]' }, { content: 'Noon.' });
  await app.send('What time is it?');
  const requests = await app.model.asked(2);
  await shown(app, 'Noon.');
  for (const request of requests) {
    expect([times(request, LIST), times(request, REMINDER), request.tools]).toEqual([1, 1, undefined]);
    expect(said(request, 'system').some((text) => text.includes('- weather: Says the weather of {'))).toBe(true);
    expect(said(request, 'user').at(-1)).toMatch(/^What time is it\?\n\n\[Tools you can call/);
  }
  // Macros in the words of strangers are not carried out.
  expect(JSON.stringify(requests[0]?.messages)).not.toContain('weather of User');
});

test('defect 1: this works on SillyTavern 1.19: two calls, one after the other, each with its answer', async () => {
  app.model.play(
    { content: '[CALL: clock]' },
    { content: 'And now: [CALL: weather(city="Oslo, Norway")]' },
    { content: 'Snow at noon.' },
  );
  await app.send('Time and weather?');
  const [, , third] = await app.model.asked(3);
  await shown(app, 'Snow at noon.');
  expect(said(third, 'system').filter((text) => text.startsWith('Result of'))).toHaveLength(2);
  expect(await app.page.evaluate(() => globalThis.seen)).toEqual([
    ['clock', {}],
    ['weather', { city: 'Oslo, Norway' }],
  ]);
  expect(times(third, REMINDER)).toBe(1);
});

test('a stop while a call runs ends it, inserts nothing and asks nothing; the next call works', async () => {
  app.model.play({ content: '[CALL: wait_long]' }, { content: 'Nobody wants this.' });
  await app.send('go');
  await running(app, 'wait_long').waitFor();
  const before = await texts(app);
  await app.page.click('#mes_stop');
  await running(app, 'wait_long').waitFor({ state: 'detached' });
  await app.idle();
  expect(await texts(app)).toEqual(before);
  expect(app.model.requests.length).toBe(1);
  app.model.play({ content: '[CALL: clock]' }, { content: 'Noon.' });
  await app.send('and now?');
  await app.model.asked(2);
  await shown(app, 'Noon.');
});

test('a skill that came as text and never ends leaves the page responsive, and the model is told', async () => {
  app.model.play({ content: '[CALL: spin]' }, { content: 'It does not end.' });
  await app.send('go');
  await running(app, 'spin').waitFor();
  const started = performance.now();
  expect(await app.page.evaluate(() => 1 + 1)).toBe(2);
  expect(performance.now() - started).toBeLessThan(2_000);
  const [, second] = await app.model.asked(2);
  await shown(app, 'It does not end.');
  expect(said(second, 'system').at(-1)).toMatch(/^spin failed\n---\n[A-Z_]+: /);
});
