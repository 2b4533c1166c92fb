import { expect, test } from 'vitest';
import type { Host, HostOptions } from '../../src/index.js';
import type { ModelProfile } from '../../src/models/types.js';
import { HOST_OWNER } from '../../worker/protocol/names.js';
import { failure, plainHost } from '../browser/setup.js';
import { fresh, netRights, openTestBroker } from '../fixtures/broker.js';
import { said, streamServer } from '../fixtures/stream-server.js';

/** Page code that is after the model’s key, or after what somebody else asks the model. */

const KEY = 'sk-live-0123456789/+"';
type Server = Awaited<ReturnType<typeof streamServer>>;

const at = ({ endpoint }: Server): ModelProfile => ({ kind: 'openai', endpoint, model: 'scripted', tools: 'native' });

async function hostFor(server: Server, options: HostOptions = {}): Promise<Host & AsyncDisposable> {
  const host = plainHost(options);
  await host.models.set(at(server));
  await host.models.setKey(KEY);
  return host;
}

const authorizations = async (server: Server) =>
  (await server.until()).asked.map(({ headers }) => headers.authorization ?? null);

test('the key goes to no other address, however it is spelt', async () => {
  const [server, other] = [await streamServer({}), await streamServer({})];
  await using host = await hostFor(server);
  const { host: name, port } = new URL(server.origin);
  for (const url of [
    other.origin,
    `http://localhost:${port}/v1`,
    `https://${name}/v1`,
    `http://a@${name}/v1`,
    `http://a:b@${name}/v1`,
    `http:\\\\a@${name}\\v1`,
    `http://${name}@${new URL(other.origin).host}/v1`,
    `http://127.1:${port}/v1`,
    `http://2130706433:${port}/v1`,
    `http://127.0.0.1.:${port}/v1`,
    'data:text/plain,hi',
    'file:///etc/passwd',
    '//127.0.0.1/v1',
    '/v1',
    '',
  ]) {
    expect(await failure(host.models.fetch(url)), url).toMatchObject({ code: 'CAPABILITY_DENIED' });
  }
  expect(await authorizations(server)).toEqual([]);
  expect(await authorizations(other)).toEqual([]);
});

test('no header of the page speaks for the key, the user or the browser', async () => {
  const server = await streamServer({});
  await using host = await hostFor(server);
  for (const name of [
    'authorization',
    'Authorization',
    'cookie',
    'proxy-authorization',
    'host',
    'origin',
    'x_forwarded_host',
  ]) {
    const asked = host.models.fetch(server.endpoint, { headers: { [name]: 'Bearer mine' } });
    expect(await failure(asked), name).toMatchObject({ code: 'CAPABILITY_DENIED' });
  }
  await failure(host.models.fetch(server.endpoint, { headers: [['x-a', 'b\r\nx-c: d']] }));
  using broker = openTestBroker();
  await broker.call('setModelProfile', { profile: at(server) });
  const { port2: port } = new MessageChannel();
  const injected = {
    url: server.endpoint,
    method: 'GET' as const,
    headers: { 'x-a': 'b\r\nx-c: d' },
    body: null,
    port,
  };
  expect(await failure(broker.call('askModel', injected, [port]))).toMatchObject({ code: 'BAD_ARGS' });
  for (const method of ['PUT', 'DELETE', 'CONNECT', 'TRACE', 'get\r\n'])
    expect(await failure(host.models.fetch(server.endpoint, { method })), method).toMatchObject({ code: 'BAD_ARGS' });
  expect(await authorizations(server)).toEqual([]);
});

test('a name of a secret in a request stays a text', async () => {
  const server = await streamServer({});
  await using host = await hostFor(server);
  const headers = { 'x-a': '{{secret:MODEL_KEY}}' };
  await host.models.fetch(`${server.endpoint}?k={{secret:MODEL_KEY}}`, {
    method: 'POST',
    headers,
    body: '{{secret:MODEL_KEY}}',
  });
  const [asked] = (await server.until({ asked: 1 })).asked;
  expect(asked?.headers['x-a']).toBe('{{secret:MODEL_KEY}}');
  expect(`${asked?.url} ${asked?.body}`).not.toContain(KEY);
});

