import { expect, test } from 'vitest';
import { netHosts, netLog } from '../../fixtures/net.js';
import { failure, plainHost } from '../setup.js';
import { asking, tool } from './plugins.js';

const ENABLE = { enable: true, allow: 'all' } as const;
const BODY = `const got = await fetch(args.url + '?a=1');
  const sent = await fetch(new Request(args.url, { method: 'POST', body: 'four' }));
  return [got.status, got instanceof Response, (await got.json()).method, sent.status, (await sent.text()).length > 0];`;

test('fetch is ctx.net.fetch in a call, in a simulation and in a rehearsal', async () => {
  const { first } = await netHosts();
  await using host = plainHost({ store: null });
  const net = { id: 'web', cap: 'net', hosts: [first], methods: ['GET', 'POST'], reason: 'r' };
  const code = asking('sender', [net], tool('send', 'write', BODY));
  const url = `http://${first}/echo`;
  await host.plugins.install({ code }, ENABLE);
  const effect = { kind: 'net', plugin: 'sender', method: 'POST', url, bytes: 4 };
  const sentBy = async (work: () => Promise<unknown>) => {
    const before = (await netLog()).seen.length;
    await work();
    return (await netLog()).seen.slice(before).map(({ method, body }) => [method, body]);
  };
  host.asks.onChange(() => {
    for (const { id, scopes } of host.asks.list()) host.asks.answer(id, scopes[0] ?? null);
  });
  const executed = await sentBy(async () => {
    expect((await host.tools.execute('send', { url })).value).toEqual([200, true, 'GET', 200, true]);
  });
  expect(executed).toEqual([
    ['GET', ''],
    ['POST', 'four'],
  ]);
  const simulated = await sentBy(async () => {
    const { value, effects } = await host.tools.simulate('send', { url });
    expect(value).toEqual([200, true, 'GET', 202, false]);
    expect(effects.items).toEqual([effect]);
  });
  expect(simulated).toEqual([['GET', '']]);
  const rehearsed = await sentBy(async () => {
    const rehearsal = await host.plugins.rehearse({ code });
    const world = { net: [{ url: `${url}*`, body: { method: 'GET' } }] };
    const { value, effects } = await rehearsal.call('send', { url }, { world });
    expect(value).toEqual([200, true, 'GET', 200, true]);
    expect(effects).toContainEqual(effect);
    await rehearsal.end();
  });
  expect(rehearsed).toEqual([]);
});

test('fetch without the grant is a denial with the line for the manifest', async () => {
  await using host = plainHost({ store: null });
  const look = tool('look', 'read', `return (await fetch(args.url)).status`);
  await host.plugins.install({ code: asking('looker', [], look) }, ENABLE);
  expect(await failure(host.tools.execute('look', { url: 'https://data.example.com/x' }))).toMatchObject({
    code: 'CAPABILITY_DENIED',
    message:
      'not granted: net.fetch; add { "id": "net", "cap": "net", "hosts": ["data.example.com"], "reason": "Why this plugin needs it" } to permissions',
    details: { asked: { method: 'net.fetch', host: 'data.example.com' } },
  });
});
