import { expect, test } from 'vitest';
import {
  createStelloAgent,
  type Entry,
  InMemoryStorageAdapter,
  type Message,
  ToolRegistryImpl,
} from '../../../src/engine/index.js';
import { calling, orphans, scriptedModel } from './model.js';

/** No stored history holds a call without its result, however its turn has ended. */

const WHY = new Error('stopped');
const entry = (name: string, execute: Entry['execute']): Entry => ({
  ...{ name, description: name, parameters: { type: 'object', properties: {} }, execute },
});
const tools = (...entries: Entry[]) => ({ tools: new ToolRegistryImpl(entries) });
const shown = (records: readonly Message[]) => records.map(({ role, content }) => [role, content]);
const CUT_OFF = 'No result: the turn ended before this call did';

test('a turn that is stopped while its tools run leaves each of its calls with an end', async () => {
  const storage = new InMemoryStorageAdapter();
  const stop = new AbortController();
  const hang: Entry['execute'] = () => {
    stop.abort(WHY);
    return new Promise(() => {});
  };
  const llm = scriptedModel(calling(['hang'], ['hang']), 'well');
  const agent = createStelloAgent({ storage, llm, graceMs: 1, capabilities: tools(entry('hang', hang)) });
  await expect(agent.turn('main', 'go', { signal: stop.signal })).rejects.toBe(WHY);
  const kept = await storage.records('main');
  expect(orphans([...kept])).toEqual([]);
  expect(shown(kept)).toEqual([
    ['user', 'go'],
    ['assistant', ''],
    ['tool', CUT_OFF],
    ['tool', CUT_OFF],
  ]);
  await agent.turn('main', 'again');
  expect(shown(llm.calls[1]?.messages ?? [])).toEqual([...shown(kept), ['user', 'again']]);
});

test('a model that fails when it is told of results leaves these in what is kept', async () => {
  const storage = new InMemoryStorageAdapter();
  const llm = scriptedModel(calling(['t']), () => {
    throw WHY;
  });
  const t = entry('t', async () => ({ success: true, data: 'done' }));
  const agent = createStelloAgent({ storage, llm, capabilities: tools(t) });
  await expect(agent.turn('main', 'go')).rejects.toBe(WHY);
  expect(shown(await storage.records('main')).at(-1)).toEqual(['tool', 'done']);
});

test('calls beyond the last round are kept as not called', async () => {
  const storage = new InMemoryStorageAdapter();
  const t = entry('t', async () => ({ success: true, data: 'done' }));
  const agent = createStelloAgent({ storage, llm: scriptedModel(calling(['t'])), capabilities: tools(t) });
  const { turn } = await agent.turn('main', 'go', { maxToolRounds: 1 });
  expect(turn.stopReason).toBe('max_tool_rounds');
  const kept = await storage.records('main');
  expect(orphans([...kept])).toEqual([]);
  expect(kept.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool']);
  expect(kept.at(-1)?.content).toBe('Not called: the turn has had all of its rounds');
});

test('a call that a page has left open which was closed meanwhile has its end with what is said next', async () => {
  const storage = new InMemoryStorageAdapter();
  const open: Message = { role: 'assistant', content: 'let me see', toolCalls: [{ id: 'c1', name: 't', input: {} }] };
  const before = { id: 'main', label: 'main', status: 'active', metadata: {}, createdAt: 1 } as const;
  await storage.put(before, [{ role: 'user', content: 'go' }, open]);
  const llm = scriptedModel('well');
  await createStelloAgent({ storage, llm }).turn('main', 'again');
  const kept = await storage.records('main');
  expect(orphans([...kept])).toEqual([]);
  expect(shown(kept)).toEqual([
    ['user', 'go'],
    ['assistant', 'let me see'],
    ['tool', CUT_OFF],
    ['user', 'again'],
    ['assistant', 'well'],
  ]);
});

test('what cannot be written when a turn ends is an error event, and the turn rejects with its own reason', async () => {
  const inner = new InMemoryStorageAdapter();
  let broken = false;
  const storage = new Proxy(inner, {
    get: (target, name) => {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (broken && name === 'append') return Promise.reject(new Error('disk full'));
        return Reflect.apply(value, target, args);
      };
    },
  });
  const told: string[] = [];
  const llm = scriptedModel(calling(['t']), () => {
    broken = true;
    throw WHY;
  });
  const t = entry('t', async () => ({ success: true, data: 'done' }));
  const hooks = { onError: ({ source }: { source: string }) => void told.push(source) };
  const agent = createStelloAgent({ storage, llm, hooks, capabilities: tools(t) });
  await expect(agent.turn('main', 'go')).rejects.toBe(WHY);
  expect(told).toEqual(['engine.closeRound', 'engine.turn']);
});
