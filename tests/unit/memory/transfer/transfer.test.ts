import { expect, test } from 'vitest';
import { normalizeOrdered } from '../../../../worker/memory/commits/normalize-store.js';
import { plainStore } from '../../../../worker/memory/commits/plain-graph.js';
import { exportJson, importJson } from '../../../../worker/memory/transfer/json.js';
import { LineReader } from '../../../../worker/memory/transfer/line-reader.js';
import { exportLines } from '../../../../worker/memory/transfer/lines.js';
import { toFloorLog } from '../../../fixtures/memory/contract/to-floor-log.js';
import { importLines } from '../../../fixtures/memory/import-lines.js';
import { fc } from '../../../fixtures/property.js';
import { applied, chats, commits } from '../message-index/graphs.js';

/** As JSON, a Map as its pairs: their order counts. */
const json = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_, one: unknown) => (one instanceof Map ? [...one] : one)));

async function fileOf(content: Parameters<typeof exportLines>[0]): Promise<string> {
  let text = '';
  for await (const line of exportLines(content)) text += line;
  return text;
}

const refused = (why: string, line?: number) =>
  expect.objectContaining({
    code: 'BAD_ARGS',
    message: expect.stringContaining(why),
    ...(line !== undefined && { details: { line } }),
  });

const contents = fc
  .tuple(commits, chats)
  .map(([list, chat]) => ({ store: normalizeOrdered(applied(list, chat).toOrdered()), commits: list }));

/** One with much in it. */
const content = fc
  .sample(contents, { numRuns: 100, seed: 7 })
  .reduce((one, other) => (other.commits.length > one.commits.length ? other : one));

test('what is exported as JSON is imported as it was', () => {
  fc.assert(
    fc.property(contents, (content) => {
      expect(json(importJson(exportJson(content)))).toEqual(json(content));
    }),
    { numRuns: 200 },
  );
});

test('what is exported line by line is imported as it was, wherever the chunks end', async () => {
  await fc.assert(
    fc.asyncProperty(contents, fc.integer({ min: 1, max: 200 }), async (content, size) => {
      const text = await fileOf(content);
      const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      const read = await importLines(chunks);
      expect(json({ commits: [], ...read })).toEqual(json(content));
    }),
    { numRuns: 200 },
  );
});

test('of a file that is cut anywhere nothing is taken, and the error tells the line', async () => {
  const whole = await fileOf(content);
  // Without its very last line feed it is whole.
  for (let end = 0; end < whole.length - 1; end += 3) {
    const half = whole.slice(0, end);
    const error = await importLines([half]).catch((caught) => caught);
    // A line that lacks nothing but its end is whole: the one after it is missing.
    const line = half.split('\n').length + (whole[end] === '\n' ? 1 : 0);
    expect(error).toMatchObject({ code: 'BAD_ARGS', details: { line } });
  }
  await expect(importLines([whole.slice(0, -1)])).resolves.toBeDefined();
});

test.each([
  ['it does not tell the format', 1, '{"commit":{}}\n'],
  ['it is no JSON', 2, '{"format":"bulkhead-memory","version":1}\n{"commit":\n'],
  ['it is no object', 2, '{"format":"bulkhead-memory","version":1}\n[]\n'],
  ['no record that may stand here', 3, '{"format":"bulkhead-memory","version":1}\n\n{"commit":{"batch":"a"}}\n'],
  ['no record that may stand here', 2, '{"format":"bulkhead-memory","version":1}\n{"node":{"id":"n_1"}}\n'],
  ['0 of 1 records are there', 2, '{"format":"bulkhead-memory","version":1}\n{"end":1}\n'],
  ['more behind the last line', 3, '{"format":"bulkhead-memory","version":1}\n{"end":0}\n{"end":0}\n'],
  ['ends before its last line', 2, '{"format":"bulkhead-memory","version":1}\n'],
])('%s: the error says so, and line %i', async (why, line, text) => {
  await expect(importLines([text])).rejects.toEqual(refused(why, line));
});

test('what is too large is refused by the name of its limit, before it is parsed', async () => {
  const text = await fileOf(content);
  await expect(importLines([text], { fileChars: 100 })).rejects.toEqual(refused('more than 100 characters'));
  await expect(importLines([text], { commits: 1 })).rejects.toEqual(refused('more than 1 commits'));
  await expect(importLines([text], { records: 2 })).rejects.toEqual(refused('more than 2 records'));
  const reader = new LineReader({ lineChars: 1_000 });
  expect(() => {
    for (let i = 0; i < 1_001; i++) reader.push('x');
  }).toThrow(refused('more than 1000 characters', 1));
  expect(() => importJson('x'.repeat(20), { limits: { jsonChars: 10 } })).toThrow(refused('more than 10 characters'));
  expect(() => importJson(exportJson(content), { limits: { commits: 1 } })).toThrow(refused('more than 1 commits'));
});

test('a bare store, and what other formats kept, are read as well', () => {
  const { store, commits: list } = content;
  const chat = Array.from({ length: 4 }, () => ({ is_user: false, mes: 'x' }));
  const bare = plainStore(store);
  expect(json(importJson(JSON.stringify(bare)).store)).toEqual(json(normalizeOrdered(bare)));
  const log = importJson(JSON.stringify(toFloorLog(list, chat)), { chat, batch: (i) => `b-${i}` });
  expect(log.older).toMatchObject({ shape: 'floor-state', recovered: false });
  expect(applied(log.older?.commits ?? [], chat).toStore()).toEqual(applied(list, chat).toStore());
  const names = new Set(importJson(JSON.stringify(toFloorLog(list, chat))).older?.commits.map(({ batch }) => batch));
  expect(names.size).toBe(log.older?.commits.length);
});

test('what is none of them, or newer, is refused', async () => {
  for (const text of ['', '7', '[]', '{}', '{"format":"other"}', '{"format":"bulkhead-memory"}']) {
    expect(() => importJson(text)).toThrow(refused('the file cannot be read'));
  }
  const newer = expect.objectContaining({ code: 'STORE_NEWER' });
  expect(() => importJson('{"format":"bulkhead-memory","version":2}')).toThrow(newer);
  await expect(importLines(['{"format":"bulkhead-memory","version":2}\n'])).rejects.toEqual(newer);
});

test('names of prototypes are ordinary data in a file', async () => {
  const node =
    '{"id":"__proto__","type":"event","level":"semantic","title":"odd","parentId":"","childrenIds":[],"fields":{"__proto__":{"polluted":1}},"semanticDepth":0,"semanticRollup":false,"seqTo":0,"archived":false}';
  const read = await importLines([
    `{"format":"bulkhead-memory","version":1}\n{"store":{"__proto__":{"polluted":1}}}\n{"node":${node}}\n{"end":2}\n`,
  ]);
  expect([...(read.store?.nodes.keys() ?? [])]).toEqual(['__proto__']);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});
