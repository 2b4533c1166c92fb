import { expect, test } from 'vitest';
import type { Host } from '../../../src/index.js';
import { failure, inPage, plainHost } from '../setup.js';
import { PageChat, user, waiting } from './page.js';
import { asking, STORE, tool } from './plugins.js';

const READ = { id: 'see', cap: 'chat.read', scope: 'all', reason: 'r' };
const WRITE = { id: 'say', cap: 'chat.write', scope: 'all', reason: 'r' };
const denied = { code: 'CAPABILITY_DENIED', details: { guest: { code: 'CAPABILITY_DENIED' } } };
const say = tool('say', 'write', 'await ctx.chat.append({ text: args.text ?? "x" }); return "said"');
const CHATTER = asking('chatter', [READ, WRITE, STORE], say);

/** A chat whose length takes until it is let go. */
class SlowChat extends PageChat {
  asked = Promise.withResolvers<void>();
  go = Promise.withResolvers<void>();

  override length(): number {
    return super.length();
  }

  slow(): this {
    Object.assign(this, {
      length: async () => {
        this.asked.resolve();
        await this.go.promise;
        return this.lines.length;
      },
    });
    return this;
  }
}

const yes = (host: Host) => {
  for (const { id, scopes } of host.asks.list()) host.asks.answer(id, scopes.at(-1) ?? null);
};

for (const end of ['disable', 'remove', 'kill', 'stopAll', 'install'] as const) {
  test(`a question ends with its plugin: after ${end} a late yes does nothing`, async () => {
    const chat = new PageChat();
    await using host = plainHost({ services: { chat } });
    await host.plugins.install({ code: CHATTER }, { enable: true, allow: 'all' });
    host.asks.onChange(() => {});
    const call = failure(host.tools.execute('say', {}));
    await waiting(host, 1);
    if (end === 'install') await host.plugins.install({ code: `${CHATTER} // another` });
    else if (end === 'disable' || end === 'remove') await host.plugins[end]('chatter');
    else await host[end]();
    yes(host);
    expect((await call).code).toBe('STOPPED');
    expect(host.asks.list()).toEqual([]);
    expect(chat.lines).toHaveLength(2);
    expect(host.status().calls).toBe(0);
  });
}

test('the kill switch holds for calls at every step of their way', async () => {
  const shown: string[] = [];
  await using host = plainHost({ services: { notify: (text) => void shown.push(text) } });
  const code = asking(
    'notifier',
    [{ id: 'n', cap: 'notify', reason: 'r' }],
    tool('tell', 'read', 'await ctx.notify("told"); return 1'),
  );
  await host.plugins.install({ code }, { enable: true, allow: 'all' });
  await host.tools.execute('tell', {});
  for (let steps = 0; steps < 16; steps++) {
    const call = host.tools.execute('tell', {}).catch(() => {});
    for (let i = 0; i < steps; i++) await null;
    await host.kill();
    const after = shown.length;
    expect(host.status()).toMatchObject({ safeMode: true, calls: 0 });
    await call;
    await host.resume();
    await host.tools.execute('tell', {});
    expect(shown.length, `after ${steps} steps`).toBe(after + 1);
  }
});

test('what the page itself was about to do for a call is not done once the call is ended', async () => {
  for (const end of ['kill', 'disable', 'revoke'] as const) {
    const chat = new SlowChat();
    await using host = plainHost({ services: { chat } });
    const code = asking(
      'editor',
      [READ, WRITE],
      tool('edit', 'write', 'await ctx.chat.edit(0, "evil"); return 1', ', simulate: () => 1'),
    );
    await host.plugins.install({ code }, { enable: true, allow: 'all' });
    user(host, () => 'call');
    chat.slow();
    const call = failure(host.tools.execute('edit', {}));
    await chat.asked.promise;
    if (end === 'kill') await host.kill();
    else if (end === 'disable') await host.plugins.disable('editor');
    else await host.plugins.revoke('editor', 'say');
    chat.go.resolve();
    await call;
    expect(chat.lines[0]?.text, end).toBe('hello');
  }
});

