import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  createStelloAgent,
  type Entry,
  executeSkillTool,
  ForkProfileRegistryImpl,
  hostTools,
  InMemoryStorageAdapter,
  type Message,
  SkillRouterImpl,
  type StelloAgent,
  StelloEngineImpl,
  ToolRegistryImpl,
  tool,
} from '../../../src/engine/index.js';
import { calling, scriptedModel } from './model.js';

/** Edges of the contract's rules: what happens where two of them meet, or where something breaks in between. */

const entry = (name: string, execute: Entry['execute']): Entry => ({
  ...{ name, description: name, parameters: { type: 'object', properties: {} }, execute },
});
const quiet = async () => ({ success: true });

test('§2: a tool() answers a result through the registry whatever breaks in it: its check, its function, its answer', async () => {
  const broken = z.object({ n: z.number() }).refine(() => {
    throw new Error('the check broke');
  });
  const unreadable = Object.defineProperty({}, 'content', {
    get: () => {
      throw new Error('the answer broke');
    },
  });
  const registry = new ToolRegistryImpl();
  registry.register(tool('check', 'd', broken, async () => ({ content: [] })));
  registry.register(tool('work', 'd', {}, () => Promise.reject(new Error('the work broke'))));
  registry.register(tool('answer', 'd', {}, async () => unreadable as never));
  const failed = (error: unknown) => ({ success: false, error });
  expect(await registry.executeTool('check', { n: 1 })).toEqual(failed(expect.stringContaining('the check broke')));
  expect(await registry.executeTool('work', {})).toEqual(failed('the work broke'));
  expect(await registry.executeTool('answer', {})).toEqual(failed('the answer broke'));
});

test('§5 and §6: what a profile says of context and first words beats the model’s; a guard’s refusal is its reason', async () => {
  const profiles = new ForkProfileRegistryImpl();
  const contextFn = (records: Message[]) => records.slice(0, 1);
  profiles.register('made', { contextFn, context: 'none', prompt: 'its own words' });
  profiles.register('none', { context: 'none' });
  let mayNot: string | undefined;
  const splitGuard = {
    checkCanSplit: async () => (mayNot === undefined ? { canSplit: true } : { canSplit: false, reason: mayNot }),
  };
  const agent = createStelloAgent({ capabilities: { profiles }, llm: scriptedModel('hello'), splitGuard });
  await agent.turn('main', 'hi');
  const engine = await agent.attach('main');
  const textsOf = async (profile: string) => {
    const args = { label: 'c', profile, context: 'inherit', prompt: 'the model’s words' };
    const { data } = await engine.executeTool('stello_create_session', args);
    const child = await agent.session((data as { sessionId: string }).sessionId);
    return (await child.messages()).map(({ content }) => content);
  };
  expect(await textsOf('made')).toEqual(['hi', 'its own words']);
  expect(await textsOf('none')).toEqual(['the model’s words']);
  mayNot = 'one at a time';
  const refused = { success: false, error: 'one at a time' };
  expect(await engine.executeTool('stello_create_session', { label: 'c' })).toEqual(refused);
  expect(await agent.listSessions()).toHaveLength(3);
});

test('§5: a child that was made is told of as made, whatever becomes of the note of it', async () => {
  const errors: string[] = [];
  const agent = createStelloAgent({
    splitGuard: {
      checkCanSplit: async () => ({ canSplit: true }),
      recordSplit: () => Promise.reject(new Error('no room for notes')),
    },
    hooks: { onError: ({ source, error }) => errors.push(`${source}: ${error.message}`) },
  });
  const engine = await agent.attach('main');
  const { success, data } = await engine.executeTool('stello_create_session', { label: 'c' });
  expect([success, (await agent.listSessions()).at(-1)?.id]).toEqual([true, (data as { sessionId: string }).sessionId]);
  expect(errors).toEqual(['engine.recordSplit: no room for notes']);
});

test('§5: a tree is told the scope and the tags of a child, and a split guard how many turns its parent has had', async () => {
  const children: unknown[] = [];
  const splits: unknown[] = [];
  const llm = scriptedModel('one', 'two', calling(['stello_create_session', { label: 'by the model' }]), 'three');
  const agent = createStelloAgent({
    llm,
    sessions: {
      createChild: async ({ metadata: _, ...child }) => {
        children.push(child);
        return { id: `c${children.length}`, label: child.label };
      },
    },
    splitGuard: {
      checkCanSplit: async () => ({ canSplit: true }),
      recordSplit: (...split) => void splits.push(split),
    },
  });
  await agent.forkSession('main', { label: 'a', scope: 'research', tags: ['draft', 'old'] });
  await agent.turn('main', 'first');
  await agent.turn('main', 'second');
  await agent.turn('main', 'third');
  expect(children).toEqual([
    { parentId: 'main', label: 'a', scope: 'research', tags: ['draft', 'old'] },
    { parentId: 'main', label: 'by the model', scope: undefined, tags: undefined },
  ]);
  expect(splits).toEqual([
    ['main', 0],
    ['main', 3],
  ]);
  // They are the tree's affair: the session itself is as it was.
  expect((await agent.listSessions()).find(({ id }) => id === 'c1')).not.toHaveProperty('tags');
});

