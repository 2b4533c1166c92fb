import { expect, test } from 'vitest';
import { hostReport, reportText } from '../../../src/ui/shared/report.js';
import { PageChat, user } from '../permissions/page.js';
import { asking, STORE, tool } from '../permissions/plugins.js';
import { failure, plainHost } from '../setup.js';

const ON = { enable: true, allow: 'all' } as const;
const HIDDEN = /hush|geheim|秘密/i;

test('a report has versions, walls, numbers and codes, and nothing that a user, a page or a plugin has named or said', async () => {
  const chat = new PageChat();
  chat.lines = [{ role: 'user', text: 'hush, my chat' }];
  chat.open = { chat: 'hush-chat', character: 'hush-character' };
  await using host = plainHost({ services: { chat, fetch: () => Promise.reject(new Error('hush, no network')) } });
  user(host, () => 'call');
  const net = { id: 'hush-net', cap: 'net', hosts: ['hush.example.com'], reason: 'hush', secrets: ['HUSH_TOKEN'] };
  const tools = [
    tool(
      'hush_fails',
      'write',
      `console.log('hush'); throw Object.assign(new Error('hush: ' + args.text), { code: 'HUSH_CODE' })`,
    ),
    tool('hush_keeps', 'write', `await ctx.storage.set('hush-key', args.text); return 'hush'`),
    tool('hush_asks', 'read', `return ctx.net.fetch('https://hush.example.com/hush?q=' + args.text)`),
    tool('hush_denied', 'read', `return ctx.chat.read({ last: 1 })`),
  ];
  await host.plugins.install(
    { code: asking('hush-plugin', [STORE, net], tools.join('\n'), { name: '秘密 plugin' }) },
    ON,
  );
  await host.secrets.set('hush-plugin', 'HUSH_TOKEN', 'geheim-geheim');
  const args = { text: 'hush argument' };
  expect((await failure(host.tools.execute('hush_fails', args))).code).toBe('TOOL_ERROR');
  expect((await failure(host.tools.execute('hush_asks', args))).message).toMatch(HIDDEN);
  expect((await failure(host.tools.execute('hush_denied', args))).code).toBe('CAPABILITY_DENIED');
  await host.tools.execute('hush_keeps', args);
  expect(
    (
      await failure(
        host.tools.execute('hush_keeps', args, {
          signal: AbortSignal.abort(Object.assign(new Error('hush'), { code: 'HUSH' })),
        }),
      )
    ).message,
  ).toBe('hush');
  expect(await host.audit.export()).toMatch(HIDDEN);
  const report = await hostReport(host);
  expect(report).not.toMatch(HIDDEN);
  expect(report).not.toContain(location.host);
  expect(report).toMatch(/^Bulkhead \d+\.\d+\.\d+\nBrowser: .*Chrome/);
  expect(report).toContain('Wall 5: yes (served frame)');
  expect(report).toContain('Workers: 1 live');
  expect(report).toMatch(/\n {2}call TOOL_ERROR: \d/);
  expect(report).toMatch(/\n {2}call CAPABILITY_DENIED: 1/);
});

test('reasons, outcomes and codes that are no words of ours stay out', () => {
  const walls = [{ wall: 5, name: 'hush', stands: false, why: 'served frame: https://hush.example.com/ is blocked' }];
  const status = {
    walls,
    workers: { live: 0, spare: 0, terminating: 0 },
    peers: 0,
    calls: 0,
    safeMode: true,
    starts: { images: false, why: 'hush' },
  };
  const entries = [
    { type: 'call', outcome: 'HUSH' },
    { type: 'call', outcome: 'toString' },
    { type: 'call', outcome: 'TOOL_TIMEOUT' },
    { type: 'use', outcome: 'ok' },
  ] as const;
  expect(
    reportText({ status: status as never, entries, browser: 'B' })
      .split('\n')
      .slice(1),
  ).toEqual([
    'Browser: B',
    expect.stringMatching(/^Secure context: (yes|no), cross-origin isolated: (yes|no)$/),
    'Wall 5: no',
    'Workers: 0 live, 0 spare, 0 ending',
    'Connections: 0, open calls: 0, safe mode: yes',
    'Start from images: no',
    'Failures in the last 4 entries of the log:',
    '  call TOOL_TIMEOUT: 1',
  ]);
  expect(reportText({ status: status as never, entries, browser: 'B', unread: 'hush' })).toMatch(
    /Log: cannot be read$/,
  );
  expect(reportText({ status: status as never, entries, browser: 'B', unread: 'STORE_FAILED' })).toMatch(
    /Log: STORE_FAILED$/,
  );
});
