import { expect, test } from 'vitest';
import type { OutboundRequest } from '../../worker/protocol/broker.js';
import type { NetRule } from '../../worker/protocol/rights.js';
import { failure, netRights, openTestBroker, type TestBroker } from '../fixtures/broker.js';

interface Reply {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
  readonly error?: string;
}

const encoder = new TextEncoder();

/** A broker whose page answers each request by `answer`; `undefined`: never. */
function pageBroker(answer: (request: OutboundRequest) => Reply | undefined, limits = {}) {
  const sent: OutboundRequest[] = [];
  const unsent: number[] = [];
  const broker: TestBroker = openTestBroker({
    hostFetch: true,
    limits,
    onEvent: (event) => {
      if ('unsend' in event) unsent.push(event.unsend);
      if (!('send' in event)) return;
      sent.push(event.request);
      const reply = answer(event.request);
      if (!reply) return;
      const { status, headers = {}, body, error } = reply;
      const bytes = body === undefined ? null : encoder.encode(body);
      void broker.call('sent', {
        send: event.send,
        status,
        headers,
        body: bytes,
        ...(error !== undefined && { error }),
      });
    },
  });
  return { broker, sent, unsent };
}

const rule = (over: Partial<NetRule>): NetRule => ({
  permission: 'api',
  state: 'granted',
  line: 'permissions/0 (api)',
  hosts: ['api.example.com'],
  methods: ['GET', 'POST', 'PUT'],
  secrets: ['KEY'],
  ...over,
});
const other = rule({
  permission: 'cdn',
  line: 'permissions/1 (cdn)',
  hosts: ['cdn.example.com'],
  methods: ['GET'],
  secrets: [],
});
const rights = (...rules: NetRule[]) => netRights({}, { rules });
const withKey = (broker: TestBroker, value = 'my secret key') =>
  broker.call('setSecret', { plugin: 'test-plugin', name: 'KEY', value, hosts: ['api.example.com'] });
const URL_A = 'https://api.example.com/a';

test('a page with a fetch of its own sends what was checked, with secrets, and its answer is masked', async () => {
  const { broker, sent } = pageBroker(() => ({
    status: 201,
    headers: { 'X-Echo': 'my secret key' },
    body: 'is "my secret key"',
  }));
  using _closing = broker;
  await broker.call('setSecret', {
    plugin: 'test-plugin',
    name: 'KEY',
    value: 'my secret key',
    hosts: ['api.example.com'],
  });
  const { ask } = await broker.open(rights(rule({})));
  const answer = await ask('net.fetch', {
    url: `${URL_A}?k={{secret:KEY}}`,
    method: 'POST',
    headers: { A: '{{secret:KEY}}' },
    body: 'b',
  });
  expect(sent).toEqual([
    { url: `${URL_A}?k=my%20secret%20key`, method: 'POST', headers: { a: 'my secret key' }, body: 'b' },
  ]);
  expect(answer).toMatchObject({
    status: 201,
    headers: { 'x-echo': '[secret:KEY]' },
    body: 'is "[secret:KEY]"',
    url: `${URL_A}?k=[secret:KEY]`,
  });
  await ask('net.fetch', { url: URL_A, method: 'POST', body: btoa('\xff'), bodyEncoding: 'base64' });
  expect(sent[1]?.body).toEqual(Uint8Array.of(255));
  expect(await failure(ask('net.fetch', { url: 'https://evil.example/' }))).toMatchObject({
    code: 'CAPABILITY_DENIED',
  });
  expect(sent.length).toBe(2);
});

