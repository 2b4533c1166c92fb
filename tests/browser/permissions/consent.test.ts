import { expect, test } from 'vitest';
import { failure, plainHost } from '../setup.js';
import { PageChat, user, waiting } from './page.js';
import { asking, STORE, tool } from './plugins.js';

const READ = { id: 'see', cap: 'chat.read', scope: 'all', reason: 'to see the chat' };
const WRITE = { id: 'say', cap: 'chat.write', scope: 'all', reason: 'to answer' };
const denied = { code: 'CAPABILITY_DENIED', details: { guest: { code: 'CAPABILITY_DENIED' } } };

const append = tool('say', 'write', 'await ctx.chat.append({ text: args.text }); return "said"');
const CHATTER = asking('chatter', [READ, WRITE, STORE], append);

test('rule 1: deny by default; what touches nothing but the plugin itself is not asked about', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat } });
  const code = asking(
    'free-tier',
    [READ, STORE],
    tool('compute', 'write', 'console.log("x"); return 6 * 7') +
      tool('look', 'read', 'return (await ctx.chat.read()).messages') +
      tool('keep', 'write', 'await ctx.storage.set("a", 1); return await ctx.storage.get("a")'),
  );
  await host.plugins.install({ code }, { enable: true });
  const { asked } = user(host, () => 'no');
  expect((await host.tools.execute('compute', {})).value).toBe(42);
  expect(await failure(host.tools.execute('look', {}))).toMatchObject(denied);
  await host.plugins.enable('free-tier', { allow: { data: 'always' } });
  expect((await host.tools.execute('keep', {})).value).toBe(1);
  expect(asked).toEqual([]);
});

test('rule 2: each permission carries its reason, and an unknown key refuses the installation', async () => {
  await using host = plainHost({ services: { chat: new PageChat() } });
  const without = asking('no-reason', [{ id: 'see', cap: 'chat.read' }], append);
  expect((await failure(host.plugins.install({ code: without }))).details.path).toBe('/permissions/0/reason');
  const unknown = asking('odd-key', [{ ...READ, all: true }], append);
  expect((await failure(host.plugins.install({ code: unknown }))).details.path).toBe('/permissions/0/all');
  await host.plugins.install({ code: CHATTER });
  const { permissions } = await host.plugins.review('chatter');
  expect(permissions.map(({ permission, line, granted }) => [permission.reason, line, granted])).toEqual([
    ['to see the chat', 'permissions/0 (see)', []],
    ['to answer', 'permissions/1 (say)', []],
    ['to keep scores', 'permissions/2 (data)', []],
  ]);
});

test('rule 3: what is not ticked answers CAPABILITY_DENIED in the guest, naming the manifest line', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat } });
  const code = asking(
    'half-way',
    [READ, WRITE],
    tool('look', 'read', 'return (await ctx.chat.read()).length') +
      tool(
        'say',
        'write',
        'try { await ctx.chat.append({ text: "x" }) } catch ({ code, message }) { return { code, message } }',
      ),
  );
  await host.plugins.install({ code }, { enable: true, allow: { see: 'always' } });
  expect((await host.tools.execute('look', {})).value).toBe(2);
  const { value } = await host.tools.execute('say', {});
  expect(value).toMatchObject({ code: 'CAPABILITY_DENIED', message: expect.stringContaining('permissions/1 (say)') });
  expect(chat.lines).toHaveLength(2);
});

test('rule 4: installed is not enabled', async () => {
  await using host = plainHost({ services: { chat: new PageChat() } });
  expect((await host.plugins.install({ code: CHATTER })).state).toBe('off');
  expect((await failure(host.tools.execute('say', { text: 'x' }))).code).toBe('PLUGIN_DISABLED');
  await host.plugins.enable('chatter');
  expect((await host.plugins.list()).map(({ state }) => state)).toEqual(['on']);
});

