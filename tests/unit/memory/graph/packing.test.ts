import { expect, test } from 'vitest';
import { Graph } from '../../../../worker/memory/graph/graph.js';
import { narrow, narrowSeqs, widen, widenSeqs } from '../../../../worker/memory/graph/narrow.js';
import { packGraph, unpackGraph } from '../../../../worker/memory/graph/snapshot.js';
import { TextPacker, TextParts } from '../../../../worker/memory/graph/text-parts.js';
import { fc } from '../../../fixtures/property.js';

const packed = (texts: readonly string[]) => {
  const packer = new TextPacker();
  for (const text of texts) packer.add(text);
  return packer.finish();
};

test('packed texts are read as they were, whatever script they are in', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('风', '暴', 'a', '\ufeff', '😀', 'é') }),
  );
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const parts = new TextParts(packed(texts));
      expect(texts.map((_, i) => parts.at(i))).toEqual(texts);
      expect([parts.count, parts.at(texts.length)]).toEqual([texts.length, '']);
    }),
  );
});

test('texts of several megabytes are several parts, and one that is longer than a part is a part', () => {
  const texts = Array.from({ length: 3_000 }, (_, i) => `${i} ${'风暴 and fire '.repeat(100)}`);
  texts.splice(1_500, 0, 'x'.repeat(3_000_000), '');
  const parts = packed(texts);
  expect(parts.length).toBeGreaterThan(4);
  const read = new TextParts(parts);
  for (const [i, text] of texts.entries()) expect(read.at(i) === text).toBe(true);
});

test('narrow numbers are the numbers they were', () => {
  const numbers = fc.oneof(fc.nat(255), fc.nat(65_535), fc.integer());
  fc.assert(
    fc.property(fc.array(numbers), (list) => {
      expect([...widen(narrow(Int32Array.from(list)))]).toEqual(list);
    }),
  );
  const seqs = fc.oneof(fc.constant(Number.NaN), fc.nat(), fc.maxSafeNat());
  fc.assert(
    fc.property(fc.array(seqs), (list) => {
      expect([...widenSeqs(narrowSeqs(Float64Array.from(list)))]).toEqual(list);
    }),
  );
});

const node = { level: 'semantic', type: 'event', title: 'one', fields: { summary: '风暴' } };

test('what only few nodes have is there after packing, and after it was taken away again', () => {
  const graph = Graph.from({
    nodes: {
      a: { ...node, floorRange: { start: 3, end: 4 } },
      b: { ...node, floorRange: { start: 0, end: 2 ** 40 } },
      c: { ...node, supersededBy: 'a', floorRange: { start: 1, end: 1 } },
      d: node,
    },
  });
  const unpacked = unpackGraph(structuredClone(packGraph(graph)));
  expect(unpacked.toStore()).toEqual(graph.toStore());
  const { floorRange: _, ...plain } = unpacked.nodes.read(0);
  unpacked.putNode(plain);
  unpacked.removeNodes(['b']);
  expect(unpacked.nodes.read(0)).toEqual(plain);
  expect(unpackGraph(packGraph(unpacked)).toStore()).toEqual(unpacked.toStore());
});

test('a snapshot of another version is refused, so that the log is read instead', () => {
  const [head, ...rest] = packGraph(Graph.from({ nodes: { a: node } }));
  const code = (value: string) => expect.objectContaining({ code: value });
  expect(() => unpackGraph([{ ...head, version: 1 }])).toThrow(code('STORE_BROKEN'));
  expect(() => unpackGraph([])).toThrow(code('STORE_BROKEN'));
  expect(() => unpackGraph([{ ...head, version: 3 }, ...rest])).toThrow(code('STORE_NEWER'));
  expect(() => unpackGraph([head, ...rest.slice(0, -1)])).toThrow(code('STORE_BROKEN'));
});
