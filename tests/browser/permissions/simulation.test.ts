import { expect, test } from 'vitest';
import type { Host } from '../../../src/index.js';
import { netHosts, netLog } from '../../fixtures/net.js';
import { fc } from '../../fixtures/property.js';
import { failure, plainHost } from '../setup.js';
import { PageChat, user } from './page.js';
import { asking, STORE, tool } from './plugins.js';

/** Does what it is told, step by step, and answers what each step came to. */
const PROGRAM = `
const steps = {
  get: (ctx, { key }) => ctx.storage.get(key),
  set: (ctx, { key, value }) => ctx.storage.set(key, value),
  delete: (ctx, { key }) => ctx.storage.delete(key),
  keys: (ctx, { prefix }) => ctx.storage.keys(prefix),
  batch: (ctx, { operations }) => ctx.storage.batch(operations),
  usage: async (ctx) => { const { bytes, keys } = await ctx.storage.usage(); return [bytes, keys]; },
  read: (ctx, { from, to }) => ctx.chat.read({ from, to }),
  append: (ctx, { text }) => ctx.chat.append({ text }),
  edit: (ctx, { index, text }) => ctx.chat.edit(index, text),
  remove: (ctx, { index }) => ctx.chat.remove(index),
  inner: (ctx, { program }) => ctx.tools.call('other', { program }),
};
const work = async ({ program }, ctx) => {
  const seen = [];
  for (const [name, given] of program) {
    if (name === 'fail') throw new Error('half way');
    try { seen.push((await steps[name](ctx, given)) ?? null); } catch ({ code }) { seen.push(code); }
  }
  return seen;
};`;

const permissions = (tools: string) => [
  STORE,
  { id: 'see', cap: 'chat.read', reason: 'r' },
  { id: 'say', cap: 'chat.write', reason: 'r' },
  { id: 'tools', cap: 'tool.call', tools: [tools], reason: 'r' },
];
const one = (id: string, name: string, calls: string, more = '') =>
  asking(id, permissions(calls), `${PROGRAM}\nregisterTool({ name: '${name}', mode: 'write', exec: work${more} });`);

const keys = fc.constantFrom('a', 'b', 'c', 'a:b', '__proto__', 'constructor', '长');
const values = fc.oneof(
  fc.integer(),
  fc.string(),
  fc.constant(null),
  fc.array(fc.integer(), { maxLength: 4 }),
  fc.record({ n: fc.integer() }),
);
const operation = fc.oneof(
  fc.record({ op: fc.constant('set'), key: keys, value: values }),
  fc.record({ op: fc.constant('delete'), key: keys }),
);
const step = fc.oneof(
  fc.tuple(fc.constant('get'), fc.record({ key: keys })),
  fc.tuple(fc.constant('set'), fc.record({ key: keys, value: values })),
  fc.tuple(fc.constant('delete'), fc.record({ key: keys })),
  fc.tuple(fc.constant('keys'), fc.record({ prefix: fc.constantFrom('', 'a') })),
  fc.tuple(fc.constant('batch'), fc.record({ operations: fc.array(operation, { minLength: 1, maxLength: 4 }) })),
  fc.tuple(fc.constant('usage'), fc.constant({})),
  fc.tuple(fc.constant('read'), fc.record({ from: fc.nat(4), to: fc.nat(6) })),
  fc.tuple(fc.constant('append'), fc.record({ text: fc.string() })),
  fc.tuple(fc.constant('edit'), fc.record({ index: fc.nat(5), text: fc.string() })),
  fc.tuple(fc.constant('remove'), fc.record({ index: fc.nat(5) })),
);
const program = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: step },
    { weight: 1, arbitrary: fc.tuple(fc.constant('inner'), fc.record({ program: fc.array(step, { maxLength: 4 }) })) },
  ),
  { maxLength: 10 },
);