test('a yes is for the chat it was said in: another one opened meanwhile is neither read nor written', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat } });
  const look = tool(
    'look',
    'read',
    'for (let i = 0; ; i++) { await ctx.progress({ done: i }); await ctx.chat.read(); }',
  );
  await host.plugins.install(
    { code: asking('chatter', [READ, WRITE], say + look) },
    { enable: true, allow: { see: 'chat', say: 'always' } },
  );
  const switched = failure(
    host.tools.execute(
      'look',
      {},
      { onProgress: ({ done }) => void (done > 1 && Object.assign(chat, { open: { chat: 'chat-2' } })) },
    ),
  );
  expect(await switched).toMatchObject(denied);
  chat.open = { chat: 'chat-1', character: 'ada' };
  host.asks.onChange(() => {});
  const call = failure(host.tools.execute('say', {}));
  const [ask] = await waiting(host, 1);
  chat.open = { chat: 'chat-2', character: 'bob' };
  host.asks.answer(ask?.id ?? 0, { kind: 'call' });
  expect(await call).toMatchObject(denied);
  chat.open = { chat: 'chat-1' };
  user(host, () => 'always');
  const { effects } = await host.tools.simulate('say', {});
  chat.open = { chat: 'chat-3' };
  expect((await failure(host.tools.commit(effects))).code).toBe('EFFECTS_STALE');
  expect(chat.lines).toHaveLength(2);
});

test('a chat that is opened while the page counts the messages of another is neither read nor changed', async () => {
  for (const body of ['return await ctx.chat.read()', 'await ctx.chat.edit(0, "evil"); return 1']) {
    const chat = new SlowChat();
    await using host = plainHost({ services: { chat } });
    const code = asking('editor', [READ, WRITE], tool('edit', 'write', body, ', simulate: () => 1'));
    await host.plugins.install({ code }, { enable: true, allow: 'all' });
    user(host, () => 'call');
    chat.slow();
    const call = failure(host.tools.execute('edit', {}));
    await chat.asked.promise;
    chat.open = { chat: 'chat-2' };
    chat.lines = [{ role: 'user', text: 'what is in another chat' }];
    chat.go.resolve();
    expect(await call, body).toMatchObject(denied);
    expect(chat.lines, body).toEqual([{ role: 'user', text: 'what is in another chat' }]);
  }
});

test.runIf(inPage)('what one tab takes back or kills, no other tab gives again or goes on with', async () => {
  const store = `tabs-${Date.now()}`;
  const chat = new PageChat();
  await using left = plainHost({ store, services: { chat } });
  await using right = plainHost({ store, services: { chat } });
  const code = asking(
    'chatter',
    [READ, WRITE, STORE],
    say +
      tool(
        'loop',
        'write',
        'for (let i = 0; ; i++) { await ctx.storage.set("n", i); await ctx.progress({ done: i }) }',
        ', simulate: () => 1',
      ),
  );
  await left.plugins.install({ code }, { enable: true, allow: 'all' });
  await right.plugins.list();
  right.asks.onChange(() => {});
  left.asks.onChange(() => {});
  const asked = failure(right.tools.execute('say', {}));
  const [ask] = await waiting(right, 1);
  await left.plugins.revoke('chatter', 'say');
  right.asks.answer(ask?.id ?? 0, { kind: 'always' });
  await asked;
  for (const host of [left, right]) {
    await expect
      .poll(
        async () =>
          (await host.plugins.review('chatter')).permissions.find(({ permission }) => permission.id === 'say')?.granted,
      )
      .toEqual([]);
  }
  await left.plugins.enable('chatter', { allow: 'all' });
  await expect
    .poll(async () => (await right.plugins.review('chatter')).permissions.every(({ granted }) => granted.length > 0))
    .toBe(true);
  user(right, () => 'call');
  const running = Promise.withResolvers<void>();
  const busy = failure(
    right.tools.execute('loop', {}, { onProgress: ({ done }) => void (done > 3 && running.resolve()) }),
  );
  await running.promise;
  await left.kill();
  expect((await busy).code).toBe('STOPPED');
  expect(right.status().safeMode).toBe(true);
  expect(chat.lines).toHaveLength(2);
});

