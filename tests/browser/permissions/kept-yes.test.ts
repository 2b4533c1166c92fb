import { expect, test } from 'vitest';
import { plainHost } from '../setup.js';
import { PageChat, user } from './page.js';
import { asking, STORE, tool } from './plugins.js';

const WRITE = { id: 'say', cap: 'chat.write', scope: 'all', reason: 'to answer' };
const NOTE = { id: 'note', cap: 'chat.write', scope: 'all', reason: 'to note' };
const say = tool(
  'say',
  'write',
  'try { await ctx.chat.append({ text: "x" }); return "said" } catch ({ code }) { return code }',
);

test('“always” for a call that was shown to change nothing does not cover it when a permission came later', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat } });
  const code = asking('sayer', [], say, { optionalPermissions: [WRITE] });
  await host.plugins.install({ code }, { enable: true });
  // Always to the call, and to the permission that it asks for in the middle of it.
  const { asked } = user(host, () => 'always');
  expect((await host.tools.execute('say', {})).value).toBe('said');
  expect(asked.map(({ kind, effects }) => [kind, effects?.items.length])).toEqual([
    ['call', 0],
    ['permission', undefined],
  ]);
  // It is not said any more that its calls are made without a question.
  expect((await host.plugins.review('sayer')).calls).toEqual([]);
  // The same call changes the chat now, and is asked about again; that yes counts.
  await host.tools.execute('say', {});
  expect(asked.slice(2).map(({ kind, effects }) => [kind, effects?.items.length])).toEqual([['call', 1]]);
  await host.tools.execute('say', {});
  expect(asked).toHaveLength(3);
});

test('a permission for one call only widens no kept yes; one that is given on the sheet ends it', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat } });
  const code = asking('sayer', [STORE], say, { optionalPermissions: [WRITE, NOTE] });
  await host.plugins.install({ code }, { enable: true, allow: { say: 'always' } });
  const { asked } = user(host, () => 'always');
  await host.tools.execute('say', {});
  await host.tools.execute('say', {});
  expect(asked).toHaveLength(1);
  await host.plugins.enable('sayer', { allow: { say: 'always', note: 'always' } });
  await host.tools.execute('say', {});
  expect(asked).toHaveLength(2);
  // What is taken back makes no call wider, and is still said of another plugin than it was.
  await host.plugins.revoke('sayer', 'note');
  await host.tools.execute('say', {});
  expect(asked).toHaveLength(3);
});
