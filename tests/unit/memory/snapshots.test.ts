import { expect, test, vi } from 'vitest';
import { ChatGraph } from '../../../worker/memory/chat/chat-graph.js';
import { Snapshots } from '../../../worker/memory/chat/snapshots.js';
import { ChatState } from '../../../worker/memory/chat/state.js';
import { Timeline } from '../../../worker/memory/chat/timeline.js';
import { type Logs, openLogs } from '../../../worker/memory/log/logs.js';

const open = (logs: Logs) =>
  ChatGraph.open({ logs, chat: 'chat', types: undefined, ownTypes: undefined, onChange: () => {} });

test('after a thousand writes a snapshot is written when it is quiet, and the next start needs only what came later', async () => {
  const logs = openLogs({ store: null });
  const graph = await open(logs);
  for (let at = 0; at < 1_003; at++) {
    await graph.write(`batch-${at}`, 'createNode', [{ type: 'event', fields: { summary: `what happened ${at}` } }]);
  }
  const log = await logs.open('chat');
  await vi.waitFor(async () => expect(await log.readSnapshot()).toMatchObject({ key: 1_003 }), { timeout: 10_000 });
  await graph.write('later', 'createNode', [{ type: 'thread', title: 'crown' }]);
  const fresh = await open(logs);
  expect(fresh.recent(10)).toHaveLength(1);
  expect(fresh.info).toMatchObject({ nodes: 1_004, commits: 1_004, shown: 1_004 });
  expect(fresh.graph.toStore()).toEqual(graph.graph.toStore());
  for (const one of [graph, fresh]) one.close();
});

test('a chat that was removed is empty for who has it open, and takes new writes', async () => {
  const logs = openLogs({ store: null });
  const graph = await open(logs);
  await graph.write('a', 'createNode', [{ type: 'thread', title: 'crown' }]);
  await logs.remove('chat');
  await graph.reload();
  expect(graph.info).toMatchObject({ nodes: 0, commits: 0 });
  await graph.write('b', 'createNode', [{ type: 'thread', title: 'sword' }]);
  expect((await open(logs)).info).toMatchObject({ nodes: 1, commits: 1 });
});

test('a snapshot of a log that was replaced while it was made is not put beside the new one', async () => {
  const logs = openLogs({ store: null });
  const old = await open(logs);
  for (const title of ['one', 'two']) await old.write(title, 'createNode', [{ type: 'thread', title }]);
  const stateOf = async () => {
    const log = await logs.open('chat');
    const state = new ChatState(log, new Timeline());
    await state.load();
    return { log, state };
  };
  let now = await stateOf();
  const snapshots = new Snapshots({
    state: () => now.state,
    log: () => now.log,
    serialize: async (work) => {
      const commits = (await old.everything()).map((commit) => ({ ...commit, batch: `new ${commit.batch}`, ops: [] }));
      await logs.replace('chat', commits, 'an import');
      now = await stateOf();
      return work();
    },
  });
  expect(await snapshots.write()).toBe(false);
  expect((await open(logs)).info).toMatchObject({ nodes: 0, commits: 2 });
});

test('a snapshot that is begun while something is written has nothing of it that is not kept', async () => {
  const logs = openLogs({ store: null });
  await (await open(logs)).write('one', 'createNode', [{ type: 'thread', title: 'one' }]);
  const log = await logs.open('chat');
  const state = new ChatState(log, new Timeline());
  await state.load();
  const { graph } = state;
  const writing = graph.begin();
  graph.patchNode(0, { title: 'not kept' });
  writing.close();
  const failed = Promise.resolve().then(() => writing.rollback());
  const serialize = async <T>(work: () => Promise<T>): Promise<T> => {
    await failed;
    return work();
  };
  const snapshots = new Snapshots({ state: () => state, log: () => log, serialize });
  expect(await snapshots.write()).toBe(true);
  expect((await open(logs)).graph.nodes.titles).toEqual(['one']);
});

test('a chat that begins anew gets its snapshots as any other', async () => {
  const logs = openLogs({ store: null });
  const graph = await open(logs);
  const fill = async (name: string) => {
    const plan = { type: 'thread', title: name };
    for (let at = 0; at < 1_000; at++) await graph.write(`${name}-${at}`, 'createNode', [plan]);
    const log = await logs.open('chat');
    await vi.waitFor(async () => expect(await log.readSnapshot()).toMatchObject({ key: 1_000 }), { timeout: 10_000 });
  };
  await fill('old');
  await logs.remove('chat');
  await graph.reload();
  await fill('new');
  graph.close();
});
