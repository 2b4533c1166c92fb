import { expect, test } from 'vitest';
import { decisionKey } from '../../../src/studio/base/approval.js';
import type { TaskRequest } from '../../../src/studio/base/types.js';
import { heldHistory, openScripted, until } from '../../fixtures/studio/scripted.js';

const put = (fields: object) => ({ name: 'edit', args: { put: fields } });

test('A06 approved calls run once, on the real profile', async () => {
  let executed = 0;
  const { studio } = await openScripted([{ calls: ['edit'] }], {
    more: {
      executeEditableToolCall(_context, session) {
        executed += 1;
        session.workingProfile.v += 1;
        return {};
      },
    },
  });
  await studio.send('count');
  expect(executed).toBe(1);
  await studio.approve();
  expect(executed).toBe(2);
  const { session } = studio.view;
  expect(session).toMatchObject({ workingProfile: { v: 1 }, revision: 1, pendingApproval: null });
  expect(session.messages.at(-1)).toMatchObject({
    toolState: 'completed',
    profileDelta: { v: [0, 1] },
    profileSnapshotAfter: { v: 1 },
  });
});

test('A07 what is rejected changes nothing, and the model is told', async () => {
  const { studio, asked } = await openScripted([{ calls: ['edit'] }, { text: 'sorry' }]);
  await studio.send('count');
  await studio.reject();
  expect(studio.view.session).toMatchObject({ workingProfile: { v: 0 }, revision: 0, pendingApproval: null });
  expect(studio.view.session.messages.at(-1)).toMatchObject({ toolState: 'rejected' });
  await studio.send('something else');
  const told = asked[1]?.messages.find(({ role }) => role === 'tool');
  expect(JSON.parse(told?.content ?? '')).toEqual({ ok: false, rejected: true, summary: 'edit' });
});

test('what was rejected of a proposal is taken out of what is approved, and the model is told which', async () => {
  const { studio, asked } = await openScripted([{ calls: [put({ a: 1, b: 2 }), 'iter_continue'] }, { text: 'fine' }]);
  await studio.send('put');
  const message = studio.view.session.messages.at(-1);
  const changes = message && (await studio.comparison(message))?.changes;
  expect(changes?.map(({ path }) => path)).toEqual(['a', 'b']);
  studio.decide(message?.id ?? '', changes?.[0]?.id ?? '', undefined, 'reject');
  await studio.approve();
  expect(studio.view.session.workingProfile).toEqual({ v: 0, b: 2 });
  expect(studio.view.session.messages[1]).toMatchObject({ profileDelta: { b: [2] } });
  const told = asked[1]?.messages.find(({ role }) => role === 'tool');
  expect(JSON.parse(told?.content ?? '')).toMatchObject({ ok: true, declinedByUser: ['a'] });
});

