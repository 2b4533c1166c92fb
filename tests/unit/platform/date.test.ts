import { afterEach, expect, test } from 'vitest';
import { expectSame } from './both.js';
import { inGuest } from './guests.js';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const ZONES = [
  'Europe/Berlin',
  'America/Los_Angeles',
  'Pacific/Auckland',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'UTC',
];

/** Every hour of 2024, and the half hours around it, as a checksum and the list of the last months' instants. */
const HOURS = `let sum = 0, n = 0;
const add = (t) => { n++; sum = (sum * 31 + t / 60000) % 2147483647; };
for (let h = 0; h < 24 * 366; h++) {
  const at = [2024, 0, 1, h, h % 2 ? 30 : 0];
  add(new Date(...at).getTime());
  if (h % 3) continue;
  const d = new Date(Date.UTC(2024, 0, 1, h));
  const local = [d.getFullYear(), d.getMonth() + 1, d.getDate(), d.getHours(), d.getMinutes()].map((x) => String(x).padStart(2, '0'));
  add(Date.parse(local.slice(0, 3).join('-') + 'T' + local.slice(3).join(':')));
  const s = new Date(2024, 0, 1); s.setHours(h); add(s.getTime());
  const m = new Date(2024, 5, 15, 12); m.setMonth(h % 12, 1 + h % 31); add(m.getTime());
  d.setMinutes(d.getMinutes() + 90); add(d.getTime());
}
return [n, sum];`;

test.each(ZONES)('local times of a whole year are those of the browser in %s', async (name) => {
  process.env.TZ = name;
  await expectSame(HOURS);
});

const TEXTS = [
  ...['2024-01-02', '2024-01-02T03:04', '2024-01-02T03:04:05', '2024-01-02T03:04:05.678Z', '2024-01-02T03:04:05+02:00'],
  ...[
    '2024-01-02 03:04',
    '2024/01/02',
    '01/02/2024',
    'Jan 2, 2024',
    '2 January 2024 10:00 UTC',
    'Tue, 02 Jan 2024 03:04:05 GMT',
  ],
  ...[
    'Tue Jan 02 2024 03:04:05 GMT+0100',
    'January 2, 2024 3:04 PM',
    '2024-13-01',
    '2024-02-30',
    'x',
    '',
    '2024',
    '2024-06',
  ],
  ...[
    '+002024-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '12:00',
    '1',
    '2024-03-31T02:30',
    '2024-10-27T02:30',
    '20240102',
  ],
];

test.each(TEXTS)('reads %j as the browser does', async (text) => {
  process.env.TZ = 'Europe/Berlin';
  await expectSame(
    `const t = ${JSON.stringify(text)}; return [Date.parse(t), new Date(t).getTime(), String(new Date(t))];`,
  );
});

test.each([
  `return [typeof Date(), Date.name, Date.length, new Date(0) instanceof Date, Object.prototype.toString.call(new Date(0)), Date.prototype.constructor === Date];`,
  `class Day extends Date { next() { return new Day(this.getTime() + 864e5); } } const d = new Day(2024, 0, 1); return [d instanceof Day, d instanceof Date, d.next().getDate(), d.constructor.name];`,
  `return [new Date(2024, 0).toISOString(), new Date(99, 0).getFullYear(), new Date(2024, 12, 0).getDate(), new Date(NaN, 1).getTime()];`,
  `return [new Date(new Date(5)).getTime(), new Date(null).getTime(), new Date(undefined).getTime(), new Date(true).getTime(), new Date('5').getTime()];`,
  `return [new Date({ valueOf: () => 7 }).getTime(), new Date({ [Symbol.toPrimitive]: () => '2024-01-01' }).getTime()];`,
  `return new Date(Symbol('x'));`,
  `return new Date(5n);`,
  `return new Date({ toString: null, valueOf: null });`,
  `const d = new Date(NaN); return [d.setHours(1), d.setFullYear(2024), d.getMonth(), d.setMonth(NaN), d.getTime()].map(String);`,
  `const d = new Date(2024, 0, 31); d.setMonth(1); d.setDate(0); d.setHours(25, 61, 61, 1001); d.setSeconds(-1); d.setMilliseconds(5); return d.toISOString();`,
  `return [Date.UTC(2024), Date.UTC(2024, 1, 29, 12, 30, 15, 5), new Date(8.64e15 + 1).getTime(), new Date(8.64e15).getTime()].map(String);`,
  `return [JSON.stringify(new Date(0)), new Date(0).toUTCString(), \`\${new Date(0).getTimezoneOffset()}\`, new Date(86400000) - new Date(0), new Date(0) + 1];`,
  `return [new Date(2024, 2, 31, 2, 30).toISOString(), new Date(2024, 9, 27, 2, 30).toISOString()];`,
  `const d = new Date(2024, 2, 30, 2, 30); d.setDate(31); return [d.getHours(), d.getMinutes(), d.toISOString()];`,
  `return [Date.parse(), new Date(...[]).getTime() > 1e12, Number.isNaN(new Date('').getTime())].map(String);`,
  `return [Reflect.construct(Date, [0], Object) instanceof Date, Object.getOwnPropertyNames(Date).sort()];`,
  `return structuredClone(new Date(5)).getTime();`,
])('%s', async (body) => {
  process.env.TZ = 'Europe/Berlin';
  await expectSame(body);
});

test('a text longer than any date is none', async () => {
  expect(await inGuest(`return String(Date.parse('2024-01-01' + ' '.repeat(5000)))`)).toBe('NaN');
});
