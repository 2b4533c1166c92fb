import { expect, test } from 'vitest';
import { ChatGraph } from '../../../../worker/memory/chat/chat-graph.js';
import { Exports, Uploads } from '../../../../worker/memory/chat/files.js';
import { replaceBy } from '../../../../worker/memory/chat/replace.js';
import { normalizeOrdered } from '../../../../worker/memory/commits/normalize-store.js';
import { Graph } from '../../../../worker/memory/graph/graph.js';
import type { OrderedStore } from '../../../../worker/memory/graph/records.js';
import { openLogs } from '../../../../worker/memory/log/logs.js';
import { exportJson, importJson } from '../../../../worker/memory/transfer/json.js';
import { exportLines } from '../../../../worker/memory/transfer/lines.js';
import { importLines } from '../../../fixtures/memory/import-lines.js';
import { fc } from '../../../fixtures/property.js';

/** Ids that an object would put in another order, or take for something else; and any others. */
const anyId = fc.oneof(
  fc.constantFrom('10', '2', '0', '01', '-1', '4294967294', '4294967295', 'n_10', 'n_2', '爱丽丝', '10号'),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'nodes', 'a/b', '"', '\u2028'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }).filter((id) => id.trim() === id),
);

const anyFields = fc
  .array(fc.tuple(anyId, fc.oneof(fc.string(), fc.integer(), fc.constant(['艾琳', '10']))), { maxLength: 3 })
  .map((pairs) => Object.fromEntries(pairs));

/** A store in shape, its nodes in any order. */
const anyStore: fc.Arbitrary<OrderedStore> = fc.uniqueArray(anyId, { minLength: 1, maxLength: 12 }).chain((ids) => {
  const known = fc.constantFrom(...ids);
  const node = fc.record({
    type: fc.constantFrom('event', 'thread', '人物'),
    level: fc.constant('semantic'),
    title: fc.constantFrom('One', '二', ''),
    parentId: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, known),
    childrenIds: fc.array(known, { maxLength: 2 }),
    fields: anyFields,
    semanticDepth: fc.nat(2),
    semanticRollup: fc.boolean(),
    seqTo: fc.nat(9),
    archived: fc.boolean(),
  });
  const edge = fc.record({ from: known, to: known, type: fc.constantFrom('related', '认识'), seqTo: fc.nat(9) });
  return fc
    .tuple(fc.tuple(...ids.map(() => node)), fc.array(edge, { maxLength: 12 }))
    .map(([nodes, edges]) =>
      normalizeOrdered({ nodes: new Map(ids.map((id, at) => [id, { id, ...nodes[at] }])), edges }),
    );
});

const graphOf = (store: OrderedStore | undefined) => Graph.from({ ...store }).toOrdered();

async function linesOf(store: OrderedStore): Promise<string> {
  let text = '';
  for await (const line of exportLines({ store })) text += line;
  return text;
}

test('a graph that is exported, imported and exported again is the same file byte for byte, whatever its ids', async () => {
  await fc.assert(
    fc.asyncProperty(anyStore, async (store) => {
      const first = graphOf(store);
      expect([...first.nodes.keys()]).toEqual([...store.nodes.keys()]);
      const lines = await linesOf(first);
      expect(await linesOf(graphOf((await importLines([lines])).store))).toBe(lines);
      const json = exportJson({ store: first });
      expect(exportJson({ store: graphOf(importJson(json).store) })).toBe(json);
    }),
    { numRuns: 500 },
  );
});

async function openChat() {
  const logs = openLogs({ store: null });
  const options = { logs, chat: 'chat', types: undefined, ownTypes: undefined, onChange: () => {} };
  return { logs, chat: await ChatGraph.open(options) };
}

async function fileOf(chat: ChatGraph, format: 'json' | 'jsonl'): Promise<string> {
  const exports = new Exports();
  let text = '';
  for (let from: number | null = 0; from !== null; ) {
    const part: { readonly text: string; readonly next: number | null } = await exports.next(chat, format, from);
    text += part.text;
    from = part.next;
  }
  return text;
}

test.each(['json', 'jsonl'] as const)('so is the file of a chat with its commits, as %s', async (format) => {
  await fc.assert(
    fc.asyncProperty(anyStore, async (store) => {
      const [source, target] = [await openChat(), await openChat()];
      await source.chat.write('batch', 'commit', [{ plan: replaceBy(store) }]);
      const file = await fileOf(source.chat, format);
      await new Uploads().take(target.chat, { batch: 'a', upload: 'b', text: file, last: true });
      expect([...target.chat.graph.toOrdered().nodes.keys()]).toEqual([...store.nodes.keys()]);
      expect(await fileOf(target.chat, format)).toBe(file);
    }),
    { numRuns: 200 },
  );
});

test('a file of nothing but a graph keeps its order where it is put in the place of another', async () => {
  const { chat } = await openChat();
  await chat.write('before', 'createNode', [{ type: 'thread', title: 'before' }]);
  const nodes = new Map(['b', '10', '2', 'a'].map((id) => [id, { id, level: 'semantic', type: 'thread', title: id }]));
  const text = exportJson({ store: normalizeOrdered({ nodes }) });
  expect(JSON.parse(text).order).toEqual(['b', '10', '2', 'a']);
  await new Uploads().take(chat, { batch: 'a', upload: 'b', text, last: true });
  expect([...chat.graph.toOrdered().nodes.keys()]).toEqual(['b', '10', '2', 'a']);
});

test('an order that names strangers, or leaves nodes out, loses nothing; one that is no list is refused', () => {
  const node = { level: 'semantic', type: 'thread', title: 'x' };
  const nodes = { a: node, b: node, 7: node };
  const read = (order: unknown) =>
    importJson(JSON.stringify({ format: 'bulkhead-memory', version: 1, store: { nodes, edges: [] }, order }));
  expect([...(read(['b', 'nobody', 'b', 5, 'toString']).store?.nodes.keys() ?? [])]).toEqual(['b', '7', 'a']);
  expect(() => read({ a: 1 })).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));
});
