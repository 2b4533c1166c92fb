import { expect, test } from 'vitest';
import { createEmbedder, type EmbedderOptions, type EmbeddingSend } from '../../../../src/memory/embedder.js';
import { embeddingMaker, type OpenAiProfile, type RemoteProfile } from '../../../../src/memory/embedding-profile.js';
import type { EmbeddingAnswer } from '../../../../worker/protocol/embeddings.js';
import { BulkheadError } from '../../../../worker/protocol/errors.js';

const profile: OpenAiProfile = { kind: 'openai', endpoint: 'https://api.example.com/v1', model: 'small' };
const never = new AbortController().signal;
const texts = (count: number) => Array.from({ length: count }, (_, i) => `text ${i}`);
const inputOf = (request: { readonly body: string }) => (JSON.parse(request.body) as { input: string[] }).input;
const ok = (input: readonly string[], dims = 2): EmbeddingAnswer => ({
  status: 200,
  headers: {},
  body: JSON.stringify({
    data: input.map((text, index) => ({ index, embedding: [Number(text.split(' ')[1]), ...Array(dims - 1).fill(1)] })),
  }),
});
const status = (code: number, headers = {}): EmbeddingAnswer => ({ status: code, headers, body: '{"error":"words"}' });
const failure = async (promise: Promise<unknown>): Promise<BulkheadError> => {
  try {
    await promise;
  } catch (thrown) {
    return thrown as BulkheadError;
  }
  throw new Error('it did not reject');
};

/** An embedder whose server answers by `answer`, and whose clock only counts. */
function embedder(answer: EmbeddingSend, over: Partial<EmbedderOptions> = {}, of: RemoteProfile = profile) {
  const sent: number[] = [];
  const waited: number[] = [];
  const send: EmbeddingSend = (request, signal) => {
    sent.push(inputOf(request).length);
    return answer(request, signal);
  };
  const wait = async (ms: number) => void waited.push(ms);
  return { ...createEmbedder(of, { send, wait, now: () => 1_000_000, ...over }), sent, waited };
}

test('texts go out fifty at a time, and their vectors come back in their order', async () => {
  const { embed, sent } = embedder(async (request) => ok(inputOf(request)));
  const vectors = await embed(texts(120), never);
  expect(vectors.map(([first]) => first)).toEqual(texts(120).map((_, i) => i));
  expect(sent).toEqual([50, 50, 20]);
  expect(await embed([], never)).toEqual([]);
  const small = embedder(async (request) => ok(inputOf(request)), {}, { ...profile, batch: 2 });
  await small.embed(texts(3), never);
  expect(small.sent).toEqual([2, 1]);
});

test('a busy server is asked again twice at most, after as long as it says', async () => {
  const date = new Date(1_000_000 + 7_000).toUTCString();
  const answers = [status(429, { 'retry-after': '3' }), status(503, { 'retry-after': date })];
  const patient = embedder(async (request) => answers.shift() ?? ok(inputOf(request)));
  expect((await patient.embed(texts(1), never)).length).toBe(1);
  expect(patient.waited).toEqual([3_000, 7_000]);

  const busy = embedder(async () => status(500));
  expect(await failure(busy.embed(texts(1), never))).toMatchObject({ code: 'EMBEDDING_FAILED' });
  expect([busy.sent.length, busy.waited]).toEqual([3, [1_000, 4_000]]);

  const closed = embedder(async () => status(429, { 'retry-after': '86400' }));
  expect((await failure(closed.embed(texts(1), never))).message).toContain('try again later');
  expect(closed.sent.length).toBe(1);
});

test('a refusal is not repeated, and says what to do in words of its own', async () => {
  for (const [code, what] of [
    [400, 'check the model'],
    [401, 'enter the key'],
    [403, 'enter the key'],
    [404, 'check both'],
  ] as const) {
    const { embed, sent } = embedder(async () => status(code));
    const { message, code: error } = await failure(embed(texts(1), never));
    expect([error, sent.length]).toEqual(['EMBEDDING_FAILED', 1]);
    expect(message).toContain(what);
    expect(message).toContain('words');
  }
});

