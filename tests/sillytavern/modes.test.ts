import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Asked } from '../../scripts/sillytavern/model.mjs';
import type { App } from './app.js';
import { texts, times } from './calls.js';
import { closeDrawer, install, openDrawer, slash } from './drawer.js';
import { begin, chooseModes, loaded, openModesApp } from './modes-parts.js';
import { ADDER, SAYER, SLOW } from './plugins.js';

let app: App;

beforeAll(async () => {
  app = await openModesApp();
  await install(app, 'adder', ADDER);
  await install(app, 'sayer', SAYER);
  await install(app, 'slow-one', SLOW);
  // A tool of the page's own, which the page trusts.
  await app.page.evaluate(() => {
    const { getExtensionApi = () => undefined } = SillyTavern.getContext();
    const api = getExtensionApi('orchestrator') as { registerOrchestrationTool(spec: object): void };
    api.registerOrchestrationTool({
      name: 'read_clock',
      description: 'Says the time.',
      mode: 'read',
      exec: async () => ({ time: 'noon' }),
    });
  });
});
afterAll(() => app?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await chooseModes(app, { mode: 'loop', auto: false, review: false, limits: {} });
  await slash(app, '/newchat');
});
afterEach(() => expect(app.troubles).toEqual([]));

const answers = (request: Asked | undefined) =>
  (request?.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => String(content));
const finalize = (capsule_text: string) => ({ tools: [{ name: 'finalize', args: { capsule_text } }] });

test('nothing of the modes is loaded, and no request is another, as long as none is used', async () => {
  app.model.play({ content: 'Hello.' });
  await app.send('hi');
  await app.model.asked(1);
  await app.idle();
  expect((await loaded(app)).filter((name) => name.startsWith('part-modes'))).toEqual([]);
});

test('a loop calls a guest’s tool and a trusted one over the host’s own model, and passes on what it found', async () => {
  app.model.play(
    { tools: [{ name: 'add_numbers', args: { a: 2, b: 3 } }, { name: 'read_clock' }] },
    finalize('It is noon, and five.'),
  );
  expect(await slash(app, '/bulkhead-run loop')).toBe('It is noon, and five.');
  const [first, second] = await app.model.asked(2);
  const names = first?.tools?.map((tool) => tool.function.name);
  expect(names).toEqual(expect.arrayContaining(['finalize', 'add_numbers', 'read_clock']));
  expect(answers(second)).toEqual(['{"ok":true,"data":{"sum":5}}', '{"ok":true,"data":{"time":"noon"}}']);
  // What is told of the chat is told once, and the request is none of the chat's: it says nothing and leaves nothing.
  expect(times(first, "You're safe here.")).toBe(1);
  expect((await texts(app)).length).toBe(1);
});

test('a guest’s tool that writes into the chat is asked about in a run, and no is told to the model', async () => {
  app.model.play({ tools: [{ name: 'say_it', args: { text: 'From a run.' } }] }, finalize('Nothing was said.'));
  const running = begin(app, '/bulkhead-run loop');
  const ask = app.page.locator('bulkhead-ask-bar [data-testid=ask]');
  await ask.getByText('From a run.').first().waitFor();
  await ask.getByTestId('ask-no').click();
  expect(await running).toBe('Nothing was said.');
  expect(answers(app.model.requests[1])[0]).toContain('"code":"CONSENT_DENIED"');
  expect(await texts(app)).not.toContain('From a run.');
});

test('a stop in the middle of a tool ends the run at once, and the next run works', async () => {
  app.model.play({ tools: [{ name: 'wait_long' }] }, finalize('Nobody waits for this.'));
  const running = begin(app, '/bulkhead-run loop');
  await app.model.asked(1);
  const drawer = await openDrawer(app);
  await drawer.getByTestId('calls-running').getByText('1 call running').waitFor();
  await slash(app, '/bulkhead-run stop');
  expect(await running).toBe('');
  expect(app.model.requests.length).toBe(1);
  await drawer.getByTestId('calls-running').getByText('No call is running').waitFor();
  await closeDrawer(app);
  app.model.play(finalize('It works.'));
  expect(await slash(app, '/bulkhead-run loop')).toBe('It works.');
});

test('a stop while the model thinks hangs up on its server', async () => {
  app.model.play({ hold: true });
  const running = begin(app, '/bulkhead-run loop');
  await app.model.asked(1);
  await slash(app, '/bulkhead-run stop');
  await app.model.hungUp();
  expect(await running).toBe('');
});

test('two runs never go on at once', async () => {
  app.model.play({ hold: true });
  const running = begin(app, '/bulkhead-run loop');
  await app.model.asked(1);
  await expect(slash(app, '/bulkhead-run spec')).rejects.toThrow('already in progress');
  expect(app.model.requests.length).toBe(1);
  await slash(app, '/bulkhead-run stop');
  await running;
});