test('redirects are followed hop by hop where the rules allow each one, the way a browser would', async () => {
  const hops: { [url: string]: Reply } = {
    [URL_A]: { status: 302, headers: { Location: '/b' } },
    'https://api.example.com/b': { status: 307, headers: { location: 'https://cdn.example.com/c' } },
    'https://cdn.example.com/c': { status: 200, body: 'there' },
  };
  const { broker, sent } = pageBroker(({ url }) => hops[url]);
  using _closing = broker;
  await broker.call('setSecret', {
    plugin: 'test-plugin',
    name: 'KEY',
    value: 'my secret key',
    hosts: ['api.example.com'],
  });
  const { ask } = await broker.open(rights(rule({}), other));
  const headers = { 'x-key': '{{secret:KEY}}', 'content-type': 'text/plain', accept: 'a/b' };
  const answer = await ask('net.fetch', { url: URL_A, method: 'POST', headers, body: 'b' });
  expect(answer).toMatchObject({ status: 200, body: 'there', url: 'https://cdn.example.com/c' });
  expect(sent.slice(1)).toEqual([
    {
      url: 'https://api.example.com/b',
      method: 'GET',
      headers: { 'x-key': 'my secret key', accept: 'a/b' },
      body: null,
    },
    { url: 'https://cdn.example.com/c', method: 'GET', headers: { accept: 'a/b' }, body: null },
  ]);
});

test('a key that a plugin itself puts into a header stays with the origin that it was sent to', async () => {
  const hops: { [url: string]: Reply } = {
    [URL_A]: { status: 302, headers: { location: '/b' } },
    'https://api.example.com/b': { status: 302, headers: { location: 'https://cdn.example.com/c' } },
    'https://cdn.example.com/c': { status: 200, body: 'there' },
  };
  const { broker, sent } = pageBroker(({ url }) => hops[url]);
  using _closing = broker;
  const { ask } = await broker.open(rights(rule({}), other));
  const headers = { authorization: 'Bearer its-own', accept: 'a/b' };
  expect(await ask('net.fetch', { url: URL_A, headers })).toMatchObject({ status: 200, body: 'there' });
  expect(sent.map(({ url, headers: told }) => [url, told])).toEqual([
    [URL_A, headers],
    ['https://api.example.com/b', headers],
    ['https://cdn.example.com/c', { accept: 'a/b' }],
  ]);
});

test('a redirect that a plugin could not have asked for itself is not followed', async () => {
  const cases: [to: string, status: number, method: string][] = [
    ['https://evil.example/', 302, 'GET'],
    ['http://api.example.com/', 302, 'GET'],
    ['https://api.example.com:444/', 302, 'GET'],
    ['https://user@api.example.com/', 302, 'GET'],
    ['https://127.0.0.1/', 302, 'GET'],
    ['https://cdn.example.com/', 307, 'POST'],
    ['https://asked.example.com/', 302, 'GET'],
    ['https://cdn.example.com/?leak=my%20secret%20key', 302, 'GET'],
    ['https://', 302, 'GET'],
    [URL_A, 302, 'GET'],
  ];
  const asked = rule({ permission: 'asked', state: 'askable', hosts: ['asked.example.com'] });
  for (const [to, status, method] of cases) {
    const { broker, sent } = pageBroker(() => ({ status, headers: { location: to } }), { redirects: 3 });
    using _closing = broker;
    await broker.call('setSecret', {
      plugin: 'test-plugin',
      name: 'KEY',
      value: 'my secret key',
      hosts: ['api.example.com'],
    });
    const { ask } = await broker.open(rights(rule({}), other, asked));
    const headers = { 'x-key': '{{secret:KEY}}' };
    expect(await failure(ask('net.fetch', { url: URL_A, method, headers })), to).toMatchObject({
      code: 'NET_REDIRECT',
    });
    expect(sent.length, to).toBe(to === URL_A ? 4 : 1);
  }
});

test('a server that asks for a secret in its redirect gets none, however it writes that', async () => {
  const placeholder = '{{secret:KEY}}';
  const spellings = [
    placeholder,
    encodeURIComponent(placeholder),
    encodeURIComponent(encodeURIComponent(placeholder)),
    '%7b{secret:KEY}}',
    '{{se\tcret:KEY}}',
    '{{%73ecret:KEY}}',
  ];
  for (const spelling of spellings) {
    for (const to of [`https://cdn.example.com/?k=${spelling}`, `https://api.example.com/b?k=${spelling}`]) {
      const { broker, sent } = pageBroker(() => ({ status: 302, headers: { location: to } }));
      using _closing = broker;
      await withKey(broker);
      const { ask } = await broker.open(rights(rule({}), other));
      const headers = { authorization: 'Bearer {{secret:KEY}}' };
      const { code, message } = await failure(ask('net.fetch', { url: URL_A, headers }));
      expect([code, message], to).toEqual(['NET_REDIRECT', 'api.example.com redirects: its address asks for a secret']);
      expect(sent.length).toBe(1);
    }
  }
});