test('rule 5: reading is not asked about, writing once for each scope, and what is stored is what the button said', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat } });
  const code = asking('chatter', [READ, WRITE], append + tool('look', 'read', 'return (await ctx.chat.read()).length'));
  await host.plugins.install({ code }, { enable: true, allow: 'all' });
  let answer: 'call' | 'chat' | 'character' | 'always' = 'call';
  const { asked } = user(host, () => answer);
  await host.tools.execute('look', {});
  expect(asked).toHaveLength(0);
  const say = (text: string) => host.tools.execute('say', { text });
  await say('a');
  answer = 'chat';
  await say('b');
  await say('c');
  expect(asked).toHaveLength(2);
  chat.open = { chat: 'chat-2', character: 'ada' };
  answer = 'character';
  await say('d');
  chat.open = { chat: 'chat-3', character: 'ada' };
  await say('e');
  expect(asked).toHaveLength(3);
  chat.open = { chat: 'chat-4', character: 'bob' };
  answer = 'always';
  await say('f');
  chat.open = { chat: 'chat-5', character: 'eve' };
  await say('g');
  expect(asked).toHaveLength(4);
  expect(asked[0]?.scopes).toEqual([
    { kind: 'call' },
    { kind: 'chat', id: 'chat-1' },
    { kind: 'character', id: 'ada' },
    { kind: 'always' },
  ]);
  expect(chat.lines.slice(2).map(({ text }) => text)).toEqual([...'abcdefg']);
});

test('a permission for one chat holds in that chat only', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat } });
  const code = asking('looker', [READ], tool('look', 'read', 'return (await ctx.chat.read()).length'));
  await host.plugins.install({ code }, { enable: true, allow: { see: 'chat' } });
  expect((await host.tools.execute('look', {})).value).toBe(2);
  chat.open = { chat: 'chat-2' };
  expect(await failure(host.tools.execute('look', {}))).toMatchObject(denied);
});

test('rule 6: where a secret or a new host is concerned, a yes goes no farther than this call', async () => {
  await using host = plainHost({ services: { chat: new PageChat() } });
  const net = { id: 'send', cap: 'net', hosts: ['api.example.com'], methods: ['POST'], reason: 'to send' };
  const post = tool('post', 'write', 'return 1');
  const known = asking('knows-host', [net], post);
  await host.plugins.install({ code: known }, { enable: true, allow: 'all' });
  const { asked } = user(host, () => 'no');
  await failure(host.tools.execute('post', {}));
  expect(asked.at(-1)?.scopes.map(({ kind }) => kind)).toEqual(['call', 'chat', 'character', 'always']);
  await host.plugins.remove('knows-host');
  const secret = asking('has-secret', [{ ...net, secrets: ['API_KEY'] }], post);
  await host.plugins.install({ code: secret }, { enable: true, allow: 'all' });
  await failure(host.tools.execute('post', {}));
  expect(asked.at(-1)?.scopes.map(({ kind }) => kind)).toEqual(['call']);
  expect(asked.at(-1)?.sendsTo).toEqual(['api.example.com']);
  await host.plugins.remove('has-secret');
  const later = asking('new-host', [], post, { optionalPermissions: [net] });
  await host.plugins.install({ code: later }, { enable: true });
  await failure(host.tools.execute('post', {}));
  expect(asked.at(-1)?.scopes.map(({ kind }) => kind)).toEqual(['call']);
});

test('rule 7: an answer that was not offered is a no, and so is the end of the page’s interest', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat } });
  await host.plugins.install({ code: CHATTER }, { enable: true, allow: 'all' });
  // Nobody shows questions: nobody can have said yes.
  expect((await failure(host.tools.execute('say', { text: 'x' }))).code).toBe('CONSENT_DENIED');
  host.asks.onChange(() => {});
  const call = failure(host.tools.execute('say', { text: 'x' }));
  const [ask] = await waiting(host, 1);
  host.asks.answer(ask?.id ?? 0, { kind: 'chat', id: 'another chat' });
  expect((await call).code).toBe('CONSENT_DENIED');
  const stopped = failure(host.tools.execute('say', { text: 'x' }));
  await waiting(host, 1);
  await host.stopAll();
  expect((await stopped).code).toMatch(/STOPPED|CONSENT_DENIED/);
  expect(host.asks.list()).toEqual([]);
  expect(chat.lines).toHaveLength(2);
});