test.each([false, true])(
  'what a run before a message has found is in its request exactly once, and again in a swipe without another run, streaming: %s',
  async (streaming) => {
    await app.page.evaluate((on) => {
      SillyTavern.getContext().chatCompletionSettings.stream_openai = on;
    }, streaming);
    await chooseModes(app, { auto: true });
    app.model.play(finalize('The key is under the mat.'), { content: 'She looks down.' }, { content: 'She stoops.' });
    await app.send('Where is the key?');
    const [run, message] = await app.model.asked(2);
    await app.idle();
    expect(times(run, 'The key is under the mat.')).toBe(0);
    expect(times(run, 'Where is the key?')).toBe(1);
    expect(times(message, 'The key is under the mat.')).toBe(1);
    await app.page.getByText('She looks down.').last().waitFor();
    await app.page.evaluate(() => void SillyTavern.getContext().swipe.right());
    const [, , swipe] = await app.model.asked(3);
    await app.idle();
    expect(times(swipe, 'The key is under the mat.')).toBe(1);
    expect(app.model.requests.length).toBe(3);
    // Another message is another run's.
    app.model.play(finalize('Nothing new.'), { content: 'And now?' });
    await app.send('I take it.');
    const [again, next] = await app.model.asked(2);
    await app.idle();
    expect(times(again, 'The key is under the mat.')).toBe(0);
    expect([times(next, 'The key is under the mat.'), times(next, 'Nothing new.')]).toEqual([0, 1]);
    await app.page.evaluate(() => {
      SillyTavern.getContext().chatCompletionSettings.stream_openai = false;
    });
  },
);

test('a run that fails does not keep a message back, and the user is told', async () => {
  await chooseModes(app, { auto: true });
  app.model.play({ status: 500 }, { content: 'Here I am.' });
  await app.send('hello?');
  await app.model.asked(2);
  await app.page.locator('#chat').getByText('Here I am.').waitFor();
  await app.page.locator('#toast-container').getByText('generated without it').first().waitFor();
  await app.idle();
});

test('a run that failed is not begun again while the model goes on after a call; a swipe begins it again', async () => {
  await chooseModes(app, { auto: true });
  app.model.play(
    ...[{ status: 500 }, { tools: [{ name: 'add_numbers', args: { a: 2, b: 3 } }] }, { content: 'Five.' }],
    ...[finalize('Count again.'), { content: 'Still five.' }],
  );
  await app.send('2 + 3?');
  await app.page.locator('#chat').getByText('Five.', { exact: true }).waitFor();
  await app.idle();
  expect(app.model.requests.length).toBe(3);
  await app.page.evaluate(() => void SillyTavern.getContext().swipe.right());
  const requests = await app.model.asked(5);
  await app.idle();
  expect([times(requests[3], 'Count again.'), times(requests[4], 'Count again.')]).toEqual([0, 1]);
});

test('the host’s stop ends the run before a message and the message with it', async () => {
  await chooseModes(app, { auto: true });
  app.model.play({ hold: true }, { content: 'Nobody wants this.' });
  await app.send('hello?');
  await app.model.asked(1);
  await app.page.click('#mes_stop');
  await app.model.hungUp();
  await app.idle();
  expect(app.model.requests.length).toBe(1);
  expect((await texts(app)).at(-1)).toBe('hello?');
});

test('a stop of the run alone lets the message come without it', async () => {
  await chooseModes(app, { auto: true });
  app.model.play({ hold: true }, { content: 'I come all the same.' });
  await app.send('hello?');
  await app.model.asked(1);
  await slash(app, '/bulkhead-run stop');
  await app.page.locator('#chat').getByText('I come all the same.').waitFor();
  await app.idle();
});

test('who waits for agents sees how far they are, and can have the reply without them', async () => {
  const bar = app.page.getByTestId('work-bar');
  await chooseModes(app, { auto: true, mode: 'spec' });
  const node = { tools: [{ name: 'luker_orch_node_output', args: { text: 'She is in the glade.' } }] };
  app.model.play(node, { hold: true }, { content: 'Here I am.' });
  await app.send('where are you?');
  await bar.getByText('Agents at work · 1 of 4').waitFor();
  const [box, form] = [await bar.boundingBox(), await app.page.locator('#send_form').boundingBox()];
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((form?.y ?? 0) + 1);
  if (process.env.BULKHEAD_PICTURES)
    await app.page.screenshot({ path: `${process.env.BULKHEAD_PICTURES}/work-bar.png` });
  await bar.getByTestId('work-skip').click();
  await app.page.locator('#chat').getByText('Here I am.').waitFor();
  await app.idle();
  expect(await bar.count()).toBe(0);
  // A run that nobody waits for has no such line.
  await chooseModes(app, { auto: false, mode: 'loop' });
  app.model.play({ hold: true });
  const running = begin(app, '/bulkhead-run loop');
  await app.model.asked(1);
  expect(await bar.count()).toBe(0);
  await slash(app, '/bulkhead-run stop');
  await running;
});

