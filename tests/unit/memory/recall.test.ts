import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readWords, recall } from '../../../worker/memory/index.js';
import { openReads } from '../../fixtures/memory/open-reads.js';

interface Made {
  readonly type?: string;
  readonly title?: string;
  readonly fields?: object;
  readonly seqTo?: number;
}

/** A store of these nodes, `n_1` the first; an event for each text. */
function storeOf(made: readonly (string | Made)[], edges: readonly object[] = []) {
  const none = {
    level: 'semantic',
    parentId: '',
    childrenIds: [],
    semanticDepth: 0,
    semanticRollup: false,
    archived: false,
  };
  const nodes = made.map((one, at) => {
    const {
      type = 'event',
      title = '',
      fields = {},
      seqTo = at + 1,
    } = typeof one === 'string' ? { fields: { summary: one } } : one;
    return [`n_${at + 1}`, { id: `n_${at + 1}`, type, title, fields, seqTo, ...none }];
  });
  return { nodes: Object.fromEntries(nodes), edges, nodeSeq: made.length, seqCounter: made.length };
}

const found = async (store: object, options: Parameters<typeof recall>[2]) =>
  (await recall(store, {}, options)).map(({ id }) => id);

/** Small talk, so that words have to be rare to count. */
const talk = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, at) =>
      [
        `Well, day ${at} was quiet and the weather was fine.`,
        `I had some tea and looked out of the window for a while.`,
        `今天天气不错，我们在家里喝茶聊天。`,
        `Nothing much happened, we just walked around a bit.`,
      ][at % 4] as string,
  );

test('five facts of both sides and two languages are found by other words, among three hundred turns', async () => {
  const facts = [
    ['My sister Lily is allergic to peanuts.', 'Can Lily eat this peanut butter?'],
    ['I hid the spare key under the blue flowerpot.', 'Where did you hide the keys?'],
    ['The captain said our ship leaves for Lisbon on Tuesday.', 'When are the ships leaving to Lisbon?'],
    ['妹妹小雨对花生过敏。', '小雨能吃花生酱吗？'],
    ['我的猫叫咪咪，它怕打雷。', '打雷的时候猫会怎么样？'],
  ] as const;
  const texts = talk(300);
  facts.forEach(([fact], at) => {
    texts[at * 55 + 17] = fact;
  });
  const store = storeOf(texts);
  for (const [at, [fact, query]] of facts.entries()) {
    const [first] = await recall(store, {}, { query });
    expect(first).toMatchObject({ id: `n_${at * 55 + 18}`, text: fact, why: expect.arrayContaining(['words']) });
  }
});

test('an answer that shares no word with the query is found beside its question', async () => {
  const store = storeOf([
    ...talk(20),
    'Ann: Which instrument do you play?',
    'Ben: The cello, since I was six.',
    ...talk(20),
  ]);
  const [, second] = await recall(store, {}, { query: 'What instrument does Ben play?' });
  const near = await recall(store, {}, { query: 'Which instrument?' });
  expect([second?.id, near[1]?.id].every((id) => id === 'n_21' || id === 'n_22')).toBe(true);
  expect(near.find(({ id }) => id === 'n_22')?.why).toEqual(['near']);
});

test('what somebody said themselves comes before what others said to them', async () => {
  const store = storeOf([
    ...talk(10),
    'Ann: Ben, I saw a painting of a horse, Ben!',
    'Ben: I bought a painting last week.',
    ...talk(10),
  ]);
  expect((await found(store, { query: 'What painting did Ben buy?' }))[0]).toBe('n_12');
  expect((await found(store, { query: 'What painting did Ann see?' }))[0]).toBe('n_11');
  const chinese = storeOf([...talk(10), '阿明：小雨，我看见一幅画。', '小雨：我买了一幅画。', ...talk(10)]);
  expect((await found(chinese, { query: '小雨的画' }))[0]).toBe('n_12');
});

test('a title or a beginning that stands once is nobody’s name: its words count as any other', async () => {
  const store = storeOf([
    ...talk(10),
    { title: 'Siege', fields: { summary: 'The walls fell at dawn.' } },
    'Battle: nobody won.',
    'Marn commanded in the siege and in the battle.',
    ...talk(10),
    'He led the horse to the well.',
    'She led the choir.',
    ...talk(10),
  ]);
  for (const query of ['Who led the siege?', 'Who led the battle?']) {
    const ids = await found(store, { query });
    expect(ids.indexOf('n_13'), query).toBeLessThan(ids.indexOf('n_24'));
  }
});

test('a field says who speaks, and the text says it too', async () => {
  const said = (speaker: string, summary: string) => ({ fields: { summary, speaker } });
  const store = storeOf([...talk(10), said('Ann', 'I bought a painting, Ben.'), said('Ben', 'I bought a painting.')]);
  const [first] = await recall(store, {}, { query: 'Which painting did Ann buy?' });
  expect(first).toMatchObject({ id: 'n_11', text: 'Ann: I bought a painting, Ben.' });
});