test('rule 8: what policy refuses is not asked about', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat }, policy: { forbid: ['chat.write'], maxScope: 'chat' } });
  const code = asking('chatter', [READ], append, { optionalPermissions: [WRITE] });
  await host.plugins.install({ code }, { enable: true, allow: 'all' });
  const { asked } = user(host, () => 'always');
  expect(await failure(host.tools.execute('say', { text: 'x' }))).toMatchObject(denied);
  expect(asked).toEqual([]);
  const { permissions } = await host.plugins.review('chatter');
  expect(permissions.map(({ refused, scopes }) => [refused, scopes.map(({ kind }) => kind)])).toEqual([
    [undefined, ['chat']],
    ['policy', []],
  ]);
  expect((await failure(host.plugins.enable('chatter', { allow: { say: 'chat' } }))).code).toBe('CAPABILITY_DENIED');
  expect((await failure(host.plugins.enable('chatter', { allow: { see: 'always' } }))).code).toBe('BAD_ARGS');
});

test('rule 9: parallel questions stand in one list, each with its own answer', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat } });
  await host.plugins.install({ code: CHATTER }, { enable: true, allow: 'all' });
  host.asks.onChange(() => {});
  const calls = ['a', 'b', 'c'].map((text) => host.tools.execute('say', { text }));
  const settled = Promise.allSettled(calls);
  // In the order in which their previews were done.
  const asks = [...(await waiting(host, 3))].sort((a, b) => (Object(a.args).text < Object(b.args).text ? -1 : 1));
  expect(asks.map(({ args }) => args)).toEqual([{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
  expect(asks[0]?.effects?.items).toEqual([
    { kind: 'chat', plugin: 'chatter', chat: 'chat-1', change: { op: 'append', role: 'assistant', text: 'a' } },
  ]);
  for (const ask of asks) host.asks.answer(ask.id, Object(ask.args).text === 'b' ? null : { kind: 'call' });
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(chat.lines.slice(2).map(({ text }) => text)).toEqual(['a', 'c']);
});

test('rule 10: skipping has an end, can be forbidden, and never covers what cannot be undone', async () => {
  const chat = new PageChat();
  const tools = ['say', 'burn'].map((name) => ({
    name,
    description: 'test',
    input: { type: 'object' },
    mode: 'write',
    uses: ['say'],
    ...(name === 'burn' && { annotations: { destructive: true } }),
  }));
  const code = asking('chatter', [WRITE], append + tool('burn', 'write', 'await ctx.chat.remove(0); return "gone"'), {
    tools,
  });
  await using host = plainHost({ services: { chat } });
  await host.plugins.install({ code }, { enable: true, allow: 'all' });
  const { asked } = user(host, () => 'no');
  host.asks.skipFor(60_000, 'chatter');
  expect(host.asks.skippingUntil).toBeGreaterThan(Date.now());
  expect((await host.tools.execute('say', { text: 'x' })).value).toBe('said');
  expect(asked).toHaveLength(0);
  expect((await failure(host.tools.execute('burn', {}))).code).toBe('CONSENT_DENIED');
  expect(asked.map(({ destructive }) => destructive)).toEqual([true]);
  host.asks.skipFor(0);
  expect(host.asks.skippingUntil).toBe(0);
  expect((await failure(host.tools.execute('say', { text: 'x' }))).code).toBe('CONSENT_DENIED');
  await using strict = plainHost({ policy: { allowSkip: false } });
  expect(() => strict.asks.skipFor(1_000, 'chatter')).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));
});

