import { expect, test } from 'vitest';
import {
  createStelloAgent,
  type Entry,
  InMemoryStorageAdapter,
  type Message,
  type StelloAgent,
  ToolRegistryImpl,
} from '../../../src/engine/index.js';
import { calling, orphans, scriptedModel } from './model.js';
import { keepsWhatItIsTold } from './sessions-model.js';

const textsOf = async (agent: StelloAgent, id: string) =>
  (await (await agent.session(id)).messages()).map(({ content }) => content);

/** An answer that comes when the test says so. */
function openGate() {
  let resolve: (answer: { content: string }) => void = () => {};
  const promise = new Promise<{ content: string }>((done) => {
    resolve = done;
  });
  return { promise, resolve: (answer: { content: string }) => resolve(answer) };
}

test('a storage keeps what it is told, whatever is added, forked, cut, removed and put back', () =>
  keepsWhatItIsTold(async () => new InMemoryStorageAdapter(), 300));

test('sessions are listed as their tree is drawn, without reading what was said', async () => {
  class Unread extends InMemoryStorageAdapter {
    override records(): Promise<readonly Message[]> {
      throw new Error('read');
    }
  }
  const storage = new Unread();
  const made = (id: string, createdAt: number, parentId?: string) =>
    storage.put({ id, label: id.toUpperCase(), parentId, status: 'active', metadata: {}, createdAt }, [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'hello' },
    ]);
  await made('b', 2);
  await made('a', 1);
  await made('b1', 4, 'b');
  await made('a1', 3, 'a');
  await made('a2', 5, 'a');
  await made('a11', 6, 'a1');
  await made('lost', 7, 'nobody');
  const agent = createStelloAgent({ storage });
  await agent.archiveSession('a2');
  await agent.renameSession('b1', 'renamed');
  const rows = await agent.listSessions();
  expect(rows.map(({ id, parentId, depth }) => [id, parentId, depth])).toEqual([
    ['a', null, 0],
    ['a1', 'a', 1],
    ['a11', 'a1', 2],
    ['a2', 'a', 1],
    ['b', null, 0],
    ['b1', 'b', 1],
    ['lost', null, 0],
  ]);
  expect(rows.find(({ id }) => id === 'a2')).toMatchObject({ label: 'A2', archived: true, turns: 1, length: 2 });
  expect(rows.find(({ id }) => id === 'b1')).toMatchObject({ label: 'renamed', archived: false, createdAt: 4 });
  await expect(agent.renameSession('nobody', 'x')).rejects.toMatchObject({ code: 'BAD_ARGS' });
});

test('a session is removed with all that was forked of it, and put back as it was', async () => {
  const agent = createStelloAgent({ llm: scriptedModel('yes') });
  await agent.turn('main', 'hi');
  const child = await agent.forkSession('main', { label: 'child', context: 'inherit' });
  const grandchild = await agent.forkSession(child.id, { label: 'grandchild' });
  const other = await agent.forkSession('main', { label: 'other' });
  await agent.turn(grandchild.id, 'deep');
  const before = await agent.listSessions();
  const removed = await agent.removeSession(child.id);
  expect(removed.map(({ session }) => session.id)).toEqual([child.id, grandchild.id]);
  expect((await agent.listSessions()).map(({ id }) => id)).toEqual(['main', other.id]);
  await expect(agent.turn(grandchild.id, 'gone?')).rejects.toMatchObject({ code: 'BAD_ARGS' });
  expect(await agent.removeSession(child.id)).toEqual([]);

  await agent.restoreSessions(removed);
  expect(await agent.listSessions()).toEqual(before);
  expect(await textsOf(agent, grandchild.id)).toEqual(['deep', 'yes']);
  expect((await agent.turn(child.id, 'again')).turn.finalContent).toBe('yes');
});

