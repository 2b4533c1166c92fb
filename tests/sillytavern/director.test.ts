import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { App } from './app.js';
import { texts, times } from './calls.js';
import { slash } from './drawer.js';
import { chatName, openChat } from './memory-parts.js';
import { chooseModes, last, openModesApp } from './modes-parts.js';

let app: App;

beforeAll(async () => {
  app = await openModesApp();
});
afterAll(() => app?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await chooseModes(app, { mode: 'director', auto: true, review: false, limits: {} });
  await slash(app, '/newchat');
});
afterEach(() => expect(app.troubles).toEqual([]));

const finalize = { tools: [{ name: 'finalize' }] };
const write = (text: string) => ({ tools: [{ name: 'write_message', args: { text } }, { name: 'finalize' }] });
const message = () => app.page.locator('#chat .last_mes .mes_text');

test('a director writes the message in the place of the host, and a reload keeps it', async () => {
  app.model.play(write('She bows.'));
  await app.send('Greet me.');
  await message().getByText('She bows.').waitFor();
  await app.idle();
  expect(app.model.requests.length).toBe(1);
  expect((await texts(app)).slice(1)).toEqual(['Greet me.', 'She bows.']);
  const name = await chatName(app);
  await app.load();
  await app.reconnect();
  await app.page.evaluate(() => SillyTavern.getContext().selectCharacterById(0));
  await app.page.waitForFunction(() => SillyTavern.getContext().chat.length > 0);
  await openChat(app, name);
  expect((await texts(app)).slice(1)).toEqual(['Greet me.', 'She bows.']);
  expect(await app.page.evaluate(() => SillyTavern.getContext().chat.at(-1)?.name)).toBe('Seraphina');
});

test('a swipe is another message of the director’s, and the first one stays', async () => {
  app.model.play(write('First.'), write('Second.'));
  await app.send('Go.');
  await message().getByText('First.').waitFor();
  await app.idle();
  await app.page.evaluate(() => void SillyTavern.getContext().swipe.right());
  await message().getByText('Second.').waitFor();
  await app.idle();
  const state = () =>
    app.page.evaluate(() => {
      const { mes, swipes, swipe_id } = SillyTavern.getContext().chat.at(-1) ?? {};
      return { mes, swipes, swipe_id };
    });
  expect(await state()).toEqual({ mes: 'Second.', swipes: ['First.', 'Second.'], swipe_id: 1 });
  expect(await texts(app)).toHaveLength(3);
});

test('a regenerated message is the director’s, in the place of the one before', async () => {
  app.model.play(write('Once.'), write('Once more.'));
  await app.send('Go.');
  await message().getByText('Once.').waitFor();
  await app.idle();
  await app.page.evaluate(() => void SillyTavern.getContext().generate('regenerate', {}));
  await message().getByText('Once more.').waitFor();
  await app.idle();
  expect((await texts(app)).slice(1)).toEqual(['Go.', 'Once more.']);
});

test('a message that is continued is the draft of the director', async () => {
  app.model.play(write('The door'), {
    tools: [
      { name: 'apply_message_patches', args: { patches: [{ find: 'The door', replace: 'The door opens.' }] } },
      { name: 'finalize' },
    ],
  });
  await app.send('Go.');
  await message().getByText('The door').waitFor();
  await app.idle();
  await app.page.evaluate(() => void SillyTavern.getContext().generate('continue', {}));
  await message().getByText('The door opens.').waitFor();
  await app.idle();
  expect((await texts(app)).slice(1)).toEqual(['Go.', 'The door opens.']);
});

test('the host’s stop ends the director, and nothing is written', async () => {
  app.model.play({ tools: [{ name: 'write_message', args: { text: 'Half a draft' } }] }, { hold: true });
  await app.send('Go.');
  await app.model.asked(2);
  await app.page.click('#mes_stop');
  await app.model.hungUp();
  await app.idle();
  expect(await last(app)).toBe('Go.');
  app.model.play(write('All well.'));
  await app.send('And now?');
  await message().getByText('All well.').waitFor();
  await app.idle();
});

