import { expect, test } from 'vitest';
import { swipeMap } from '../../../../worker/memory/commits/chat.js';
import { fromFloorLog } from '../../../../worker/memory/commits/from-floor-log.js';
import { replay } from '../../../../worker/memory/commits/replay.js';
import { toFloorLog } from '../../../fixtures/memory/contract/to-floor-log.js';
import { fc } from '../../../fixtures/property.js';
import { applied, chats, commits } from './graphs.js';

const json = (value: unknown) => JSON.parse(JSON.stringify(value));
const batch = (index: number) => `again-${index}`;

test('the replay of a written log is what the live commits make of an empty graph', () => {
  fc.assert(
    fc.property(commits, chats, (list, chat) => {
      const log = json(toFloorLog(list, chat));
      const { state, recovered } = replay(log.commits, swipeMap(chat));
      const { nodes, edges, nodeSeq, loggedSeqTo } = applied(list, chat).toStore();
      expect(recovered).toBe(false);
      expect(state.nodes ?? {}).toEqual(nodes);
      expect(state.edges ?? []).toEqual(edges);
      expect([state.nodeSeq ?? 0, state.coveredAssistantSeq ?? 0]).toEqual([nodeSeq, loggedSeqTo]);
    }),
    { numRuns: 500 },
  );
});

test('a log that was written and read again makes the same graph', () => {
  fc.assert(
    fc.property(commits, chats, (list, chat) => {
      const read = fromFloorLog(json(toFloorLog(list, chat)), batch, chat);
      expect(read.recovered).toBe(false);
      expect(applied(read.commits, chat).toStore()).toEqual(applied(list, chat).toStore());
      const stateOf = (of: typeof list) => replay(toFloorLog(of, chat).commits, swipeMap(chat)).state;
      expect(stateOf([...read.commits])).toEqual(stateOf(list));
    }),
    { numRuns: 500 },
  );
});

test('without a chat the swipe that was written last is the live one', () => {
  fc.assert(
    fc.property(commits, (list) => {
      const last = new Map(list.map(({ floor, swipe }) => [floor, swipe]));
      const chat = Array.from({ length: 4 }, (_, floor) => ({
        is_user: false,
        mes: 'x',
        swipe_id: last.get(floor) ?? 0,
      }));
      expect(toFloorLog(list)).toEqual(toFloorLog(list, chat));
    }),
  );
});

test('a replay that breaks is cut at the first bad floor, and the whole log is kept', () => {
  const chat = Array.from({ length: 4 }, () => ({ is_user: false, mes: 'x' }));
  const log = [
    { floor: 3, swipeId: 0, patches: [{ op: 'add', path: '/c', value: 3 }] },
    { floor: 0, swipeId: 0, patches: [{ op: 'add', path: '/a', value: 1 }] },
    { floor: 1, swipeId: 0, patches: [{ op: 'add', path: '/b', value: 2 }] },
    {
      floor: 2,
      swipeId: 0,
      patches: [
        { op: 'add', path: '/late', value: 9 },
        { op: 'remove', path: '/nothing' },
      ],
    },
  ];
  const { state, commits: kept, recovered, orphans } = replay(log, swipeMap(chat));
  expect(state).toEqual({ a: 1, b: 2 });
  expect(kept).toEqual([log[1], log[2]]);
  expect([recovered, orphans]).toEqual([true, log]);
  expect(fromFloorLog({ commits: log }, batch, chat)).toMatchObject({ recovered: true, orphans: log });
});

test('a log that breaks at its first floor comes to nothing, and is kept', () => {
  const log = [{ floor: 0, swipeId: 0, patches: [{ op: 'replace', path: '/nodes', value: {} }] }];
  expect(replay(log, swipeMap([{ is_user: false, mes: 'x' }]))).toEqual({
    state: {},
    commits: [],
    recovered: true,
    orphans: log,
  });
});

test('a floor beyond any chat costs nothing', () => {
  const log = { commits: [{ floor: 2 ** 50, swipeId: 0, patches: [{ op: 'add', path: '/nodes', value: {} }] }] };
  expect(fromFloorLog(log, batch).commits).toHaveLength(1);
});

test('a file with more swipes than anybody has is read in time, and what is too much is told', () => {
  const patches = [{ op: 'add', path: '/nodes', value: {} }];
  const commits = Array.from({ length: 20_000 }, (_, i) => ({ floor: 0, swipeId: i, patches }));
  const read = fromFloorLog({ commits }, batch, [{ is_user: false, mes: 'x', swipe_id: 19_999 }]);
  expect(read.commits.at(-1)).toMatchObject({ swipe: 19_999 });
  expect(read.commits.length + read.orphans.length).toBe(20_000);
  expect(read.recovered).toBe(false);
});
