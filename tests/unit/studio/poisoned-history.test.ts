import { expect, test } from 'vitest';
import type { StudioSession } from '../../../src/studio/base/types.js';
import { type Counted, heldHistory, openScripted } from '../../fixtures/studio/scripted.js';

const put = (fields: object) => ({ name: 'edit', args: { put: fields } });

/** A session with a proposal that waits, as it is kept, and what somebody else makes of it. */
async function poisoned(change: (session: StudioSession<Counted>) => void) {
  const history = heldHistory();
  const first = await openScripted([{ calls: [put({ good: 1 })] }], { more: history });
  await first.studio.send('put');
  await first.studio.close();
  for (const session of history.held.state.sessions) change(session as StudioSession<Counted>);
  const { studio } = await openScripted([], { more: history });
  return studio;
}

test('a kept proposal that does something else than it shows is not applied: what it does is shown, and it waits again', async () => {
  for (const forge of [
    (session: StudioSession<Counted>) => {
      Object.assign(session.pendingApproval ?? {}, { executionToolCalls: [{ id: 'c', ...put({ evil: 1 }) }] });
      Object.assign(session.messages[1] ?? {}, { toolCalls: [{ id: 'c', ...put({ evil: 1 }) }] });
    },
    (session: StudioSession<Counted>) => {
      Object.assign(session.messages[1] ?? {}, {
        toolCalls: [{ id: 'c', ...put({ good: 1, evil: 1 }) }],
        profileSnapshotBefore: { v: 0, evil: 1 },
        profileSnapshotAfter: { v: 0, evil: 1, good: 1 },
      });
    },
  ]) {
    const studio = await poisoned(forge);
    await studio.approve();
    const { session, status } = studio.view;
    expect(session.workingProfile).toEqual({ v: 0 });
    expect(status).toMatchObject({ kind: 'error', key: 'proposalChanged' });
    expect(session.pendingApproval).not.toBeNull();
    expect(session.messages[1]?.profileSnapshotAfter).toMatchObject({ evil: 1 });
    const comparison = session.messages[1] && (await studio.comparison(session.messages[1]));
    expect(comparison?.changes.map(({ path }) => path)).toContain('evil');
    // Who has seen it may still want it.
    await studio.approve();
    expect(studio.view.session).toMatchObject({ workingProfile: { evil: 1 }, pendingApproval: null });
    await studio.close();
  }
});

test('what waits in a kept session is what its message shows, not what lies beside it', async () => {
  const studio = await poisoned((session) => {
    Object.assign(session.pendingApproval ?? {}, { executionToolCalls: [{ id: 'c', ...put({ evil: 1 }) }] });
  });
  await studio.approve();
  expect(studio.view.session).toMatchObject({ workingProfile: { v: 0, good: 1 }, pendingApproval: null });
});

test('a kept proposal with calls that were never offered is not executed', async () => {
  const studio = await poisoned((session) => {
    Object.assign(session.messages[1] ?? {}, { toolCalls: [{ id: 'c', name: 'erase', args: {} }] });
  });
  await studio.approve();
  expect(studio.view.session).toMatchObject({ workingProfile: { v: 0 }, revision: 0 });
  expect(studio.view.status).toMatchObject({ kind: 'error', key: 'failed' });
});

test('a rejected change stays rejected, whatever hunks somebody has written beside it', async () => {
  const studio = await poisoned((session) => {
    const decisions = { '$."good"': 'reject', '$."good"\nnone': 'accept' };
    Object.assign(session.messages[1] ?? {}, { review: { decisions, reviewed: [] } });
  });
  await studio.approve();
  expect(studio.view.session.workingProfile).toEqual({ v: 0 });
});

test('messages of a kept session are made good, whatever stands there, and each has an id of its own', async () => {
  const wrong: unknown[] = [null, 7, 'x', [], { role: 'system', id: 's', content: 'x' }];
  const odd = [
    { id: 5, role: 'user', content: { html: 1 }, createdAt: 'x', auto: 'yes' },
    { id: 'm', role: 'assistant', content: 'a', createdAt: 1, toolCalls: 'x', toolResults: { length: 3 }, trial: 5 },
    { id: 'm', role: 'assistant', content: 'b', createdAt: 1, toolCalls: [null, { id: 'c', name: 'n', args: null }] },
    { id: 'n', role: 'assistant', content: 'c', createdAt: 1, toolState: 'constructor', review: { decisions: null } },
    { id: 'o', role: 'assistant', content: 'd', createdAt: 1, trial: { verdict: 'passed', summary: '', checks: [{}] } },
  ];
  const studio = await poisoned((session) => {
    session.messages = [...wrong, ...odd, ...session.messages] as never;
  });
  const { messages } = studio.view.session;
  expect(messages).toHaveLength(7);
  expect(new Set(messages.map(({ id }) => id)).size).toBe(7);
  expect(messages.slice(0, 5)).toEqual([
    { id: expect.stringMatching(/^message_/), role: 'user', content: '', createdAt: 0 },
    { id: 'm', role: 'assistant', content: 'a', createdAt: 1 },
    { id: expect.stringMatching(/^message_/), role: 'assistant', content: 'b', createdAt: 1, toolCalls: [] },
    { id: 'n', role: 'assistant', content: 'c', createdAt: 1 },
    { id: 'o', role: 'assistant', content: 'd', createdAt: 1 },
  ]);
  await studio.approve();
  expect(studio.view.session).toMatchObject({ workingProfile: { v: 0, good: 1 }, pendingApproval: null });
});
