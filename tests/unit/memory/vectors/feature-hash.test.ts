import { expect, test } from 'vitest';
import { featureHash } from '../../../../worker/memory/vectors/feature-hash.js';
import { VectorIndex } from '../../../../worker/memory/vectors/vector-index.js';
import { fc } from '../../../fixtures/property.js';

function cosine(a: string, b: string): number {
  const index = new VectorIndex(384);
  index.set(1, featureHash(a));
  return index.search(featureHash(b), 1)[0]?.score ?? 0;
}

test('inflections and shared words bring texts together, and other texts stay apart', () => {
  const close: [string, string][] = [
    ['she healed the wounded soldier', 'healing a wounded soldier'],
    ['the merchants were betrayed', 'a merchant betraying his king'],
    ['Die Händler verraten den König', 'der Händler verrät Könige'],
    ['爱丽丝在旅店里打了一架', '爱丽丝离开了旅店'],
    ['東京の夜', '東京で会った夜'],
    ['ＡＬＩＣＥ', 'alice'],
  ];
  for (const [a, b] of close) {
    expect(cosine(a, b), `${a} / ${b}`).toBeGreaterThan(0.25);
    expect(Math.abs(cosine(a, 'nineteen quiet windows overlook harbour'))).toBeLessThan(0.25);
  }
});

test('among some memories, a question in words like theirs finds the one it is about', () => {
  const memories = [
    'Alice draws her sword in the tavern and wounds the mercenary captain',
    'Bob promises to repay the silver debt to the merchant guild before winter',
    'The dragon burns the northern village; survivors flee to the monastery',
    "Eileen the healer treats Alice's wounded shoulder with herbs",
    'The king signs a secret treaty with the elves',
    'Old lighthouse | abandoned | danger: haunted by drowned sailors',
    '爱丽丝在银狐旅店拔剑，刺伤了佣兵队长',
    '鲍勃答应在冬天之前还清欠商会的银币',
    '艾琳用草药治疗爱丽丝的肩伤',
    'Storm delays the ship; the captain argues with the crew',
    'The merchant guild raises the price of iron',
  ];
  const index = new VectorIndex(384);
  memories.forEach((text, key) => {
    index.set(key, featureHash(text));
  });
  for (const [question, key] of [
    ['who was wounded in the tavern fight?', 0],
    ['debts owed to merchants', 1],
    ['dragons burning villages', 2],
    ["healing Alice's shoulder", 3],
    ['the secret treaties of kings', 4],
    ['haunted lighthouses', 5],
    ['佣兵队长在旅店受伤', 6],
    ['谁欠商会的钱', 7],
    ['治疗肩伤的草药', 8],
    ['the ship and the storm', 9],
    ['iron prices', 10],
  ] as const) {
    expect(index.search(featureHash(question), 1)[0]?.key, question).toBe(key);
  }
});

test('a text finds itself, however it is written, and the order of its words hardly matters', () => {
  expect(cosine('The Silver Sword!', 'the silver — sword')).toBeCloseTo(1, 6);
  expect(cosine('alice met bob', 'bob met alice')).toBeCloseTo(1, 6);
});

test('it knows words, not meanings', () => {
  expect(Math.abs(cosine('doctor', 'physician'))).toBeLessThan(0.2);
});

test('a text without letters or digits has no direction', () => {
  for (const text of ['', '  ', '— … !?', '🙂']) expect(featureHash(text).every((value) => value === 0)).toBe(true);
});

test('any text gives finite numbers, the same ones each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      const vector = featureHash(text);
      expect(vector.every(Number.isFinite)).toBe(true);
      expect(featureHash(text)).toEqual(vector);
    }),
  );
});

test('vectors that are kept stay comparable: the numbers of a text never change', () => {
  const places = [...featureHash('Mara 旅店', 16)].map((value) => Math.round(value * 1_000));
  expect(places).toMatchInlineSnapshot(`
    [
      -1100,
      0,
      -600,
      0,
      -500,
      500,
      -400,
      0,
      500,
      0,
      500,
      1000,
      1800,
      -600,
      -300,
      0,
    ]
  `);
});
