import { afterEach, expect, test } from 'vitest';
import {
  createSession,
  createStelloAgent,
  ForkProfileRegistryImpl,
  IndexedDbStorageAdapter,
  type LLMAdapter,
  type Message,
  SkillRouterImpl,
  ToolRegistryImpl,
} from '../../../src/engine/index.js';
import { keepsWhatItIsTold } from '../../unit/engine/sessions-model.js';

const NAME = 'sessions of a test';

afterEach(() => new IndexedDbStorageAdapter(NAME).erase());

/** A model that says how many messages it was given. */
const counting: LLMAdapter = { complete: async (messages) => ({ content: `${messages.length}` }) };

test('sessions, their trees and what they may do are there again after a reload', async () => {
  const skills = new SkillRouterImpl();
  for (const name of ['open', 'secret']) skills.register({ name, description: name, content: name });
  const profiles = new ForkProfileRegistryImpl();
  const own: LLMAdapter = { complete: async () => ({ content: 'by its own model' }) };
  profiles.register('narrow', { skills: ['open'], llm: own, systemPrompt: 'Narrow.' });
  const open = () =>
    createStelloAgent({
      capabilities: { skills, profiles, tools: new ToolRegistryImpl() },
      storage: new IndexedDbStorageAdapter(NAME),
      llm: counting,
      systemPrompt: 'Main.',
    });
  const before = open();
  await before.turn('main', 'hello');
  const { data } = await (await before.attach('main')).executeTool('stello_create_session', {
    label: 'child',
    profile: 'narrow',
    context: 'inherit',
  });
  const { sessionId } = data as { sessionId: string };

  const after = open();
  expect((await after.sessions()).map(({ id, parentId, label }) => [id === sessionId, parentId, label])).toEqual([
    [false, undefined, 'main'],
    [true, 'main', 'child'],
  ]);
  expect((await after.turn('main', 'again')).turn.finalContent).toBe('4');
  expect((await after.turn(sessionId, 'and you?')).turn.finalContent).toBe('by its own model');
  const engine = await after.attach(sessionId);
  expect(await engine.executeTool('activate_skill', { name: 'secret' })).toMatchObject({ success: false });
  expect((await (await after.session(sessionId)).messages()).map(({ content }) => content)).toEqual([
    'hello',
    '2',
    'and you?',
    'by its own model',
  ]);
});

test('two tabs that write to one session write one after another', async () => {
  const tabs = [new IndexedDbStorageAdapter(NAME), new IndexedDbStorageAdapter(NAME)];
  const [first] = tabs;
  await first?.put({ id: 's', label: 's', status: 'active', metadata: {}, createdAt: 1 });
  const records = (tab: number, at: number): Message[] => [
    { role: 'user', content: `${tab}-${at}` },
    { role: 'assistant', content: `${tab}-${at}` },
  ];
  await Promise.all(
    tabs.flatMap((tab, number) => Array.from({ length: 50 }, (_, at) => tab.append('s', records(number, at)))),
  );
  const kept = (await first?.records('s'))?.map(({ content }) => content) ?? [];
  expect(kept).toHaveLength(200);
  for (let at = 0; at < kept.length; at += 2) expect(kept[at]).toBe(kept[at + 1]);
  for (const tab of [0, 1]) {
    const own = kept.filter((text, at) => at % 2 === 0 && text.startsWith(`${tab}-`));
    expect(own).toEqual(Array.from({ length: 50 }, (_, at) => `${tab}-${at}`));
  }
});

test('what cannot be kept is refused with its reason, and what was there stays', async () => {
  const storage = new IndexedDbStorageAdapter(NAME);
  const session = { id: 's', label: 's', status: 'active', metadata: {}, createdAt: 1 } as const;
  await storage.put(session, [{ role: 'user', content: 'kept' }]);
  const uncloneable = { ...session, metadata: { callback: () => {} } };
  await expect(storage.put(uncloneable, [])).rejects.toMatchObject({ code: 'STORE_FAILED' });
  await expect(storage.append('s', [{ role: 'user', content: 'x' }], uncloneable)).rejects.toMatchObject({
    code: 'STORE_FAILED',
  });
  await expect(storage.append('nobody', [])).rejects.toMatchObject({ code: 'BAD_ARGS' });
  expect(await storage.records('s')).toEqual([{ role: 'user', content: 'kept' }]);
  expect(await storage.get('s')).toMatchObject({ ...session, length: 1 });
  await storage.remove('s');
  expect([await storage.get('s'), await storage.records('s'), await storage.list()]).toEqual([null, [], []]);
});

