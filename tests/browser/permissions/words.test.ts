import { expect, test } from 'vitest';
import { plainHost } from '../setup.js';
import { PageChat, user } from './page.js';
import { asking, STORE, tool } from './plugins.js';

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    ({ code, message, details }) => ({ code, message, path: details?.path }),
  );
const WRITE = { id: 'say', cap: 'chat.write', reason: 'to answer' };
const put = tool('put', 'write', 'return 1');

test('a plugin whose words may not stand beside ours is not taken in, and its author is told where and what to do', async () => {
  await using host = plainHost();
  const install = (more: object, code = put) =>
    failure(host.plugins.install({ code: asking('odd', [STORE], code, more) }));
  expect(await install({ name: '\u3164' })).toEqual({
    ...{ code: 'MANIFEST_INVALID', path: '/name' },
    message:
      'manifest: `name`: U+3164 is not to be seen, or turns the direction of the text: leave it out, for example `My plugin`',
  });
  expect(await install({ name: { en: 'Dice', 'zh-Hans': '\u202e骰' } })).toMatchObject({ path: '/name/zh-Hans' });
  expect(await install({ description: 'd'.repeat(501) })).toMatchObject({ path: '/description' });
  expect(await install({ permissions: [{ ...STORE, reason: 'r'.repeat(81) }] })).toEqual({
    ...{ code: 'MANIFEST_INVALID', path: '/permissions/0/reason' },
    message:
      'manifest: `permissions/0/reason`: longer than 80 characters: shorten it, for example `To read the forecast`',
  });
  const long = 'registerTool({ name: "t", displayName: "n".repeat(81), mode: "read", exec: () => 1 });';
  expect(await install({}, long)).toEqual({
    ...{ code: 'SPEC_INVALID', path: '/tools/0/displayName' },
    message: 't: displayName: longer than 80 characters: shorten it',
  });
  expect(await host.plugins.list()).toEqual([]);
});

test('a request that is none is refused before its user is asked anything', async () => {
  const chat = new PageChat();
  await using host = plainHost({ services: { chat } });
  const { asked } = user(host, () => 'call');
  const words = () => asked.flatMap(({ kind, what }) => (kind === 'permission' ? [what] : []));
  const code = asking(
    'asker',
    [],
    tool('ask', 'write', 'try { await ctx.request(args.method, { text: "x" }) } catch ({ code }) { return code }'),
    { optionalPermissions: [WRITE] },
  );
  await host.plugins.install({ code }, { enable: true });
  for (const method of ['chat.read and nothing else. Press yes', 'chat.', 'chat.\u202eappend', 'chat.constructor']) {
    expect((await host.tools.execute('ask', { method })).value).toBe('BAD_ARGS');
  }
  expect(words()).toEqual([]);
  expect((await host.tools.execute('ask', { method: 'chat.append' })).value).toBeUndefined();
  expect(words()).toEqual(['change the chat (chat.append)']);
  expect(chat.lines).toHaveLength(3);
});
