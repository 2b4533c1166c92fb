import { expect, test } from 'vitest';
import { splitCalls } from '../../../src/studio/base/calls.js';
import { heldHistory, openScripted, until } from '../../fixtures/studio/scripted.js';

const APPLIED = { iterAutoApply: { counting: true } };

test('A03 a studio opens with the newest session of its mode', async () => {
  const history = heldHistory();
  const first = await openScripted([{ text: 'hello' }], { more: history });
  await first.studio.send('say hello');
  const { id } = first.studio.view.session;
  await first.studio.close();
  const again = await openScripted([], { more: history });
  expect(again.studio.view.session.id).toBe(id);
  expect(again.studio.view.session.messages.map(({ content }) => content)).toEqual(['say hello', 'hello']);
  const other = await openScripted([], { more: { ...history, mode: 'other' } });
  expect(other.studio.view.session.id).not.toBe(id);
  expect(history.held.state.sessions.map(({ mode }) => mode).toSorted()).toEqual(['counting', 'other']);
});

test('A04 calls that edit and calls that control are told apart, in the order of the model', () => {
  const calls = ['edit', 'iter_continue', 'evil', 'edit2'].map((name, at) => ({ id: `${at}`, name, args: {} }));
  const names = { continue: 'iter_continue', finalize: 'iter_finalize' };
  const { editable, execution } = splitCalls(calls, new Set(['edit', 'edit2']), names);
  expect(editable.map(({ name }) => name)).toEqual(['edit', 'edit2']);
  expect(execution.map(({ name }) => name)).toEqual(['edit', 'iter_continue', 'edit2']);
});

test('A05 a proposal waits: the profile is as it was, and its message says what would be', async () => {
  const { studio } = await openScripted([{ text: 'like this', calls: ['edit'] }]);
  expect(await studio.send('count')).toEqual({ ok: true, outcome: 'pending' });
  const { session } = studio.view;
  expect(session.workingProfile).toEqual({ v: 0 });
  const message = session.messages.at(-1);
  expect(message).toMatchObject({ toolState: 'pending', profileDelta: { v: [0, 1] }, content: 'like this' });
  expect(message?.profileReverseDelta).toEqual({ v: [1, 0] });
  expect(message?.toolResults?.[0]?.result).toEqual({ ok: true, pending: true, summary: 'edit' });
  expect(session.pendingApproval?.messageId).toBe(message?.id);
});

test('A08 with automatic approval nothing waits', async () => {
  const { studio } = await openScripted([{ calls: ['edit'] }], { settings: APPLIED });
  expect(await studio.send('count')).toEqual({ ok: true, outcome: 'completed' });
  const { session } = studio.view;
  expect(session.workingProfile).toEqual({ v: 1 });
  expect(session.pendingApproval).toBeNull();
  expect(session.messages.at(-1)).toMatchObject({ toolState: 'completed', profileDelta: { v: [0, 1] } });
});

test('A09 a model goes on as long as it asks to, and eight rounds at most', async () => {
  const on = { calls: ['edit', 'iter_continue'] };
  const four = await openScripted([on, on, on, { calls: ['iter_finalize'] }], { settings: APPLIED });
  await four.studio.send('count');
  expect(four.asked.length).toBe(4);
  expect(four.studio.view.session.messages.map(({ auto }) => auto === true)).toEqual([false, false, true, true, true]);

  const endless = await openScripted(Array(40).fill(on), { settings: APPLIED });
  await endless.studio.send('count');
  expect(endless.asked.length).toBe(1 + 8);
  expect(endless.studio.view.status).toMatchObject({ kind: 'info', key: 'rounds' });
});

test('A10 who says that it is done is done, whatever else is asked', async () => {
  const both = { calls: ['edit', 'iter_continue', 'iter_finalize'] };
  const { studio, asked } = await openScripted([both, { text: 'more' }], { settings: APPLIED });
  await studio.send('count');
  expect(asked.length).toBe(1);
});

test('A11 each executed call counts, whether it changed anything or not; a proposal counts nothing', async () => {
  const twice = { calls: ['edit', 'edit2'] };
  const more = { executeEditableToolCall: () => ({ changed: false }) };
  const applied = await openScripted([twice], { settings: APPLIED, more });
  await applied.studio.send('count');
  expect(applied.studio.view.session.revision).toBe(2);
  const waiting = await openScripted([twice], { more });
  await waiting.studio.send('count');
  expect(waiting.studio.view.session.revision).toBe(0);
});

test('A12 a stop and a close end the request, and nothing comes after it', async () => {
  for (const end of ['stop', 'close'] as const) {
    let signal: AbortSignal | undefined;
    const { studio } = await openScripted([], {
      context: {
        generateTask: (request: { signal: AbortSignal }) => {
          signal = request.signal;
          return new Promise(() => {});
        },
      },
    });
    const sent = studio.send('count');
    await until(studio, () => studio.view.phase === 'asking' && signal !== undefined);
    await studio[end]();
    expect(signal?.aborted).toBe(true);
    expect(await sent).toEqual({ ok: false, message: 'stopped' });
    expect(studio.view.session.messages.map(({ role }) => role)).toEqual(['user']);
    expect(studio.view.session.workingProfile).toEqual({ v: 0 });
  }
});