test('what has the name that is asked about is found, and what is linked to it comes first', async () => {
  const store = storeOf(
    [
      ...talk(10),
      { type: 'character_sheet', title: 'Eileen', fields: { aliases: ['艾琳'], identity: 'a smith' } },
      'She lost her hammer in the river.',
      'He lost his hammer in the barn.',
    ],
    [{ from: 'n_12', to: 'n_11', type: 'involved_in' }],
  );
  const about = await recall(store, {}, { query: 'Eileen hammer' });
  const order = about.map(({ id }) => id);
  expect(order.indexOf('n_12')).toBeLessThan(order.indexOf('n_13'));
  expect(about.find(({ id }) => id === 'n_11')).toMatchObject({
    why: expect.arrayContaining(['name']),
    text: 'Eileen: aliases: 艾琳; identity: a smith',
  });
  expect((await recall(store, {}, { query: '艾琳是谁？' }))[0]?.id).toBe('n_11');
});

test('the newest message counts most, each is searched by itself, and what repeats one is left out', async () => {
  const store = storeOf([
    ...talk(20),
    'The dragon sleeps below the mill.',
    'The duke owes us forty crowns.',
    ...talk(20),
  ]);
  const messages = [{ mes: 'What of the dragon and the mill?' }, { mes: 'And the duke, what does he owe?' }];
  expect((await found(store, { messages })).slice(0, 2)).toEqual(['n_22', 'n_21']);
  expect((await found(store, { messages: messages.toReversed() })).slice(0, 2)).toEqual(['n_21', 'n_22']);
  const known = [{ mes: 'Remember: the duke owes us forty crowns.' }, { mes: 'What does the duke owe?' }];
  expect(await found(store, { messages: known })).not.toContain('n_22');
});

test('a thing is shown once, within the budget, and by whole sentences', async () => {
  const twice = 'The bridge at Hollow Creek has burned down tonight.';
  const long = `The bridge again. ${'It was made of old oak and iron nails. '.repeat(40)}`;
  const store = storeOf([...talk(10), twice, `${twice}!`, long, ...talk(10)]);
  const shown = await recall(store, {}, { query: 'bridge at Hollow Creek' });
  expect(shown.filter(({ text }) => text.startsWith('The bridge at'))).toHaveLength(1);
  const whole = shown.find(({ id }) => id === 'n_13')?.text ?? '';
  expect(whole.length).toBeLessThanOrEqual(600);
  expect(whole.endsWith('nails.')).toBe(true);
  const little = await recall(store, {}, { query: 'bridge at Hollow Creek', chars: 60 });
  expect(little.map(({ text }) => text)).toEqual([`${twice}!`]);
  expect(await found(store, { query: 'bridge', k: 0 })).toEqual([]);
  expect(await found(store, { query: 'bridge', types: ['thread'] })).toEqual([]);
});

