import { expect, test } from 'vitest';
import { buildProfileDelta } from '../../../../src/studio/base/define-adapter.js';
import { renderProfileDeltaHtml } from '../../../../src/studio/base/delta-html.js';
import { diffItems } from '../../../../src/studio/base/diff-items.js';
import { openComparison } from '../../../../worker/studio/diff/compare.js';
import { patched, unpatched } from '../../../../worker/studio/diff/delta.js';

test('D01: equal profiles have no delta', () => {
  const profile = { list: [{ id: 'p', text: 'x'.repeat(200) }], more: { deep: [1, 'two', null] } };
  expect(buildProfileDelta(profile, structuredClone(profile))).toBe(null);
  // The order of an object's members says nothing.
  expect(buildProfileDelta({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(null);
  expect([patched(profile, null), unpatched(profile, null)]).toEqual([profile, profile]);
});

test('D02: objects with ids in another order have moved', () => {
  const [before, after] = [
    { list: [{ id: 'p' }, { id: 'q' }, { id: 'r' }] },
    { list: [{ id: 'r' }, { id: 'p' }, { id: 'q' }] },
  ];
  expect(buildProfileDelta(before, after)).toEqual({ list: { _t: 'a', _2: ['', 0, 3] } });
  expect(openComparison(before, after)?.changes).toEqual([
    { id: expect.any(String), kind: 'moved', path: 'list[0]', from: 'list[2]' },
  ]);
});

test('D03: texts of eighty characters on both sides have a delta of their own, shorter ones replace each other', () => {
  const long = 'All work and no play makes this a rather long sentence that goes well past eighty characters.';
  const other = long.replace('rather', 'very');
  expect(buildProfileDelta({ t: long }, { t: other })).toEqual({ t: [expect.stringMatching(/^@@ /), 0, 2] });
  expect(buildProfileDelta({ t: long }, { t: long.slice(0, 79) })).toEqual({ t: [long, long.slice(0, 79)] });
});

test('D04: a delta with everything in it leads there and back', () => {
  const text = 'A sentence that is long enough for a delta of its own, with some 👩‍🚀 in it, and 船在海上航行 as well.';
  const before = { gone: 1, text, list: [{ id: 'p', v: 1 }, { id: 'q' }, 'x', 'y'], same: [1, 2] };
  const after = { text: `${text}!`, list: ['y', { id: 'r' }, { id: 'q' }, { id: 'p', v: 2 }], same: [1, 2], come: [] };
  const delta = buildProfileDelta(before, after);
  expect(patched(before, delta)).toEqual(after);
  expect(unpatched(after, delta)).toEqual(before);
});

test('D04: half of a pair of characters, which a text’s delta cannot say, is replaced as a whole', () => {
  const text = `${'long enough '.repeat(10)}\ud83d`;
  const delta = buildProfileDelta({ text }, { text: `${text}\ude00!` });
  expect(patched({ text }, delta)).toEqual({ text: `${text}\ude00!` });
  expect(unpatched({ text: `${text}\ude00!` }, delta)).toEqual({ text });
});

test('D05: an object that another replaces is told by its fields, three levels down', () => {
  const [before, after] = [
    { p: { one: { two: { three: { four: 1 } } }, same: 1, gone: 1 } },
    { p: { one: { two: { three: { four: 2 } } }, same: 1, come: [1] } },
  ];
  const items = diffItems({ p: [before.p, after.p] }, before, after);
  expect(items.map(({ path, beforeValue, afterValue }) => [path, beforeValue, afterValue])).toEqual([
    ['p.come', undefined, [1]],
    ['p.gone', 1, undefined],
    ['p.one.two.three', { four: 1 }, { four: 2 }],
  ]);
  expect(items[0]).toMatchObject({ beforePayload: { text: '', missing: true }, afterPayload: { missing: false } });
});

test('D06: of a place and a place within it only the inner one is listed', () => {
  const [before, after] = [{ a: [{ id: 'p', b: 1 }] }, { a: [{ id: 'p', b: 2 }] }];
  expect(diffItems(buildProfileDelta(before, after), before, after).map(({ path }) => path)).toEqual(['a[0].b']);
  // Nothing left of what the delta names, but the two differ.
  expect(diffItems({}, 1, 2).map(({ path }) => path)).toEqual(['(root)']);
  expect(diffItems({ a: [1, 1] }, { a: 1 }, { a: 1 })).toEqual([]);
  expect(diffItems({ 'odd key': { '0': [1, 2] } }, { 'odd key': { '0': 1 } }, { 'odd key': { '0': 2 } })[0]?.path).toBe(
    '["odd key"]["0"]',
  );
});

test('D07: values, names and labels are escaped, and what an adapter answers is marked', () => {
  const bad = '<img src=x onerror="alert(1)">';
  const before = { [bad]: bad, text: `${bad}\nline`, list: [bad], plain: 1 };
  const after = { [bad]: `${bad}!`, text: `line\n${bad}`, list: [bad, bad], plain: { [bad]: bad } };
  const delta = buildProfileDelta(before, after);
  const html = renderProfileDeltaHtml({ formatDiffPathLabel: () => bad }, delta, { before, after });
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img');
  const own = renderProfileDeltaHtml({ renderDiffItem: () => '<b>mine</b>' }, { plain: [1, 2] }, { before });
  expect(own).toContain('<div data-iter-adapter-html><b>mine</b></div>');
});

test('of an adapter’s hooks each is asked for what is its own', () => {
  const before = { short: 1, text: 'one\ntwo', card: 1 };
  const after = { short: 2, text: 'one\n2', card: 2 };
  const html = renderProfileDeltaHtml(
    {
      renderTextDiff: (old, now, path) => `<i>${path}: ${old.length} ${now.length}</i>`,
      formatDiffPathLabel: (path) => `the ${path}`,
      renderDiffItem: ({ path, beforeValue }) => (path === 'card' ? `<b>${beforeValue}</b>` : null),
    },
    buildProfileDelta(before, after),
    { before },
  );
  expect(html).toContain('<b>1</b>');
  expect(html).toContain('<i>text: 7 5</i>');
  expect(html).toContain('the short');
  expect(renderProfileDeltaHtml({}, null, { before })).toBe('');
});