test('a stop while calls are executed leaves the profile as it was, even to a call that goes on', async () => {
  let begun: (() => void) | undefined;
  const running = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let goOn: (() => void) | undefined;
  const { studio } = await openScripted([{ calls: ['edit', 'edit2'] }], {
    settings: APPLIED,
    more: {
      async executeEditableToolCall(_context, session) {
        session.workingProfile.v = 7;
        begun?.();
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
        session.workingProfile.v = 8;
        return {};
      },
    },
  });
  const sent = studio.send('count');
  await running;
  studio.stop();
  await sent;
  goOn?.();
  await Promise.resolve();
  expect(studio.view.session).toMatchObject({ workingProfile: { v: 0 }, revision: 0, pendingApproval: null });
  expect(studio.view.session.messages.length).toBe(1);
});

test('A13 a call that throws is a result, and the rest go on', async () => {
  const { studio } = await openScripted([{ calls: ['edit', 'edit2'] }], {
    settings: APPLIED,
    more: {
      executeEditableToolCall(_context, session, { name }) {
        if (name === 'edit') throw new Error('it is glued on');
        session.workingProfile.v = 2;
        return { content: 'done', action: 'Counted' };
      },
    },
  });
  await studio.send('count');
  expect(studio.view.session.messages.at(-1)?.toolResults?.map(({ result }) => result)).toEqual([
    { ok: false, error: 'it is glued on' },
    { ok: true, content: 'done' },
  ]);
  expect(studio.view.session.workingProfile.v).toBe(2);
});

test('A14 where it cannot be said what a proposal does, it waits all the same', async () => {
  let copies = 0;
  const { studio } = await openScripted([{ calls: ['edit'] }], {
    more: {
      cloneWorkingProfile: (profile) => {
        copies += 1;
        if (copies > 2) throw new Error('no copy today');
        return { ...profile };
      },
    },
  });
  expect(await studio.send('count')).toEqual({ ok: true, outcome: 'pending' });
  expect(studio.view.session.messages.at(-1)).toMatchObject({ toolState: 'pending', profileDelta: null });
  expect(studio.view.session.pendingApproval).not.toBeNull();
});

test('calls of tools that were not offered are dropped, and thoughts are no answer', async () => {
  const { studio } = await openScripted([{ text: '<think>hm</think>Hi', calls: ['evil'] }]);
  await studio.send('go');
  expect(studio.view.session.messages.at(-1)).toMatchObject({ content: 'Hi', role: 'assistant' });
  expect(studio.view.session.messages.at(-1)?.toolCalls).toBeUndefined();
});

test('a call of a tool that was not offered is dropped, however badly it is written', async () => {
  const { studio, asked } = await openScripted([{ text: 'Hi', calls: [{ name: 'evil', args: '{' }] }]);
  expect(await studio.send('go')).toEqual({ ok: true, outcome: 'text' });
  expect(asked.length).toBe(1);
});

test('arguments that do not fit the schema are asked for again', async () => {
  const parameters = { type: 'object', properties: { by: { type: 'number' } }, required: ['by'] };
  const bad = { calls: [{ name: 'edit', args: { by: 'one' } }] };
  const good = { calls: [{ name: 'edit', args: { by: 1 } }] };
  const { studio, asked } = await openScripted([bad, good], {
    more: { buildEditableToolSet: () => [{ type: 'function', function: { name: 'edit', parameters } }] },
  });
  await studio.send('go');
  expect(asked.length).toBe(2);
  expect(studio.view.session.messages.at(-1)?.toolCalls?.[0]?.args).toEqual({ by: 1 });
});

test('nothing is asked for a blank request, and while something is under way', async () => {
  const { studio, asked } = await openScripted([{ text: 'one' }]);
  expect(await studio.send(' \n')).toEqual({ ok: false, message: 'empty_input' });
  const sent = studio.send('one');
  expect(await studio.send('two')).toEqual({ ok: false, message: 'busy' });
  await sent;
  expect(asked.length).toBe(1);
});

test('an answer that never comes keeps the request, which can be asked again', async () => {
  const { studio, asked } = await openScripted([{}, { text: 'at last' }], { settings: { toolCallRetryMax: 0 } });
  expect(await studio.send('go')).toMatchObject({ ok: false, outcome: 'error' });
  expect(studio.view.status).toMatchObject({ kind: 'error', key: 'failed' });
  const [request] = studio.view.session.messages;
  await studio.refresh(request?.id ?? '');
  expect(studio.view.session.messages.map(({ content }) => content)).toEqual(['go', 'at last']);
  expect(asked.length).toBe(2);
});

test('what an adapter says of a call is its result: an object as it is, also one that is not ok, a text beside it', async () => {
  const says = [{ ok: true, changed: 2 }, { ok: false, error: 'no such field' }, { left: 3 }, 'done', undefined];
  const rest = [...says];
  const { studio } = await openScripted([{ calls: says.map(() => 'edit') }], {
    settings: APPLIED,
    more: { executeEditableToolCall: () => ({ content: rest.shift() }) },
  });
  await studio.send('count');
  expect(studio.view.session.messages.at(-1)?.toolResults?.map(({ result }) => result)).toEqual([
    { ok: true, changed: 2 },
    { ok: false, error: 'no such field' },
    { ok: true, left: 3 },
    { ok: true, content: 'done' },
    { ok: true },
  ]);
});
