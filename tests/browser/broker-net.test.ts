import { beforeAll, expect, test } from 'vitest';
import { failure, netRights, openTestBroker, type TestPort } from '../fixtures/broker.js';
import { netHosts, netLog, releaseSlow } from '../fixtures/net.js';
import { inPage } from './setup.js';

interface Answer {
  readonly status: number;
  readonly ok: boolean;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  readonly encoding: string;
  readonly simulated?: boolean;
}

let first = '';
let second = '';
beforeAll(async () => {
  ({ first, second } = await netHosts());
});

const ask = ({ ask }: TestPort, args: object): Promise<Answer> => ask('net.fetch', args) as Promise<Answer>;
const echo = (answer: Answer) =>
  JSON.parse(answer.body) as { method: string; url: string; body: string; headers: Record<string, string> };
const ALL = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

test.runIf(inPage)(
  'a granted host is asked, with the method, headers and body of the plugin and nothing of the user',
  async () => {
    using broker = openTestBroker();
    await cookieStore.set('session', 'mine');
    const port = await broker.open(netRights({ hosts: [first], methods: [...ALL] }));
    const got = await ask(port, { url: `http://${first}/echo?q=1#part` });
    expect(got).toMatchObject({ status: 200, ok: true, url: `http://${first}/echo?q=1`, encoding: 'text' });
    expect(got.headers['content-type']).toBe('application/json');
    for (const name of ['cookie', 'referer', 'authorization']) expect(echo(got).headers[name]).toBeUndefined();
    for (const method of ALL.slice(1)) {
      const sent = await ask(port, { url: `http://${first}/echo`, method, headers: { 'X-Mine': 'a' }, body: 'text é' });
      expect(echo(sent)).toMatchObject({ method, body: 'text é', headers: { 'x-mine': 'a' } });
    }
    const bytes = { method: 'POST', url: `http://${first}/echo`, body: btoa('\xff\x00'), bodyEncoding: 'base64' };
    await ask(port, bytes);
    expect((await netLog()).seen.at(-1)?.body).toBe('\xff\x00');
    const answer = await ask(port, {
      url: `http://${first}/say?base64=${encodeURIComponent(btoa('\xff\x00a'))}`,
      encoding: 'base64',
    });
    expect([answer.encoding, atob(answer.body)]).toEqual(['base64', '\xff\x00a']);
  },
);

test('addresses that only look like a granted host are refused, each by its rule, and nothing is sent', async () => {
  using broker = openTestBroker();
  const port = await broker.open(netRights({ hosts: ['api.example.com', first, 'localhost:1'], methods: ['GET'] }));
  const [, number = ''] = first.split(':');
  const addresses = [
    'api.example.com',
    '//api.example.com/',
    'http://api.example.com/',
    'ftp://api.example.com/',
    'file:///etc/passwd',
    'data:text/plain,a',
    'blob:http://127.0.0.1/x',
    'javascript:1',
    'ws://api.example.com/',
    'https://api.example.com./',
    'https://api.example.com:8443/',
    'https://user@api.example.com/',
    'https://user:word@api.example.com/',
    'https://@api.example.com/',
    'https://api.example.com@evil.example/',
    'https://api.example.com%40evil.example/',
    'https://evil.example\\@api.example.com/',
    'https://evil.example/?https://api.example.com',
    'https://evil.example#api.example.com',
    'https://api.example.com.evil.example/',
    'https://xapi.example.com/',
    'https://example.com/',
    'https://www.api.example.com/',
    'https://аpi.example.com/',
    'https://api。example.com.evil.example/',
    'https://93.184.216.34/',
    'https://1572395042/',
    'https://0x5db8d822/',
    'https://0135.0270.0330.042/',
    'https://[2606:2800:220:1::1]/',
    `http://[::ffff:127.0.0.1]:${number}/echo`,
    `http://[::1]:${number}/echo`,
    `http://127.0.0.2:${number}/echo`,
    `http://0.0.0.0:${number}/echo`,
    `http://localhost:${number}/echo`,
    `http://127.0.0.1.:${number}/echo`,
    `http://app.localhost:${number}/echo`,
    `http://2130706433:${number}/echo`,
    `http://0x7f.1:${number}/echo`,
    `http:\\\\${first}/echo`,
    'http://127.0.0.1/echo',
    'http://127.0.0.1:80/echo',
    'https://router.local/',
    'https://intranet/',
    'https://metadata.google.internal/',
    `http://user@${first}/echo`,
    `http://${second}/echo`,
  ];
  const before = (await netLog()).seen.length;
  for (const url of addresses) {
    const { code, message } = await failure(ask(port, { url }));
    expect([code, message.startsWith('not ')], `${url}: ${message}`).toEqual(['CAPABILITY_DENIED', true]);
  }
  expect((await netLog()).seen.length).toBe(before);
  expect(addresses.length).toBeGreaterThanOrEqual(25);
});

