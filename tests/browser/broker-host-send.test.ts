import { beforeAll, expect, test } from 'vitest';
import { brokerSend, deleteEmbeddingKey, setEmbeddingKey } from '../../src/memory/broker-send.js';
import { createEmbedder } from '../../src/memory/embedder.js';
import type { OpenAiProfile } from '../../src/memory/embedding-profile.js';
import { HOST_OWNER } from '../../worker/protocol/names.js';
import { failure, netRights, openTestBroker, type TestBroker } from '../fixtures/broker.js';
import { netHosts, netLog } from '../fixtures/net.js';

const VALUE = 'sk-live-0123456789';
let first = '';
let second = '';
beforeAll(async () => {
  ({ first, second } = await netHosts());
});

const profileAt = (host: string): OpenAiProfile => ({
  kind: 'openai',
  endpoint: `http://${host}/v1`,
  model: 'small',
  key: 'EMBEDDING_KEY',
});
const request = (host: string, path = '/v1/embeddings') => ({
  url: `http://${host}${path}`,
  headers: { 'content-type': 'application/json', authorization: 'Bearer {{secret:EMBEDDING_KEY}}' },
  body: '{"input":["{{secret:EMBEDDING_KEY}}"]}',
  timeoutMs: 10_000,
});
const withKey = async (): Promise<TestBroker> => {
  const broker = openTestBroker();
  await setEmbeddingKey(asBroker(broker), profileAt(first), VALUE);
  return broker;
};
/** A broker as the page has one. */
const asBroker = (broker: TestBroker): Parameters<typeof setEmbeddingKey>[0] => ({
  call: (method, input) => broker.call(method, input),
  close: () => {},
});

test('the broker puts the key into the header of the host’s request, and masks it in the answer', async () => {
  using broker = await withKey();
  const answer = await broker.call('sendForHost', request(first));
  const seen = (await netLog()).seen.at(-1);
  expect(seen?.headers.authorization).toBe(`Bearer ${VALUE}`);
  expect(seen?.method).toBe('POST');
  // A text that looks like the name of a secret is a text.
  expect(seen?.body).toBe('{"input":["{{secret:EMBEDDING_KEY}}"]}');
  expect(answer.status).toBe(200);
  expect(JSON.stringify(answer)).not.toContain(VALUE);
  expect(answer.body).toContain('[secret:EMBEDDING_KEY]');
});

test('the key goes to the host it was entered for alone, also when that redirects', async () => {
  using broker = await withKey();
  const before = (await netLog()).seen.length;
  expect(await failure(broker.call('sendForHost', request(second)))).toMatchObject({ code: 'CAPABILITY_DENIED' });
  const away = `/redirect?status=307&to=${encodeURIComponent(`http://${second}/v1/embeddings`)}`;
  expect(await failure(broker.call('sendForHost', request(first, away)))).toMatchObject({ code: 'NET_REDIRECT' });
  expect((await netLog()).seen.slice(before).map(({ server }) => server)).toEqual(['first']);
});

test('without a key that is named nothing is sent, and one that was deleted is gone', async () => {
  using broker = await withKey();
  await deleteEmbeddingKey(asBroker(broker), profileAt(first));
  const before = (await netLog()).seen.length;
  expect(await failure(broker.call('sendForHost', request(first)))).toMatchObject({ code: 'CAPABILITY_DENIED' });
  expect((await netLog()).seen.length).toBe(before);
});

test('no plugin reaches the host’s key: it is another’s, and not even an id of a plugin', async () => {
  using broker = await withKey();
  expect(await broker.call('secretNames', { plugin: HOST_OWNER })).toEqual(['EMBEDDING_KEY']);
  expect(await broker.call('secretNames', { plugin: 'test-plugin' })).toEqual([]);
  const { ask } = await broker.open(netRights({ hosts: [first], methods: ['POST'], secrets: ['EMBEDDING_KEY'] }));
  const args = { url: `http://${first}/echo`, method: 'POST', body: 'k={{secret:EMBEDDING_KEY}}' };
  expect(await failure(ask('net.fetch', args))).toMatchObject({ code: 'CAPABILITY_DENIED' });
});

test('an address that is none of the internet’s, without https or with a password is refused', async () => {
  using broker = await withKey();
  for (const url of ['http://api.example.com/', 'https://a:b@api.example.com/', 'ftp://x/', 'https://10.0.0.1/', 'x']) {
    const asked = broker.call('sendForHost', { ...request(first), headers: {}, url });
    expect(await failure(asked), url).toMatchObject({ code: 'CAPABILITY_DENIED' });
  }
});

test('an answer that does not come ends at the deadline', async () => {
  using broker = await withKey();
  const asked = broker.call('sendForHost', { ...request(first, '/slow'), timeoutMs: 300 });
  expect(await failure(asked)).toMatchObject({ code: 'NET_FAILED' });
});

test('an embedder over the broker gets vectors of a server', async () => {
  using broker = await withKey();
  const data = [
    { index: 1, embedding: [0, 1] },
    { index: 0, embedding: [1, 0] },
  ];
  await fetch(`http://${first}/put/v1/embeddings`, { method: 'PUT', body: JSON.stringify({ data }) });
  const profile = { ...profileAt(first), endpoint: `http://${first}/put/v1` };
  const embedder = createEmbedder(profile, { send: brokerSend(asBroker(broker)) });
  const vectors = await embedder.embed(['one', 'two'], new AbortController().signal);
  expect(vectors).toEqual([Float32Array.of(1, 0), Float32Array.of(0, 1)]);
  const seen = (await netLog()).seen.at(-1);
  expect(seen?.headers.authorization).toBe(`Bearer ${VALUE}`);
  expect(JSON.parse(seen?.body ?? '')).toEqual({ model: 'small', input: ['one', 'two'] });
});

test('an embedder over the broker says what a server that does not embed has done', async () => {
  using broker = await withKey();
  const embedder = createEmbedder(profileAt(first), { send: brokerSend(asBroker(broker)) });
  const { code, message } = await failure(embedder.embed(['one'], new AbortController().signal));
  expect(code).toBe('EMBEDDING_FAILED');
  expect(message).toContain('without vectors');
  expect(message).not.toContain(VALUE);
});