test('a session that is removed while it is answering stops, with what waits in it, and nothing is written', async () => {
  let begun: () => void = () => {};
  const working = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const deaf: Entry['execute'] = () => {
    begun();
    return new Promise(() => {});
  };
  const tools = new ToolRegistryImpl([{ name: 'deaf', description: 'd', parameters: {}, execute: deaf }]);
  const agent = createStelloAgent({ capabilities: { tools }, llm: scriptedModel(calling(['deaf']), 'ok'), graceMs: 5 });
  const { id } = await agent.forkSession('main', { label: 'c' });
  const turn = agent.turn(id, 'go');
  const waiting = agent.turn(id, 'and then');
  await working;
  const stopped = Promise.all([turn, waiting].map((one) => expect(one).rejects.toMatchObject({ code: 'STOPPED' })));
  const [gone] = await agent.removeSession(id);
  await stopped;
  // The call had been asked for, and has its end; what came after it is not there.
  expect(gone?.records.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  expect(await agent.listSessions()).toHaveLength(1);
});

test('a tool may remove the session of its own turn, which ends', async () => {
  let agent: StelloAgent | undefined;
  const execute: Entry['execute'] = async () => ({ success: true, data: await agent?.removeSession('main') });
  const tools = new ToolRegistryImpl([{ name: 'leave', description: 'd', parameters: {}, execute }]);
  agent = createStelloAgent({ capabilities: { tools }, llm: scriptedModel(calling(['leave']), 'ok'), graceMs: 5 });
  await expect(agent.turn('main', 'go')).rejects.toMatchObject({ code: 'STOPPED' });
  await expect.poll(() => agent?.listSessions()).toEqual([]);
});

test('a fork may begin at any record, and has no open call there', async () => {
  const tools = new ToolRegistryImpl([
    { name: 't', description: 't', parameters: {}, execute: async () => ({ success: true, data: 'r' }) },
  ]);
  const llm = scriptedModel(calling(['t'], ['t']), 'done', 'more');
  const agent = createStelloAgent({ capabilities: { tools }, llm });
  await agent.turn('main', 'go');
  await agent.turn('main', 'on');
  // user, assistant with two calls, two results, assistant, user, assistant
  const lengths: number[] = [];
  for (let upTo = 0; upTo <= 7; upTo++) {
    const { id } = await agent.forkSession('main', { label: `${upTo}`, upTo });
    const records = await (await agent.session(id)).messages();
    lengths.push(records.length);
    expect(orphans(records)).toEqual([]);
  }
  expect(lengths).toEqual([0, 1, 1, 1, 4, 5, 6, 7]);
  const seen: number[] = [];
  const contextFn = (records: Message[]) => {
    seen.push(records.length);
    return records.slice(-1);
  };
  const { id } = await agent.forkSession('main', { label: 'made', upTo: 5, context: contextFn });
  expect([seen, await textsOf(agent, id)]).toEqual([[5], ['done']]);
  for (const upTo of [8, -1, 1.5, Number.NaN]) {
    await expect(agent.forkSession('main', { label: 'x', upTo })).rejects.toMatchObject({ code: 'BAD_ARGS' });
  }
});

test('what is said again takes the place of what was said, once the model has answered', async () => {
  const llm = scriptedModel('one', 'two', () => Promise.reject(new Error('no line')), 'three');
  const agent = createStelloAgent({ llm });
  await agent.turn('main', 'first');
  await agent.turn('main', 'second');
  await expect(agent.turn('main', 'anew', { at: 0 })).rejects.toThrow('no line');
  expect(await textsOf(agent, 'main')).toEqual(['first', 'one', 'second', 'two']);
  const stream = agent.stream('main', 'second, better', { at: 2 });
  expect((await stream.result).turn.finalContent).toBe('three');
  expect(llm.calls.at(-1)?.messages.map(({ content }) => content)).toEqual(['first', 'one', 'second, better']);
  expect(await textsOf(agent, 'main')).toEqual(['first', 'one', 'second, better', 'three']);
  await expect(agent.turn('main', 'x', { at: 9 })).rejects.toMatchObject({ code: 'BAD_ARGS' });
});

test('records are dropped from a place on, after the turn that is under way', async () => {
  const llm = scriptedModel('one', 'two', 'three');
  const agent = createStelloAgent({ llm });
  const turns = [agent.turn('main', 'first'), agent.turn('main', 'second')];
  const cut = agent.truncateSession('main', 2);
  const last = agent.turn('main', 'third');
  await Promise.all([...turns, cut, last]);
  expect(await textsOf(agent, 'main')).toEqual(['first', 'one', 'third', 'three']);
  expect(llm.calls.at(-1)?.messages).toHaveLength(3);
  await expect(agent.truncateSession('main', 9)).rejects.toMatchObject({ code: 'BAD_ARGS' });
});

test('a turn that is stopped while it waits rejects at once; the others go on, and nobody is told of it', async () => {
  const told: string[] = [];
  const gate = openGate();
  const llm = scriptedModel(() => gate.promise, 'third');
  const hooks = {
    onMessageReceived: ({ input }: { input: string }) => told.push(input),
    onError: () => told.push('!'),
  };
  const agent = createStelloAgent({ llm, hooks });
  const first = agent.turn('main', 'first');
  const controller = new AbortController();
  const { signal } = controller;
  const second = agent.turn('main', 'second', { signal });
  const stream = agent.stream('main', 'streamed', { signal });
  const third = agent.turn('main', 'third');
  const why = new Error('the user pressed Stop');
  await expect.poll(() => told).toEqual(['first']);
  controller.abort(why);
  // The first one has not been answered yet.
  await expect(second).rejects.toBe(why);
  await expect(stream.result).rejects.toBe(why);
  await expect(stream[Symbol.asyncIterator]().next()).rejects.toBe(why);
  gate.resolve({ content: 'one' });
  expect((await first).turn.finalContent).toBe('one');
  expect((await third).turn.finalContent).toBe('third');
  expect(told).toEqual(['first', 'third']);
  await expect(agent.turn('main', 'late', { signal })).rejects.toBe(why);
});

test('a session waits no longer than its stop for a model that does not hear it, and what that says later is not kept', async () => {
  const gate = openGate();
  const llm = scriptedModel(() => gate.promise, 'next');
  const agent = createStelloAgent({ llm });
  const controller = new AbortController();
  const turn = agent.turn('main', 'first', { signal: controller.signal });
  await expect.poll(() => llm.calls.length).toBe(1);
  controller.abort(new Error('enough'));
  await expect(turn).rejects.toThrow('enough');
  gate.resolve({ content: 'too late' });
  await agent.turn('main', 'second');
  expect(await textsOf(agent, 'main')).toEqual(['second', 'next']);
});

test('a stream that hangs is left at a stop, and told to end', async () => {
  let ended = false;
  const hanging = {
    ...scriptedModel('next'),
    stream: () => {
      const pieces = ['a piece'];
      return {
        [Symbol.asyncIterator]: () => ({
          next: () => {
            const value = pieces.pop();
            return value ? Promise.resolve({ done: false as const, value }) : new Promise<never>(() => {});
          },
          return: async () => {
            ended = true;
            return { done: true as const, value: undefined };
          },
        }),
      };
    },
  };
  const agent = createStelloAgent({ llm: hanging });
  const controller = new AbortController();
  const stream = agent.stream('main', 'go', { signal: controller.signal });
  const pieces = stream[Symbol.asyncIterator]();
  expect((await pieces.next()).value).toBe('a piece');
  controller.abort(new Error('enough'));
  await expect(pieces.next()).rejects.toThrow('enough');
  expect(ended).toBe(true);
  expect((await agent.turn('main', 'on')).turn.finalContent).toBe('next');
});

test('a long history is read once: each turn after that reads what is new', async () => {
  const reads: number[] = [];
  class Counting extends InMemoryStorageAdapter {
    override async records(id: string, from?: number, to?: number): Promise<readonly Message[]> {
      const records = await super.records(id, from, to);
      reads.push(records.length);
      return records;
    }
  }
  const storage = new Counting();
  const records: Message[] = Array.from({ length: 5_000 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `${at}`,
  }));
  await storage.put({ id: 'main', label: 'main', status: 'active', metadata: {}, createdAt: 1 }, records);
  const llm = { complete: async (messages: Message[]) => ({ content: `${messages.length}` }) };
  const agent = createStelloAgent({ storage, llm });
  await agent.listSessions();
  expect(reads).toEqual([]);
  for (const expected of ['5001', '5003', '5005']) {
    expect((await agent.turn('main', 'hi')).turn.finalContent).toBe(expected);
  }
  expect(reads).toEqual([5_000, 2, 2]);
  reads.length = 0;
  await agent.forkSession('main', { label: 'child', context: 'inherit' });
  // A fork looks for an open call at the end, and the storage copies the rest by itself.
  expect(reads.reduce((sum, count) => sum + count, 0)).toBeLessThan(20);
});

test('what a model does with the messages it is given changes nothing of what is kept', async () => {
  const vandal = {
    complete: async (messages: Message[]) => {
      for (const message of messages) {
        message.content = 'changed';
        for (const call of message.toolCalls ?? []) Object.assign(call.input, { changed: true });
      }
      const answered = messages.some(({ role }) => role === 'tool');
      return answered ? { content: 'ok' } : calling(['t', { deep: { n: 1 } }]);
    },
  };
  const tools = new ToolRegistryImpl([
    { name: 't', description: 't', parameters: {}, execute: async () => ({ success: true }) },
  ]);
  const agent = createStelloAgent({ capabilities: { tools }, llm: vandal });
  await agent.turn('main', 'one');
  await agent.turn('main', 'two');
  const records = await (await agent.session('main')).messages();
  expect(records.filter(({ content }) => content === 'changed')).toEqual([]);
  expect(records[1]?.toolCalls?.[0]?.input).toEqual({ deep: { n: 1 } });
});