/** Everything that two runs could leave different. */
async function state(host: Host, chat: PageChat): Promise<string> {
  const program = [
    ['keys', {}],
    ['usage', {}],
    ...['a', 'b', 'c', 'a:b', '__proto__', 'constructor', '长'].map((key) => ['get', { key }]),
  ];
  const stores = [];
  for (const name of ['main', 'other']) stores.push((await host.tools.execute(name, { program })).value);
  return JSON.stringify([stores, chat.lines]);
}

async function opened(chat: PageChat): Promise<Host & AsyncDisposable> {
  const host = plainHost({ services: { chat }, store: null });
  user(host, () => 'always');
  await host.plugins.install({ code: one('the-main', 'main', 'other') }, { enable: true, allow: 'all' });
  await host.plugins.install({ code: one('the-other', 'other', 'main') }, { enable: true, allow: 'all' });
  return host;
}

test('simulate, then commit, comes to the same as execute, on generated programs and states', async () => {
  const [left, right] = [new PageChat(), new PageChat()];
  await using simulating = await opened(left);
  await using executing = await opened(right);
  await fc.assert(
    fc.asyncProperty(program, async (steps) => {
      const before = await state(simulating, left);
      const simulated = await simulating.tools.simulate('main', { program: steps });
      expect(simulated.unvalidated).toBe(false);
      expect(await state(simulating, left)).toBe(before);
      expect(await simulating.tools.commit(simulated.effects)).toEqual({ applied: true });
      const executed = await executing.tools.execute('main', { program: steps });
      expect(simulated.value).toEqual(executed.value);
      const after = await state(simulating, left);
      expect(after).toBe(await state(executing, right));
      expect(await simulating.tools.commit(simulated.effects)).toEqual({ applied: false });
      expect(await state(simulating, left)).toBe(after);
    }),
    // Each run goes on from the state the runs before it have left.
    { numRuns: 60 },
  );
});

test('a simulated run that fails half way writes nothing, and neither does a hostile simulate', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat }, store: null });
  user(host, () => 'always');
  const simulate = `, simulate: async (args, ctx) => {
    globalThis.taken = ctx;
    await ctx.storage.set('from', 'simulate');
    await ctx.chat.append({ text: 'from simulate' });
    if (args.wait) await new Promise(() => {});
    if (args.fail) throw new Error('half way');
    return 'pretended';
  }`;
  await host.plugins.install({ code: one('the-main', 'main', 'other', simulate) }, { enable: true, allow: 'all' });
  await host.plugins.install({ code: one('the-other', 'other', 'main') }, { enable: true, allow: 'all' });
  const before = await state(host, chat);
  const failing = await failure(
    host.tools.simulate('other', { program: [['set', { key: 'a', value: 1 }], ['append', { text: 'x' }], ['fail']] }),
  );
  expect(failing.message).toBe('half way');
  expect((await failure(host.tools.simulate('main', { fail: true }))).message).toBe('half way');
  expect((await failure(host.tools.simulate('main', { wait: true }, { timeoutMs: 200 }))).code).toBe('TOOL_TIMEOUT');
  expect((await host.tools.simulate('main', {})).value).toBe('pretended');
  expect(await state(host, chat)).toBe(before);
  // What a run had done before it failed is not committed by accident: there is nothing to commit.
  await host.tools.execute('main', { program: [] });
  expect(await state(host, chat)).toBe(before);
});