test('a session of 5,000 messages opens, forks and sends; how long its tasks are is told', async () => {
  const storage = new IndexedDbStorageAdapter(NAME);
  const session = { id: 'main', label: 'main', status: 'active', metadata: {}, createdAt: 1 } as const;
  const text = 'The last room of the inn is yours. 最后一间房归你。'.repeat(4);
  const records = Array.from(
    { length: 5_000 },
    (_, at): Message => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: `${at}: ${text}`,
    }),
  );
  await storage.put(session, records);
  const long: number[] = [];
  const observer = new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: 'longtask' });
  const agent = createStelloAgent({ storage: new IndexedDbStorageAdapter(NAME), llm: counting });
  expect((await agent.turn('main', 'hello')).turn.finalContent).toBe('5001');
  const child = await agent.forkSession('main', { label: 'child', context: 'inherit' });
  expect((await agent.turn(child.id, 'hello')).turn.finalContent).toBe('5003');
  await new Promise((resolve) => requestIdleCallback(resolve));
  observer.disconnect();
  console.log(`long tasks: ${long.length === 0 ? 'none' : long.join(', ')} ms`);
  expect(await storage.records(child.id)).toHaveLength(5_004);
});

test('a storage keeps what it is told, whatever is added, forked, cut, removed and put back', () => {
  let opened: IndexedDbStorageAdapter | undefined;
  return keepsWhatItIsTold(async () => {
    await opened?.close();
    await opened?.erase();
    opened = new IndexedDbStorageAdapter(NAME);
    return opened;
  }, 40);
});

test('what is erased is gone with its database, in other tabs as well, and the storage begins anew', async () => {
  const [one, other] = [new IndexedDbStorageAdapter(NAME), new IndexedDbStorageAdapter(NAME)];
  const there = async () => (await indexedDB.databases()).some(({ name }) => name === NAME);
  await createSession({ id: 'first', storage: one });
  expect(await other.list()).toHaveLength(1);
  await one.erase();
  expect(await there()).toBe(false);
  expect([await one.list(), await other.list()]).toEqual([[], []]);
  expect(await there()).toBe(false);
  await createSession({ id: 'second', storage: one });
  expect((await other.list()).map(({ id }) => id)).toEqual(['second']);
});

/** What the browser is asked to read and to write, in records, while something is done. */
async function countingWork(
  work: () => Promise<unknown>,
): Promise<{ read: number; written: number; mostAtOnce: number }> {
  const { getAll, put } = IDBObjectStore.prototype;
  const counted = { read: 0, written: 0, mostAtOnce: 0 };
  const sizeOf = (value: unknown) => (Array.isArray(value) ? value.length : 0);
  IDBObjectStore.prototype.getAll = function (this: IDBObjectStore, ...given) {
    const request = getAll.apply(this, given);
    request.addEventListener('success', () => {
      const records = request.result.flat().filter((one) => 'role' in Object(one)).length;
      counted.read += records;
      counted.mostAtOnce = Math.max(counted.mostAtOnce, records);
    });
    return request;
  };
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given) {
    counted.written += sizeOf(given[0]);
    counted.mostAtOnce = Math.max(counted.mostAtOnce, sizeOf(given[0]));
    return put.apply(this, given);
  };
  try {
    await work();
  } finally {
    Object.assign(IDBObjectStore.prototype, { getAll, put });
  }
  return counted;
}

test('of 5,000 messages a turn writes what is new and reads what it has not read, a few hundred at once at most', async () => {
  const storage = new IndexedDbStorageAdapter(NAME);
  const session = { id: 'main', label: 'main', status: 'active', metadata: {}, createdAt: 1 } as const;
  await storage.put(session);
  // As a chat writes them, two at a time.
  for (let at = 0; at < 2_500; at++) {
    await storage.append('main', [
      { role: 'user', content: `${at}` },
      { role: 'assistant', content: `${at}` },
    ]);
  }
  const agent = createStelloAgent({ storage, llm: counting });
  expect(await countingWork(() => agent.listSessions())).toEqual({ read: 0, written: 0, mostAtOnce: 0 });
  const first = await countingWork(() => agent.turn('main', 'hello'));
  expect([first.read, first.written]).toEqual([5_000, 2]);
  expect(first.mostAtOnce).toBeLessThanOrEqual(512);
  expect(await countingWork(() => agent.turn('main', 'again'))).toEqual({ read: 2, written: 2, mostAtOnce: 2 });
  const fork = await countingWork(() => agent.forkSession('main', { label: 'child', context: 'inherit' }));
  expect(fork.written).toBe(5_004);
  expect(fork.mostAtOnce).toBeLessThanOrEqual(512);
  // Again with what the fork has written, whose lots are larger.
  const again = await countingWork(() => agent.forkSession('main', { label: 'child', upTo: 4_000 }));
  expect(again.written).toBe(4_000);
  const cut = await countingWork(() => agent.truncateSession('main', 5_000));
  expect(cut.read + cut.written).toBeLessThan(64);
});
