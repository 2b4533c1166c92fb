import { expect, test } from 'vitest';
import { PlainGraph } from '../../../../worker/memory/commits/plain-graph.js';
import { isLive, removeSwipe, truncate } from '../../../../worker/memory/commits/replay.js';
import type { SwipeMap } from '../../../../worker/memory/commits/types.js';
import type { Commit } from '../../../../worker/memory/graph/records.js';
import type { LogEntry } from '../../../../worker/memory/log/entries.js';
import { keptCommits } from '../../../../worker/memory/log/live.js';
import { openLogs } from '../../../../worker/memory/log/logs.js';
import { stillFits } from '../../../../worker/memory/log/snapshot.js';
import { fc } from '../../../fixtures/property.js';
import { commits } from '../message-index/graphs.js';

/** True for a commit of the swipe that is shown, or of no message at all. */
const isShown = ({ floor, swipe }: Pick<Commit, 'floor' | 'swipe'>, shown: SwipeMap): boolean =>
  floor === null || isLive({ floor, swipeId: swipe }, shown);

/** Logs in which commits and what happens to messages take turns. */
const logs = commits.chain((list) =>
  fc
    .array(
      fc.oneof(
        fc.record({ kind: fc.constant('truncate' as const), length: fc.nat(4) }),
        fc.record({ kind: fc.constant('removeSwipe' as const), floor: fc.nat(3), swipe: fc.nat(1) }),
        { arbitrary: fc.constant(null), weight: 3 },
      ),
      { minLength: list.length, maxLength: list.length },
    )
    .map((events) =>
      list.flatMap((commit, i): LogEntry[] => {
        const event = events[i];
        const entry = { kind: 'commit', batch: commit.batch, commit } as const;
        return event ? [entry, { ...event, batch: `event-${i}` }] : [entry];
      }),
    ),
);
const numbered = (entries: readonly LogEntry[]) => entries.map((entry, i) => ({ key: i + 1, entry }));
const swipes = fc.tuple(fc.nat(1), fc.nat(1), fc.nat(1), fc.nat(1)).map((list) => Object.fromEntries(list.entries()));

test('what is left of the commits is what the functions of the floor log leave', () => {
  fc.assert(
    fc.property(logs, (entries) => {
      let left: { floor: number; swipeId: number; batch: string }[] = [];
      for (const entry of entries) {
        if (entry.kind === 'truncate') left = truncate(left, entry.length);
        else if (entry.kind === 'removeSwipe') left = removeSwipe(left, entry.floor, entry.swipe);
        else if (entry.kind === 'drop') left = left.filter(({ batch }) => !entry.batches.includes(batch));
        else left.push({ floor: entry.commit.floor ?? 0, swipeId: entry.commit.swipe, batch: entry.batch });
      }
      const kept = keptCommits(numbered(entries)).map(({ commit }) => commit);
      expect(kept.map(({ floor, swipe, batch }) => ({ floor, swipeId: swipe, batch }))).toEqual(left);
    }),
  );
});

test('of the messages and swipes that are gone the first goes too, and the one before it stays', () => {
  const [sample] = fc.sample(commits, { numRuns: 50, seed: 3 }).find((list) => list.length > 0) ?? [];
  const at = (floor: number, swipe: number): LogEntry => {
    const commit = { ...sample, batch: `${floor}-${swipe}`, floor, swipe } as Commit;
    return { kind: 'commit', batch: commit.batch, commit };
  };
  const left = (event: LogEntry) =>
    keptCommits(numbered([at(1, 0), at(2, 0), at(2, 1), at(2, 2), at(3, 0), event])).map(
      ({ commit: { batch, swipe } }) => `${batch} as ${swipe}`,
    );
  expect(left({ kind: 'truncate', length: 2, batch: 'e' })).toEqual(['1-0 as 0']);
  expect(left({ kind: 'truncate', length: 3, batch: 'e' })).toEqual(['1-0 as 0', '2-0 as 0', '2-1 as 1', '2-2 as 2']);
  const swiped = left({ kind: 'removeSwipe', floor: 2, swipe: 1, batch: 'e' });
  expect(swiped).toEqual(['1-0 as 0', '2-0 as 0', '2-2 as 1', '3-0 as 0']);
});

test('commits without a message are always shown, and never go', () => {
  const [one] = fc.sample(commits, { numRuns: 50, seed: 3 }).find((list) => list.length > 0) ?? [];
  const commit = { ...one, floor: null } as Commit;
  const records = numbered([
    { kind: 'commit', batch: commit.batch, commit },
    { kind: 'truncate', batch: 'all', length: 0 },
    { kind: 'removeSwipe', batch: 'swipe', floor: 0, swipe: 0 },
  ]);
  expect(keptCommits(records)).toEqual([{ key: 1, commit }]);
  expect(isShown(commit, {})).toBe(true);
});

test('a snapshot that still fits, and the commits after it, make what a replay of everything makes', () => {
  let fitting = 0;
  fc.assert(
    fc.property(logs, fc.nat(16), swipes, swipes, (entries, at, then, now) => {
      const records = numbered(entries);
      const key = Math.min(at, records.length);
      const before = keptCommits(records.slice(0, key)).map(({ commit }) => commit);
      const place = ({ floor, swipe }: Commit) => ({ floor, swipe });
      const applied = before.filter((commit) => isShown(commit, then));
      const left = before.filter((commit) => !isShown(commit, then)).map(place);
      const later = records.slice(key);
      if (!stillFits({ key, applied: applied.map(place), left }, later, (one) => isShown(one, now))) return;
      fitting += 1;
      const fast = new PlainGraph();
      for (const commit of applied) fast.commit(commit);
      for (const { commit } of keptCommits(later)) if (isShown(commit, now)) fast.commit(commit);
      const slow = new PlainGraph();
      for (const { commit } of keptCommits(records)) if (isShown(commit, now)) slow.commit(commit);
      expect(fast.toStore()).toEqual(slow.toStore());
    }),
    { numRuns: 1_000 },
  );
  expect(fitting).toBeGreaterThan(100);
});

test('without a store the logs last as long as they are open, and keep all their promises', async () => {
  const [list = []] = fc.sample(commits, { numRuns: 50, seed: 3 }).filter(({ length }) => length > 2);
  const store = openLogs({ store: null });
  const log = await store.open('chat');
  for (const [i, commit] of list.entries()) expect(await log.append(commit, i)).toEqual({ status: 'kept', key: i + 1 });
  const [first] = list;
  if (first) {
    expect(await log.append(first, list.length)).toMatchObject({ status: 'again', key: 1 });
    expect(await log.append({ ...first, batch: 'late' }, 0)).toMatchObject({ status: 'behind' });
    const odd = { ...first, batch: 'odd', answer: () => 'no data' };
    await expect(log.append(odd, list.length)).rejects.toMatchObject({ code: 'STORE_FAILED' });
  }
  const again = await store.open('chat');
  expect((await again.read(0)).map(({ entry }) => entry.batch)).toEqual(list.map(({ batch }) => batch));
  expect(await again.writeSnapshot({ key: 2, applied: [], left: [], parts: ['x'] })).toBe(true);
  expect(await log.readSnapshot()).toMatchObject({ key: 2, parts: ['x'] });
  await store.quarantine('chat', 'to see');
  expect([await store.chats(), await store.quarantined()]).toMatchObject([[], [{ chat: 'chat', why: 'to see' }]]);
  expect(await (await openLogs({ store: null }).open('chat')).read(0)).toEqual([]);
});
