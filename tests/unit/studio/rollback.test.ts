import { expect, test } from 'vitest';
import { heldHistory, openScripted } from '../../fixtures/studio/scripted.js';

const APPLIED = { iterAutoApply: { counting: true } };
const twice = [{ calls: ['edit'] }, { calls: ['edit'] }];

test('V01 a rollback takes an answer back with its request, down to where it began', async () => {
  const { studio } = await openScripted(twice, { settings: APPLIED });
  await studio.send('one');
  await studio.send('two');
  const { messages } = studio.view.session;
  expect(studio.view.session.workingProfile).toEqual({ v: 2 });
  await studio.rollback(messages[3]?.id ?? '');
  expect(studio.view.session.workingProfile).toEqual({ v: 1 });
  expect(studio.view.session.messages.map(({ content }) => content)).toEqual(['one', '']);
  await studio.rollback(messages[1]?.id ?? '');
  expect(studio.view.session).toMatchObject({ workingProfile: { v: 0 }, messages: [] });
});

test('a rollback can be taken back, until the next request', async () => {
  const { studio } = await openScripted([...twice, { text: 'hello' }], { settings: APPLIED });
  await studio.send('one');
  await studio.send('two');
  await studio.rollback(studio.view.session.messages[1]?.id ?? '');
  expect(studio.view.undoable).toBe('rollback');
  await studio.undo();
  expect(studio.view.session.workingProfile).toEqual({ v: 2 });
  expect(studio.view.session.messages.length).toBe(4);
  await studio.rollback(studio.view.session.messages[3]?.id ?? '');
  await studio.send('hello');
  expect(studio.view.undoable).toBeNull();
  expect(await studio.undo()).toEqual({ ok: false, message: 'refused' });
});

test('only an answer that was applied can be rolled back', async () => {
  const { studio } = await openScripted([{ calls: ['edit'] }]);
  await studio.send('one');
  expect(await studio.rollback(studio.view.session.messages[1]?.id ?? '')).toEqual({ ok: false, message: 'refused' });
  expect(await studio.rollback('nobody')).toEqual({ ok: false, message: 'refused' });
  expect(studio.view.session.messages.length).toBe(2);
});

test('an answer can be asked for again; where none comes the first one stays', async () => {
  const { studio, asked } = await openScripted([{ calls: ['edit'] }, { text: 'another' }], {
    settings: { ...APPLIED, toolCallRetryMax: 0 },
  });
  await studio.send('one');
  const [, answer] = studio.view.session.messages;
  await studio.refresh(answer?.id ?? '');
  expect(studio.view.session.messages.map(({ content }) => content)).toEqual(['one', 'another']);
  expect(studio.view.session.workingProfile).toEqual({ v: 0 });
  expect(asked[1]?.messages.at(-1)?.content).toBe('0: one');
  expect(await studio.refresh(studio.view.session.messages[1]?.id ?? '')).toMatchObject({
    ok: false,
    outcome: 'error',
  });
  expect(studio.view.session.messages.map(({ content }) => content)).toEqual(['one', 'another']);
});

test('sessions are begun, opened again, deleted and brought back', async () => {
  const history = heldHistory();
  const { studio } = await openScripted([{ text: 'hello' }], { more: history });
  await studio.send('say hello');
  const { id } = studio.view.session;
  await studio.newSession();
  expect(studio.view.session.messages).toEqual([]);
  expect(studio.view.sessions.map(({ summary, current }) => [summary, current])).toEqual([
    ['', true],
    ['say hello', false],
  ]);
  await studio.loadSession(id);
  expect(studio.view.session.messages.length).toBe(2);
  await studio.deleteSession(id);
  expect(studio.view.session.messages).toEqual([]);
  expect(studio.view.deleted).toEqual({ id, summary: 'say hello' });
  expect(history.held.state.sessions.some((one) => one.id === id)).toBe(false);
  await studio.restoreSession();
  expect(studio.view.session).toMatchObject({ id });
  expect(history.held.state.sessions.some((one) => one.id === id)).toBe(true);
  await studio.close();
});

test('what an adapter’s button changes by hand changes no answer that was applied before', async () => {
  const { studio } = await openScripted([{ calls: ['edit'] }], {
    settings: APPLIED,
    more: {
      handleAction(action, { session }) {
        if (action === 'break') throw new Error('the button is broken');
        session.workingProfile.v = 50;
      },
    },
  });
  await studio.send('one');
  await studio.act('set', null, '#x');
  expect(studio.view.session.workingProfile.v).toBe(50);
  expect(studio.view.session.messages[1]?.profileSnapshotAfter).toEqual({ v: 1 });
  await studio.act('break', null, '#x');
  expect(studio.view.status).toMatchObject({ kind: 'error', key: 'failed' });
});

test('a store that fails is told, and loses nothing that is open', async () => {
  const { studio } = await openScripted([{ calls: ['edit'] }], {
    settings: APPLIED,
    more: { persistHistoryState: () => Promise.reject(new Error('the disk is full')) },
  });
  expect(await studio.send('one')).toMatchObject({ ok: true });
  expect(studio.view.status).toMatchObject({ kind: 'error', key: 'notKept' });
  expect(studio.view.session.workingProfile).toEqual({ v: 1 });
});

test('a button that is pressed while something is under way says why nothing comes of it', async () => {
  const { studio } = await openScripted([], { context: { generateTask: () => new Promise(() => {}) } });
  const sent = studio.send('one');
  await studio.act('set', null, '#x');
  expect(studio.view.status).toEqual({ kind: 'info', key: 'busy' });
  studio.stop();
  await sent;
});

test('what a button does hears that it is stopped', async () => {
  const given: AbortSignal[] = [];
  const { studio } = await openScripted([], {
    more: {
      handleAction(_, { signal }) {
        given.push(signal);
        return new Promise(() => {});
      },
    },
  });
  const acting = studio.act('wait', null, '#x');
  expect(given.map(({ aborted }) => aborted)).toEqual([false]);
  studio.stop();
  await acting;
  expect(given.map(({ aborted }) => aborted)).toEqual([true]);
  expect(studio.view.status).toEqual({ kind: 'info', key: 'stopped' });
});
