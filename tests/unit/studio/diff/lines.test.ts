import { expect, test } from 'vitest';
import type { DiffRow } from '../../../../worker/protocol/studio.js';
import { lineDiff } from '../../../../worker/studio/diff/lines.js';
import { fc } from '../../../fixtures/property.js';

const RUNS = { numRuns: 800 };
const line = fc.constantFrom('', 'one', 'two', 'three', 'four words are here', 'four words were here', '  indented');
const text = fc.array(line, { maxLength: 14 }).map((lines) => lines.join('\n'));

/** Long lines with and without sentences, spaces, or anything but one character. */
const longLine = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'The ship sails on. ',
        'Nobody knows why! ',
        '船在海上航行。',
        'a word ',
        'ünïcode 👩‍🚀 ',
        'aGVsbG8=',
      ),
      fc.constantFrom('x'.repeat(90), 'no end in sight and then some more of it '),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

const sideText = (rows: readonly DiffRow[], side: 'before' | 'after') =>
  rows
    .flatMap((row) => row[side] ?? [])
    .map(({ parts, continued }, at) => (continued || at === 0 ? '' : '\n') + parts.map((part) => part.text).join(''))
    .join('');

test('the rows of two texts hold both of them whole, and mark what only one of them has', () => {
  fc.assert(
    fc.property(fc.oneof(text, longLine), fc.oneof(text, longLine), (before, after) => {
      const found = lineDiff(before, after);
      const rows = found.rows(0, found.rowCount);
      expect(rows.length).toBe(found.rowCount);
      expect(sideText(rows, 'before')).toBe(before);
      expect(sideText(rows, 'after')).toBe(after);
      for (const { kind, before: left, after: right } of rows) {
        const same = (line: typeof left) =>
          line?.parts
            .filter((part) => !part.marked)
            .map((part) => part.text)
            .join('');
        if (kind === 'same') expect(left?.parts).toEqual(right?.parts);
        if (kind === 'changed') expect(same(left)?.replace(/\s/g, '')).toBe(same(right)?.replace(/\s/g, ''));
        if (kind === 'changed') expect(left).not.toEqual({ ...right, number: left?.number });
      }
    }),
    RUNS,
  );
});

test('without any hunk a text is as it was, with all of them as it is', () => {
  fc.assert(
    fc.property(fc.oneof(text, longLine), fc.oneof(text, longLine), (before, after) => {
      const found = lineDiff(before, after);
      const keys = found.hunks.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      expect(found.without(new Set())).toBe(after);
      expect(found.without(new Set(keys))).toBe(before);
    }),
    RUNS,
  );
});

test('of a text, exactly the lines of the hunks that are rejected are as they were', () => {
  fc.assert(
    fc.property(text, text, fc.infiniteStream(fc.boolean()), (before, after, stream) => {
      const found = lineDiff(before, after);
      const rejected = found.hunks.filter(() => stream.next().value);
      const [old, now] = [before.split('\n'), after.split('\n')];
      const expected: string[] = [];
      let at = 0;
      for (const hunk of rejected) {
        expected.push(...now.slice(at, hunk.afterStart - 1));
        expected.push(...old.slice(hunk.beforeStart - 1, hunk.beforeStart - 1 + hunk.beforeCount));
        at = hunk.afterStart - 1 + hunk.afterCount;
      }
      expected.push(...now.slice(at));
      expect(found.without(new Set(rejected.map(({ key }) => key)))).toBe(expected.join('\n'));
    }),
    RUNS,
  );
});

test('a long stretch that stays the same is one row, and can be asked for', () => {
  const before = Array.from({ length: 300 }, (_, at) => `line ${at + 1}`);
  const after = before.with(149, 'another line');
  const found = lineDiff(before.join('\n'), after.join('\n'));
  const rows = found.folded();
  expect(rows.map(({ kind }) => kind)).toEqual([
    ...['skipped', 'same', 'same', 'same', 'changed', 'same', 'same', 'same', 'skipped'],
  ]);
  expect(rows[0]).toEqual({ kind: 'skipped', skipped: 146, at: 0 });
  expect(rows[4]).toEqual({
    ...{ kind: 'changed', hunk: 0 },
    before: { number: 150, parts: [{ text: 'line 150', marked: true }] },
    after: { number: 150, parts: [{ text: 'another line', marked: true }] },
  });
  expect(found.rows(150, 152).map((row) => row.after?.number)).toEqual([151, 152]);
});

test('a sentence that changes within a long paragraph is a hunk of its own', () => {
  const sentences = Array.from({ length: 12 }, (_, at) => `Sentence number ${at} of this paragraph says something. `);
  const before = sentences.join('');
  const after = sentences.with(3, 'Sentence number 3 of this paragraph says nothing. ').with(9, '').join('');
  const found = lineDiff(before, after);
  expect(found.hunks.length).toBe(2);
  const [, second] = found.hunks;
  expect(found.without(new Set([second?.key ?? '']))).toBe(
    sentences.with(3, 'Sentence number 3 of this paragraph says nothing. ').join(''),
  );
});

test('in a line without any words only what changed is marked', () => {
  let state = 7;
  const letter = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return (state >> 8) % 36;
  };
  const code = Array.from({ length: 4_000 }, () => letter().toString(36)).join('');
  const found = lineDiff(code, `${code.slice(0, 1_500)}INSERTED${code.slice(1_500)}`);
  const rows = found.rows(0, found.rowCount);
  expect(rows.filter(({ kind }) => kind === 'same').length).toBeGreaterThan(rows.length - 4);
});

test('what came is marked from its own beginning', () => {
  const marked = (before: string, after: string) =>
    lineDiff(before, after)
      .rows(0, 1)[0]
      ?.after?.parts.filter((part) => part.marked)
      .map(({ text }) => text);
  expect(marked('They are new.', 'They are new. You go first.')).toEqual([' You go first.']);
  expect(marked('one two three', 'one 2 and 2 three')).toEqual(['2 and 2']);
  expect(marked('a b c d e f', 'a b c d d e f')).toEqual([' d']);
  expect(marked('f(a, b)', 'f(a, c, b)')).toEqual([' c,']);
});

test('a hunk is known again when the text has become another elsewhere, also where that is long', () => {
  const before = ['A first line.', 'Another sentence. '.repeat(4), 'The middle.', 'A line that changes.', 'The end.'];
  const after = before.with(3, 'A line that has changed.');
  const elsewhere = after.with(1, `${'Another sentence. '.repeat(2)}${'Something else. '.repeat(14)}`);
  const [hunk] = lineDiff(before.join('\n'), after.join('\n')).hunks;
  const found = lineDiff(before.join('\n'), elsewhere.join('\n'));
  expect(found.hunks.map(({ key }) => key)).toContain(hunk?.key);
  expect(found.without(new Set([hunk?.key ?? '']))).toBe(elsewhere.with(3, 'A line that changes.').join('\n'));
});