test('§5: what refused a child is told, even where its place cannot be taken back', async () => {
  const agent = createStelloAgent({
    sessions: {
      createChild: async ({ label }) => ({ id: 'c', label }),
      removeChild: () => Promise.reject(new Error('the tree is locked')),
    },
  });
  const context = () => Promise.reject(new Error('no summary'));
  await expect(agent.forkSession('main', { label: 'c', context })).rejects.toThrow('no summary');
});

test('§5: the profile of a child is kept with it, or the child is not there', async () => {
  class Failing extends InMemoryStorageAdapter {
    override append(): Promise<void> {
      return Promise.reject(new Error('the disk is full'));
    }
  }
  const profiles = new ForkProfileRegistryImpl();
  profiles.register('narrow', { tools: [] });
  const storage = new Failing();
  const tools = new ToolRegistryImpl([entry('wide', quiet)]);
  const open = () => createStelloAgent({ capabilities: { profiles, tools }, storage });
  const engine = await open().attach('main');
  const { data } = await engine.executeTool('stello_create_session', { label: 'c', profile: 'narrow' });
  const child = await open().attach((data as { sessionId: string }).sessionId);
  expect(child.getToolDefinitions().map(({ name }) => name)).toEqual(['stello_create_session']);
});

test('§5: a child whose tools were listed keeps to them after a reload, and so do its children', async () => {
  const storage = new InMemoryStorageAdapter();
  const profiles = new ForkProfileRegistryImpl();
  profiles.register('gone', { tools: [entry('a', quiet)] });
  const open = (known?: ForkProfileRegistryImpl) => {
    const tools = new ToolRegistryImpl([entry('a', quiet), entry('b', quiet)]);
    return createStelloAgent({ capabilities: { tools, ...(known && { profiles: known }) }, storage });
  };
  const before = open(profiles);
  const given = await before.forkSession('main', { label: 'given', tools: [entry('a', quiet), entry('own', quiet)] });
  const { data } = await (await before.attach('main')).executeTool('stello_create_session', {
    ...{ label: 'by profile', profile: 'gone' },
  });
  const { sessionId } = data as { sessionId: string };
  const grandchild = await before.forkSession(sessionId, { label: 'grandchild' });
  const namesOf = async (agent: StelloAgent, id: string) =>
    (await agent.attach(id)).getToolDefinitions().map(({ name }) => name);
  for (const agent of [before, open(profiles), open()]) {
    expect(await namesOf(agent, given.id)).toEqual(['stello_create_session', 'a', 'own']);
    expect(await namesOf(agent, sessionId)).toEqual(['stello_create_session', 'a']);
    expect(await namesOf(agent, grandchild.id)).toEqual(['stello_create_session', 'a']);
  }
  const after = await open().attach(given.id);
  expect(await after.executeTool('a', {})).toEqual({ success: true });
  for (const name of ['own', 'b']) expect(await after.executeTool(name, {})).toMatchObject({ success: false });
});

test('§6: a context of any length is written as it is', async () => {
  const agent = createStelloAgent();
  const records = Array.from({ length: 200_000 }, (): Message => ({ role: 'user', content: '' }));
  const { id } = await agent.forkSession('main', { label: 'c', context: () => records, prompt: 'p' });
  expect((await agent.listSessions()).find((row) => row.id === id)?.length).toBe(200_001);
});

test('§6 and §8: a fork that was cut off makes no child by and by; its deadline holds beside tools without one', async () => {
  const profiles = new ForkProfileRegistryImpl();
  let go: () => void = () => {};
  const slow = new Promise<void>((resolve) => {
    go = resolve;
  });
  let made: Promise<unknown> = Promise.resolve();
  const contextFn = () => {
    made = slow.then(() => []);
    return made as Promise<Message[]>;
  };
  profiles.register('slow', { contextFn });
  const removed: string[] = [];
  const tools = hostTools({ tools: { list: () => [], execute: () => Promise.reject(new Error('none')) } });
  const llm = scriptedModel(calling(['stello_create_session', { label: 'c', profile: 'slow' }]), 'without it');
  const agent = createStelloAgent({
    ...{ capabilities: { profiles, tools }, llm, toolTimeoutMs: 10, graceMs: 5 },
    sessions: {
      createChild: async ({ label }) => ({ id: 'place', label }),
      removeChild: async (id) => void removed.push(id),
    },
  });
  expect((await agent.turn('main', 'go')).turn.finalContent).toBe('without it');
  expect(llm.calls[1]?.messages.at(-1)?.content).toMatch(/no answer within/);
  go();
  await made;
  await expect.poll(() => removed).toEqual(['place']);
  expect(await agent.listSessions()).toHaveLength(1);
});