test('an answer is for all questions it answers, and is kept once', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat } });
  await host.plugins.install({ code: CHATTER }, { enable: true, allow: 'all' });
  host.asks.onChange(() => {});
  const calls = Promise.all(['a', 'b', 'c'].map((text) => host.tools.execute('say', { text })));
  const [ask] = await waiting(host, 3);
  host.asks.answer(ask?.id ?? 0, { kind: 'always' });
  await calls;
  expect(host.asks.list()).toEqual([]);
  expect((await host.plugins.review('chatter')).calls).toEqual([{ tool: 'say', scopes: [{ kind: 'always' }] }]);
  await host.plugins.revoke('chatter', { call: 'say' });
  const again = failure(host.tools.execute('say', {}));
  await waiting(host, 1);
  host.asks.answer(host.asks.list()[0]?.id ?? 0, null);
  expect((await again).code).toBe('CONSENT_DENIED');
});

test('calls of tools by tools are bounded, and a no to one is a no for the rest of the call', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat } });
  const other = asking('the-other', [WRITE], say);
  // What may be open is open until the last of thirty has been answered, however slowly they arrive.
  const gate = Promise.withResolvers<void>();
  let entered = 0;
  const exec = async () => {
    entered += 1;
    await gate.promise;
  };
  host.tools.register({ name: 'gate', mode: 'read', exec }, { owner: 'page' });
  const body = (name: string) => `let refused = 0;
    const one = () => ctx.tools.call('${name}', {}).catch(async (error) => {
      refused += 1;
      if (refused === 22) await ctx.progress({ done: refused });
      throw error;
    });
    const all = await Promise.allSettled(Array.from({ length: 30 }, one));
    return all.map(({ status, reason }) => reason?.code ?? status)`;
  const many = asking(
    'the-many',
    [{ id: 't', cap: 'tool.call', tools: ['say', 'gate'], reason: 'r' }],
    tool('many', 'read', body('gate')) + tool('nag', 'write', body('say'), ', simulate: () => 1'),
  );
  await host.plugins.install({ code: other }, { enable: true, allow: 'all' });
  await host.plugins.install({ code: many }, { enable: true, allow: 'all' });
  const { value } = await host.tools.execute('many', {}, { onProgress: () => gate.resolve() });
  const ends = value as string[];
  expect(entered).toBe(8);
  expect(ends.filter((one) => one === 'fulfilled').length).toBe(8);
  expect(ends.filter((one) => one === 'TOO_MANY_CALLS').length).toBe(22);
  const { asked } = user(host, ({ tool }) => (tool.name === 'nag' ? 'call' : 'no'));
  const nagged = (await host.tools.execute('nag', {})).value as string[];
  expect(new Set(nagged)).toEqual(new Set(['CONSENT_DENIED', 'TOO_MANY_CALLS']));
  expect(asked.filter(({ tool }) => tool.name === 'say').length).toBeLessThanOrEqual(8);
  expect(chat.lines).toHaveLength(2);
});

test('a manifest’s own scope bounds a yes; a widened tool is a change; what wants to be asked about each time is', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat } });
  const listed = (more: object) => ({
    tools: [{ name: 'say', description: 'test', input: {}, mode: 'write', uses: ['say'], ...more }],
  });
  const scoped = { ...WRITE, scope: 'chat' };
  await host.plugins.install(
    { code: asking('chatter', [scoped], say, listed({ consent: 'each' })) },
    { enable: true, allow: 'all' },
  );
  expect((await host.plugins.review('chatter')).permissions[0]?.granted).toEqual([{ kind: 'chat', id: 'chat-1' }]);
  const { asked } = user(host, () => 'call');
  await host.tools.execute('say', {});
  await host.tools.execute('say', {});
  expect(asked.map(({ scopes }) => scopes.length)).toEqual([1, 1]);
  await host.plugins.install({ code: asking('chatter', [scoped], say, listed({})) });
  const { changes } = await host.plugins.review('chatter');
  expect(changes?.list).toMatchObject([{ what: 'tool', name: 'say', before: { consent: 'each' } }]);
});