test('a director that fails commits what there is; one that has nothing leaves the message to the host', async () => {
  app.model.play({ tools: [{ name: 'write_message', args: { text: 'So far.' } }] }, { status: 500 });
  await app.send('Go.');
  await message().getByText('So far.').waitFor();
  await app.idle();
  app.model.play({ status: 500 }, { content: 'The host itself.' });
  await app.send('Go on.');
  await message().getByText('The host itself.').waitFor();
  await app.idle();
  expect((await texts(app)).slice(1)).toEqual(['Go.', 'So far.', 'Go on.', 'The host itself.']);
});

test('a director that has used up its rounds commits its draft', async () => {
  await chooseModes(app, { limits: { mainRounds: 1 } });
  app.model.play({ tools: [{ name: 'write_message', args: { text: 'Out of time.' } }] });
  await app.send('Go.');
  await message().getByText('Out of time.').waitFor();
  await app.idle();
  expect(app.model.requests.length).toBe(1);
});

test('a helper that a director sends has the tools of the run, and what it found comes back once', async () => {
  app.model.play(
    { tools: [{ name: 'dispatch_subagent', args: { task: 'Read the beginning.' } }, { name: 'await_subagents' }] },
    { tools: [{ name: 'chat_read_range', args: { start: 0, end: 0 } }] },
    { content: 'It begins in a glade.' },
    write('We are in a glade.'),
  );
  await app.send('Where are we?');
  const [, helper, told, main] = await app.model.asked(4);
  await message().getByText('We are in a glade.').waitFor();
  await app.idle();
  const names = helper?.tools?.map((tool) => tool.function.name) ?? [];
  expect(names).toContain('chat_read_range');
  expect(names.filter((name) => /message|subagent|finalize/.test(name))).toEqual([]);
  expect(JSON.stringify(told?.messages)).toContain('Seraphina');
  expect(times(main, 'It begins in a glade.')).toBe(1);
});

test('an end before there is a message is refused: the model is told what to do, and writes it', async () => {
  app.model.play(finalize, { tools: [{ name: 'write_message', args: { text: ' ' } }] }, write('She bows.'));
  await app.send('Greet me.');
  const requests = await app.model.asked(3);
  await message().getByText('She bows.').waitFor();
  await app.idle();
  expect(times(requests[1], 'write the message first')).toBe(1);
  expect((await texts(app)).slice(1)).toEqual(['Greet me.', 'She bows.']);
});

test('a director that never writes anything puts no empty message there: the host writes its own, and the user is told', async () => {
  await chooseModes(app, { limits: { mainRounds: 2 } });
  app.model.play(finalize, finalize, { content: 'The host itself.' });
  await app.send('Greet me.');
  await message().getByText('The host itself.').waitFor();
  await app.idle();
  await app.page.locator('#toast-container').getByText('wrote no message').first().waitFor();
  expect((await texts(app)).slice(1)).toEqual(['Greet me.', 'The host itself.']);
  expect(app.model.requests.length).toBe(3);
});

test('what a director says without a tool is its draft, and what it says of the draft afterwards is not', async () => {
  app.model.play({ content: 'She bows.' }, finalize);
  await app.send('Greet me.');
  await message().getByText('She bows.').waitFor();
  await app.idle();
  expect(app.model.requests.length).toBe(2);
  // One that cannot call at all: its message is there all the same.
  app.model.play({ content: 'She smiles.' }, { content: 'I have written it.' }, { content: 'It is done.' });
  await app.send('Smile.');
  await message().getByText('She smiles.').waitFor();
  await app.idle();
  expect((await texts(app)).slice(1)).toEqual(['Greet me.', 'She bows.', 'Smile.', 'She smiles.']);
});

test('what a director says without a tool goes on from a message that is continued', async () => {
  app.model.play(write('The door'), { content: 'opens.' }, finalize);
  await app.send('Go.');
  await message().getByText('The door').waitFor();
  await app.idle();
  await app.page.evaluate(() => void SillyTavern.getContext().generate('continue', {}));
  await message().getByText('The door opens.').waitFor();
  await app.idle();
  expect((await texts(app)).slice(1)).toEqual(['Go.', 'The door opens.']);
});
