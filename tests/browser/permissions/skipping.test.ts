import { expect, test } from 'vitest';
import { failure, plainHost } from '../setup.js';
import { PageChat, user, waiting } from './page.js';
import { asking, STORE, tool } from './plugins.js';

const WRITE = { id: 'say', cap: 'chat.write', reason: 'to answer' };
const say = (name = 'say') => tool(name, 'write', 'await ctx.chat.append({ text: "x" }); return "said"');
const net = (methods: readonly string[]) => ({
  ...{ id: 'send', cap: 'net', hosts: ['api.example.com'], methods, reason: 'to send' },
});
const on = { enable: true, allow: 'all' } as const;

test('skipping is for one plugin: another is asked about all the same', async () => {
  await using host = plainHost({ services: { chat: new PageChat() } });
  await host.plugins.install({ code: asking('one', [WRITE], say('one_says')) }, on);
  await host.plugins.install({ code: asking('two', [WRITE], say('two_says')) }, on);
  const { asked } = user(host, () => 'no');
  host.asks.skipFor(60_000, 'one');
  expect(host.asks.skipping.map(({ plugin }) => plugin)).toEqual(['one']);
  expect((await host.tools.execute('one_says', {})).value).toBe('said');
  expect((await failure(host.tools.execute('two_says', {}))).code).toBe('CONSENT_DENIED');
  expect(asked.map(({ plugin }) => plugin.id)).toEqual(['two']);
  const skipFor = host.asks.skipFor.bind(host.asks) as (...given: unknown[]) => void;
  for (const wrong of [[1_000], [1_000, 7], ['1', 'one'], [Number.NaN, 'one'], [4_000_000, 'one']]) {
    expect(() => skipFor(...wrong)).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));
  }
  // Without a plugin it ends all.
  host.asks.skipFor(0);
  expect([host.asks.skipping, host.asks.skippingUntil]).toEqual([[], 0]);
});

test('what already waits is answered where it may be skipped, and nothing else', async () => {
  await using host = plainHost({ services: { chat: new PageChat() } });
  const listed = (name: string, destructive: boolean) => ({
    ...{ name, description: 'test', input: { type: 'object' }, mode: 'write', uses: ['say'] },
    annotations: { destructive },
  });
  const code = asking('one', [WRITE], say() + say('burn'), { tools: [listed('say', false), listed('burn', true)] });
  await host.plugins.install({ code }, on);
  host.asks.onChange(() => {});
  const said = host.tools.execute('say', {});
  const burnt = failure(host.tools.execute('burn', {}));
  const all = await waiting(host, 2);
  const skippable = Object.fromEntries(all.map(({ tool, skippable }) => [tool.name, skippable]));
  expect(skippable).toEqual({ say: true, burn: false });
  host.asks.skipFor(60_000, 'one');
  expect((await said).value).toBe('said');
  expect(host.asks.list().map(({ tool }) => tool.name)).toEqual(['burn']);
  host.asks.answer(host.asks.list()[0]?.id ?? 0, null);
  expect((await burnt).code).toBe('CONSENT_DENIED');
});

test('where the page forbids skipping, no question says that it may be skipped', async () => {
  await using host = plainHost({ services: { chat: new PageChat() }, policy: { allowSkip: false } });
  await host.plugins.install({ code: asking('one', [WRITE], say()) }, on);
  const { asked } = user(host, () => 'no');
  await failure(host.tools.execute('say', {}));
  expect(asked.map(({ skippable }) => skippable)).toEqual([false]);
});

test('skipping never answers a permission', async () => {
  await using host = plainHost();
  const code = asking('one', [], tool('keep', 'write', 'await ctx.storage.set("a", 1)'), {
    optionalPermissions: [STORE],
  });
  await host.plugins.install({ code }, on);
  const { asked } = user(host, () => 'no');
  host.asks.skipFor(60_000, 'one');
  expect((await failure(host.tools.execute('keep', {}))).details).toMatchObject({
    guest: { code: 'CAPABILITY_DENIED' },
  });
  expect(asked.map(({ kind, skippable }) => [kind, skippable])).toEqual([['permission', false]]);
});

test('skipping never answers a call that may send anything but GET', async () => {
  await using host = plainHost({ services: { chat: new PageChat() } });
  const { asked } = user(host, () => 'no');
  await host.plugins.install({ code: asking('gets', [WRITE, net(['GET'])], say('gets_says')) }, on);
  await host.plugins.install({ code: asking('posts', [WRITE, net(['GET', 'POST'])], say('posts_says')) }, on);
  for (const plugin of ['gets', 'posts']) host.asks.skipFor(60_000, plugin);
  expect((await host.tools.execute('gets_says', {})).value).toBe('said');
  expect((await failure(host.tools.execute('posts_says', {}))).code).toBe('CONSENT_DENIED');
  expect(asked.map(({ plugin }) => plugin.id)).toEqual(['posts']);
});

for (const end of ['disable', 'remove', 'revoke', 'install'] as const) {
  test(`skipping ends with what it was said of: ${end}`, async () => {
    await using host = plainHost({ services: { chat: new PageChat() } });
    const code = asking('one', [WRITE], say());
    await host.plugins.install({ code }, on);
    host.asks.skipFor(60_000, 'one');
    await host.tools.execute('say', {});
    if (end === 'install') await host.plugins.install({ code: `${code} // another` }, on);
    else if (end === 'revoke') await host.plugins.revoke('one', 'say');
    else await host.plugins[end]('one');
    expect(host.asks.skipping).toEqual([]);
    if (end !== 'install') await host.plugins.install({ code }, on);
    const { asked } = user(host, () => 'no');
    await failure(host.tools.execute('say', {}));
    expect(asked).toHaveLength(1);
  });
}
