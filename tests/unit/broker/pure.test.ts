import { patch } from 'jsondiffpatch';
import { expect, test } from 'vitest';
import { deltaOf } from '../../../worker/adapters/delta.js';
import { sha256Hex, sha256Pin } from '../../../worker/adapters/hash.js';
import { memoryKeyValueStore } from '../../../worker/adapters/memory-stores.js';
import { sequence, sequenceAt } from '../../../worker/broker/audit.js';
import { fromBase64, toBase64 } from '../../../worker/broker/bytes.js';
import { canonicalJson, hashTools } from '../../../worker/broker/hashes.js';
import { afterPrefix } from '../../../worker/protocol/storage.js';
import { RequestQueue } from '../../../worker/rpc/request-queue.js';
import { fc } from '../../fixtures/property.js';

test('canonical JSON has sorted keys and no spaces, and is JSON', () => {
  expect(canonicalJson({ b: [1, { d: 1, c: 'é"' }], a: undefined, 10: null, 9: true })).toBe(
    '{"10":null,"9":true,"b":[1,{"c":"é\\"","d":1}]}',
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

test('SHA-256 is the one that everybody has', () => {
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256Pin('')).toBe('sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
});

test('the hash of a tool is that of its name, description, schema and mode, in whatever order they are written', () => {
  const tool = {
    name: 'a',
    displayName: 'A',
    description: 'd',
    parameters: { type: 'object', x: 1 },
    mode: 'read' as const,
    hasSimulate: false,
  };
  const { toolsHash, toolHashes } = hashTools([tool]);
  expect(hashTools([{ ...tool, displayName: 'other', parameters: { x: 1, type: 'object' } }]).toolsHash).toBe(
    toolsHash,
  );
  for (const change of [{ description: 'D' }, { mode: 'write' as const }, { parameters: {} }]) {
    expect(hashTools([{ ...tool, ...change }]).toolHashes.a).not.toBe(toolHashes.a);
  }
  const other = { ...tool, name: 'b' };
  expect(hashTools([tool, other]).toolsHash).toBe(hashTools([other, tool]).toolsHash);
});

test('the end of a prefix is above everything that begins with it, and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (rest, other) => {
      const prefix = `data:ab:${rest}`;
      const end = afterPrefix(prefix);
      expect(`${prefix}${other}\uffff` < end).toBe(true);
      for (const key of [`data:ab${other}`, `data:ab:${other}`, `data:ab-c:${other}`]) {
        expect(key >= prefix && key < end).toBe(key.startsWith(prefix));
      }
    }),
  );
  expect(afterPrefix('a:\uffff\uffff')).toBe('a;');
});

test('numbers of entries grow with the time, within a millisecond, and when the clock is set back', () => {
  let now = 1_000_000;
  const next = sequence('tab', () => now);
  const seqs = Array.from({ length: 50 }, () => next().seq);
  now -= 500;
  seqs.push(next().seq);
  now += 1000;
  seqs.push(next().seq);
  expect([...seqs].sort()).toEqual(seqs);
  expect(new Set(seqs).size).toBe(seqs.length);
  expect((seqs[0] as string) > sequenceAt(1_000_000) && (seqs[0] as string) < sequenceAt(1_000_001)).toBe(true);
});

test('deltas tell what changed, and do not compare what would take long', () => {
  expect(deltaOf([{ key: 'a', before: '{"x":1,"y":2}', after: '{"x":1,"y":3}' }])).toEqual({ a: { y: [2, 3] } });
  expect(
    deltaOf([
      { key: 'b', before: undefined, after: 'null' },
      { key: 'c', before: '1', after: undefined },
    ]),
  ).toEqual({ b: [null], c: [1, 0, 0] });
  expect(deltaOf([{ key: 'd', before: '[{"a":1}]', after: '[{"b":1},{"a":1}]' }])).toEqual({
    d: { _t: 'a', 0: [{ b: 1 }] },
  });
  expect(deltaOf([{ key: 'e', before: '{"constructor":1}', after: '{}' }])).toEqual({
    e: JSON.parse('[{"constructor":1},{}]'),
  });
  const [long, longer] = [50_000, 50_001].map((length) => JSON.stringify(Array.from({ length }, (_, i) => i % 7)));
  const { f } = deltaOf([{ key: 'f', before: long, after: longer }]);
  expect(Array.isArray(f) && f.length).toBe(2);
});