test('a server that redirects gets nobody anywhere', async () => {
  const other = await streamServer({});
  const to = (location: string) => ({ status: 307, headers: { location } });
  const server = await streamServer(to(other.endpoint), to('/v1/other'));
  await using host = await hostFor(server);
  for (let time = 0; time < 2; time += 1)
    expect(await failure(host.models.fetch(server.endpoint))).toMatchObject({ code: 'NET_REDIRECT' });
  expect(await authorizations(other)).toEqual([]);
  expect(await authorizations(server)).toHaveLength(2);
});

test('a key is its address’s: another address has none, and coming back does not bring it back', async () => {
  const [server, other] = [await streamServer(), await streamServer()];
  await using host = await hostFor(server);
  await host.models.set({ ...at(server), model: 'another', endpoint: `${server.origin}/v2` });
  expect(await host.models.hasKey()).toBe(true);
  await host.models.set(at(other));
  expect(await host.models.hasKey()).toBe(false);
  await host.models.fetch(other.endpoint);
  await host.models.set(at(server));
  expect(await host.models.hasKey()).toBe(false);
  await host.models.fetch(server.endpoint);
  expect([await authorizations(other), await authorizations(server)]).toEqual([[null], [null]]);
});

test('a key that is entered for one server is not kept for another, which a second tab has chosen meanwhile', async () => {
  const [server, other] = [await streamServer(), await streamServer()];
  const store = fresh('models');
  await using tab = await hostFor(server, { store });
  await using second = plainHost({ store });
  await second.models.set(at(other));
  expect(await failure(tab.models.setKey(KEY))).toMatchObject({ code: 'BAD_ARGS' });
  expect(await second.models.hasKey()).toBe(false);
  expect(await tab.models.get()).toEqual(at(other));
  await tab.models.setKey(KEY);
  expect(await second.models.hasKey()).toBe(true);
});

test('a profile that changes while requests wait takes no key with it', async () => {
  const [server, other] = [await streamServer({ then: 'hold' }), await streamServer()];
  await using host = await hostFor(server);
  const held = await host.models.fetch(server.endpoint);
  const all: Promise<unknown>[] = [];
  // Some are refused: which ones, is the race's.
  const race = (...more: Promise<unknown>[]) => all.push(...more.map((one) => one.catch(() => {})));
  for (let time = 0; time < 10; time += 1) {
    race(host.models.fetch(server.endpoint));
    const away = host.models.set(at(other));
    race(host.models.fetch(other.endpoint));
    await away;
    race(host.models.fetch(other.endpoint), host.models.fetch(server.endpoint));
    const back = host.models.set(at(server));
    race(host.models.setKey(KEY), host.models.fetch(other.endpoint));
    await back;
    race(host.models.setKey(KEY), host.models.fetch(other.endpoint));
  }
  await Promise.all(all);
  const heard = await authorizations(other);
  expect(heard.length).toBeGreaterThan(0);
  expect(heard.filter((one) => one !== null)).toEqual([]);
  expect(held.status).toBe(200);
});

test('what a server says of the key comes back masked, in whatever spelling', async () => {
  const spelt = [KEY, JSON.stringify(KEY), encodeURIComponent(KEY), btoa(`Bearer ${KEY}`), KEY.toUpperCase()];
  const server = await streamServer({
    headers: { 'x-echo': encodeURIComponent(KEY) },
    parts: spelt.map((text) => `data: ${text}\n\n`),
  });
  await using host = await hostFor(server);
  const response = await host.models.fetch(server.endpoint);
  const lines = (await response.text()).split('\n\n').filter((line) => line !== '');
  expect(lines).toHaveLength(spelt.length);
  for (const line of [...lines, String(response.headers.get('x-echo'))]) expect(line).toContain('[secret:MODEL_KEY]');
});

