import { expect, test } from 'vitest';
import type { OutboundRequest } from '../../worker/protocol/broker.js';
import { failure, netRights, openTestBroker, type TestBroker } from '../fixtures/broker.js';
import { netLog } from '../fixtures/net.js';
import { asking, tool } from './permissions/plugins.js';
import { plainHost } from './setup.js';

const names = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${location.port}`);
const own = async (mark: string) => (await netLog()).own.filter((url) => url.includes(mark));

test('the server of the page gets no request of a plugin, whatever was granted and whatever it is called', async () => {
  using broker = openTestBroker();
  const methods = ['GET', 'POST'] as const;
  const { ask } = await broker.open(netRights({ hosts: [location.host, ...names], methods: [...methods] }));
  for (const host of new Set([location.host, ...names])) {
    for (const method of methods) {
      const { code, message } = await failure(ask('net.fetch', { url: `http://${host}/own-api/granted`, method }));
      expect([code, message]).toEqual([
        'CAPABILITY_DENIED',
        `not sent: ${host} is the server of the page itself, which no plugin may ask`,
      ]);
    }
  }
  expect(await own('granted')).toEqual([]);
});

test('a broker that was told of another page lets the same request through: the rule is what holds it', async () => {
  using broker = openTestBroker({ page: 'elsewhere.example:443' });
  const { ask } = await broker.open(netRights({ hosts: [location.host] }));
  await ask('net.fetch', { url: `http://${location.host}/own-api/control` }).catch(() => {});
  expect(await own('control')).toEqual(['/own-api/control']);
});

test('no redirect leads to the server of the page', async () => {
  const sent: OutboundRequest[] = [];
  using broker: TestBroker = openTestBroker({
    hostFetch: true,
    onEvent: (event) => {
      if (!('send' in event)) return;
      sent.push(event.request);
      const headers = { location: `http://${location.host}/own-api/hop` };
      void broker.call('sent', { send: event.send, status: 302, headers, body: null });
    },
  });
  const { ask } = await broker.open(netRights({ hosts: ['api.example.com', location.host] }));
  const { code, message } = await failure(ask('net.fetch', { url: 'https://api.example.com/' }));
  expect(code).toBe('NET_REDIRECT');
  expect(message).toContain(`${location.host} is the server of the page itself`);
  expect(sent.map(({ url }) => url)).toEqual(['https://api.example.com/']);
});

test('a permission for the server of the page is shown as one that cannot be granted here, and is not', async () => {
  await using host = plainHost();
  const net = { id: 'api', cap: 'net', hosts: [location.host], reason: 'to ask the chat' };
  const body = `return await ctx.net.fetch('http://${location.host}/own-api/plugin')`;
  await host.plugins.install(
    { code: asking('insider', [net], tool('main', 'read', body)) },
    { enable: true, allow: 'all' },
  );
  const { permissions } = await host.plugins.review('insider');
  expect(permissions).toMatchObject([{ refused: 'policy', scopes: [], granted: [] }]);
  expect((await failure(host.plugins.enable('insider', { allow: { api: 'always' } }))).code).toBe('CAPABILITY_DENIED');
  expect(await failure(host.tools.execute('main', {}))).toMatchObject({
    message: expect.stringContaining(`${location.host} is the server of the page itself`),
    details: { guest: { code: 'CAPABILITY_DENIED' } },
  });
  expect(await own('plugin')).toEqual([]);
});