test('single hunks of a text can be rejected', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`);
  const changed = lines.map((line, at) => (at === 3 || at === 30 ? `${line} changed` : line));
  const { studio } = await openScripted([{ calls: [put({ text: changed.join('\n') })] }], {
    more: { getInitialProfile: () => ({ v: 0, text: lines.join('\n') }) },
  });
  await studio.send('put');
  const message = studio.view.session.messages.at(-1);
  const comparison = message && (await studio.comparison(message));
  const [change] = comparison?.changes ?? [];
  const [body] = (change && (await comparison?.unfold([change.id]))) ?? [];
  expect(body?.hunks.length).toBe(2);
  studio.decide(message?.id ?? '', change?.id ?? '', body?.hunks[1]?.key, 'reject');
  expect(studio.view.session.messages.at(-1)?.review?.decisions).toEqual({
    [decisionKey(change?.id ?? '', body?.hunks[1]?.key)]: 'reject',
  });
  await studio.approve();
  const { text } = studio.view.session.workingProfile;
  expect(
    String(text)
      .split('\n')
      .filter((line) => line.endsWith('changed')),
  ).toEqual(['line 3 changed']);
});

test('an approval can be taken back, with what was said of each change', async () => {
  const { studio } = await openScripted([{ calls: [put({ a: 1, b: 2 })] }]);
  await studio.send('put');
  const message = studio.view.session.messages.at(-1);
  const comparison = message && (await studio.comparison(message));
  const [first] = comparison?.changes ?? [];
  studio.decide(message?.id ?? '', first?.id ?? '', undefined, 'reject');
  await studio.approve();
  expect(studio.view.undoable).toBe('approve');
  await studio.undo();
  const { session, undoable } = studio.view;
  expect(undoable).toBeNull();
  expect(session).toMatchObject({ workingProfile: { v: 0 }, revision: 0 });
  expect(session.messages.at(-1)).toMatchObject({
    toolState: 'pending',
    review: { decisions: { [first?.id ?? '']: 'reject' } },
  });
  expect(session.pendingApproval?.messageId).toBe(message?.id);
  await studio.approve();
  expect(studio.view.session.workingProfile).toEqual({ v: 0, b: 2 });
});

test('a proposal that comes to something else when it is executed waits again, where a rejected part is gone', async () => {
  let runs = 0;
  const { studio } = await openScripted([{ calls: ['edit'] }], {
    more: {
      executeEditableToolCall(_context, session) {
        runs += 1;
        Object.assign(session.workingProfile, runs === 1 ? { a: 1, b: 1 } : { b: 1 });
        return {};
      },
    },
  });
  await studio.send('put');
  const message = studio.view.session.messages.at(-1);
  const [first] = (message && (await studio.comparison(message))?.changes) ?? [];
  studio.decide(message?.id ?? '', first?.id ?? '', undefined, 'reject');
  expect(await studio.approve()).toMatchObject({ ok: false });
  expect(studio.view.status).toMatchObject({ kind: 'error', key: 'proposalChanged' });
  expect(studio.view.session).toMatchObject({ workingProfile: { v: 0 }, revision: 0 });
  expect(studio.view.session.pendingApproval?.messageId).toBe(message?.id);
});

test('a trial is made of a copy before anybody approves, and the model hears of it', async () => {
  const tried: unknown[] = [];
  const { studio, asked } = await openScripted([{ calls: ['edit'] }, { text: 'ok' }], {
    more: {
      tryProposal: async (_context, session) => {
        tried.push(session.workingProfile);
        session.workingProfile.v = 99;
        return { verdict: 'failed', summary: 'one test fails', checks: [], log: [], effects: [] };
      },
    },
  });
  await studio.send('count');
  expect(tried).toEqual([{ v: 99 }]);
  expect(studio.view.session.workingProfile).toEqual({ v: 0 });
  expect(studio.view.session.messages.at(-1)?.trial?.summary).toBe('one test fails');
  await studio.reject();
  await studio.send('again');
  const told = (asked[1] as TaskRequest).messages.find(({ role }) => role === 'tool');
  expect(told?.content).toContain('one test fails');
});

test('a proposal waits over a reload, and can be approved then', async () => {
  const history = heldHistory();
  const first = await openScripted([{ calls: [put({ a: 1, b: 2 })] }], { more: history });
  await first.studio.send('put');
  const waiting = first.studio.view.session.messages.at(-1);
  const [change] = (waiting && (await first.studio.comparison(waiting))?.changes) ?? [];
  first.studio.decide(waiting?.id ?? '', change?.id ?? '', undefined, 'reject');
  await first.studio.close();
  const again = await openScripted([], { more: history });
  expect(again.studio.view.session.pendingApproval?.messageId).toBe(waiting?.id);
  await again.studio.approve();
  expect(again.studio.view.session.workingProfile).toEqual({ v: 0, b: 2 });
  await again.studio.close();
});

test('what its trial had to contain is not applied without a person, and a trial tells a model that goes on by itself', async () => {
  const verdicts = ['failed', 'contained'] as const;
  let trials = 0;
  const { studio, asked } = await openScripted(Array(3).fill({ calls: ['edit', 'iter_continue'] }), {
    settings: { iterAutoApply: { counting: true } },
    more: {
      tryProposal: async () => {
        const verdict = verdicts[trials] ?? 'passed';
        trials += 1;
        return { verdict, summary: `it ${verdict}`, checks: [], log: [], effects: [] };
      },
    },
  });
  expect(await studio.send('count')).toEqual({ ok: true, outcome: 'pending' });
  const { session } = studio.view;
  expect(session.workingProfile).toEqual({ v: 1 });
  expect(session.pendingApproval).not.toBeNull();
  expect(session.messages.at(-1)).toMatchObject({ toolState: 'pending', trial: { verdict: 'contained' } });
  expect(asked.length).toBe(2);
  expect(asked[1]?.messages.find(({ role }) => role === 'tool')?.content).toContain('it failed');
});

test('a proposal can be reviewed while it is tried, and a stop of the trial keeps it', async () => {
  const { studio } = await openScripted([{ calls: [put({ a: 1, b: 2 })] }], {
    more: { tryProposal: () => new Promise(() => {}) },
  });
  const sent = studio.send('put');
  await until(studio, () => studio.view.phase === 'trying');
  const message = studio.view.session.messages.at(-1);
  const [change] = (message && (await studio.comparison(message))?.changes) ?? [];
  studio.decide(message?.id ?? '', change?.id ?? '', undefined, 'reject');
  studio.stop();
  expect(await sent).toEqual({ ok: true, outcome: 'pending' });
  await studio.approve();
  expect(studio.view.session.workingProfile).toEqual({ v: 0, b: 2 });
});

test('a proposal that nobody has answered counts as rejected once the model has answered something else', async () => {
  const { studio, asked } = await openScripted([
    { calls: ['edit'] },
    { calls: ['iter_finalize'] },
    { text: 'so be it' },
  ]);
  await studio.send('count');
  await studio.send('or rather not');
  const { session } = studio.view;
  expect(session).toMatchObject({ pendingApproval: null, workingProfile: { v: 0 } });
  expect(session.messages.map(({ toolState }) => toolState)).toEqual([undefined, 'rejected', undefined, 'completed']);
  await studio.send('go on');
  expect(asked[2]?.messages.find(({ role }) => role === 'tool')?.content).toContain('"rejected":true');
});

test('what comes out otherwise than it was shown says so, and can be taken back', async () => {
  let runs = 0;
  const { studio } = await openScripted([{ calls: ['edit'] }], {
    more: {
      executeEditableToolCall(_context, session) {
        runs += 1;
        session.workingProfile.v = runs;
        return {};
      },
    },
  });
  await studio.send('count');
  await studio.approve();
  expect(studio.view.session.workingProfile).toEqual({ v: 2 });
  expect(studio.view.status).toEqual({ kind: 'info', key: 'differs' });
  await studio.undo();
  expect(studio.view.session.workingProfile).toEqual({ v: 0 });
});

test('a call that is known to fail says so while it waits', async () => {
  const { studio } = await openScripted([{ calls: ['edit'] }], {
    more: { executeEditableToolCall: () => Promise.reject(new Error('it is glued on')) },
  });
  await studio.send('count');
  expect(studio.view.session.messages.at(-1)?.toolResults?.[0]?.result).toEqual({
    ok: true,
    pending: true,
    summary: 'edit',
    error: 'it is glued on',
  });
});