test('rules 12 and 13: any change is shown, grants nothing, and the old yes does not count for it', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat } });
  user(host, () => 'always');
  await host.plugins.install({ code: CHATTER }, { enable: true, allow: 'all' });
  await host.tools.execute('say', { text: 'before' });
  // The same again stays as it is.
  expect((await host.plugins.install({ code: CHATTER })).state).toBe('on');
  const net = { id: 'send', cap: 'net', hosts: ['api.example.com'], reason: 'to phone home' };
  const changed = asking(
    'chatter',
    [READ, { ...WRITE, reason: 'to answer more' }, STORE, net],
    append.replace("'test'", "'another text'"),
    { version: '1.1.0' },
  );
  expect((await host.plugins.install({ code: changed })).state).toBe('changed');
  expect((await failure(host.tools.execute('say', { text: 'x' }))).code).toBe('PLUGIN_CHANGED');
  const { changes, permissions } = await host.plugins.review('chatter');
  expect(changes).toMatchObject({ version: { before: '1.0.0', after: '1.1.0' }, files: true });
  expect(changes?.list.map((one) => (one.what === 'tool' ? one.name : one.id))).toEqual(['say', 'say', 'send']);
  expect(permissions.map(({ permission, granted }) => [permission.id, granted.length])).toEqual([
    ['see', 1],
    ['say', 0],
    ['data', 1],
    ['send', 0],
  ]);
  await host.plugins.enable('chatter');
  expect(await failure(host.tools.execute('say', { text: 'x' }))).toMatchObject(denied);
  expect(chat.lines.map(({ text }) => text)).toEqual(['hello', 'good morning', 'before']);
});

test('rule 14: what a tool says of itself is a hint; its mode and its uses are enforced', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat } });
  const listed = (name: string, mode: string, uses: string[]) => ({ name, description: 'test', input: {}, mode, uses });
  const code = asking(
    'says-much',
    [READ, WRITE, STORE],
    tool(
      'reads',
      'read',
      'const seen = []; for (const work of [() => ctx.chat.append({ text: "x" }), () => ctx.storage.set("a", 1)]) { try { await work(); seen.push("done") } catch ({ code }) { seen.push(code) } } return seen',
    ) + tool('narrow', 'write', 'return await ctx.chat.read()'),
    { tools: [listed('reads', 'read', ['say', 'data']), listed('narrow', 'write', ['data'])] },
  );
  await host.plugins.install({ code }, { enable: true, allow: 'all' });
  const { asked } = user(host, () => 'always');
  expect((await host.tools.execute('reads', {})).value).toEqual(['CAPABILITY_DENIED', 'CAPABILITY_DENIED']);
  const narrow = await failure(host.tools.execute('narrow', {}));
  expect(narrow.message).toContain('not in the uses of narrow');
  expect([asked.length, chat.lines.length]).toEqual([0, 2]);
  const lies = asking('tells-lies', [], tool('lies', 'write', 'return 1'), { tools: [listed('lies', 'read', [])] });
  expect((await failure(host.plugins.install({ code: lies }))).details.path).toBe('/tools/0/mode');
});

test('rule 15: the kill switch ends everything, keeps data, and the next start is a safe one', async () => {
  const store = `kill-${Date.now()}`;
  const code = asking(
    'busy-one',
    [STORE],
    tool(
      'write',
      'write',
      'for (let i = 0; ; i++) { await ctx.storage.set("n", i); await ctx.progress({ done: i }) }',
    ) + tool('look', 'read', 'return await ctx.storage.get("n")'),
  );
  {
    await using host = plainHost({ store });
    await host.plugins.install({ code }, { enable: true, allow: 'all' });
    const busy = Promise.withResolvers<void>();
    const call = failure(
      host.tools.execute('write', {}, { onProgress: ({ done }) => void (done > 5 && busy.resolve()) }),
    );
    await busy.promise;
    await host.kill();
    expect((await call).code).toBe('STOPPED');
    expect(host.status()).toMatchObject({ safeMode: true, calls: 0, workers: { live: 0 } });
    expect((await failure(host.tools.execute('look', {}))).code).toBe('PLUGIN_DISABLED');
    expect((await failure(host.plugins.enable('busy-one'))).code).toBe('PLUGIN_DISABLED');
  }
  await using host = plainHost({ store });
  expect((await host.ready()).safeMode).toBe(true);
  expect(host.tools.list()).toEqual([]);
  await host.resume();
  const before = (await host.tools.execute('look', {})).value;
  expect(before).toBeGreaterThan(4);
  expect((await host.tools.execute('look', {})).value).toBe(before);
});

