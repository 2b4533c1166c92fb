import { expect, test } from 'vitest';
import { partsNamedIn } from '../../../sandbox/parts.js';
import { memoryKeyValueStore } from '../../../worker/adapters/memory-stores.js';
import { netAnswer } from '../../../worker/broker/net.js';
import type { RawResponse } from '../../../worker/broker/send.js';
import type { OutboundRequest } from '../../../worker/protocol/broker.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import { LIMITS } from '../../../worker/protocol/limits.js';
import type { NetRights } from '../../../worker/protocol/rights.js';
import { Gate } from '../../../worker/rpc/gate.js';
import { RequestQueue } from '../../../worker/rpc/request-queue.js';
import { serveRequests } from '../../../worker/rpc/requests.js';
import { callMain, inGuest, platformGuest } from './guests.js';

const RIGHTS: NetRights = {
  group: 'net',
  rules: [
    {
      ...{ permission: 'web', state: 'granted', line: 'permissions/0 (web)', secrets: [] },
      ...{ hosts: ['api.example.com'], methods: ['GET', 'POST'] },
    },
  ],
  write: true,
  send: true,
};

/** Calls the tool with the broker's own answers to `net`, over a server of the test. */
async function withServer(
  body: string,
  server: (request: OutboundRequest, signal: AbortSignal) => Promise<Partial<RawResponse>>,
) {
  const { port1, port2 } = new MessageChannel();
  const answer = netAnswer({
    ...{ plugin: 'p', rights: RIGHTS, page: 'page.example.org', simulation: undefined, limits: LIMITS },
    store: memoryKeyValueStore(),
    queue: new RequestQueue({ what: 'p', atOnce: 4, perMinute: 100 }),
    send: async (request, signal) => ({
      status: 200,
      headers: {},
      body: new Uint8Array(),
      url: request.url,
      ...(await server(request, signal)),
    }),
  });
  const gate = new Gate(() => {});
  const served = serveRequests(port2 as never, {
    answer: (method, args, signal) => answer(method, args, signal, { entry: { what: '' }, gate }),
    requestsPerCall: 100,
    bytesOutPerCall: 1e6,
    onForged: () => {},
  });
  try {
    return (await callMain(await platformGuest(body), {}, { net: port1 as never })).value;
  } finally {
    await served.close();
  }
}

const text = (value: string) => ({ body: new TextEncoder().encode(value) });

test('fetch is one request of the capability, and its answer a Response', async () => {
  const asked: OutboundRequest[] = [];
  const value = await withServer(
    `const r = await fetch('https://api.example.com/a?b=1#c', { headers: { 'X-A': '1', cookie: 'a=1', 'Sec-Fetch-Mode': 'x' } });
     return [r instanceof Response, r.status, r.ok, r.url, r.redirected, r.type, r.headers.get('content-type'), r.headers instanceof Headers, await r.json(), r.bodyUsed, (() => { try { r.headers.set('a', 'b'); } catch (error) { return error.name; } })()];`,
    async (request) => {
      asked.push(request);
      return { ...text('{"a":[1,"é"]}'), headers: { 'content-type': 'application/json' } };
    },
  );
  expect(value).toEqual([
    ...[true, 200, true, 'https://api.example.com/a?b=1', false, 'basic', 'application/json', true],
    ...[{ a: [1, 'é'] }, true, 'TypeError'],
  ]);
  expect(asked).toEqual([{ url: 'https://api.example.com/a?b=1', method: 'GET', headers: { 'x-a': '1' }, body: null }]);
});

test('bodies of every kind arrive as their bytes, and bytes of an answer as they were', async () => {
  const bodies: unknown[] = [];
  const value = await withServer(
    `const post = (body, headers) => fetch(new Request('https://api.example.com/', { method: 'POST', body, headers }));
     const stream = new ReadableStream({ start(c) { c.enqueue(new Uint8Array([97])); c.enqueue(new Uint8Array([98])); c.close(); } });
     const bytes = new Uint8Array(700).map((_, i) => i);
     const form = new FormData(); form.append('a', 'b');
     await post('té'); await post(stream); await post(new URLSearchParams({ q: 'é' })); await post(new Blob(['blob'], { type: 'x/y' }));
     await post(form, { 'content-type': 'multipart/form-data; boundary=B' });
     return [...new Uint8Array(await (await post(bytes)).arrayBuffer())];`,
    async ({ body, headers }) => {
      bodies.push([headers['content-type'] ?? null, typeof body === 'string' ? body : [...(body as Uint8Array)]]);
      return typeof body === 'string' ? {} : { body: body as Uint8Array };
    },
  );
  const bytes = Array.from(new Uint8Array(700).map((_, i) => i));
  expect(bodies.slice(0, 4)).toEqual([
    ['text/plain;charset=UTF-8', 'té'],
    [null, 'ab'],
    ['application/x-www-form-urlencoded;charset=UTF-8', 'q=%C3%A9'],
    ['x/y', 'blob'],
  ]);
  expect(bodies.at(-1)).toEqual([null, bytes]);
  expect(value).toEqual(bytes);
});

