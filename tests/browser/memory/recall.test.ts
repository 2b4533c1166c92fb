import { expect, test } from 'vitest';
import { netHosts, netLog } from '../../fixtures/net.js';
import { failure, plainHost } from '../setup.js';

/** A chat of turns about nothing, with a few facts in it. */
async function openStory(host: ReturnType<typeof plainHost>, facts: readonly string[]) {
  const graph = await host.memory.open({ id: `chat-${facts.length}-${Date.now()}`, messages: [] });
  const talk = Array.from({ length: 30 }, (_, at) => `Day ${at} was quiet, and we talked about the weather.`);
  const ops = [...talk.slice(0, 15), ...facts, ...talk.slice(15)].map((summary) => ({
    ...{ op: 'create', type: 'event' },
    fields: { summary },
  }));
  await graph.session.applyExtractionBatch({ ops: ops as never });
  return graph;
}

test('a page recalls what fits its last messages, and what is written since', async () => {
  await using host = plainHost();
  const graph = await openStory(host, ['My sister Lily is allergic to peanuts.', '妹妹小雨对花生过敏。']);
  const texts = async (query: string) => (await graph.recall({ query })).map(({ text }) => text);
  expect((await texts('Can Lily eat this peanut butter?'))[0]).toBe('My sister Lily is allergic to peanuts.');
  expect((await texts('小雨能吃花生酱吗？'))[0]).toBe('妹妹小雨对花生过敏。');
  await graph.session.createNode({ type: 'event', fields: { summary: 'The old bridge burned down.' } });
  const [first] = await graph.recall({ messages: [{ mes: 'Hello!' }, { mes: 'Can we cross the bridges?' }], k: 1 });
  expect(first).toMatchObject({ text: 'The old bridge burned down.', why: expect.arrayContaining(['words']) });
  expect(first && Object.isFrozen(first)).toBe(true);
  await graph.undo();
  expect(await texts('Can we cross the bridges?')).not.toContain('The old bridge burned down.');
});

test('a recall that is aborted, or asked for something else, says so', async () => {
  await using host = plainHost();
  const graph = await openStory(host, []);
  expect(await failure(graph.recall({} as never))).toMatchObject({ code: 'BAD_ARGS' });
  expect(await failure(graph.recall({ query: 'weather', signal: AbortSignal.abort() }))).toMatchObject({
    name: 'AbortError',
  });
});

test('meaning counts where an embedding profile is chosen; without an answer of its server, words decide', async () => {
  await using host = plainHost();
  const { first } = await netHosts();
  const answer = (vectors: readonly (readonly number[])[]) =>
    fetch(`http://${first}/put/recall/embeddings`, {
      method: 'PUT',
      body: JSON.stringify({ data: vectors.map((embedding, index) => ({ index, embedding })) }),
    });
  const graph = await host.memory.open({ id: 'meaning', messages: [] });
  await graph.session.createNode({ type: 'event', fields: { summary: 'The physician looked after her wounds.' } });
  await host.memory.setEmbeddings({ kind: 'openai', endpoint: `http://${first}/put/recall`, model: 'small' });
  await answer([[1, 0]]);
  expect(await graph.recall({ query: 'doctor' })).toMatchObject([{ why: ['meaning'] }]);
  const seen = (await netLog()).seen.length;
  await fetch(`http://${first}/put/recall/embeddings`, { method: 'PUT', body: 'no vectors' });
  expect(await graph.recall({ query: 'doctors' })).toEqual([]);
  expect(await graph.recall({ query: 'wounded physicians' })).toMatchObject([{ why: ['words'] }]);
  expect((await netLog()).seen.length).toBeGreaterThan(seen);
  await host.erase();
});

test('word vectors are loaded at the first recall, and again for a new worker; a missing file leaves the words', async () => {
  await using host = plainHost();
  const graph = await openStory(host, ['The physician stitched his wounds.', 'The bridge burned down.']);
  const first = async (query: string) => (await graph.recall({ query }))[0];
  expect(await first('Which doctor treated the injury?')).toBeUndefined();
  const file = new URL('../../../packages/words-en/en.bin', import.meta.url);
  let loads = 0;
  await host.memory.setEmbeddings({
    kind: 'words',
    file: async () => {
      loads += 1;
      return (await fetch(file)).arrayBuffer();
    },
  });
  const doctor = { text: 'The physician stitched his wounds.', why: expect.arrayContaining(['meaning']) };
  expect(await first('Which doctor treated the injury?')).toMatchObject(doctor);
  expect(await graph.session.vectorSearch({ query: 'surgeon', k: 1 })).toMatchObject([{ scoreMode: 'vector' }]);
  expect(loads).toBe(1);
  // No word of it has a vector: whoever asks can search by words instead.
  expect(await failure(graph.session.vectorSearch({ query: '医生' }))).toMatchObject({ code: 'NO_EMBEDDING_PROFILE' });
  await host.memory.setEmbeddings({ kind: 'words', file });
  expect(await first('Which doctor treated the injury?')).toMatchObject(doctor);
  await host.memory.setEmbeddings({ kind: 'words', file: '/nowhere/words.bin' });
  expect(await first('What of the bridge?')).toMatchObject({ text: 'The bridge burned down.' });
  expect(await failure(graph.session.vectorSearch({ query: 'surgeon' }))).toMatchObject({
    code: expect.stringMatching(/EMBEDDING_FAILED|BAD_ARGS/),
  });
  await host.memory.setEmbeddings({ kind: 'words', file });
  expect(await first('Which doctor treated the injury?')).toMatchObject(doctor);
});