test('rule 16: the log tells of installs, grants, questions, calls, uses and refusals, and can be taken along', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat } });
  await host.plugins.install({ code: CHATTER }, { enable: true, allow: { see: 'always', say: 'always' } });
  user(host, () => 'call');
  await host.tools.execute('say', { text: 'a secret between us' });
  await host.plugins.revoke('chatter', 'say');
  await failure(host.tools.execute('say', { text: 'x' }));
  const entries = await host.audit.query({ plugin: 'chatter' });
  const told = entries.map(({ type, what, outcome, permission }) => [type, permission ?? what, outcome]);
  expect(told).toContainEqual(['install', 'pasted', undefined]);
  expect(told).toContainEqual(['grant', 'see (always), say (always)', undefined]);
  expect(told).toContainEqual(['ask', 'call say', 'call']);
  expect(told).toContainEqual(['use', 'say', 'ok']);
  expect(told).toContainEqual(['call', undefined, 'ok']);
  expect(told).toContainEqual(['revoke', 'say', undefined]);
  expect(told).toContainEqual(['refused', 'say', 'CAPABILITY_DENIED']);
  const jsonl = await host.audit.export();
  expect(
    jsonl
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).type),
  ).toContain('ask');
  expect(jsonl).not.toContain('a secret between us');
});

test('an optional permission is asked for at its first use, once, while the clock of the call stands still', async () => {
  await using host = plainHost({ limits: { timeoutMs: 600 } });
  const code = asking(
    'asks-later',
    [],
    tool(
      'keep',
      'write',
      'await ctx.storage.set("a", 1); await ctx.storage.set("b", 2); return await ctx.storage.keys()',
    ),
    {
      optionalPermissions: [STORE],
    },
  );
  await host.plugins.install({ code }, { enable: true });
  const { asked } = user(host, () => undefined);
  const call = host.tools.execute('keep', {});
  const [ask] = await waiting(host, 1);
  // Longer than the call may take.
  await new Promise((resolve) => setTimeout(resolve, 900));
  host.asks.answer(ask?.id ?? 0, { kind: 'always' });
  const { value, usage } = await call;
  expect(value).toEqual(['a', 'b']);
  expect(usage.wallMs).toBeLessThan(600);
  await host.tools.execute('keep', {});
  expect(asked.map(({ kind, permission }) => [kind, permission?.id])).toEqual([['permission', 'data']]);
});

test('a question that nobody answers is answered no, by its time', async () => {
  await using host = plainHost({ limits: { askMs: 100 }, services: { chat: new PageChat() } });
  await host.plugins.install({ code: CHATTER }, { enable: true, allow: 'all' });
  user(host, () => undefined);
  const error = await failure(host.tools.execute('say', { text: 'x' }));
  expect(error).toMatchObject({ code: 'CONSENT_DENIED', message: expect.stringContaining('nobody answered in time') });
});

test('a yes for some time ends by itself: the plugin stays on, and may not any more', async () => {
  await using host = plainHost();
  const code = asking('for-a-while', [STORE], tool('keep', 'write', 'await ctx.storage.set("a", 1); return 1'));
  await host.plugins.install({ code }, { enable: true, allow: 'all', forMs: 3_600_000 });
  expect((await host.tools.execute('keep', {})).value).toBe(1);
  await host.plugins.enable('for-a-while', { allow: 'all', forMs: 1 });
  const begun = Date.now();
  while (Date.now() <= begun + 1) await new Promise((resolve) => setTimeout(resolve));
  expect(await failure(host.tools.execute('keep', {}))).toMatchObject(denied);
});
