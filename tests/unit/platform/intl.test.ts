import { expect, test } from 'vitest';
import { expectSame } from './both.js';
import { inGuest } from './guests.js';

const LOCALES = ['en', 'de', 'zh-CN', 'zh-TW', 'ja', 'ar', 'hi', 'he', 'tr', 'fr-CA'];

test.each(LOCALES)('dates, numbers and lists in %s', async (locale) => {
  await expectSame(`const l = ${JSON.stringify(locale)}; const d = new Date(Date.UTC(2024, 1, 29, 13, 5, 9, 7)); const out = [];
for (const dateStyle of ['full', 'long', 'medium', 'short']) for (const timeStyle of ['long', 'short', undefined])
  out.push(new Intl.DateTimeFormat(l, { dateStyle, timeStyle, timeZone: 'Europe/Berlin' }).format(d));
for (const options of [{}, { style: 'currency', currency: 'EUR' }, { style: 'percent' }, { notation: 'compact' }, { style: 'unit', unit: 'liter', unitDisplay: 'long' }, { maximumFractionDigits: 1 }])
  for (const n of [0, -0, 1234567.891, -5e-7, NaN, Infinity, 12345678901234567890n, '123456789012345678901234567890.5'])
    out.push(new Intl.NumberFormat(l, options).format(n));
for (const type of ['conjunction', 'disjunction', 'unit']) out.push(new Intl.ListFormat(l, { type }).format(['a', 'b', 'c']));
for (const n of [0, 1, 2, 3, 5, 11, 100, 1.5]) out.push(new Intl.PluralRules(l).select(n), new Intl.PluralRules(l, { type: 'ordinal' }).select(n));
for (const unit of ['day', 'months', 'year']) for (const n of [-1, 0, 1, 5]) out.push(new Intl.RelativeTimeFormat(l, { numeric: 'auto' }).format(n, unit));
out.push(new Intl.DisplayNames(l, { type: 'region' }).of('CH'), new Intl.DisplayNames(l, { type: 'language' }).of('pt-BR'), new Intl.DisplayNames(l, { type: 'currency' }).of('USD'));
out.push(['z', 'a', 'ä', 'Z', 'ı', 'i', 'I', 'İ', 'ö', 'o', 'é', 'e', '张', '王', '10', '9'].sort(new Intl.Collator(l).compare), ['10', '9', '1'].sort(new Intl.Collator(l, { numeric: true }).compare));
out.push((1234.5).toLocaleString(l), d.toLocaleDateString(l, { timeZone: 'UTC' }), d.toLocaleTimeString(l, { timeZone: 'UTC' }), d.toLocaleString(l, { timeZone: 'UTC', month: 'long' }), 'Iİiı'.toLocaleLowerCase(l), 'Iİiı'.toLocaleUpperCase(l), 'a'.localeCompare('b', l), [1234.5, d].toLocaleString(l, { timeZone: 'UTC' }), (10n ** 20n).toLocaleString(l));
return out;`);
});