test('§8: an option that is not given leaves the agent’s in place', async () => {
  const tools = new ToolRegistryImpl([entry('t', quiet)]);
  const agent = createStelloAgent({ capabilities: { tools }, llm: scriptedModel(calling(['t'])), maxToolRounds: 1 });
  const { turn } = await agent.turn('main', 'go', { maxToolRounds: undefined, signal: undefined });
  expect(turn).toMatchObject({ toolRoundCount: 1, stopReason: 'max_tool_rounds' });
});

test('§8: an observer of a turn that fails later is an error event, and no unhandled rejection', async () => {
  const errors: string[] = [];
  const unhandled: unknown[] = [];
  const listen = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', listen);
  const tools = new ToolRegistryImpl([entry('t', quiet)]);
  const hooks = {
    onError: ({ source, error }: { source: string; error: Error }) => errors.push(`${source}: ${error}`),
  };
  const agent = createStelloAgent({ capabilities: { tools }, llm: scriptedModel(calling(['t']), 'ok'), hooks });
  const later = async () => {
    await null;
    throw new Error('later');
  };
  await agent.turn('main', 'go', { onToolCall: later, onToolResult: later });
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', listen);
  expect([unhandled, errors]).toEqual([[], ['engine.onToolCall: Error: later', 'engine.onToolResult: Error: later']]);
});

test('§8: nobody is told of a result after a stop, were it by who was told of the one before', async () => {
  const controller = new AbortController();
  const told: unknown[] = [];
  const tools = new ToolRegistryImpl([entry('t', quiet)]);
  const agent = createStelloAgent({ capabilities: { tools }, llm: scriptedModel(calling(['t'], ['t'], ['t'])) });
  const turn = agent.turn('main', 'go', {
    signal: controller.signal,
    onToolResult: (outcome) => {
      told.push(outcome);
      controller.abort(new Error('enough'));
    },
  });
  await expect(turn).rejects.toThrow('enough');
  expect(told).toHaveLength(1);
});

test('§12: a name that has no text is the name of no skill', () => {
  const router = new SkillRouterImpl();
  expect(executeSkillTool(router, { name: { toString: 1, valueOf: 1 } })).toMatchObject({ success: false });
});

test('§14: what a session is to be told, and learns while it answers, is told the next time', async () => {
  const agent: { current?: StelloAgent } = {};
  const insight = (content: string) =>
    agent.current?.integrate(async () => ({ synthesis: '', insights: [{ sessionId: 'c', content }] }));
  const llm = scriptedModel(
    async () => {
      await insight('second');
      return { content: 'one' };
    },
    'two',
    'three',
  );
  agent.current = createStelloAgent({
    llm,
    sessions: { createChild: async ({ label }) => ({ id: 'c', label }) },
  });
  await agent.current.forkSession('main', { label: 'c' });
  await insight('first');
  for (const text of ['a', 'b', 'c']) await agent.current.turn('c', text);
  const systems = llm.calls.map(({ messages }) => messages.filter(({ role }) => role === 'system'));
  expect(systems.map((list) => list.map(({ content }) => content))).toEqual([['first'], ['second'], []]);
});

test('§14: a session that is archived keeps what was changed in it at the same time', async () => {
  let renaming: (() => Promise<void>) | undefined;
  class Between extends InMemoryStorageAdapter {
    override async get(id: string) {
      const kept = await super.get(id);
      await renaming?.();
      return kept;
    }
  }
  const storage = new Between();
  const agent = createStelloAgent({ storage });
  await agent.createMainSession();
  let renamed = 0;
  renaming = async () => {
    renamed += 1;
    await agent.renameSession('main', 'renamed');
  };
  await agent.archiveSession('main');
  // Nothing was read that it could have written back.
  if (renamed === 0) await renaming();
  expect(await agent.listSessions()).toMatchObject([{ label: 'renamed', archived: true }]);
});

test('§10: a hook that answers with something to wait for, and fails, is an error event', async () => {
  const errors: unknown[] = [];
  const engine = new StelloEngineImpl({
    session: { id: 's', send: async () => '{"content":"ok","toolCalls":[]}' },
    sessions: { createChild: async ({ label }) => ({ id: 'c', label }) },
    hooks: {
      onRoundStart: () => ({ then: (_: unknown, fail: (error: Error) => void) => fail(new Error('elsewhere')) }),
      onError: ({ error }) => errors.push(error.message),
    },
  });
  expect((await engine.turn('go')).turn.finalContent).toBe('ok');
  await expect.poll(() => errors).toEqual(['elsewhere']);
});
