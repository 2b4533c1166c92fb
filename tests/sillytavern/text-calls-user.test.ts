import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type App, manifest, openApp } from './app.js';
import { freshCalls, running, said, shown, texts, times } from './calls.js';
import { closeDrawer, openDrawer, slash } from './drawer.js';
import { chatFile, chatName, openChat } from './memory-parts.js';

/** Registers its skill while the application starts, long before anything is asked for. */
const EARLY = `globalThis.STAgentSkills.register({ name: 'early', description: 'Was there first.', action: () => 'early enough' });`;

let app: App;
beforeAll(async () => {
  app = await openApp({ extensions: { early: { 'manifest.json': manifest('early'), 'index.js': EARLY } } });
});
afterAll(() => app?.[Symbol.asyncDispose]());
beforeEach(() => freshCalls(app));
afterEach(() => expect(app.troubles).toEqual([]));

test('an extension registers skills while the application starts, and nobody can put another door in its place', async () => {
  expect(await slash(app, '/skills')).toMatch(/^early \(on\): Was there first\./);
  expect(await app.page.evaluate(() => Object.isFrozen(globalThis.STAgentSkills))).toBe(true);
  expect(await app.page.evaluate(() => globalThis.STAgentSkills.register(null))).toMatch(/^skill_\d+$/);
  app.model.play({ content: '[CALL: early]' }, { content: 'It was.' });
  await app.send('go');
  const [, second] = await app.model.asked(2);
  expect(said(second, 'system').at(-1)).toBe('Result of early\n---\nearly enough');
  await shown(app, 'It was.');
});

test('another answer to the same message calls for itself; what an old swipe called is not called again', async () => {
  app.model.play({ content: 'No call.' }, { content: 'So: [CALL: clock]' }, { content: 'Noon.' });
  await app.send('What time is it?');
  await shown(app, 'No call.');
  await app.idle();
  await app.page.locator('#chat .mes:last-child .swipe_right').click();
  const requests = await app.model.asked(3);
  await shown(app, 'Noon.');
  expect(await app.page.evaluate(() => globalThis.seen)).toEqual([['clock', {}]]);
  expect(times(requests[2], 'So: [CALL: clock]')).toBe(1);
  expect(times(requests[2], 'No call.')).toBe(0);
});

test('who asks something else while a call runs is answered, and the result is there for the answer after that', async () => {
  await app.page.evaluate(() => {
    const finish = new Promise((resolve) => {
      Object.assign(globalThis, { finish: resolve });
    });
    globalThis.STAgentSkills.register({ name: 'slow', description: 'Takes its time.', action: () => finish });
  });
  app.model.play({ content: '[CALL: slow]' }, { content: 'Meanwhile, this.' }, { content: 'So it was.' });
  await app.send('go');
  await running(app, 'slow').waitFor();
  await app.send('And what else?');
  await shown(app, 'Meanwhile, this.');
  await app.page.evaluate(() => (globalThis as unknown as { finish(value: string): void }).finish('at last'));
  // A result is folded: its text is there, and not seen.
  await app.page.locator('#chat .mes_text').getByText('at last').last().waitFor({ state: 'attached' });
  await running(app, 'slow').waitFor({ state: 'detached' });
  await app.idle();
  expect(app.model.requests.length).toBe(2);
  await app.send('And now?');
  const [, , third] = await app.model.asked(3);
  expect(said(third, 'system').at(-1)).toBe('Result of slow\n---\nat last');
  await shown(app, 'So it was.');
});

test('what is chosen for chats without a choice of their own holds in a new one, until it is chosen otherwise there', async () => {
  const drawer = await openDrawer(app, 'tools');
  await drawer.getByTestId('calls-dialect').selectOption('hermes-json');
  await drawer.getByTestId('calls-default').click();
  await app.page.locator('#toast-container').getByText('now the default').waitFor();
  await closeDrawer(app);
  await slash(app, '/newchat');
  expect(await slash(app, '/bulkhead calls')).toBe('text hermes-json');
  app.model.play({ content: '<tool_call>{"name": "clock", "arguments": {}}</tool_call>' }, { content: 'Noon.' });
  await app.send('What time is it?');
  const [first] = await app.model.asked(2);
  expect(said(first, 'system').some((text) => text.includes('<tool_call>'))).toBe(true);
  await shown(app, 'Noon.');
  await app.idle();
  const left = await app.page.evaluate(() => SillyTavern.getContext().chatId);
  expect(await slash(app, '/bulkhead calls off')).toBe('off');
  await slash(app, '/newchat');
  expect(await slash(app, '/bulkhead calls')).toBe('text hermes-json');
  await openChat(app, left ?? '');
  await app.page.waitForFunction((id) => SillyTavern.getContext().chatId === id, left);
  expect(await slash(app, '/bulkhead calls')).toBe('off');
});

