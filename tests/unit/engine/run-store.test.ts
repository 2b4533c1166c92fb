import { expect, test } from 'vitest';
import { type RunEvent, RunStore, type RunView } from '../../../src/engine/modes/run-store.js';

/** A store whose clock goes on by one at each look, with all that it has told. */
function watched() {
  let now = 0;
  const store = new RunStore({
    now: () => {
      now += 1;
      return now;
    },
  });
  const events: RunEvent[] = [];
  const views: (RunView | null)[] = [];
  store.subscribe((event, view) => {
    events.push(event);
    views.push(view);
  });
  return { store, events, views };
}

test('a run is told from its start to its end by the names of the contract', () => {
  const { store, events } = watched();
  store.start('loop', { id: 'r' });
  store.appendRound('1', 'main');
  store.ensure('1', { id: 'a', kind: 'text', title: '' });
  store.append('a', 'Hel');
  store.append('a', 'lo');
  store.setSectionStatus('a', 'done');
  store.setRoundStatus('1', 'committed');
  store.meta({ usage: { inputTokens: 3 } });
  store.finish('committed', { capsule: 'Hello' });
  store.clear();
  expect(events.map(({ type }) => type)).toEqual([
    ...['run_started', 'round_appended', 'section_ensured', 'section_appended', 'section_appended'],
    ...['section_status', 'round_status', 'run_meta', 'run_finished', 'run_cleared'],
  ]);
  expect(store.view).toBeNull();
});

test('a view is what was, whatever comes after it', () => {
  const { store, views } = watched();
  store.start('spec');
  store.appendRound('1', 'a');
  store.ensure('1', { id: 's', kind: 'text', title: '' });
  const before = structuredClone(views.at(-1));
  const kept = views.at(-1);
  store.append('s', 'more');
  store.appendRound('2', 'b');
  store.finish('error', { error: 'broken' });
  expect(kept).toEqual(before);
  expect(store.view).toMatchObject({
    status: 'error',
    error: 'broken',
    rounds: [{ sections: [{ text: 'more' }] }, {}],
  });
});

test('a second run waits for the end of the first, and a round’s id is its own', () => {
  const { store } = watched();
  store.start('loop');
  store.appendRound('1', 'main');
  expect(() => store.start('loop')).toThrow(expect.objectContaining({ code: 'TOO_MANY_CALLS' }));
  expect(() => store.clear()).toThrow(expect.objectContaining({ code: 'TOO_MANY_CALLS' }));
  expect(() => store.appendRound('1', 'main')).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));
  store.finish('aborted');
  store.start('agenda');
  store.appendRound('1', 'planner');
  expect(store.view).toMatchObject({ mode: 'agenda', rounds: [{ agent: 'planner' }] });
});

test('a section is made once, and what is said of none is not heard', () => {
  const { store, events } = watched();
  store.start('loop');
  store.appendRound('1', 'main');
  expect(store.ensure('1', { id: 's', kind: 'note', title: 'x', status: 'done', text: 'first' })).toBe(true);
  const told = events.length;
  expect(store.ensure('1', { id: 's', kind: 'note', title: 'x', text: 'second' })).toBe(false);
  expect(store.ensure('9', { id: 't', kind: 'note', title: 'x' })).toBe(false);
  store.append('nobody', 'x');
  store.setSectionStatus('s', 'done');
  expect(events).toHaveLength(told);
  expect(store.view?.rounds[0]?.sections).toMatchObject([{ text: 'first' }]);
});

test('tokens add up; what is still running ends with the run, and after that nothing changes', () => {
  const { store, events } = watched();
  store.start('director', { simulated: true });
  store.appendRound('1', 'main');
  store.ensure('1', { id: 'a', kind: 'tool_call', title: 'probe' });
  store.setRoundStatus('1', 'committed');
  store.appendRound('2', 'main');
  store.meta({ usage: { inputTokens: 10, outputTokens: 2 } });
  store.meta({ usage: { outputTokens: 5 } });
  store.finish('aborted');
  const view = store.view;
  expect(view).toMatchObject({ simulated: true, usage: { inputTokens: 10, outputTokens: 7 }, status: 'aborted' });
  expect(view?.rounds).toMatchObject([
    { status: 'committed', sections: [{ status: 'failed', endedAt: expect.any(Number) }] },
    { status: 'aborted', endedAt: expect.any(Number) },
  ]);
  const told = events.length;
  store.append('a', 'late');
  store.appendRound('3', 'main');
  store.meta({ usage: { inputTokens: 1 } });
  store.finish('committed');
  expect(store.view).toBe(view);
  expect(events).toHaveLength(told);
});