test('methods and headers that no rule allows are refused, and nothing is sent', async () => {
  using broker = openTestBroker();
  const port = await broker.open(netRights({ hosts: [first], methods: ['GET', 'POST'] }));
  const reads = await broker.open(netRights({ hosts: [first], methods: ['GET', 'POST'] }, { write: false }));
  const url = `http://${first}/echo`;
  const before = (await netLog()).seen.length;
  for (const method of ['PUT', 'HEAD', 'TRACE', 'get', 'CONNECT']) {
    expect(await failure(ask(port, { url, method })), method).toMatchObject({ code: 'CAPABILITY_DENIED' });
  }
  expect(await failure(ask(reads, { url, method: 'POST' }))).toMatchObject({
    code: 'CAPABILITY_DENIED',
    message: 'not granted: POST for a tool that only reads',
  });
  const own = [
    'Cookie',
    'Host',
    'Origin',
    'referer',
    'Sec-Fetch-Mode',
    'proxy-authorization',
    'Connection',
    'content-length',
    'X-HTTP-Method-Override',
    'x-http_method-override',
    'Proxy_Authorization',
  ];
  for (const name of own) {
    expect(await failure(ask(port, { url, headers: { [name]: 'x' } })), name).toMatchObject({
      code: 'CAPABILITY_DENIED',
    });
  }
  const bad = [
    { headers: { 'a b': 'x' } },
    { headers: { a: 'x\r\nb: y' } },
    { headers: { a: 1 } },
    { headers: { a: '1', A: '2' } },
    { headers: [] },
  ];
  const more = [
    { body: 'a' },
    { method: 'POST', body: 1 },
    { method: 'POST', body: '%', bodyEncoding: 'base64' },
    { encoding: 'x' },
    { timeoutMs: -1 },
    { redirect: 'follow' },
  ];
  for (const args of [...bad, ...more]) {
    expect(await failure(ask(port, { url, ...args })), JSON.stringify(args)).toMatchObject({ code: 'BAD_ARGS' });
  }
  expect((await netLog()).seen.length).toBe(before);
});

test.runIf(inPage)('a redirect is not followed, and a server without CORS is told in words', async () => {
  using broker = openTestBroker();
  const port = await broker.open(netRights({ hosts: [first], methods: ['GET', 'POST'] }));
  for (const method of ['GET', 'POST']) {
    const url = `http://${first}/redirect?status=307&to=${encodeURIComponent(`http://${second}/echo`)}`;
    const { code, message } = await failure(ask(port, { url, method }));
    expect(code).toBe('NET_REDIRECT');
    expect(message).toContain(`${first} redirects`);
  }
  expect((await netLog()).seen.filter(({ server }) => server === 'second')).toEqual([]);
  expect(await failure(ask(port, { url: `http://${first}/no-cors` }))).toEqual({
    code: 'NET_FAILED',
    message: `${first}: not reachable, offline, or forbidden by its server (CORS): a page cannot tell which`,
  });
});

test('an answer above the limit and a server that takes too long are ended', async () => {
  using broker = openTestBroker({ limits: { responseBytes: 1000, netTimeoutMs: 200 } });
  const port = await broker.open(netRights({ hosts: [first] }));
  expect((await ask(port, { url: `http://${first}/large?bytes=1000` })).body.length).toBe(1000);
  expect(await failure(ask(port, { url: `http://${first}/large?bytes=1001` }))).toMatchObject({
    code: 'CAPABILITY_LIMIT',
  });
  const late = await failure(ask(port, { url: `http://${first}/slow` }));
  expect(late).toMatchObject({ code: 'NET_FAILED', message: `GET ${first}: no answer within 200 ms` });
  const sooner = await failure(ask(port, { url: `http://${first}/slow`, timeoutMs: 20 }));
  expect(sooner.message).toContain('within 20 ms');
});