test('in a review nothing is changed: what writes only pretends, and no request is told of what was found', async () => {
  app.model.play({ tools: [{ name: 'say_it', args: { text: 'Never said.' } }] }, finalize('Only a rehearsal.'));
  expect(await slash(app, '/bulkhead-run loop review')).toBe('Only a rehearsal.');
  expect((await texts(app)).length).toBe(1);
  app.model.play({ content: 'Well.' });
  await app.send('hi');
  const [request] = await app.model.asked(1);
  await app.idle();
  expect(times(request, 'Only a rehearsal.')).toBe(0);
});

test('what was found by hand is told in the next request, and no longer than its message is the last', async () => {
  app.model.play(finalize('He is a spy.'), { content: 'One.' }, { content: 'Two.' });
  await slash(app, '/bulkhead-run loop');
  await app.send('Who are you?');
  const [, first] = await app.model.asked(2);
  await app.idle();
  await app.send('Really?');
  const [, , second] = await app.model.asked(3);
  await app.idle();
  expect([times(first, 'He is a spy.'), times(second, 'He is a spy.')]).toEqual([1, 0]);
});

test('another chat ends the run and the message that waits for it, and neither lands there', async () => {
  await chooseModes(app, { auto: true });
  app.model.play({ hold: true }, { content: 'For the chat that was left.' });
  await app.send('hello?');
  await app.model.asked(1);
  await slash(app, '/newchat');
  await app.model.hungUp();
  await app.idle();
  expect(app.model.requests.length).toBe(1);
  expect((await texts(app)).length).toBe(1);
});

/** What the chat's file keeps of a run, for the messages that come. */
const capsule = () =>
  app.page.evaluate(() => {
    const { bulkhead } = SillyTavern.getContext().chatMetadata as { bulkhead?: { capsule?: { text: string } } };
    return bulkhead?.capsule?.text;
  });
/** Says a message, without a run. @returns how often a text is in its request. */
const toldNow = async (text: string, answer: string) => {
  app.model.play({ content: answer });
  await app.send('And?');
  const [request] = await app.model.asked(1);
  await app.page.locator('#chat').getByText(answer).waitFor();
  await app.idle();
  return times(request, text);
};
const NOISE = 'asdf {{{ not json';

test('what a model says outside its tools is no guidance: it is not kept, not told, and the run says why', async () => {
  const noise = { content: NOISE };
  app.model.play(noise, noise, noise);
  await expect(slash(app, '/bulkhead-run loop')).rejects.toThrow('has no result');
  expect(await capsule()).toBeUndefined();
  expect(await toldNow('asdf', 'Plainly.')).toBe(0);
  // Rounds that run out, with words beside a call.
  await chooseModes(app, { limits: { max_rounds: 1 } });
  app.model.play({ content: NOISE, tools: [{ name: 'read_clock' }] });
  await expect(slash(app, '/bulkhead-run loop')).rejects.toThrow('has no result');
  expect([await capsule(), await toldNow('asdf', 'Still plainly.')]).toEqual([undefined, 0]);
});

test('before a message, too: it comes without what its model said outside its tools, and the user is told', async () => {
  await chooseModes(app, { auto: true });
  const noise = { content: NOISE };
  app.model.play(noise, noise, noise, { content: 'Here I am.' });
  await app.send('hello?');
  const requests = await app.model.asked(4);
  await app.page.locator('#chat').getByText('Here I am.').waitFor();
  await app.page.locator('#toast-container').getByText('has no result').first().waitFor();
  await app.idle();
  expect([times(requests[3], 'asdf'), await capsule()]).toEqual([0, undefined]);
});

test.each(['failed', 'stopped'])('a run that is %s leaves nothing of an earlier one behind', async (how) => {
  app.model.play(finalize('The bridge is down.'));
  await slash(app, '/bulkhead-run loop');
  expect(await capsule()).toBe('The bridge is down.');
  app.model.play(how === 'failed' ? { status: 500 } : { hold: true });
  const running = begin(app, '/bulkhead-run loop');
  await app.model.asked(1);
  if (how === 'stopped') await slash(app, '/bulkhead-run stop');
  await running;
  expect([await capsule(), await toldNow('The bridge is down.', 'Well.')]).toEqual([undefined, 0]);
});

test('a rehearsed run leaves nothing of its own, and what is really kept as it was', async () => {
  app.model.play(finalize('The bridge is down.'));
  await slash(app, '/bulkhead-run loop');
  app.model.play(finalize('Only rehearsed.'));
  await slash(app, '/bulkhead-run loop review');
  expect(await capsule()).toBe('The bridge is down.');
  expect(await toldNow('Only rehearsed.', 'Well.')).toBe(0);
});
