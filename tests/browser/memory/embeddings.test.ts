import { expect, test } from 'vitest';
import type { EmbeddingProfile } from '../../../src/index.js';
import { netHosts, netLog } from '../../fixtures/net.js';
import { failure, plainHost } from '../setup.js';

const KEY = 'sk-live-0123456789';

test('a page enters the key of its embedding server, which is sent there, and forgets it again', async () => {
  await using host = plainHost();
  const { first } = await netHosts();
  const vectors = { data: [{ index: 0, embedding: [1, 0] }] };
  await fetch(`http://${first}/put/keyed/embeddings`, { method: 'PUT', body: JSON.stringify(vectors) });
  const profile = {
    kind: 'openai',
    endpoint: `http://${first}/put/keyed`,
    model: 'small',
    key: 'EMBEDDING_KEY',
  } as const;
  await host.memory.setEmbeddings(profile);
  const session = await host.memory.openSession('keyed');
  await session.createNode({ type: 'thread', title: 'Who healed her' });

  const before = await failure(session.vectorSearch({ query: 'the healer' }));
  expect(before).toMatchObject({ code: 'EMBEDDING_FAILED' });
  expect(before.message).toContain('secret EMBEDDING_KEY is not set');
  await host.memory.setEmbeddingKey(KEY);
  expect(await session.vectorSearch({ query: 'the healer' })).toMatchObject([{ title: 'Who healed her', score: 1 }]);
  expect((await netLog()).seen.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(JSON.stringify(await host.memory.embeddings())).not.toContain(KEY);

  await host.memory.setEmbeddingKey(null);
  expect(await failure(session.vectorSearch({ query: 'the healer' }))).toMatchObject({ code: 'EMBEDDING_FAILED' });
  await host.erase();
});

test('a key for no server, a key in the place of its name, and what is no profile are refused, and nothing is chosen', async () => {
  await using host = plainHost();
  const bad = (what: string) => ({ code: 'BAD_ARGS', message: expect.stringContaining(what) });
  expect(await failure(host.memory.setEmbeddingKey(KEY))).toMatchObject(bad('choose that one first'));
  const server = { kind: 'openai', endpoint: 'https://api.example.com', model: 'small' };
  const named = await failure(host.memory.setEmbeddings({ ...server, key: KEY } as EmbeddingProfile));
  expect(named).toMatchObject(bad('setEmbeddingKey'));
  expect(named.message).not.toContain(KEY);
  for (const profile of [{ kind: 'openai' }, { kind: 'function', id: 'f' }, { kind: 'magic' }, 'local']) {
    expect(await failure(host.memory.setEmbeddings(profile as never))).toMatchObject(bad('the embedding profile'));
  }
  expect(await host.memory.embeddings()).toBe(null);
});