test('so many requests at once, over all ports of a plugin, and so many within a minute', async () => {
  using broker = openTestBroker({ limits: { netAtOnce: 2, netPerMinute: 8 } });
  const ports = await Promise.all([1, 2].map(() => broker.open(netRights({ hosts: [first] }))));
  const [port = ports[0] as TestPort] = ports;
  const slow = [0, 1, 0, 1, 0].map((i) => ask(ports[i] as TestPort, { url: `http://${first}/slow` }));
  const other = await broker.open(netRights({ hosts: [first] }), { plugin: 'another' });
  await expect.poll(async () => (await netLog()).held).toBe(2);
  expect((await ask(other, { url: `http://${first}/echo` })).status).toBe(200);
  expect((await netLog()).held).toBe(2);
  const done = Promise.all(slow);
  let settled = false;
  void done.then(() => {
    settled = true;
  });
  while (!settled) {
    await releaseSlow();
    expect((await netLog()).held).toBeLessThanOrEqual(2);
  }
  expect((await done).map(({ body }) => body)).toEqual(Array(5).fill('released'));
  for (let i = 0; i < 3; i++) await ask(port, { url: `http://${first}/echo` });
  const refused = await failure(ask(port, { url: `http://${first}/echo` }));
  expect(refused).toMatchObject({
    code: 'CAPABILITY_LIMIT',
    message: expect.stringMatching(/^more than 8 requests to servers within a minute: try again in \d+ s$/),
  });
});

test('the end of a call ends its requests, those that wait too, before drop resolves', async () => {
  using broker = openTestBroker({ limits: { netAtOnce: 1 } });
  const port = await broker.open(netRights({ hosts: [first] }));
  const before = await netLog();
  for (let i = 0; i < 3; i++) void ask(port, { url: `http://${first}/slow` }).catch(() => {});
  await expect.poll(async () => (await netLog()).held).toBe(1);
  const [use] = await broker.call('drop', { grants: [port.grant] });
  expect(use?.requests).toBe(3);
  await expect.poll(async () => (await netLog()).held).toBe(0);
  const after = await netLog();
  expect(after.seen.length - before.seen.length).toBe(1);
  const next = await broker.open(netRights({ hosts: [first] }));
  expect((await ask(next, { url: `http://${first}/echo` })).status).toBe(200);
});

test('a host is asked about when its permission has to be, and in a simulation it counts as denied', async () => {
  using broker = openTestBroker({
    onEvent: (event) => {
      if ('ask' in event) void broker.call('decide', { ...event.ask, allowed: event.ask.what === `GET ${first}` });
    },
  });
  const rule = { hosts: [first], methods: ['GET' as const, 'POST' as const], state: 'askable' as const };
  const port = await broker.open(netRights(rule));
  expect(await failure(ask(port, { url: `http://${first}/echo`, method: 'POST' }))).toMatchObject({
    code: 'CAPABILITY_DENIED',
  });
  expect((await ask(port, { url: `http://${first}/echo` })).status).toBe(200);
  const simulated = await broker.open(netRights(rule), { simulation: 's' });
  expect(await failure(ask(simulated, { url: `http://${first}/echo` }))).toMatchObject({
    message: 'not granted: net, permissions/0 (api)',
  });
  const denied = await broker.open(netRights({ ...rule, state: 'denied' }));
  expect(await failure(ask(denied, { url: `http://${first}/echo` }))).toMatchObject({
    message: `not granted: net ${first}, permissions/0 (api)`,
  });
  expect(await failure(ask(denied, { url: 'https://other.example/' }))).toMatchObject({
    message: 'not granted: net other.example is in no permission of the manifest',
  });
});

test('a simulation reads servers and sends nothing else; while it is only being shown it sends nothing', async () => {
  using broker = openTestBroker();
  await broker.call('setSecret', { plugin: 'test-plugin', name: 'KEY', value: 'secret value', hosts: [first] });
  const rule = { hosts: [first], methods: [...ALL], secrets: ['KEY'] };
  const port = await broker.open(netRights(rule), { simulation: 's' });
  const before = (await netLog()).seen.length;
  const sent = await ask(port, { url: `http://${first}/echo?k={{secret:KEY}}`, method: 'POST', body: 'é' });
  expect(sent).toEqual({
    status: 202,
    ok: true,
    url: `http://${first}/echo?k={{secret:KEY}}`,
    headers: {},
    body: '',
    encoding: 'text',
    simulated: true,
  });
  const shown = await broker.open(netRights(rule, { send: false }), { simulation: 's' });
  expect(await failure(ask(shown, { url: `http://${first}/echo` }))).toMatchObject({ code: 'CAPABILITY_DENIED' });
  expect((await netLog()).seen.length).toBe(before);
  expect((await ask(port, { url: `http://${first}/echo` })).status).toBe(200);
  expect((await broker.call('endSimulation', { id: 's', others: {} })).items).toEqual([
    { kind: 'net', plugin: 'test-plugin', method: 'POST', url: `http://${first}/echo?k={{secret:KEY}}`, bytes: 2 },
    { kind: 'unknown', plugin: 'test-plugin', what: `GET ${first}` },
  ]);
});
