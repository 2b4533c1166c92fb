import { beforeAll, expect, test } from 'vitest';
import { failure, netRights, openTestBroker, type TestBroker, type TestPort } from '../fixtures/broker.js';
import { netHosts, netLog, releaseSlow } from '../fixtures/net.js';

const VALUE = 'correct-horse-battery';
const MARK = '[secret:API_KEY]';

let first = '';
let second = '';
beforeAll(async () => {
  ({ first, second } = await netHosts());
});

const rule = () => ({ hosts: [first, second], methods: ['GET' as const, 'PUT' as const], secrets: ['API_KEY'] });
const ask = ({ ask }: TestPort, args: object) =>
  ask('net.fetch', args) as Promise<{ body: string; url: string; headers: { [name: string]: string } }>;
const set = (broker: TestBroker, hosts: readonly string[], value = VALUE) =>
  broker.call('setSecret', { plugin: 'test-plugin', name: 'API_KEY', value, hosts: [...hosts] });

test('a secret that a server keeps does not come back to a request that does not name it', async () => {
  using broker = openTestBroker();
  await set(broker, [first]);
  const port = await broker.open(netRights(rule()));
  const url = `http://${first}/put/kept-secret`;
  await ask(port, { url, method: 'PUT', body: 'it is {{secret:API_KEY}}' });
  expect((await ask(port, { url })).body).toBe(`it is ${MARK}`);
  const { body } = (await port.ask('net.fetch', { url, encoding: 'base64' })) as { body: string };
  expect(atob(body)).toBe(`it is ${MARK}`);
  const said = await ask(port, { url: `http://${first}/say?header=${VALUE}&base64=` });
  expect([said.headers['x-said'], said.url]).toEqual([MARK, `http://${first}/say?header=${MARK}&base64=`]);
  expect(await failure(ask(port, { url, headers: { Range: 'bytes=0-9' } }))).toMatchObject({
    code: 'CAPABILITY_DENIED',
    message: 'not sent: the header range, by a plugin that has a secret',
  });
  const bare = await broker.open(netRights({ ...rule(), secrets: [] }));
  expect((await ask(bare, { url })).body).toBe(`it is ${MARK}`);
});

test('a secret that is set while a request is under way is masked in its answer', async () => {
  using broker = openTestBroker();
  const port = await broker.open(netRights(rule()));
  const slow = ask(port, { url: `http://${first}/slow` });
  await expect.poll(async () => (await netLog()).held).toBe(1);
  await set(broker, [first], 'released');
  await releaseSlow();
  expect((await slow).body).toBe(MARK);
});

test('a secret goes to the hosts it was entered for, whatever an update declares', async () => {
  using broker = openTestBroker();
  await set(broker, [first]);
  const port = await broker.open(netRights(rule()));
  const headers = { 'x-key': '{{secret:API_KEY}}' };
  const before = (await netLog()).seen.length;
  expect(await failure(ask(port, { url: `http://${second}/echo`, headers }))).toMatchObject({
    code: 'CAPABILITY_DENIED',
    message: `the secret API_KEY was set for ${first} only: enter it again`,
  });
  expect((await netLog()).seen.length).toBe(before);
  await set(broker, [first, second]);
  await ask(port, { url: `http://${second}/echo`, headers });
  expect((await netLog()).seen.at(-1)).toMatchObject({ server: 'second', headers: { 'x-key': VALUE } });
  expect(await failure(set(broker, []))).toMatchObject({ code: 'BAD_ARGS' });
});
