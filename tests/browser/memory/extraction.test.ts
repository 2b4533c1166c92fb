import { expect, test } from 'vitest';
import type { ExtractionOptions, ExtractionState, MemoryGraph, RememberedMessage } from '../../../src/index.js';
import { failure, plainHost } from '../setup.js';

const me = (mes: string): RememberedMessage => ({ name: 'Me', is_user: true, mes });
const ada = (mes: string): RememberedMessage => ({ name: 'Ada', is_user: false, mes });
const CHAT = [me('My sister Lily is allergic to nuts.'), ada('小雨怕打雷。')];

const answer = (value: object) => JSON.stringify({ create: [], edit: [], links: [], ...value });
const FIRST = answer({
  create: [
    { ref: 'l', type: 'character_sheet', title: 'Lily', fields: { traits: 'allergic to nuts' } },
    { ref: 'x', type: 'character_sheet', title: '小雨', fields: { traits: '怕打雷' } },
    { type: 'event', fields: { summary: 'The user speaks of Lily.' }, links: [{ to: 'l', relation: 'about' }] },
  ],
});

/** An extraction whose model says these things one after another. */
async function extract(
  graph: MemoryGraph,
  messages: RememberedMessage[],
  answers: (string | Error)[],
  more: Partial<ExtractionOptions> = {},
) {
  const asked: string[] = [];
  const extraction = await graph.extraction({
    messages: () => messages,
    pauseMs: 0,
    async ask({ prompt }) {
      asked.push(prompt);
      const next = answers.shift() ?? answer({});
      if (next instanceof Error) throw next;
      return { text: next, tokens: 10 };
    },
    ...more,
  });
  return { extraction, asked };
}

const rows = async (graph: MemoryGraph, type: string) =>
  (await graph.listNodes({ types: [type] })).map(({ title, fields }) => ({ title, ...fields }));

test('a model’s memories of both sides are written with their links, once, and a contradiction edits the row', async () => {
  await using host = plainHost();
  const messages = [...CHAT];
  const graph = await host.memory.open({ id: 'extract', messages });
  const { extraction, asked } = await extract(graph, messages, [FIRST]);
  expect(extraction.state).toMatchObject({ status: 'idle', requests: 0 });
  expect(await extraction.run()).toMatchObject({
    status: 'idle',
    upTo: 2,
    requests: 1,
    written: 3,
    rejected: 0,
    tokens: 10,
  });
  expect(extraction.state.charsOut).toBe(FIRST.length);
  expect((await rows(graph, 'character_sheet')).map(({ title }) => title)).toEqual(['Lily', '小雨']);
  const [event] = await graph.listNodes({ types: ['event'] });
  expect((await graph.getNeighbors(event?.id ?? ''))[0]).toMatchObject({ node: { title: 'Lily' }, edgeType: 'about' });
  // Nothing new: nobody is asked.
  expect(await extraction.run()).toMatchObject({ requests: 1 });
  messages.push(me('Lily can eat nuts again, by the way.'));
  await graph.follow(messages);
  const { id } = (await graph.listNodes({ types: ['character_sheet'] }))[0] ?? { id: '' };
  const again = { type: 'event', fields: { summary: 'The user speaks of Lily.' } };
  const edited = answer({ create: [again], edit: [{ id, set: { traits: 'can eat nuts' } }] });
  const second = await extract(graph, messages, [edited], { from: extraction.state.upTo });
  expect(await second.extraction.run()).toMatchObject({ upTo: 3, written: 1, rejected: 1 });
  expect(second.asked[0]).toContain('"traits":"allergic to nuts"');
  expect(second.asked[0]).not.toContain('#1 Me');
  expect((await rows(graph, 'character_sheet'))[0]).toMatchObject({ title: 'Lily', traits: 'can eat nuts' });
  expect(await rows(graph, 'event')).toHaveLength(1);
  expect(asked).toHaveLength(1);
});

test('an answer that is no object is asked for once more; a model that fails leaves the messages for the next time', async () => {
  await using host = plainHost();
  const messages = [...CHAT];
  const graph = await host.memory.open({ id: 'extract', messages });
  const { extraction, asked } = await extract(graph, messages, [
    ...['Sorry, I cannot.', `Of course!\n${FIRST}`],
    ...['no', 'no again', new Error('HTTP 500')],
  ]);
  expect(await extraction.run()).toMatchObject({ requests: 2, written: 3 });
  expect(asked[1]).toContain('was no JSON object');
  messages.push(me('More.'));
  expect(await failure(extraction.run())).toMatchObject({ code: 'MODEL_FAILED' });
  expect(extraction.state).toMatchObject({
    status: 'failed',
    upTo: 2,
    requests: 4,
    lastError: { code: 'MODEL_FAILED' },
  });
  expect(await failure(extraction.run())).toMatchObject({ message: 'HTTP 500' });
  expect(extraction.state.requests).toBe(5);
  expect(await extraction.run()).toMatchObject({ status: 'idle', upTo: 3, lastError: null });
});