test('a review run’s later reads see what it wrote, its effects can be committed, and nothing else sees them', async () => {
  const chat = new PageChat();
  await using host = await opened(chat);
  const simulate = `, simulate: async ({ key }, ctx) => { await ctx.storage.set(key, 'written'); return 'ok'; }`;
  const code = asking(
    'reviewed',
    [STORE],
    `registerTool({ name: 'keep', mode: 'write', exec: () => 'real'${simulate} });` +
      tool('look', 'read', 'return await ctx.storage.get(args.key) ?? null') +
      tool('bare', 'write', 'await ctx.storage.set("bare", 1)'),
  );
  await host.plugins.install({ code }, { enable: true, allow: 'all' });
  await host.orchestrator.withReview(async (review) => {
    await using run = await host.orchestrator.openRun({ review });
    await using live = await host.orchestrator.openRun();
    const say = async (name: string, args: object, where = run) =>
      JSON.parse((await host.orchestrator.dispatch({ name, arguments: args }, where)).message.content);
    expect(await say('keep', { key: 'a' })).toMatchObject({ ok: true });
    expect(await say('look', { key: 'a' })).toEqual({ ok: true, data: 'written' });
    expect(await say('look', { key: 'a' }, live)).toEqual({ ok: true });
    // The orchestrator's own rule for a write tool without `simulate`.
    expect(await say('bare', {})).toEqual({ ok: true, simulated: true, unvalidated: true });
    const effects = await run.effects();
    expect(effects?.items).toEqual([{ kind: 'storage', plugin: 'reviewed', key: 'a', after: '"written"' }]);
    if (effects) expect(await host.tools.commit(effects)).toEqual({ applied: true });
  });
  expect((await host.tools.execute('look', { key: 'a' })).value).toBe('written');
});

test('in a simulation reads go out, writes do not, and such effects are not to be committed', async () => {
  const { first } = await netHosts();
  await using host = plainHost();
  const net = { id: 'send', cap: 'net', hosts: [first], methods: ['GET', 'POST'], reason: 'r' };
  const body = `const got = await ctx.net.fetch('http://${first}/echo');
    const sent = await ctx.net.fetch('http://${first}/echo', { method: 'POST', body: 'four' });
    return [got.status, sent.ok, sent.simulated]`;
  await host.plugins.install(
    { code: asking('sender', [net], tool('send', 'write', body)) },
    { enable: true, allow: 'all' },
  );
  const before = (await netLog()).seen.length;
  const { value, effects, unvalidated } = await host.tools.simulate('send', {});
  expect([value, unvalidated]).toEqual([[200, true, true], true]);
  expect((await netLog()).seen.slice(before).map(({ method }) => method)).toEqual(['GET']);
  expect(effects.items).toEqual([
    { kind: 'net', plugin: 'sender', method: 'POST', url: `http://${first}/echo`, bytes: 4 },
  ]);
  expect((await failure(host.tools.commit(effects))).code).toBe('BAD_ARGS');
  // Shown to the user before a call, nothing goes out at all.
  const { asked } = user(host, () => 'no');
  await failure(host.tools.execute('send', {}));
  expect((await netLog()).seen.length).toBe(before + 1);
  expect(asked[0]?.effects?.unvalidated ?? asked[0]?.simulationError?.code).toBeTruthy();
});

test('a commit fails whole when the chat has changed, when a right is gone, or when the page refuses', async () => {
  const chat = new PageChat();
  await using host = await opened(chat);
  const both = {
    program: [
      ['read', { from: 0, to: 1 }],
      ['set', { key: 'a', value: 1 }],
      ['append', { text: 'new' }],
    ],
  };
  const nothing = await state(host, chat);
  const changed = await host.tools.simulate('main', both);
  chat.lines[0] = { role: 'user', text: 'edited meanwhile' };
  expect((await failure(host.tools.commit(changed.effects))).code).toBe('EFFECTS_STALE');
  chat.lines[0] = { role: 'user', text: 'hello' };
  expect(await state(host, chat)).toBe(nothing);
  const refused = await host.tools.simulate('main', both);
  const { apply } = chat;
  chat.apply = () => {
    throw new Error('the page says no');
  };
  expect((await failure(host.tools.commit(refused.effects))).message).toBe('the page says no');
  chat.apply = apply;
  expect(await state(host, chat)).toBe(nothing);
  // Taken back, it can be tried again.
  expect(await host.tools.commit(refused.effects)).toEqual({ applied: true });
  const later = await host.tools.simulate('main', { program: [['set', { key: 'b', value: 1 }]] });
  await host.plugins.revoke('the-main', 'data');
  expect((await failure(host.tools.commit(later.effects))).code).toBe('CAPABILITY_DENIED');
  expect((await failure(host.tools.commit({} as never))).code).toBe('BAD_ARGS');
});
