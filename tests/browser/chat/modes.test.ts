import { expect, test } from 'vitest';
import { openChat } from '../../../src/chat/index.js';
import { IndexedDbStorageAdapter } from '../../../src/engine/index.js';
import { keptProfiles } from '../../../src/engine/modes/index.js';
import { giveTools } from '../modes/recorded.js';
import { plugin, testHost } from '../setup.js';
import { openServer } from './model.js';
import { room, said, storeName, until } from './room.js';

test('a message is answered by a run, whose panel shows its rounds; what it comes to is kept as the answer', async () => {
  await using host = testHost();
  await host.plugins.install({ code: plugin('return { twice: args.x * 2 };', 'double') });
  const { model } = await openServer(
    { tools: [{ name: 'double', args: { x: 21 } }] },
    { tools: [{ name: 'finalize', args: { capsule_text: 'It is forty-two.' } }] },
  );
  const name = storeName();
  const chat = await room(host, name);
  chat.connect(model);
  chat.choose('loop');
  await chat.send('Twice 21?');
  expect(said(chat)).toEqual(['user: Twice 21?', 'assistant: It is forty-two.']);
  expect(chat.state.run).toMatchObject({ mode: 'loop', status: 'committed' });
  expect(JSON.stringify(chat.state.run?.rounds)).toContain('double');
  expect(said(await room(host, name))).toEqual(said(chat));
});

test('a stop ends the run of a message, and the next one is answered without a run', async () => {
  await using host = testHost();
  const { model, play } = await openServer({ content: 'Hmm', hold: true });
  const chat = await room(host);
  chat.connect(model);
  chat.choose('loop');
  const sending = chat.send('Think.');
  await until(chat, () => chat.state.run?.status === 'running' && chat.state.run.rounds.length > 0);
  chat.stop();
  await sending;
  expect(chat.state.lines.at(-1)?.ended).toBe('stopped');
  await until(chat, () => chat.state.run?.status === 'aborted');
  chat.choose('chat');
  await play({ content: 'Plainly.' });
  await chat.send('And without?');
  expect(said(chat).at(-1)).toBe('assistant: Plainly.');
});

test('a run in a session has no tool of a skill that is off there, and cannot call it either', async () => {
  await using host = testHost();
  let called = 0;
  for (const name of ['open', 'secret']) {
    host.skills.register({ name, description: `what is ${name}`, action: () => (called += 1) });
  }
  const secret = host.skills.list().find(({ name }) => name === 'secret')?.tool ?? '';
  const { model, asked } = await openServer(
    { tools: [{ name: secret }] },
    { tools: [{ name: 'finalize', args: { capsule_text: 'I could not.' } }] },
  );
  const chat = await room(host);
  chat.connect(model);
  await chat.create();
  await chat.switchSkill('secret', false);
  chat.choose('loop');
  await chat.send('Do it.');
  expect(said(chat).at(-1)).toBe('assistant: I could not.');
  const [first] = await asked();
  const offered = first?.tools?.map((tool) => tool.function.name) ?? [];
  expect(offered.filter((name) => host.skills.list().some(({ tool }) => tool === name))).toEqual([
    host.skills.list().find(({ name }) => name === 'open')?.tool,
  ]);
  expect(called).toBe(0);
});

const call = (name: string, args: object = {}) => ({ tools: [{ name, args }] });
const SPEC = [
  call('luker_orch_node_output', { text: 'a draft' }),
  call('luker_orch_review_approve'),
  call('luker_orch_final_guidance', { text: 'By stages.' }),
];
const AGENDA = [
  call('luker_orch_planner_step', {
    todo_ops: [{ op: 'add', id: 'find', text: 'find out' }],
    dispatches: [{ todo_id: 'find', agent: 'researcher', task_brief: 'Find out.' }],
  }),
  call('luker_orch_submit_result', { text: 'found' }),
  call('luker_orch_planner_step', { finalize: true }),
  call('luker_orch_submit_result', { text: 'By plan.' }),
];
const DIRECTOR = [call('write_message', { text: 'By draft.' }), call('finalize')];

