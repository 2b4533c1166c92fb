import { expect, test } from 'vitest';
import { assetsAt, BulkheadError, createHost, type Host, type HostOptions } from '../../../src/index.js';
import type { ModelAnswerPart } from '../../../worker/protocol/models.js';
import { failure, fresh, openTestBroker } from '../../fixtures/broker.js';
import { DONE, event, said, streamServer } from '../../fixtures/stream-server.js';

const KEY = 'sk-live-0123456789';
type Server = Awaited<ReturnType<typeof streamServer>>;

/** A host whose model is a server of this test, with a key for it. */
async function hostFor({ endpoint }: Server, options: HostOptions = {}) {
  const host = createHost({ assets: assetsAt('/bulkhead/'), store: fresh('models'), ...options });
  await host.models.set({ kind: 'openai', endpoint, model: 'scripted', tools: 'native' });
  await host.models.setKey(KEY);
  return { host, models: host.models, [Symbol.asyncDispose]: () => host.dispose() };
}

const post = (models: Host['models'], server: Server, init: RequestInit = {}) =>
  models.fetch(`${server.endpoint}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"stream":true}',
    ...init,
  });

const textReader = (response: Response) => {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  return {
    read: async () => {
      const { done, value } = (await reader?.read()) ?? { done: true };
      return done ? undefined : decoder.decode(value);
    },
    cancel: async () => reader?.cancel(),
  };
};

test('a request of the page goes out with the key, and its answer streams in', async () => {
  const server = await streamServer({ parts: [said('Hel')], then: 'hold' });
  await using page = await hostFor(server);
  const response = await post(page.models, server);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const { read } = textReader(response);
  expect(await read()).toBe(said('Hel'));
  await server.push(said('lo'));
  expect(await read()).toBe(said('lo'));
  await server.push(DONE);
  await server.finish();
  expect(await read()).toBe(DONE);
  expect(await read()).toBe(undefined);
  const [asked] = (await server.until({ asked: 1 })).asked;
  expect(asked).toMatchObject({ method: 'POST', url: '/v1/chat/completions', body: '{"stream":true}' });
  expect(asked?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(asked?.headers['content-type']).toBe('application/json');
});

test('a status that is a failure is an answer, and the key in what a server says is masked', async () => {
  const words = JSON.stringify({ error: { message: `no such key: ${KEY}` } });
  const headers = { 'content-type': 'application/json', 'x-echo': KEY, 'retry-after': '7' };
  const server = await streamServer({ status: 401, headers, parts: [words.slice(0, 40), words.slice(40)] });
  await using page = await hostFor(server);
  const response = await post(page.models, server);
  expect(response.status).toBe(401);
  expect(response.headers.get('retry-after')).toBe('7');
  const all = `${[...response.headers].join()}${await response.text()}`;
  expect(all).toContain('[secret:MODEL_KEY]');
  expect(all).not.toContain(KEY);
});

test('the key is masked in a stream, however its pieces are cut', async () => {
  const line = event({ choices: [{ delta: { content: `"${KEY}"` } }] });
  const server = await streamServer({ parts: [...line, ...DONE] });
  await using page = await hostFor(server);
  const text = await (await post(page.models, server)).text();
  expect(text).not.toContain(KEY);
  expect(text).toContain('[secret:MODEL_KEY]');
  expect(text.endsWith(DONE)).toBe(true);
});

test('an abort ends the request at its server, before the answer and within it', async () => {
  const server = await streamServer({ then: 'silent' }, { parts: [said('half')], then: 'hold' });
  await using page = await hostFor(server);
  const why = new Error('the user pressed Stop');
  const first = new AbortController();
  const waiting = post(page.models, server, { signal: first.signal });
  await server.until({ asked: 1 });
  first.abort(why);
  expect(await failure(waiting)).toBe(why);
  await server.until({ closed: 1 });

  const second = new AbortController();
  const { read } = textReader(await post(page.models, server, { signal: second.signal }));
  expect(await read()).toBe(said('half'));
  const more = read();
  second.abort(why);
  expect(await failure(more)).toBe(why);
  await server.until({ closed: 2 });

  const third = new AbortController();
  third.abort(why);
  expect(await failure(post(page.models, server, { signal: third.signal }))).toBe(why);
  expect((await server.until()).asked).toHaveLength(2);
});

test('whoever reads no more of an answer ends the request', async () => {
  const server = await streamServer({ parts: [said('half')], then: 'hold' });
  await using page = await hostFor(server);
  const { read, cancel } = textReader(await post(page.models, server));
  await read();
  await cancel();
  await server.until({ closed: 1 });
});

test('a stream that is cut fails, and so does one whose broker is lost', async () => {
  const server = await streamServer({ parts: [said('half')], then: 'cut' }, { parts: [said('half')], then: 'hold' });
  await using page = await hostFor(server);
  const cut = post(page.models, server).then(async (response) => {
    const { read } = textReader(response);
    while ((await read()) !== undefined);
  });
  expect(await failure(cut)).toMatchObject({ code: 'NET_FAILED' });
  const lost = textReader(await post(page.models, server));
  await lost.read();
  const more = failure(lost.read());
  // The broker ends with everything it keeps.
  await page.host.erase();
  const error = await more;
  expect(error).toBeInstanceOf(BulkheadError);
  expect(error).toMatchObject({ code: 'STOPPED' });
});

test('a piece of an answer crosses when it is asked for, and not before', async () => {
  const server = await streamServer({ parts: [said('one'), said('two')] });
  using broker = openTestBroker();
  const { endpoint } = server;
  await broker.call('setModelProfile', { profile: { kind: 'openai', endpoint, model: 'scripted', tools: 'native' } });
  const { port1, port2 } = new MessageChannel();
  const parts: ModelAnswerPart[] = [];
  let wake = () => {};
  port1.onmessage = ({ data }: MessageEvent<ModelAnswerPart>) => {
    parts.push(data);
    wake();
  };
  const next = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  const begun = next();
  const over = broker.call('askModel', { url: endpoint, method: 'GET', headers: {}, body: null, port: port2 }, [port2]);
  await begun;
  await server.until({ closed: 1 });
  // The whole answer has left the server; the broker has had turns to hand it on.
  for (let turn = 0; turn < 20; turn += 1) await broker.call('model', {});
  expect(parts.map((part) => Object.keys(part)[0])).toEqual(['head']);
  while (parts.every((part) => !('end' in part))) {
    const part = next();
    port1.postMessage('more');
    await part;
  }
  expect(await over).toBe(null);
  const bytes = parts.flatMap((part) => ('bytes' in part ? [part.bytes] : []));
  expect(await new Blob(bytes).text()).toBe(said('one') + said('two'));
});

test('profile and key are kept over a reload; no call gives the key away', async () => {
  const server = await streamServer({});
  const store = fresh('models');
  {
    await using page = await hostFor(server, { store });
    expect(await page.models.get()).toEqual({
      kind: 'openai',
      endpoint: server.endpoint,
      model: 'scripted',
      tools: 'native',
    });
  }
  const host = createHost({ assets: assetsAt('/bulkhead/'), store });
  expect(await host.models.hasKey()).toBe(true);
  expect(JSON.stringify(await host.models.get())).not.toContain(KEY);
  await (await post(host.models, server)).text();
  expect((await server.until({ asked: 1 })).asked[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(await host.audit.export()).not.toContain(KEY);
  await host.models.setKey(null);
  expect(await host.models.hasKey()).toBe(false);
  await host.models.set(null);
  expect(await host.models.get()).toBe(null);
  await host.erase();
  await host.dispose();
});
