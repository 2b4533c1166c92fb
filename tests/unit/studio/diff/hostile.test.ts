import { expect, test } from 'vitest';
import { buildProfileDelta } from '../../../../src/studio/base/define-adapter.js';
import { renderProfileDeltaHtml } from '../../../../src/studio/base/delta-html.js';
import { openComparison } from '../../../../worker/studio/diff/compare.js';
import { patched, unpatched } from '../../../../worker/studio/diff/delta.js';

/** Compares, unfolds and settles both ways; answers how many changes there are. */
function through(before: unknown, after: unknown): number {
  const found = openComparison(before, after);
  if (!found) throw new Error('nothing differs');
  const ids = found.changes.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  found.unfold(ids.slice(0, 20), true);
  expect(JSON.stringify(found.settle([]).value)).toBe(JSON.stringify(after));
  expect(found.settle(ids.map((change) => ({ change }))).value).toEqual(before);
  expect(patched(before, found.delta)).toEqual(after);
  expect(unpatched(after, found.delta)).toEqual(before);
  expect(patched(after, found.reverseDelta)).toEqual(before);
  return ids.length;
}

test('names that mean something to an engine, or to a delta, are names like any other', () => {
  const parse = (text: string) => JSON.parse(text);
  through(parse('{"__proto__":{"polluted":1}}'), parse('{"__proto__":{"polluted":2},"b":1}'));
  through(parse('{"a":{"__proto__":1}}'), parse('{"a":{"__proto__":[1]}}'));
  through(parse('{"constructor":1,"toString":{"a":1}}'), parse('{"constructor":2,"toString":{"a":2}}'));
  through({ a: 1 }, { a: 1, hasOwnProperty: 1 });
  through({ _t: 'a', 0: [1] }, { _t: 'b', 0: [2] });
  through({ a: { _t: 'a', _0: ['', 0, 3] } }, { a: { _t: 'a', _0: ['', 0, 2] } });
  through({ _0: [1, 0, 0], '0': [1] }, { _0: [2, 0, 0], '0': [2] });
  through({ list: [{ id: '__proto__' }, { id: 'constructor' }] }, { list: [{ id: 'constructor' }] });
  expect(({} as { polluted?: unknown }).polluted).toBe(undefined);
});

test('values that look like deltas are values', () => {
  through({ a: [1] }, { a: [1, 2] });
  through({ a: [1, 0, 0] }, { a: [2, 0, 2] });
  through({ a: ['@@ -1 +1 @@', 0, 2] }, { a: [['', 1, 3]] });
  through([[1, 2], [3]], [[3], [1, 2, [0]]]);
});

test('a lot of changes is told in fewer, larger ones', () => {
  const many = (from: number) =>
    Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`k${i}`, Array.from({ length: 50 }, (__, j) => from + i * j)]),
    );
  const before = { few: { a: 1, b: 2 }, many: many(1), list: Array.from({ length: 9_000 }, (_, at) => at) };
  const after = { few: { a: 2, b: 3 }, many: many(2), list: Array.from({ length: 9_000 }, (_, at) => at * 2 + 1) };
  const found = openComparison(before, after);
  expect(found?.changes.length).toBeLessThanOrEqual(2_000);
  // Whoever has few keeps them.
  expect(found?.changes.map(({ path }) => path)).toEqual(expect.arrayContaining(['few.a', 'few.b', 'list']));
  through(before, after);
});

test('long arrays are aligned, moved and settled like short ones', () => {
  const items = Array.from({ length: 4_000 }, (_, at) => ({ id: `i${at}`, text: `text ${at}` }));
  const after = items
    .filter((_, at) => at % 400 !== 7)
    .map((item, at) => (at === 1_234 ? { ...item, text: 'other' } : item));
  after.splice(0, 0, { id: 'first', text: 'new' });
  after.push(...after.splice(100, 1));
  expect(through({ list: items }, { list: after })).toBe(13);
});