test('a redirect shows in the address; an error of the server is an answer; an unreachable one a TypeError', async () => {
  const value = await withServer(
    `const seen = [];
     for (const path of ['redirected', 'missing', 'empty', 'gone']) {
       try { const r = await fetch('https://api.example.com/' + path); seen.push([r.status, r.ok, r.redirected, r.url, r.body === null]); }
       catch (error) { seen.push([error.name, error instanceof TypeError, error.code]); }
     }
     return seen;`,
    async ({ url }) => {
      if (url.endsWith('gone')) throw new BulkheadError('NET_FAILED', 'api.example.com: not reachable');
      if (url.endsWith('redirected')) return { status: 302, headers: { location: '/there' } };
      return { status: url.endsWith('missing') ? 404 : url.endsWith('empty') ? 204 : 200 };
    },
  );
  expect(value).toEqual([
    [200, true, true, 'https://api.example.com/there', false],
    [404, false, false, 'https://api.example.com/missing', false],
    [204, true, false, 'https://api.example.com/empty', true],
    ['TypeError', true, 'NET_FAILED'],
  ]);
});

test('an abort rejects with its reason, before and during a request', async () => {
  let asked = 0;
  const value = await withServer(
    `const seen = [];
     const note = (error) => { seen.push(error.name ?? error); };
     await fetch('https://api.example.com/', { signal: AbortSignal.abort() }).catch(note);
     await fetch('https://api.example.com/', { signal: AbortSignal.timeout(5) }).catch(note);
     const c = new AbortController();
     const open = fetch(new Request('https://api.example.com/', { signal: c.signal }));
     c.abort('mine');
     await open.catch(note);
     return seen;`,
    (_request, signal) => {
      asked += 1;
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  );
  expect(value).toEqual(['AbortError', 'TimeoutError', 'mine']);
  expect(asked).toBeLessThanOrEqual(2);
});

test('what no request of a guest can be is refused before anything is sent', async () => {
  let asked = 0;
  const value = await withServer(
    `const seen = [];
     const endless = () => new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(65536)); } });
     const post = { method: 'POST', body: 'x' };
     for (const given of [['relative'], ['https://api.example.com/', { redirect: 'error' }], ['https://api.example.com/', { redirect: 'manual' }],
       ['https://api.example.com/', { method: 'GET', body: 'x' }], ['https://api.example.com/', { ...post, body: endless() }],
       ['https://api.example.com/', { headers: { 'user-agent': 'x' } }], ['https://other.example.com/'], ['data:text/plain,x'], []]) {
       try { await fetch(...given); seen.push('sent'); } catch (error) { seen.push(error instanceof TypeError ? 'TypeError' : error.code); }
     }
     const used = new Request('https://api.example.com/', post);
     await used.text();
     await fetch(used).catch((error) => seen.push(error.name));
     return seen;`,
    async () => {
      asked += 1;
      return {};
    },
  );
  expect(value).toEqual([
    ...['TypeError', 'TypeError', 'TypeError', 'TypeError', 'CAPABILITY_LIMIT'],
    ...['CAPABILITY_DENIED', 'CAPABILITY_DENIED', 'CAPABILITY_DENIED', 'TypeError', 'TypeError'],
  ]);
  expect(asked).toBe(0);
});

test('without the grant, and while the plugin loads, fetch rejects', async () => {
  const refused = `fetch('https://api.example.com/').then(() => 'sent', (error) => [error.code ?? error.name, error.message])`;
  expect(await inGuest(`return ${refused};`)).toEqual(['CAPABILITY_DENIED', 'not granted: net.fetch']);
  const guest = await platformGuest(`return atLoad;`, `const atLoad = await ${refused};`);
  expect((await callMain(guest)).value).toEqual([
    'CAPABILITY_DENIED',
    'net.fetch: a plugin asks for nothing while it loads',
  ]);
});

test('a source asks for the part by the bare name only; self is the global object', async () => {
  expect(partsNamedIn([`ctx.net.fetch(url); ctx.net?.fetch(url); prefetch(1); x.\n  fetch(2)`])).toEqual([]);
  expect(partsNamedIn([`await fetch(url)`])).toEqual(['http']);
  expect(partsNamedIn([`const { fetch } = globalThis`])).toEqual(['http']);
  expect(
    await inGuest(`return [self === globalThis, typeof globalThis['fet' + 'ch'], self.fetch.name, self.fetch.length];`),
  ).toEqual([true, 'function', 'fetch', 1]);
});