test.each([
  ['spec', SPEC, 'By stages.'],
  ['agenda', AGENDA, 'By plan.'],
  ['director', DIRECTOR, 'By draft.'],
] as const)('a message is answered by %s as well', async (mode, replies, answer) => {
  await using host = testHost();
  const { model } = await openServer(...replies);
  const chat = await room(host);
  chat.connect(model);
  chat.choose(mode);
  await chat.send('Go.');
  expect(said(chat)).toEqual(['user: Go.', `assistant: ${answer}`]);
  expect(chat.state.run).toMatchObject({ mode, status: 'committed' });
  expect(chat.state.trace?.length).toBeGreaterThan(2);
});

test.each(['loop', 'director'] as const)('what a model says without a tool is the answer of a %s', async (mode) => {
  await using host = testHost();
  const words = { content: 'It rains.' };
  const { model } = await openServer(words, words, words);
  const chat = await room(host);
  chat.connect(model);
  chat.choose(mode);
  await chat.send('How is it?');
  expect(said(chat)).toEqual(['user: How is it?', 'assistant: It rains.']);
});

test.each(['commit', 'discard'] as const)(
  'a rehearsed run changes nothing until somebody says so: %s',
  async (what) => {
    await using host = testHost();
    await giveTools(host);
    const kept = async () => (await host.tools.execute('kept')).value;
    const { model } = await openServer(call('keep', { text: 'one' }), call('finalize', { capsule_text: 'Kept.' }));
    const chat = await room(host);
    chat.connect(model);
    chat.choose('loop', { review: true });
    await chat.send('Keep one.');
    expect(said(chat).at(-1)).toBe('assistant: Kept.');
    expect(chat.state).toMatchObject({ review: true, run: { simulated: true }, rehearsed: { state: 'asked' } });
    expect(await kept()).toBe('nothing');
    await chat.answerRehearsal(what);
    expect(chat.state.rehearsed?.state).toBe(what === 'commit' ? 'committed' : 'discarded');
    expect(await kept()).toBe(what === 'commit' ? 'one' : 'nothing');
    // It is answered once.
    await chat.answerRehearsal('commit');
    expect(await kept()).toBe(what === 'commit' ? 'one' : 'nothing');
  },
);

test('a profile that was saved is how its mode runs, in other tabs too, until the usual one is back', async () => {
  await using host = testHost();
  const profileStore = `profiles-${storeName()}`;
  const { model, asked, play } = await openServer(call('luker_orch_final_guidance', { text: 'At once.' }));
  await keptProfiles(profileStore).write('spec', {
    stages: [{ id: 'only', mode: 'serial', nodes: [{ id: 'poet', type: 'worker', prompt: 'Answer in verse.' }] }],
    limits: { nodeIterationMaxRounds: 2, reviewRerunMaxRounds: 0 },
  });
  const storage = new IndexedDbStorageAdapter(storeName());
  const chat = await openChat({ host, storage, profiles: keptProfiles(profileStore) });
  chat.connect(model);
  chat.choose('spec');
  await chat.send('Go.');
  expect(said(chat).at(-1)).toBe('assistant: At once.');
  expect((await asked())[0]?.messages[0]).toMatchObject({ role: 'system', content: 'Answer in verse.' });
  await keptProfiles(profileStore).write('spec', null);
  await play(...SPEC);
  await chat.send('Again.');
  expect(said(chat).at(-1)).toBe('assistant: By stages.');
});

test('the prompt of a loop’s profile stands before all others', async () => {
  await using host = testHost();
  const profileStore = keptProfiles(`profiles-${storeName()}`);
  await profileStore.write('loop', { prompt: 'Be brief.', limits: { max_rounds: 1, wall_clock_s: 60 } });
  const { model, asked } = await openServer(call('finalize', { capsule_text: 'Short.' }));
  const chat = await openChat({ host, storage: new IndexedDbStorageAdapter(storeName()), profiles: profileStore });
  chat.connect(model);
  chat.choose('loop');
  await chat.send('Go.');
  expect(said(chat).at(-1)).toBe('assistant: Short.');
  expect((await asked())[0]?.messages[0]).toMatchObject({ role: 'system', content: 'Be brief.' });
  expect(chat.state.trace?.[0]).toMatchObject({ type: 'run_started', max_rounds: 1 });
});
