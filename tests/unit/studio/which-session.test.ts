import { expect, test } from 'vitest';
import { createStudio, defineAdapter, type HistoryState, type StudioContext } from '../../../src/studio/index.js';
import { heldHistory, openScripted } from '../../fixtures/studio/scripted.js';
import { type Greeting, type GreetingSettings, smallestAdapter } from '../../fixtures/studio/smallest.js';

const context: StudioContext = { generateTask: async () => ({ text: 'As you wish.', toolCalls: [] }) };
const diffs = { compare: async () => null, close: () => {} };

/** A studio over a history in memory, opened as a page opens it. */
function page() {
  let state: HistoryState<Greeting> = { version: 3, sessions: [] };
  let clock = 1_000;
  const history = {
    loadHistoryState: async () => structuredClone(state),
    persistHistoryState: async (_: StudioContext, next: HistoryState<Greeting>) => {
      state = structuredClone(next);
    },
  };
  const settings: GreetingSettings = { greeting: 'Hello' };
  const adapter = smallestAdapter({ defineAdapter, createSettingsBackedHistoryStore: () => history }, history);
  return {
    settings,
    ids: () => state.sessions.map(({ id }) => id),
    open: (session?: string | null) =>
      createStudio(adapter, context, settings, {
        ...{ diffs, now: () => ++clock },
        ...(session !== undefined && { session }),
      }),
  };
}

test('a studio opens the newest session, the one that it is told, or a new one', async () => {
  const { open } = page();
  const first = await open();
  await first.send('Make it warmer.');
  const { id } = first.view.session;
  await first.close();
  const second = await open(null);
  expect(second.view.session.id).not.toBe(id);
  expect(second.view.session.messages).toEqual([]);
  await second.send('Make it shorter.');
  await second.close();
  const newest = await open();
  expect(newest.view.session.id).toBe(second.view.session.id);
  await newest.close();
  const told = await open(id);
  expect(told.view.session.messages[0]?.content).toBe('Make it warmer.');
  await told.close();
  const gone = await open('session_gone_0000');
  expect(gone.view.session.id).toBe(second.view.session.id);
  await gone.close();
});

test('a new session takes the place of the last one in which nothing was said or changed, and of no other', async () => {
  const { open, ids, settings } = page();
  const empty = await open();
  await empty.close();
  settings.greeting = 'Good evening';
  const fresh = await open(null);
  expect(ids()).toEqual([fresh.view.session.id]);
  expect(fresh.view.session.workingProfile).toEqual({ greeting: 'Good evening' });
  fresh.view.session.workingProfile.greeting = 'Changed by hand';
  await fresh.act('nothing', null, '');
  await fresh.close();
  const third = await open(null);
  expect(ids()).toEqual([fresh.view.session.id, third.view.session.id]);
  await third.close();
});

test('an adapter is asked for its profile at each opening, also where a kept session takes its place', async () => {
  const history = heldHistory();
  const asked: string[] = [];
  const open = (getInitialProfile: () => { v: number }) =>
    openScripted([{ text: 'hello' }], { more: { ...history, getInitialProfile } });
  const first = await open(() => {
    asked.push('first');
    return { v: 1 };
  });
  await first.studio.send('say hello');
  await first.studio.close();
  const second = await open(() => {
    asked.push('second');
    return { v: 2 };
  });
  expect(asked).toEqual(['first', 'second']);
  expect(second.studio.view.session).toMatchObject({ id: first.studio.view.session.id, workingProfile: { v: 1 } });
  await second.studio.close();
  const third = await open(() => {
    throw new Error('no profile today');
  });
  expect(third.studio.view.session.id).toBe(first.studio.view.session.id);
  await third.studio.close();
});
