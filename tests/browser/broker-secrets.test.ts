import { beforeAll, expect, test } from 'vitest';
import { failure, netRights, openTestBroker, type TestBroker, type TestPort } from '../fixtures/broker.js';
import { netHosts, netLog } from '../fixtures/net.js';

const VALUE = 'sk-"live"/ä+ 42%zz';
const MARK = '[secret:API_KEY]';

let first = '';
beforeAll(async () => {
  ({ first } = await netHosts());
});

const rule = () => ({ hosts: [first], methods: ['GET' as const, 'POST' as const], secrets: ['API_KEY', 'UNSET_KEY'] });
const ask = ({ ask }: TestPort, args: object) =>
  ask('net.fetch', args) as Promise<{ body: string; url: string; headers: { [name: string]: string } }>;
const withSecret = async (broker: TestBroker, value = VALUE): Promise<TestPort> => {
  await broker.call('setSecret', { plugin: 'test-plugin', name: 'API_KEY', value, hosts: [first] });
  return broker.open(netRights(rule()));
};

test('secrets are kept by name, and their values never come back', async () => {
  using broker = openTestBroker();
  for (const name of ['B_KEY', 'API_KEY'])
    await broker.call('setSecret', { plugin: 'one', name, value: 'x'.repeat(8), hosts: ['a.example'] });
  await broker.call('setSecret', { plugin: 'one-more', name: 'C_KEY', value: 'x'.repeat(8), hosts: ['a.example'] });
  expect(await broker.call('secretNames', { plugin: 'one' })).toEqual(['API_KEY', 'B_KEY']);
  await broker.call('deleteSecret', { plugin: 'one', name: 'B_KEY' });
  expect(await broker.call('secretNames', { plugin: 'one' })).toEqual(['API_KEY']);
  for (const [name, value] of [
    ['lower', 'long enough'],
    ['A:B', 'long enough'],
    ['SHORT', '1234567'],
    ['BROKEN', 'a\ud800bcdefgh'],
  ] as const) {
    expect(await failure(broker.call('setSecret', { plugin: 'one', name, value, hosts: ['a.example'] }))).toMatchObject(
      { code: 'BAD_ARGS' },
    );
  }
});

test('a secret goes out in a header, in the query and in the body, spelled as the place needs it', async () => {
  using broker = openTestBroker();
  const port = await withSecret(broker);
  const url = `http://${first}/echo?a=1&k={{secret:API_KEY}}`;
  await ask(port, {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-key': 'Bearer {{secret:API_KEY}}' },
    body: '{"k":"{{secret:API_KEY}}"}',
  });
  const seen = (await netLog()).seen.at(-1);
  expect(new URL(seen?.url ?? '', 'http://h').searchParams.get('k')).toBe(VALUE);
  expect(seen?.headers['x-key']).toBe(`Bearer ${VALUE}`);
  const bytes = Uint8Array.from(seen?.body ?? '', (char) => char.charCodeAt(0));
  expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual({ k: VALUE });
  await ask(port, { url: `http://${first}/echo`, method: 'POST', body: 'k={{secret:API_KEY}}' });
  expect((await netLog()).seen.at(-1)?.body.length).toBe(2 + new TextEncoder().encode(VALUE).length);
});

test('what a server says of a secret is masked: in the body, in headers, in the address, in base64', async () => {
  using broker = openTestBroker();
  const port = await withSecret(broker, 'sk-live/ 42+%zz');
  const headers = { 'x-key': '{{secret:API_KEY}}' };
  const echoed = await ask(port, { url: `http://${first}/echo?k={{secret:API_KEY}}`, headers });
  expect(echoed.headers['x-echo']).toBe(MARK);
  expect(echoed.url).toBe(`http://${first}/echo?k=${MARK}`);
  expect(echoed.body.split(MARK).length).toBe(3);
  for (const part of ['sk-live', '42+', 'sk-live%2F']) expect(JSON.stringify(echoed)).not.toContain(part);
  const encoded = await ask(port, { url: `http://${first}/echo?k={{secret:API_KEY}}`, headers, encoding: 'base64' });
  expect(atob(encoded.body)).toContain(MARK);
  expect(atob(encoded.body)).not.toContain('sk-live');
});

test('a secret that is not in the rule, not set, or in the wrong place is not sent', async () => {
  using broker = openTestBroker();
  const port = await withSecret(broker);
  await broker.call('setSecret', { plugin: 'test-plugin', name: 'OTHER_KEY', value: 'another secret', hosts: [first] });
  const before = (await netLog()).seen.length;
  const url = `http://${first}/echo`;
  const refused: object[] = [
    { url, headers: { a: '{{secret:OTHER_KEY}}' } },
    { url, headers: { a: '{{secret:UNSET_KEY}}' } },
    { url, headers: { a: '{{secret:}}' } },
    { url: `http://${first}/{{secret:API_KEY}}` },
    { url: `http://${first}/?{{secret:API_KEY}}=1` },
    { url: `http://${first}/%7B%7Bsecret:API_KEY%7D%7D` },
    { url: `http://{{secret:API_KEY}}.${first}/` },
    { url, headers: { a: '{{secret:API_KEY}}', range: 'bytes=0-4' } },
  ];
  for (const args of refused) {
    expect(await failure(ask(port, args)), JSON.stringify(args)).toMatchObject({ code: 'CAPABILITY_DENIED' });
  }
  const other = await broker.open(netRights(rule()), { plugin: 'another-plugin' });
  expect(await failure(ask(other, { url, headers: { a: '{{secret:API_KEY}}' } }))).toMatchObject({
    message: 'secret API_KEY is not set',
  });
  expect((await netLog()).seen.length).toBe(before);
});