test('neither a plugin nor another request of the host can name the key', async () => {
  const server = await streamServer();
  const { host: name } = new URL(server.origin);
  using broker = openTestBroker();
  await broker.call('setModelProfile', { profile: at(server) });
  await broker.call('setModelKey', { key: KEY });
  expect(await broker.call('secretNames', { plugin: HOST_OWNER })).toEqual([]);
  const headers = { 'x-a': '{{secret:MODEL_KEY}}' };
  const { ask } = await broker.open(netRights({ hosts: [name], methods: ['GET'], secrets: ['MODEL_KEY'] }));
  expect(await failure(ask('net.fetch', { url: server.endpoint, headers }))).toMatchObject({
    code: 'CAPABILITY_DENIED',
  });
  const embedding = { url: server.endpoint, headers, body: '{}', timeoutMs: 5_000 };
  expect(await failure(broker.call('sendForHost', embedding))).toMatchObject({ code: 'CAPABILITY_DENIED' });
  expect(JSON.stringify(await broker.call('model', {}))).not.toContain(KEY);
  expect(await authorizations(server)).toEqual([]);
});

test('an answer is its asker’s: a neighbour’s stop does not end it, and nothing of it is mixed', async () => {
  const server = await streamServer({ parts: [said('one')], then: 'hold' });
  await using host = await hostFor(server);
  const first = await host.models.fetch(server.endpoint);
  const firstReader = first.body?.getReader();
  expect(new TextDecoder().decode((await firstReader?.read())?.value)).toBe(said('one'));
  await server.play({ then: 'silent' });
  const stop = new AbortController();
  const second = failure(host.models.fetch(server.endpoint, { signal: stop.signal }));
  await server.until({ asked: 2 });
  stop.abort(new Error('stop'));
  await second;
  await server.push(said('more'));
  expect(new TextDecoder().decode((await firstReader?.read())?.value)).toBe(said('more'));
});

test('where the page sends in the broker’s place it gets the key for that, and no redirect is followed', async () => {
  const server = await streamServer();
  const sent: { url: string; headers: { readonly [name: string]: string } }[] = [];
  const statuses = [200, 302];
  await using host = await hostFor(server, {
    services: {
      fetch: async (request) => {
        sent.push(request);
        return {
          status: statuses.shift() ?? 500,
          headers: { location: 'https://evil.example/' },
          body: `data: ${KEY}\n\n`,
        };
      },
    },
  });
  const text = await (await host.models.fetch(server.endpoint)).text();
  expect(text).toBe('data: [secret:MODEL_KEY]\n\n');
  expect(await failure(host.models.fetch(server.endpoint))).toMatchObject({ code: 'NET_REDIRECT' });
  expect(sent.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`]);
});

test('what is no profile, and what is no key, is refused without being repeated', async () => {
  await using host = plainHost();
  const profile = { kind: 'openai', endpoint: 'https://api.example.com/v1', model: 'm', tools: 'native' } as const;
  for (const wrong of [
    { ...profile, endpoint: KEY },
    { ...profile, endpoint: `https://${KEY}@api.example.com/v1` },
    { ...profile, endpoint: 'http://api.example.com/v1' },
    { ...profile, endpoint: `https://api.example.com/v1?key=${encodeURIComponent(KEY)}` },
    { ...profile, endpoint: 'ftp://api.example.com' },
    { ...profile, model: '' },
    { ...profile, kind: 'other' },
    { ...profile, timeoutMs: -1 },
    { ...profile, timeoutMs: Number.NaN },
    'openai',
  ]) {
    const error = await failure(host.models.set(wrong as ModelProfile));
    expect(error).toMatchObject({ code: 'BAD_ARGS' });
    expect(error.message).not.toContain(KEY.slice(0, 8));
  }
  expect(await host.models.get()).toBe(null);
  expect(await failure(host.models.setKey(KEY))).toMatchObject({ code: 'BAD_ARGS' });
  await host.models.set(profile);
  for (const wrong of ['', ' ', 'a b', 'a\r\nx: y', '密钥', 7]) {
    expect(await failure(host.models.setKey(wrong as string))).toMatchObject({ code: 'BAD_ARGS' });
  }
  expect(await host.models.hasKey()).toBe(false);
  await host.dispose();
  expect(await failure(host.models.fetch('https://api.example.com/v1'))).toMatchObject({ code: 'HOST_DISPOSED' });
});
