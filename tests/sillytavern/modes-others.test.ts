import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type App, manifest } from './app.js';
import { said, texts, times } from './calls.js';
import { install, slash } from './drawer.js';
import { chooseModes, openModesApp } from './modes-parts.js';
import { ADDER } from './plugins.js';

let app: App;

/** What the stranger's extension has been told of. */
declare global {
  var overheard: string[];
}

/** An extension of somebody else's that follows each generation, writes into each prompt, and has a function tool. */
const STRANGER = `
const { eventSource, eventTypes, registerFunctionTool } = SillyTavern.getContext();
globalThis.overheard = [];
for (const name of ['GENERATION_STARTED', 'GENERATION_ENDED', 'CHAT_COMPLETION_SETTINGS_READY', 'MESSAGE_RECEIVED']) {
  eventSource.on(eventTypes[name], (type, options, dryRun) => { if (dryRun !== true) globalThis.overheard.push(name); });
}
eventSource.on(eventTypes.CHAT_COMPLETION_PROMPT_READY, ({ chat, dryRun }) => { if (!dryRun) chat.push({ role: 'system', content: 'The stranger was here.' }); });
registerFunctionTool({ name: 'StrangersTool', displayName: 'Stranger', description: 'Is somebody else’s.', parameters: { type: 'object', properties: {} }, action: async () => 'from the stranger', formatMessage: () => '', shouldRegister: () => true, stealth: false });
`;

beforeAll(async () => {
  const stranger = { 'manifest.json': manifest('stranger'), 'index.js': STRANGER };
  app = await openModesApp({ extensions: { stranger } });
  await install(app, 'adder', ADDER);
});
afterAll(() => app?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await chooseModes(app, { mode: 'loop', auto: false, review: false, limits: {} });
  await slash(app, '/newchat');
});
afterEach(() => expect(app.troubles.filter((text) => !text.includes('[ToolManager]'))).toEqual([]));

const finalize = (capsule_text: string) => ({ tools: [{ name: 'finalize', args: { capsule_text } }] });

test('other extensions hear nothing of a run’s requests and put nothing into them; messages are theirs as before', async () => {
  await app.page.evaluate(() => {
    globalThis.overheard.length = 0;
  });
  app.model.play(finalize('Quiet.'), { content: 'Hello.' });
  await slash(app, '/bulkhead-run loop');
  expect(await app.page.evaluate(() => globalThis.overheard)).toEqual([]);
  expect(times(app.model.requests[0], 'The stranger was here.')).toBe(0);
  expect(app.model.requests[0]?.tools?.map((tool) => tool.function.name)).not.toContain('StrangersTool');
  await app.send('hi');
  const [, message] = await app.model.asked(2);
  await app.idle();
  expect(times(message, 'The stranger was here.')).toBe(1);
  expect(message?.tools?.map((tool) => tool.function.name)).toContain('StrangersTool');
});

test('a message that calls tools has one run, and each of its requests is told what that found', async () => {
  await chooseModes(app, { auto: true });
  app.model.play(
    finalize('Count twice.'),
    { tools: [{ name: 'add_numbers', args: { a: 1, b: 1 } }] },
    { content: 'Two.' },
  );
  await app.send('1 + 1?');
  const requests = await app.model.asked(3);
  await app.idle();
  expect(requests.map((request) => times(request, 'Count twice.'))).toEqual([0, 1, 1]);
  await app.page.locator('#chat').getByText('Two.').waitFor();
});

test('a quiet request of somebody else’s in the middle neither begins a run nor is told what one has found', async () => {
  await chooseModes(app, { auto: true });
  app.model.play(finalize('Only for the chat.'), { content: 'Yes.' }, { content: 'aside' });
  await app.send('hm?');
  await app.model.asked(2);
  await app.idle();
  await app.page.evaluate(() => SillyTavern.getContext().generateQuietPrompt({ quietPrompt: 'Sum up.' }));
  expect(app.model.requests.length).toBe(3);
  expect(times(app.model.requests[2], 'Only for the chat.')).toBe(0);
});

test('where models call by writing, agents do, too', async () => {
  await slash(app, '/bulkhead calls text');
  app.model.play(
    { content: 'I add. [CALL: add_numbers({"a": 2, "b": 3})]' },
    { content: '[CALL: finalize({"capsule_text": "It is five."})]' },
  );
  expect(await slash(app, '/bulkhead-run loop')).toBe('It is five.');
  const [first, second] = app.model.requests;
  expect(first?.tools).toBeUndefined();
  expect(said(first, 'system').join('\n')).toContain('add_numbers');
  expect(said(second, 'system').join('\n')).toContain('{"sum":5}');
});

test('what a director writes is a message and no call, whatever it looks like', async () => {
  await slash(app, '/bulkhead calls text');
  await chooseModes(app, { mode: 'director', auto: true });
  const text = 'She says: [CALL: add_numbers({"a": 1, "b": 1})]';
  app.model.play(
    { content: `[CALL: write_message({"text": ${JSON.stringify(text)}})]` },
    { content: '[CALL: finalize({})]' },
    { content: 'Nobody asks for this.' },
  );
  await app.send('Go.');
  await app.model.asked(2);
  await app.page.locator('#chat .last_mes .mes_text').getByText('She says').waitFor();
  await app.idle();
  expect((await texts(app)).at(-1)).toBe(text);
  expect(app.model.requests.length).toBe(2);
});

test('stages and an agenda run to their end on the host’s model', async () => {
  const output = (name: string, text: string) => ({ tools: [{ name, args: { text } }] });
  const node = output('luker_orch_node_output', 'She is in the glade.');
  app.model.play(
    ...[node, node],
    { tools: [{ name: 'luker_orch_review_approve', args: {} }] },
    output('luker_orch_final_guidance', 'Stay in the glade.'),
  );
  expect(await slash(app, '/bulkhead-run spec')).toBe('Stay in the glade.');
  const dispatches = [{ todo_id: 'main', agent: 'archivist', task_brief: 'Look it up.' }];
  app.model.play(
    { tools: [{ name: 'luker_orch_planner_step', args: { dispatches } }] },
    output('luker_orch_submit_result', 'Nothing before.'),
    { tools: [{ name: 'luker_orch_planner_step', args: { finalize: true } }] },
    output('luker_orch_submit_result', 'Begin anew.'),
  );
  expect(await slash(app, '/bulkhead-run agenda')).toBe('Begin anew.');
});

test.each(['spec', 'agenda'])('no agent of %s is offered an end that is not its own', async (mode) => {
  const output = (name: string, text: string) => ({ tools: [{ name, args: { text } }] });
  const approve = { tools: [{ name: 'luker_orch_review_approve' }] };
  const found = output('luker_orch_node_output', 'Found.');
  if (mode === 'spec') app.model.play(found, found, approve, output('luker_orch_final_guidance', 'Stay.'));
  else {
    app.model.play(
      { tools: [{ name: 'luker_orch_planner_step', args: { finalize: true } }] },
      output('luker_orch_submit_result', 'Stay.'),
    );
  }
  expect(await slash(app, `/bulkhead-run ${mode}`)).toBe('Stay.');
  for (const { tools = [] } of app.model.requests)
    expect(tools.map((tool) => tool.function.name)).not.toContain('finalize');
});
