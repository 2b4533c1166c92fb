import { expect, test } from 'vitest';
import type { Permission } from '../../../src/index.js';
import { failure, plainHost } from '../setup.js';
import { PageChat, user } from './page.js';
import { asking, STORE, tool } from './plugins.js';

const READ = { id: 'see', cap: 'chat.read', reason: 'to see the chat' };
const WRITE = { id: 'say', cap: 'chat.write', reason: 'to answer' };
const look = tool('look', 'read', 'return (await ctx.chat.read()).messages[0].text');
const denied = { code: 'CAPABILITY_DENIED', details: { guest: { code: 'CAPABILITY_DENIED' } } };
const CHAT_1 = { kind: 'chat', id: 'chat-1' };

test('a permission without a scope is about the open chat, of the chat and of its memory; others go as far as ever', async () => {
  const services = {
    chat: new PageChat(),
    memory: { current: () => 'chat-1' },
    llm: { complete: async () => ({ text: '' }) },
    notify: () => {},
  };
  await using host = plainHost({ services });
  const caps = ['chat.read', 'chat.write', 'memory.read', 'memory.write', 'llm', 'notify'];
  const asked = caps.map((cap) => ({ id: cap, cap, reason: 'r' }));
  await host.plugins.install({ code: asking('asker', asked, look) }, { enable: true, allow: 'all' });
  const { permissions } = await host.plugins.review('asker');
  expect(permissions.map(({ permission, granted, scopes }) => [permission.cap, granted, scopes.at(-1)?.kind])).toEqual([
    ...caps.slice(0, 4).map((cap) => [cap, [CHAT_1], 'chat']),
    ...caps.slice(4).map((cap) => [cap, [{ kind: 'always' }], 'always']),
  ]);
  for (const cap of caps.slice(0, 4)) {
    const error = await failure(host.plugins.enable('asker', { allow: { [cap]: 'always' } }));
    expect([error.code, error.message]).toEqual(['BAD_ARGS', `allow.${cap}: one of chat; got \`always\``]);
  }
  const all = asked.slice(0, 4).map((one) => ({ ...one, scope: 'all' }));
  await host.plugins.install(
    { code: asking('wide', all, tool('wide', 'read', 'return 1')) },
    { enable: true, allow: 'all' },
  );
  const wide = (await host.plugins.review('wide')).permissions.map(({ granted }) => granted);
  expect(wide).toEqual(all.map(() => [{ kind: 'always' }]));
});

test('in another chat it is asked for anew, and without anybody to answer it is refused', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat } });
  await host.plugins.install({ code: asking('looker', [READ], look) }, { enable: true, allow: 'all' });
  expect((await host.tools.execute('look', {})).value).toBe('hello');
  chat.open = { chat: 'chat-2' };
  expect(await failure(host.tools.execute('look', {}))).toMatchObject(denied);
  const { asked } = user(host, () => 'chat');
  await host.tools.execute('look', {});
  await host.tools.execute('look', {});
  expect(asked.map(({ kind, scopes }) => [kind, scopes])).toEqual([
    ['permission', [{ kind: 'call' }, { kind: 'chat', id: 'chat-2' }]],
  ]);
  const [view] = (await host.plugins.review('looker')).permissions;
  expect([view?.granted, view?.asked]).toEqual([[CHAT_1, { kind: 'chat', id: 'chat-2' }], true]);
});

test('what was left out is not asked about in any chat, and neither is what was taken back', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat } });
  const { asked } = user(host, () => 'chat');
  await host.plugins.install(
    { code: asking('looker', [READ, STORE], look) },
    { enable: true, allow: { data: 'always' } },
  );
  expect(await failure(host.tools.execute('look', {}))).toMatchObject(denied);
  await host.plugins.enable('looker', { allow: { see: 'chat' } });
  await host.plugins.revoke('looker', 'see');
  chat.open = { chat: 'chat-2' };
  expect(await failure(host.tools.execute('look', {}))).toMatchObject(denied);
  expect(asked).toEqual([]);
});

test('where no chat is open a yes is one to being asked in each', async () => {
  const chat = new PageChat();
  chat.open = undefined;
  await using host = plainHost({ services: { chat } });
  await host.plugins.install({ code: asking('looker', [READ], look) }, { enable: true, allow: 'all' });
  const [view] = (await host.plugins.review('looker')).permissions;
  expect([view?.scopes, view?.granted, view?.asked]).toEqual([[], [], true]);
  chat.open = { chat: 'chat-1' };
  const { asked } = user(host, () => 'chat');
  await host.tools.execute('look', {});
  await host.tools.execute('look', {});
  expect(asked).toHaveLength(1);
});

test('a page that names no chats has one: what it shows of itself is granted as a whole', async () => {
  await using host = plainHost({ context: { snapshot: () => ({ chat: ['a line'] }) } });
  await host.plugins.install(
    { code: asking('looker', [READ], tool('look', 'read', 'return ctx.chat')) },
    { enable: true, allow: 'all' },
  );
  expect((await host.tools.execute('look', {})).value).toEqual(['a line']);
});

test('a yes for always from before, to a permission without a scope, is no wider than the chat', async () => {
  const store = `before-${Date.now()}`;
  const chat = new PageChat();
  const code = asking('looker', [READ, WRITE], look);
  {
    // A page that names no chats lets it go as far as it may.
    await using host = plainHost({ store, context: { snapshot: () => ({}) } });
    await host.plugins.install({ code }, { enable: true, allow: 'all' });
    const granted = (await host.plugins.review('looker')).permissions.map((view) => view.granted);
    expect(granted).toEqual([[{ kind: 'always' }], []]);
  }
  await using host = plainHost({ store, services: { chat } });
  const views = async () => {
    const { permissions } = await host.plugins.review('looker');
    return permissions.map(({ granted, asked }) => [granted, asked]);
  };
  expect(await views()).toEqual([
    [[], true],
    [[], undefined],
  ]);
  expect(await failure(host.tools.execute('look', {}))).toMatchObject(denied);
  // It cannot be given again as it was, and is asked about where it is used.
  expect((await failure(host.plugins.enable('looker', { allow: { see: [{ kind: 'always' }] } }))).code).toBe(
    'BAD_ARGS',
  );
  const { asked } = user(host, () => 'chat');
  await host.tools.execute('look', {});
  expect(asked.map(({ permission }) => (permission as Permission).id)).toEqual(['see']);
  expect((await views())[0]).toEqual([[CHAT_1], true]);
});