test('what is too large goes out again in halves, down to one text', async () => {
  const tooLarge = [
    async () => status(413),
    async () => {
      throw new BulkheadError('CAPABILITY_LIMIT', 'the server answers more than 10 bytes');
    },
  ];
  for (const refuse of tooLarge) {
    const { embed, sent } = embedder(async (request) =>
      inputOf(request).length > 2 ? refuse() : ok(inputOf(request)),
    );
    expect((await embed(texts(7), never)).map(([first]) => first)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(sent).toEqual([7, 4, 2, 2, 3, 2, 1]);
    expect(await failure(embedder(refuse).embed(texts(2), never))).toMatchObject({ code: 'EMBEDDING_FAILED' });
  }
});

test('all vectors of one embedder have the same dimensions', async () => {
  let dims = 2;
  const { embed } = embedder(async (request) => ok(inputOf(request), dims));
  await embed(texts(1), never);
  dims = 3;
  expect(await failure(embed(texts(1), never))).toMatchObject({ code: 'EMBEDDING_FAILED' });
  const told = embedder(async (request) => ok(inputOf(request), 3), {}, { ...profile, dims: 2 });
  expect(await failure(told.embed(texts(1), never))).toMatchObject({ code: 'EMBEDDING_FAILED' });
});

test('an abort ends a request, a wait and a function at once, with the caller’s own reason', async () => {
  const reason = new Error('the user left');
  const hang = () => new Promise<never>(() => {});
  const cases: ((signal: AbortSignal) => Promise<unknown>)[] = [
    (signal) => embedder(hang).embed(texts(1), signal),
    (signal) =>
      createEmbedder(profile, { send: async () => status(503, { 'retry-after': '50' }) }).embed(texts(1), signal),
    (signal) => embedder(hang, {}, { kind: 'function', id: 'own', embed: hang }).embed(texts(1), signal),
  ];
  for (const start of cases) {
    const stop = new AbortController();
    const failed = failure(start(stop.signal));
    await new Promise((resolve) => setImmediate(resolve));
    stop.abort(reason);
    expect(await failed).toBe(reason);
  }
  const gone = embedder(async (request) => ok(inputOf(request)));
  expect(await failure(gone.embed(texts(1), AbortSignal.abort(reason)))).toBe(reason);
  expect(gone.sent).toEqual([]);
});

test('a request that could not be sent names the host and keeps its cause', async () => {
  const cause = new BulkheadError('NET_FAILED', 'not reachable');
  const { embed } = embedder(async () => {
    throw cause;
  });
  const failed = await failure(embed(texts(1), never));
  expect(failed).toMatchObject({ code: 'EMBEDDING_FAILED', message: 'api.example.com: not reachable', cause });
});

test('a function of the host is called in batches, and its failures are named', async () => {
  const calls: number[] = [];
  const own = (embed: (given: readonly string[]) => Promise<readonly number[][]>): RemoteProfile => ({
    kind: 'function',
    id: 'own',
    embed,
  });
  const send: EmbeddingSend = async () => status(500);
  const good = own(async (given) => {
    calls.push(given.length);
    return given.map((text) => [Number(text.split(' ')[1]), 0]);
  });
  const vectors = await createEmbedder(good, { send }).embed(texts(60), never);
  expect([vectors.length, vectors[59]?.[0], calls]).toEqual([60, 59, [50, 10]]);
  const bad = own(async () => [[1]]);
  expect(await failure(createEmbedder(bad, { send }).embed(texts(2), never))).toMatchObject({
    code: 'EMBEDDING_FAILED',
  });
  const broken = own(() => {
    throw new Error('no GPU');
  });
  expect((await failure(createEmbedder(broken, { send }).embed(texts(2), never))).message).toBe(
    'the embedding function own failed: no GPU',
  );
});

test('vectors belong to the server, the model and its length, or to the function', () => {
  const makers = [
    profile,
    { ...profile, model: 'large' },
    { ...profile, endpoint: 'https://other.example.com' },
    { ...profile, dims: 256, shorten: true },
    { kind: 'function', id: 'own', embed: async () => [] } as const,
  ].map((of) => JSON.stringify(embeddingMaker(of)));
  expect(new Set(makers).size).toBe(makers.length);
  // What changes only how they are asked for leaves them as they are.
  const same = embeddingMaker({ ...profile, dims: 384, batch: 9, encoding: 'base64', key: 'KEY' });
  expect(same).toEqual(embeddingMaker(profile));
});