test('it asks by itself once enough is new, and a chat that was cut off is read again from there', async () => {
  await using host = plainHost();
  const messages = [...CHAT];
  const graph = await host.memory.open({ id: 'extract', messages });
  const { extraction, asked } = await extract(graph, messages, [], { every: 3 });
  const until = (holds: (state: ExtractionState) => boolean) =>
    new Promise<void>((resolve) => {
      const off = extraction.onChange((state) => {
        if (!holds(state)) return;
        off();
        resolve();
      });
    });
  extraction.notice();
  expect(extraction.state.status).toBe('idle');
  messages.push(me('Third.'));
  let over = until(({ upTo, status }) => upTo === 3 && status === 'idle');
  extraction.notice();
  await over;
  expect(asked).toHaveLength(1);
  messages.splice(1);
  over = until(({ upTo }) => upTo === 1);
  extraction.notice();
  await over;
  messages.push(ada('Another answer.'), me('And on.'), ada('Yes.'));
  over = until(({ upTo, status }) => upTo === 4 && status === 'idle');
  extraction.notice();
  await over;
  expect(asked[1]).toContain('Another answer.');
  extraction.close();
  expect(await failure(extraction.run())).toMatchObject({ name: 'AbortError' });
});

test('what is said otherwise meanwhile is read instead; an abort writes nothing', async () => {
  await using host = plainHost();
  const messages = [...CHAT];
  const graph = await host.memory.open({ id: 'extract', messages });
  const asked: string[] = [];
  const extraction = await graph.extraction({
    messages: () => messages,
    pauseMs: 0,
    async ask({ prompt }) {
      asked.push(prompt);
      if (asked.length === 1) messages[1] = ada('小雨不怕打雷了。');
      return FIRST;
    },
  });
  expect(await extraction.run()).toMatchObject({ requests: 2, written: 3 });
  expect(asked[1]).toContain('小雨不怕打雷了。');
  const stop = new AbortController();
  const other = await host.memory.open({ id: 'other', messages });
  const stopped = await other.extraction({
    messages: () => messages,
    pauseMs: 0,
    ask: () => {
      stop.abort();
      return Promise.resolve(FIRST);
    },
  });
  expect(await failure(stopped.run({ signal: stop.signal }))).toMatchObject({ name: 'AbortError' });
  expect(await other.info()).toMatchObject({ nodes: 0 });
  expect(stopped.state).toMatchObject({ status: 'idle', upTo: 0 });
});

test('old events are summed up, those that keep messages word for word are not', async () => {
  await using host = plainHost();
  const messages = Array.from({ length: 12 }, (_, at) => (at % 2 ? ada(`Answer ${at}.`) : me(`Question ${at}?`)));
  const graph = await host.memory.open({ id: 'extract', messages });
  await graph.remember(messages);
  expect((await graph.compactionCandidates({ type: 'event' })).groups).toEqual([]);
  const events = Array.from({ length: 9 }, (_, at) => ({
    type: 'event',
    fields: { summary: `Thing ${'abcdefghi'[at]} happened.` },
  }));
  const { extraction, asked } = await extract(graph, messages, [
    answer({ create: events }),
    'Much happened.',
    'More happened.',
  ]);
  expect(await extraction.run()).toMatchObject({ requests: 3, written: 11 });
  expect(asked[1]).toContain('- Thing a happened.');
  const rollups = (await graph.listNodes({ types: ['event'] })).filter(({ semanticRollup }) => semanticRollup);
  expect(rollups.map(({ fields }) => fields.summary)).toEqual(['Much happened.', 'More happened.']);
});

test('a person whom the model was not shown is not made twice; messages that go on changing end the reading', async () => {
  await using host = plainHost();
  const messages = [...CHAT];
  const graph = await host.memory.open({ id: 'extract', messages });
  const people = Array.from({ length: 80 }, (_, at) => ({
    op: 'create',
    type: 'character_sheet',
    title: `P${at}`,
    fields: {},
  }));
  await graph.session.applyExtractionBatch({
    ops: [...people, { op: 'create', type: 'character_sheet', title: 'Zoe', fields: { goal: 'to win' } }] as never,
  });
  const zoe = { type: 'character_sheet', title: 'zoe', fields: { goal: 'to rest' } };
  const { extraction, asked } = await extract(graph, messages, [answer({ create: [zoe] })]);
  await extraction.run();
  expect(asked[0]).not.toContain('Zoe');
  expect((await graph.findByName({ query: 'zoe' })).matches).toMatchObject([
    { title: 'Zoe', fields: { goal: 'to rest' } },
  ]);
  let requests = 0;
  const restless = await graph.extraction({
    messages: () => messages,
    pauseMs: 0,
    async ask() {
      requests += 1;
      messages[0] = me(`I am of another mind: ${requests}.`);
      return FIRST;
    },
  });
  expect(await restless.run()).toMatchObject({ status: 'idle', upTo: 0, requests: 3 });
});

test('what cannot be an extraction is refused', async () => {
  await using host = plainHost();
  const graph = await host.memory.open({ id: 'extract', messages: [] });
  expect(await failure(graph.extraction({} as never))).toMatchObject({ code: 'BAD_ARGS' });
});