test('a delta leads from one value to the other, whatever their keys are named', () => {
  const odd = fc.constantFrom('constructor', 'toString', 'valueOf', 'hasOwnProperty', '_t', 'a', 'b', '0', '_0');
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(null, true, 0, 1, '', 'a', 'x'.repeat(100)),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(odd, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(value, value, (before, after) => {
      const [old, now] = [JSON.stringify(before), JSON.stringify(after)];
      const delta = deltaOf([{ key: 'k', before: old, after: now }]);
      expect(patch({ k: JSON.parse(old) }, structuredClone(delta) as never)).toEqual({ k: JSON.parse(now) });
    }),
    { numRuns: 2_000 },
  );
  expect(deltaOf([{ key: 'k', before: '{"x":1}', after: '{"x":2,"constructor":1}' }])).toEqual({
    k: [{ x: 1 }, JSON.parse('{"x":2,"constructor":1}')],
  });
});

test('base64 goes there and back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100_000, size: 'max' }), (bytes) => {
      expect(fromBase64(toBase64(bytes))).toEqual(bytes);
    }),
    { numRuns: 20 },
  );
  expect(fromBase64('%')).toBeUndefined();
});

test('a plugin may send again when a minute has gone by', async () => {
  let now = 0;
  const queue = new RequestQueue({ what: 'requests', atOnce: 1, perMinute: 2 }, () => now);
  const { signal } = new AbortController();
  const send = () => queue.run(signal, async () => now);
  expect([await send(), await send()]).toEqual([0, 0]);
  const refused = (seconds: number) => ({
    ...{ code: 'CAPABILITY_LIMIT', message: `more than 2 requests within a minute: try again in ${seconds} s` },
  });
  await expect(send()).rejects.toMatchObject(refused(60));
  now = 59_999;
  await expect(send()).rejects.toMatchObject(refused(1));
  now = 60_000;
  expect(await send()).toBe(60_000);
});

test('only so many requests wait, and one that is given up leaves its place to the next', async () => {
  const queue = new RequestQueue({ what: 'requests', atOnce: 1, perMinute: 1000 });
  let finish: (value: string) => void = () => {};
  const first = new Promise<string>((resolve) => {
    finish = resolve;
  });
  const stop = new AbortController();
  const { signal } = new AbortController();
  const open = queue.run(signal, () => first);
  const given = queue.run(stop.signal, async () => 'given up').catch((error: Error) => error.message);
  const waiting = Array.from({ length: 63 }, (_, n) => queue.run(signal, async () => n));
  await expect(queue.run(signal, async () => 0)).rejects.toMatchObject({ code: 'CAPABILITY_LIMIT' });
  stop.abort(new Error('enough'));
  expect(await given).toBe('enough');
  finish('done');
  expect([await open, ...(await Promise.all(waiting))]).toEqual(['done', ...Array.from({ length: 63 }, (_, n) => n)]);
});

test('the store in memory trims what is old and what is too much', async () => {
  const store = memoryKeyValueStore();
  await store.transact([], () => ({ set: ['a1', 'a2', 'a3', 'a4', 'b1'].map((key) => [key, key] as const) }));
  await store.trim('a', 'a2', 2);
  expect([...(await store.list('a')).keys()]).toEqual(['a3', 'a4']);
  expect(await store.get('b1')).toBe('b1');
  expect(await store.page('a', { before: 'a4', limit: 5 })).toEqual([['a3', 'a3']]);
});