test.each([
  `return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).formatToParts(0);`,
  `return new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).formatRange(0, 864e5 * 40);`,
  `return new Intl.DateTimeFormat('de', { timeZone: 'UTC' }).formatRangeToParts(0, 864e5).map((p) => p.source);`,
  `return new Intl.NumberFormat('en', { style: 'currency', currency: 'JPY' }).formatToParts(-1234.5);`,
  `return [new Intl.NumberFormat('en').formatRange(1, 2), new Intl.ListFormat('en').formatToParts(['a', 'b'])];`,
  `const { format } = new Intl.NumberFormat('de'); return [1.5, 2.5].map(format);`,
  `const f = new Intl.DateTimeFormat('en', { timeZone: 'UTC' }); return [f.format === f.format, [0].map(f.format)];`,
  `return new Intl.DateTimeFormat('en-u-ca-buddhist', { timeZone: 'Asia/Tokyo' }).resolvedOptions();`,
  `return new Intl.NumberFormat('ar-EG').resolvedOptions();`,
  `return [Intl.DateTimeFormat.supportedLocalesOf(['en', 'xx', 'de']), Intl.getCanonicalLocales(['EN-us', 'zh-hans-cn'])];`,
  `return [...new Intl.Segmenter('en', { granularity: 'word' }).segment('Hello, wörld 🎉!')].map((s) => [s.segment, s.index, s.isWordLike]);`,
  `return [...new Intl.Segmenter('en').segment('👨‍👩‍👧e\\u0301\\ud800x')].map((s) => [...s.segment].length);`,
  `const s = new Intl.Segmenter('ja', { granularity: 'word' }).segment('今日は良い天気です'); return [s.containing(3), s.containing(100) === undefined, s.containing().index, s.containing(-1) === undefined];`,
  `const l = new Intl.Locale('zh-CN', { calendar: 'chinese', numeric: true }); return [String(l), l.language, l.region, l.script === undefined, l.calendar, l.numeric, String(l.maximize()), String(new Intl.Locale('zh-Hans-CN').minimize()), l.baseName];`,
  `return new Intl.NumberFormat(new Intl.Locale('de')).format(1.5);`,
  `return new Intl.DateTimeFormat('en').format(NaN);`,
  `return new Intl.DateTimeFormat('en', { timeZone: 'Mars/Base' });`,
  `return new Intl.NumberFormat('en', { style: 'currency' });`,
  `return new Intl.NumberFormat('en', { maximumFractionDigits: 101 });`,
  `return new Intl.NumberFormat('not a locale');`,
  `return new Intl.NumberFormat(null);`,
  `return new Intl.NumberFormat('en', null);`,
  `return new Intl.RelativeTimeFormat('en').format(1, 'fortnight');`,
  `return new Intl.RelativeTimeFormat('en').format(Infinity, 'day');`,
  `return new Intl.ListFormat('en').format([1]);`,
  `return new Intl.DisplayNames('en');`,
  `return new Intl.DisplayNames('en', { type: 'region' }).of('not a region');`,
  `return Intl.PluralRules('en');`,
  `return [Intl.NumberFormat('en').format(1), Intl.Collator('en').compare('a', 'b'), Intl.DateTimeFormat('en', { timeZone: 'UTC' }).format(0)];`,
  `return [Object.prototype.toString.call(Intl), Object.prototype.toString.call(new Intl.Collator()), Intl.NumberFormat.name, typeof Intl.supportedValuesOf, Intl.supportedValuesOf('calendar').includes('gregory')];`,
  `class Money extends Intl.NumberFormat { constructor() { super('en', { style: 'currency', currency: 'USD' }); } twice(n) { return this.format(2 * n); } } const m = new Money(); return [m instanceof Intl.NumberFormat, m.twice(2), m.constructor.name];`,
  `return Intl.NumberFormat.prototype.format;`,
  `return [(1234567.891).toLocaleString('de-CH'), (0.25).toLocaleString('en', { style: 'percent' }), new Date(0).toLocaleDateString('en', { timeZone: 'UTC', weekday: 'long' })];`,
  `return [new Date(NaN).toLocaleString('en'), 'ß'.toLocaleUpperCase(), 'ΑΣ'.toLocaleLowerCase('el'), 'a'.localeCompare('á', 'en', { sensitivity: 'base' })];`,
  `return Number.prototype.toLocaleString.call('x');`,
  `return Date.prototype.toLocaleString.call({});`,
  `return ['b', 'a', 'C', 'ä'].sort((x, y) => x.localeCompare(y));`,
  `const seen = []; new Intl.NumberFormat('en', { get style() { seen.push('style'); return 'percent'; } }).format(1); return seen;`,
])('%s', async (body) => {
  await expectSame(body);
});

test('a plugin that only uses methods of a language gets the part too', async () => {
  expect(
    await inGuest(`return [(1e6).toLocaleString('de'), new Date(0).toLocaleDateString('en-GB', { timeZone: 'UTC' })]`),
  ).toEqual(['1.000.000', '01/01/1970']);
});

test('a text longer than a million characters is not cut into pieces', async () => {
  const body = `try { new Intl.Segmenter('en').segment('x'.repeat(2 ** 20 + 1)); } catch (error) { return [error.name, error.message]; }`;
  expect(await inGuest(body)).toEqual(['RangeError', 'a text of at most 1048576 characters']);
});