test('what nobody could read ends soon: huge texts, huge arrays of the same, deep values', () => {
  let state = 3;
  const noise = (length: number) =>
    Array.from({ length }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return String.fromCharCode(33 + ((state >> 8) % 90));
    }).join('');
  through({ a: noise(300_000) }, { a: noise(300_000) });
  through({ a: 'a\n'.repeat(150_000) }, { a: 'b\na\n'.repeat(100_000) });
  through({ a: Array(20_000).fill(0) }, { a: Array(20_001).fill(0).with(10_000, 1) });
  through({ a: Array(3_000).fill({ v: 1 }) }, { a: Array(3_000).fill({ v: 2 }) });
  const deep = (depth: number, end: unknown) => {
    let value = end;
    for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { a: value };
    return value;
  };
  expect(through(deep(150, 1), deep(150, 2))).toBe(1);
  expect(() => openComparison(deep(100_000, 1), 1)).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));
  expect(() => buildProfileDelta(deep(3_000, 1), 1)).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));
});

test('of a value that is told as one change no more rows and deltas are made than anybody looks at', () => {
  const numbers = (by: number) => Array.from({ length: 30_000 }, (_, at) => (at * by) % 30_000);
  const found = openComparison({ list: numbers(1) }, { list: numbers(7_919) });
  expect(found?.changes.map(({ path }) => path)).toEqual(['list']);
  const [body] = found?.unfold(found.changes.map(({ id }) => id)) ?? [];
  expect(body?.rows.length).toBeLessThan(1_000);
  expect(body?.rows.at(-1)).toMatchObject({ kind: 'skipped', hunk: expect.any(Number) });
  const shown = body?.rows.reduce((sum, { kind, skipped = 0 }) => sum + (kind === 'skipped' ? skipped : 1), 0);
  expect(shown).toBe(body?.rowCount);
  expect(found?.delta).toEqual({ list: [numbers(1), numbers(7_919)] });
});

test('what is no data is refused, and says so', () => {
  const ring: { self?: unknown } = {};
  ring.self = ring;
  expect(() => openComparison(ring, {})).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));
  expect(() => openComparison({ a: 1n }, {})).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));
  // What JSON leaves out is left out.
  expect(openComparison({ a: undefined, b: () => 1 }, {})).toBe(null);
});

test('a change that there is not is refused, and named where it was to be rejected', () => {
  const found = openComparison({ a: 1, t: 'one\ntwo' }, { a: 2, t: 'one\n2' });
  expect(() => found?.unfold(['nothing'])).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));
  expect(() => found?.rows('nothing', 0, 1)).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));
  const [a, t] = found?.changes.map(({ id }) => id) ?? [];
  const [hunk] = found?.unfold([t ?? ''])[0]?.hunks ?? [];
  expect(
    found?.settle([
      ...[{ change: 'nothing' }, { change: a ?? '', hunks: ['none'] }],
      { change: t ?? '', hunks: [hunk?.key ?? '', 'none'] },
    ]).lost,
  ).toEqual([{ change: 'nothing' }, { change: a, hunks: ['none'] }, { change: t, hunks: ['none'] }]);
});

test('a delta of something else renders what there is', () => {
  const html = renderProfileDeltaHtml(
    {},
    { a: { b: [1, 2] }, c: { _t: 'a', _9: ['', 1, 3] } },
    { before: {}, after: { a: 5 } },
  );
  expect(html).toContain('data-path="(root)"');
});

test('two values that differ are never shown as the same text', () => {
  for (const [before, after, shown] of [
    [{ a: 1 }, { a: '1' }, ['1', '"1"']],
    [{ a: 'true' }, { a: true }, ['"true"', 'true']],
    [{ a: null }, { a: 'null' }, ['null', '"null"']],
    [{ a: [] }, { a: '[]' }, ['[]', '"[]"']],
    [{ a: { b: 1 } }, { a: '{\n  "b": 1\n}' }, ['{\n  "b": 1\n}', '"{\\n  \\"b\\": 1\\n}"']],
  ] as const) {
    const found = openComparison(before, after);
    const [body] = found?.unfold(found.changes.map(({ id }) => id)) ?? [];
    expect([body?.beforePayload.text, body?.afterPayload.text]).toEqual(shown);
    if (body?.lines) expect(body.rows.some(({ kind }) => kind !== 'same')).toBe(true);
  }
});