test('open threads are always shown, in a part of the budget; events only as they fit', async () => {
  const threads = Array.from({ length: 30 }, (_, at) => ({
    type: 'thread',
    title: `Promise ${at}`,
    fields: { status: 'open', note: 'a long tale about what was promised to whom and why it matters' },
  }));
  const store = storeOf([...talk(10), 'The bridge has burned down.', ...threads]);
  const shown = await recall(store, {}, { query: 'bridge', chars: 1_000 });
  const always = shown.filter(({ why }) => why.includes('always'));
  expect(always[0]?.title).toBe('Promise 29');
  expect(always.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(400);
  expect(shown.map(({ id }) => id)).toContain('n_11');
});

test('texts that try to be found always do not crowd out others, and cost no more time than is there', async () => {
  const vocabulary = Array.from({ length: 6_000 }, (_, at) => `word${at}`);
  const stuffed = ['bridge creek castle dragon duke mill peanut allergy sister key', ...vocabulary].join(' ');
  const hostile = [
    ...Array.from({ length: 20 }, (_, at) => `${stuffed} ${at} ${'bridge '.repeat(3_000)}`),
    { type: 'character_sheet', title: 'bridge', fields: { aliases: vocabulary.slice(0, 3_000) } },
    { type: 'character_sheet', title: 'x', fields: { deep: { deep: { deep: { deep: { deep: 'bridge' } } } } } },
    'bridge',
  ];
  const store = storeOf([...talk(50), 'The bridge at Hollow Creek has burned down.', ...talk(50), ...hostile]);
  const ids = await found(store, { query: 'What happened to the bridge at Hollow Creek?' });
  expect(ids[0]).toBe('n_51');
  const { reads } = openReads(store);
  expect(reads.recall({ query: stuffed.slice(0, 100_000) }).length).toBeLessThanOrEqual(8);
  expect(reads.recall({ messages: Array(5_000).fill(stuffed.slice(0, 2_000)) }).length).toBeLessThanOrEqual(8);
});

test('what is no recall is refused by name; an empty memory and an empty query recall nothing', async () => {
  const store = storeOf(talk(4));
  for (const [options, message] of [
    [{}, 'recall: a query, or messages as { mes }, the newest last'],
    [{ query: 5 }, 'recall: a query, or messages'],
    [{ query: 'a', messages: [] }, 'recall: a query, or messages'],
    [{ messages: [{ text: 'a' }] }, 'recall: a query, or messages'],
    [{ query: 'a', k: -1 }, 'recall: k is a number from 0; got `-1`'],
    [{ query: 'a', now: 'soon' }, 'recall: now is a number of milliseconds, or a date such as 2023-05-12; got `soon`'],
    [{ query: 'a', chars: '5' }, 'recall: chars is a number from 0; got `5`'],
  ] as const)
    await expect(recall(store, {}, options as never)).rejects.toMatchObject({
      code: 'BAD_ARGS',
      message: expect.stringContaining(message),
    });
  expect(await recall(null, null, { query: 'bridge' })).toEqual([]);
  expect(await recall(store, {}, { query: ' ' })).toEqual([]);
  expect(await recall(store, {}, { messages: [] })).toEqual([]);
});

test('an index of meaning finds what no word finds', async () => {
  const store = storeOf([...talk(20), 'The physician looked after her wounds.', ...talk(20)]);
  const vectors = { search: () => [{ nodeId: 'n_21', score: 0.9 }] };
  const shown = await recall(store, { vectors: vectors as never }, { query: 'doctor' });
  expect(shown[0]).toMatchObject({ id: 'n_21', why: ['meaning'] });
});

test('changes of the graph are found at once: new, edited, archived', () => {
  const { reads, graph } = openReads(storeOf([...talk(10), 'The bridge has burned down.']));
  const first = () => reads.recall({ query: 'bridge' })[0]?.id;
  expect(first()).toBe('n_11');
  const slot = graph.nodes.find('n_11');
  graph.nodes.flags[slot] = (graph.nodes.flags[slot] ?? 0) | 1;
  expect(reads.recall({ query: 'bridge' }).map(({ id }) => id)).not.toContain('n_11');
});

test('word vectors find words that mean something alike, and change nothing for other languages', async () => {
  const words = readWords(readFileSync('packages/words-en/en.bin'));
  const store = storeOf([
    ...talk(60),
    'The physician stitched his wounds.',
    ...talk(60),
    'Lily gets a rash from peanuts.',
    ...talk(60),
    '妹妹小雨对花生过敏。',
    'I am allergic to peanuts.',
  ]);
  const asked = async (query: string) => (await recall(store, { words }, { query }))[0];
  for (const [query, id] of [
    ['Which doctor treated the injury?', 'n_61'],
    ['Which nuts cause her skin trouble?', 'n_122'],
    // As the package of the vectors says.
    ['What food should I avoid?', 'n_184'],
  ] as const) {
    expect(await found(store, { query })).not.toContain(id);
    expect(await asked(query)).toMatchObject({ id, why: expect.arrayContaining(['meaning']) });
  }
  expect(await asked('小雨能吃花生酱吗？')).toMatchObject({ id: 'n_183', why: ['words'] });
  expect(await recall(store, { words }, { query: 'doctor', meaning: false })).toEqual([]);
});

test('dates in words are days: those of the query by when it is asked, those of a memory by when it was said', async () => {
  const on = (date: string, summary: string) => ({ fields: { summary, date } });
  const store = storeOf([
    ...talk(20).map((text, at) => on(`2023-04-${String(at + 1).padStart(2, '0')}`, text)),
    on('2023-05-05', 'We rowed to the island and lit a fire.'),
    on('2023-05-08', 'The mill was closed.'),
    on('2023-05-12', 'Yesterday a stranger asked for the duke.'),
    on('2023-05-12', '昨天我们修好了桥。'),
    { fields: { summary: 'On 3 June 2021 the old bridge fell.' } },
  ]);
  const first = async (query: string, now?: string | number) =>
    (await recall(store, {}, { query, ...(now !== undefined && { now }) }))[0];
  const friday = '2023-05-12T20:00:00Z';
  expect(await first('What did we do last Friday?', friday)).toMatchObject({
    id: 'n_21',
    why: expect.arrayContaining(['time']),
    text: '[2023-05-05] We rowed to the island and lit a fire.',
  });
  expect((await first('上周五我们做了什么？', Date.parse(friday)))?.id).toBe('n_21');
  expect((await found(store, { query: 'Who came on May 11th?', now: friday })).slice(0, 2)).toContain('n_23');
  expect((await first('What happened in June 2021?'))?.id).toBe('n_25');
  expect((await found(store, { query: '5月11日发生了什么？', now: friday })).slice(0, 2).toSorted()).toEqual([
    'n_23',
    'n_24',
  ]);
  // The newest message says when it is asked.
  const messages = [{ mes: 'What did we do last Friday?', send_date: '2023-05-12' }];
  expect((await found(store, { messages }))[0]).toBe('n_21');
  expect(await found(store, { query: 'What did we do last Friday?' })).not.toContain('n_21');
  // A rare word counts more than the day.
  expect((await first('Was the mill closed last Friday?', friday))?.id).toBe('n_22');
});