test('a body with a secret goes to no hop whose rule lacks it, or that the secret was not set for', async () => {
  const to = 'https://cdn.example.com/c';
  for (const secrets of [[], ['KEY']]) {
    const { broker, sent } = pageBroker(() => ({ status: 307, headers: { location: to } }));
    using _closing = broker;
    await withKey(broker);
    const { ask } = await broker.open(rights(rule({}), { ...other, methods: ['POST'], secrets }));
    const args = { url: URL_A, method: 'POST', body: '{{secret:KEY}}' };
    expect(await failure(ask('net.fetch', args))).toMatchObject({ code: 'NET_REDIRECT' });
    const headers = { 'x-key': '{{secret:KEY}}' };
    await failure(ask('net.fetch', { url: URL_A, method: 'POST', body: '', headers }));
    const there = sent.filter(({ url }) => url === to);
    expect(there.length).toBeGreaterThan(0);
    expect(JSON.stringify(there)).not.toContain('my secret key');
  }
});

test('no failure tells the guest a secret: not in the page’s words, nor in the address of a redirect', async () => {
  const failures: ((url: string) => Reply)[] = [
    (url) => ({ status: 0, error: `request to ${url} failed` }),
    () => ({ status: 302, headers: { location: 'https://My-Secret-Key-1.example.org/' } }),
    () => ({ status: 302, headers: { location: 'my-secret-key-1://api.example.com/' } }),
    () => ({ status: 302, headers: { location: 'https://my-secret-key-1@api.example.com/' } }),
  ];
  for (const reply of failures) {
    const { broker } = pageBroker(({ url }) => reply(url));
    using _closing = broker;
    await withKey(broker, 'my-SECRET-key-1');
    const { ask } = await broker.open(rights(rule({})));
    const { message } = await failure(ask('net.fetch', { url: `${URL_A}?k={{secret:KEY}}` }));
    expect(message).toContain('api.example.com');
    expect(message.toLowerCase()).not.toMatch(/my|secret-key/);
  }
});

test('the page’s failures, answers that are too large and late ones are the plugin’s to know', async () => {
  const replies: Reply[] = [
    { status: 0, error: 'the proxy is down' },
    { status: 0 },
    { status: 200, body: 'x'.repeat(101) },
  ];
  const { broker, unsent } = pageBroker(() => replies.shift(), { responseBytes: 100, netTimeoutMs: 50 });
  using _closing = broker;
  const { ask, grant } = await broker.open(rights(rule({})));
  const send = () => failure(ask('net.fetch', { url: URL_A }));
  expect(await send()).toMatchObject({ code: 'NET_FAILED', message: 'api.example.com: the page could not send it' });
  expect(await send()).toMatchObject({ code: 'NET_FAILED' });
  expect(await send()).toMatchObject({ code: 'CAPABILITY_LIMIT' });
  expect(await send()).toMatchObject({ code: 'NET_FAILED', message: 'GET api.example.com: no answer within 50 ms' });
  expect(unsent).toEqual([4]);
  await broker.call('sent', { send: 4, status: 200, headers: {}, body: null });
  await broker.call('drop', { grants: [grant] });
});

test('the end of a call takes its request back from the page', async () => {
  const { broker, sent, unsent } = pageBroker(() => undefined);
  using _closing = broker;
  const { ask, grant } = await broker.open(rights(rule({})));
  void ask('net.fetch', { url: URL_A });
  await expect.poll(() => sent.length).toBe(1);
  await broker.call('drop', { grants: [grant] });
  expect(unsent).toEqual([1]);
});
