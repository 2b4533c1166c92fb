import { beforeEach, expect, test } from 'vitest';
import { createSettingsBackedHistoryStore } from '../../../src/studio/base/history.js';
import { eraseHistories } from '../../../src/studio/base/history-database.js';
import { type Counted, openScripted, type Said } from '../../fixtures/studio/scripted.js';

beforeEach(() => eraseHistories());

/** A studio over the browser’s own history, as a page opens it. */
const open = (rounds: readonly Said[] = []) =>
  openScripted(rounds, {
    more: createSettingsBackedHistoryStore<Counted>({
      ...{ moduleName: 'counting', globalSettingsKey: 'history', characterStateNamespace: 'counting' },
    }),
  });
const EDIT: Said = { text: 'One more.', calls: ['edit'] };

test('a session is gone on with after a reload: what waits is approved, what was applied is rolled back', async () => {
  const first = await open([EDIT, EDIT]);
  await first.studio.send('count');
  await first.studio.approve();
  await first.studio.send('count on');
  const [, answer, , waiting] = first.studio.view.session.messages;
  if (!waiting?.id || !answer?.id) throw new Error('two answers');
  const [change] = (await first.studio.comparison(waiting))?.changes ?? [];
  if (change) first.studio.decide(waiting.id, change.id, undefined, 'accept');
  const before = structuredClone(first.studio.view.session);
  await first.studio.close();

  const second = await open();
  expect(second.studio.view.session).toEqual(before);
  expect(await second.studio.approve()).toMatchObject({ ok: true });
  expect(second.studio.view.session.workingProfile).toEqual({ v: 2 });
  await second.studio.close();

  const third = await open([{ text: 'Done.' }]);
  const { messages } = third.studio.view.session;
  expect(messages[3]?.profileSnapshotBefore).toBe(messages[1]?.profileSnapshotAfter);
  expect(await third.studio.rollback(waiting.id)).toMatchObject({ ok: true });
  expect(third.studio.view.session.workingProfile).toEqual({ v: 1 });
  expect(await third.studio.rollback(answer.id)).toMatchObject({ ok: true });
  expect(third.studio.view.session).toMatchObject({ workingProfile: { v: 0 }, messages: [] });
  expect(await third.studio.send('and now?')).toMatchObject({ ok: true, outcome: 'text' });
  await third.studio.close();
});

test('two studios on one session lose nothing: the later one goes on in a session of its own, and says so', async () => {
  const first = await open([EDIT, EDIT]);
  await first.studio.send('together');
  const second = await open([EDIT]);
  expect(second.studio.view.session.id).toBe(first.studio.view.session.id);
  await first.studio.approve();
  await second.studio.approve();
  expect(second.studio.view.status).toMatchObject({ kind: 'info', key: 'forked' });
  expect(second.studio.view.session.id).not.toBe(first.studio.view.session.id);
  await Promise.all([first.studio.send('by the first'), second.studio.send('by the second')]);
  await first.studio.close();
  await second.studio.close();

  const third = await open();
  expect(third.studio.view.sessions.map(({ turns }) => turns)).toEqual([2, 2]);
  const said: string[] = [];
  for (const { id } of third.studio.view.sessions) {
    await third.studio.loadSession(id);
    said.push(third.studio.view.session.messages.map(({ content }) => content).join(' / '));
    expect(third.studio.view.session).toMatchObject({ workingProfile: { v: 1 }, pendingApproval: { toolCalls: [{}] } });
  }
  expect(said.sort()).toEqual([
    'together / One more. / by the first / One more.',
    'together / One more. / by the second / One more.',
  ]);
  await third.studio.close();
});

test('a session that was deleted comes back whole, versions and all', async () => {
  const { studio } = await open([EDIT]);
  await studio.send('count');
  await studio.approve();
  const { id } = studio.view.session;
  const before = structuredClone(studio.view.session.messages);
  await studio.deleteSession(id);
  expect(studio.view.sessions.map((one) => one.id)).not.toContain(id);
  await studio.restoreSession();
  await studio.close();
  const again = await open();
  await again.studio.loadSession(id);
  expect(again.studio.view.session.messages).toEqual(before);
  await again.studio.close();
});
