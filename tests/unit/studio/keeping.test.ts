import { expect, test } from 'vitest';
import { Keeping } from '../../../src/studio/base/keeping.js';
import type { HistoryState } from '../../../src/studio/base/types.js';
import { sessionOf, type Text, tab, turn } from '../../fixtures/studio/history.js';

/** A studio's keeping over an adapter's own history, which may refuse. */
function keeping() {
  const it = { state: { version: 3, sessions: [] } as HistoryState<Text>, refuses: false, writes: 0 };
  const { history } = tab({
    loadHistoryState: async () => structuredClone(it.state),
    persistHistoryState: async (_context, state) => {
      it.writes += 1;
      if (it.refuses) throw new Error('the disk is full');
      it.state = structuredClone(state);
    },
  });
  const told: unknown[] = [];
  return { it, told, keeping: new Keeping<Text>(history, ({ key }) => told.push(key)) };
}

test('who leaves a session for another while it is written loses nothing of it', async () => {
  const { it, keeping: keeps } = keeping();
  const [left, next] = [sessionOf('left', 1), sessionOf('next', 2)];
  const saves = [keeps.save(left)];
  Object.assign(left, turn(left, 'said a moment ago'));
  saves.push(keeps.save(left), keeps.save(next));
  await Promise.all(saves);
  expect(it.state.sessions.map(({ id, messages }) => [id, messages.length])).toEqual([
    ['left', 2],
    ['next', 0],
  ]);
});

test('a session is read as it was kept last, also while that is being written', async () => {
  const { keeping: keeps } = keeping();
  const session = sessionOf('s', 1);
  void keeps.save(session);
  Object.assign(session, turn(session, 'said a moment ago'));
  void keeps.save(session);
  expect((await keeps.read('s'))?.messages).toHaveLength(2);
});

test('many changes at once are few writes, and the last one is kept', async () => {
  const { it, keeping: keeps } = keeping();
  const session = sessionOf('s', 1);
  for (let at = 2; at < 50; at += 1) {
    session.updatedAt = at;
    void keeps.save(session);
  }
  await keeps.close();
  expect(it.state.sessions[0]?.updatedAt).toBe(49);
  expect(it.writes).toBeLessThan(4);
});

test('what cannot be kept is told, and tried again when the studio is closed', async () => {
  const { it, told, keeping: keeps } = keeping();
  it.refuses = true;
  await keeps.save(sessionOf('s', 1));
  expect([told, it.state.sessions]).toEqual([['notKept'], []]);
  it.refuses = false;
  await keeps.close();
  expect(it.state.sessions.map(({ id }) => id)).toEqual(['s']);
});