test('the same call again and again ends with a word to the user', async () => {
  const call = { content: '[CALL: clock]' };
  app.model.play(call, call, call, call, { content: 'Nobody wants this.' });
  await app.send('go');
  await app.page.locator('#toast-container').getByText('the same call').waitFor();
  await app.idle();
  expect([app.model.requests.length, await app.page.evaluate(() => globalThis.seen.length)]).toEqual([4, 3]);
  expect((await texts(app)).at(-1)).toMatch(/^clock failed\n---\nTOO_MANY_CALLS/);
});

test('a sensitive skill asks its user first, above the text box; a no is told to the model', async () => {
  await app.page.evaluate(() =>
    globalThis.STAgentSkills.register({ name: 'wipe', description: 'Deletes.', sensitive: true, action: () => 'gone' }),
  );
  app.model.play(
    { content: '[CALL: wipe(what="all of it")]' },
    { content: 'Very well.' },
    { content: '[CALL: wipe]' },
    { content: 'It is gone.' },
  );
  await app.send('Delete it.');
  const ask = app.page.locator('bulkhead-ask-bar [data-testid=ask]');
  await ask.getByText('all of it').first().waitFor();
  await app.page.locator('bulkhead-ask-bar [data-testid=ask-no]').click();
  const [, second] = await app.model.asked(2);
  expect(said(second, 'system').at(-1)).toMatch(/^wipe failed\n---\nCONSENT_DENIED: /);
  await shown(app, 'Very well.');
  await app.idle();
  await app.send('Do it.');
  await app.page.locator('bulkhead-ask-bar [data-testid=ask-yes]').click();
  const [, , , fourth] = await app.model.asked(4);
  expect(said(fourth, 'system').at(-1)).toBe('Result of wipe\n---\ngone');
  await shown(app, 'It is gone.');
});

test('what a skill answers is text in the chat, and no markup or macro', async () => {
  await app.page.evaluate(() => {
    const text = '<img src=x onerror="globalThis.stolen = 1"> ![a](/b) {{setvar::stolen::yes}}';
    globalThis.STAgentSkills.register({ name: 'page', description: 'Reads a page.', action: () => text });
  });
  app.model.play({ content: '[CALL: page] {{user}}<b onclick="x">' }, { content: 'Read.' });
  await app.send('Read it.');
  await shown(app, 'Read.');
  await app.idle();
  const result = app.page.locator('#chat .mes_text', { hasText: 'globalThis.stolen' }).last();
  expect(await result.textContent()).toContain('onerror="globalThis.stolen = 1"');
  expect(await app.page.locator('#chat .mes_text [onclick], #chat .mes_text img').count()).toBe(0);
  expect(await app.page.evaluate(() => 'stolen' in globalThis)).toBe(false);
  expect(await slash(app, '/getvar stolen')).toBe('');
});

test('a message that its user edits shows no call, before and after a reload, and calls nothing again', async () => {
  app.model.play({ content: 'So: [CALL: clock]' }, { content: 'Noon.' });
  await app.send('What time is it?');
  await shown(app, 'Noon.');
  await app.idle();
  const edit = async (text: string) => {
    const index = (await texts(app)).findLastIndex((mes) => mes?.startsWith('So'));
    const message = app.page.locator(`#chat .mes[mesid="${index}"]`);
    await message.locator('.mes_edit').evaluate((button: HTMLElement) => button.click());
    await app.page.locator('#curEditTextarea').fill(text);
    const updated = await app.event('MESSAGE_UPDATED');
    await message.locator('.mes_edit_done').click();
    await updated();
    return message.locator('.mes_text');
  };
  const edited = await edit('So, then: [CALL: clock]');
  await expect.poll(() => edited.textContent()).toBe('So, then:');
  expect(await texts(app)).toContain('So, then: [CALL: clock]');
  const name = await chatName(app);
  await expect.poll(() => chatFile(app, name)).toMatch(/"display_text":\s*"So, then:/);
  await slash(app, '/newchat');
  await openChat(app, name);
  await expect
    .poll(() => app.page.locator('#chat .mes_text', { hasText: 'So, then:' }).textContent())
    .toBe('So, then:');
  // One that calls nothing any more is shown whole.
  const whole = await edit('So, then: nothing.');
  await expect.poll(() => whole.textContent()).toBe('So, then: nothing.');
  expect([app.model.requests.length, await app.page.evaluate(() => globalThis.seen)]).toEqual([2, [['clock', {}]]]);
});
