import { expect, test } from 'vitest';
import { openScripted, until } from '../../fixtures/studio/scripted.js';

/** A studio whose store takes as long as it is told to. */
async function slowlyKept(rounds: Parameters<typeof openScripted>[0]) {
  const gate = { slow: false, open: () => {} };
  const { studio, asked } = await openScripted(rounds, {
    more: {
      persistHistoryState: () =>
        gate.slow
          ? new Promise<void>((resolve) => {
              gate.open = resolve;
            })
          : Promise.resolve(),
    },
  });
  await studio.send('one');
  gate.slow = true;
  return {
    ...{ studio, asked },
    /** The store is done with what it has, and quick from now on. */
    kept() {
      gate.slow = false;
      gate.open();
    },
  };
}

test('what is asked right after a rejection waits until that is kept, and is not lost', async () => {
  const { studio, asked, kept } = await slowlyKept([{ calls: ['edit'] }, { text: 'something else' }]);
  const rejected = studio.reject();
  expect(studio.view.phase).toBe('idle');
  const sent = studio.send('two');
  expect(asked.length).toBe(1);
  kept();
  expect(await rejected).toEqual({ ok: true });
  expect(await sent).toMatchObject({ ok: true, outcome: 'text' });
  expect(studio.view.session.messages.map(({ content }) => content)).toEqual(['one', '', 'two', 'something else']);
});

test('an approval that has only to be kept holds nobody up, and can be taken back at once', async () => {
  const { studio, kept } = await slowlyKept([{ calls: ['edit'] }]);
  const approved = studio.approve();
  expect(studio.view.phase).toBe('executing');
  await until(studio, () => studio.view.session.workingProfile.v === 1 && studio.view.phase === 'idle');
  const undone = studio.undo();
  kept();
  expect(await approved).toMatchObject({ ok: true, outcome: 'completed' });
  expect(await undone).toEqual({ ok: true });
  expect(studio.view.session.workingProfile.v).toBe(0);
});

test('a proposal is decided once, however often that is pressed', async () => {
  const { studio, kept } = await slowlyKept([{ calls: ['edit'] }, { calls: ['edit'] }]);
  const pressed = [studio.approve(), studio.approve(), studio.reject()];
  await until(studio, () => studio.view.phase === 'idle');
  pressed.push(studio.approve(), studio.reject());
  kept();
  expect((await Promise.all(pressed)).map(({ ok }) => ok)).toEqual([true, false, false, false, false]);
  expect(studio.view).toMatchObject({ session: { workingProfile: { v: 1 } }, status: null, undoable: 'approve' });
});

test('a studio that is closed meanwhile begins nothing more', async () => {
  const { studio, asked, kept } = await slowlyKept([{ calls: ['edit'] }, { text: 'never asked for' }]);
  const rejected = studio.reject();
  const sent = studio.send('two');
  const closed = studio.close();
  kept();
  expect(await rejected).toEqual({ ok: true });
  expect(await sent).toEqual({ ok: false, message: 'closed' });
  await closed;
  expect(asked.length).toBe(1);
});
