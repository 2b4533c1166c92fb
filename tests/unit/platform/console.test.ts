import { expect, test } from 'vitest';
import { callMain, platformGuest } from './guests.js';

const lines = async (body: string): Promise<string[]> => (await callMain(await platformGuest(body))).lines;

test.each([
  [`console.log('a', 1, null, undefined, true)`, ['a 1 null undefined true']],
  [`console.log({ a: [1, 'x'], b: { c: null } })`, ['{"a":[1,"x"],"b":{"c":null}}']],
  [`console.log(new Map([['k', { v: 1 }]]), new Set([1, 'a']))`, ['Map(1) {"k" => {"v":1}} Set(2) {1,"a"}']],
  [`console.log(5n, Symbol('s'), function f() {}, -0, NaN)`, ['5n Symbol(s) [function f] -0 NaN']],
  [`const o = { n: 1 }; o.self = o; console.log(o)`, ['{"n":1,"self":[circular]}']],
  [`class Point { constructor() { this.x = 1; } } console.log(new Point())`, ['Point {"x":1}']],
  [
    `console.log(new Uint8Array([1, 2]), new ArrayBuffer(3), /a+/g, new Date(0))`,
    ['Uint8Array(2) [1,2] ArrayBuffer(3) /a+/g "1970-01-01T00:00:00.000Z"'],
  ],
  [
    `console.log('%s is %d of %i, %f, %o, 100%%', 'x', '42', 3.9, '1.5', { a: 1 }, 'rest')`,
    ['x is 42 of 3, 1.5, {"a":1}, 100% rest'],
  ],
  [`console.log('%c styled', 'color: red')`, [' styled']],
  [`console.log({ get a() { throw new Error('no'); } })`, ['{"a":[getter]}']],
  [`console.log({ a: { b: { c: { d: { e: 1 } } } } })`, ['{"a":{"b":{"c":{"d":{…}}}}}']],
  [`console.log([...Array(102).keys()].length, Array(102).fill(0).length)`, ['102 102']],
  [
    `console.assert(true, 'x'); console.assert(false, 'y %s', 1); console.assert(0)`,
    ['Assertion failed: y 1', 'Assertion failed'],
  ],
  [
    `console.count(); console.count('a'); console.count(); console.countReset(); console.count(); console.countReset('z')`,
    ['default: 1', 'a: 1', 'default: 2', 'default: 1', 'There is no count “z”.'],
  ],
  [`console.group('g'); console.log('in\\nner'); console.groupEnd(); console.log('out')`, ['g', '  in\n  ner', 'out']],
  [
    `console.table([{ a: 1, b: 'x' }, { a: 22 }])`,
    ['(index) | a  | b\n--------|----|--\n0       | 1  | x\n1       | 22 |'],
  ],
  [`console.table([1, 2]); console.table(5)`, ['(index) | Values\n--------|-------\n0       | 1\n1       | 2', '5']],
  [
    `console.timeEnd('none'); console.time('t'); console.time('t')`,
    ['There is no timer “none”.', 'The timer “t” is running already.'],
  ],
  [`console.dir([1]); console.dirxml('x'); console.clear(); console.log()`, ['[1]', 'x']],
])('%s', async (body, expected) => {
  expect(await lines(body)).toEqual(expected);
});

test('an error is shown with its class, its stack, its cause and its fields', async () => {
  const [line = ''] = await lines(`function deep() { throw new RangeError('bad', { cause: new Error('why') }); }
try { deep(); } catch (error) { error.code = 'E1'; console.error(error); }`);
  expect(line).toMatch(/^RangeError: bad \{"code":"E1"\}\n\s+at deep \(plugin\.js:\d+:\d+\)\n\s+at /);
  expect(line).toMatch(/caused by Error: why\n\s+at deep/);
});

test('trace names the functions that called', async () => {
  const [line] = await lines(`function outer() { inner(); } function inner() { console.trace('here', 1); } outer();`);
  expect(line).toMatch(/^Trace: here 1\n\s+at inner .*\n\s+at outer /s);
});

test('a time is told in milliseconds', async () => {
  const [log, end] = await lines(`console.time('t'); console.timeLog('t', 'x'); console.timeEnd('t');`);
  expect(log).toMatch(/^t: \d+ ms x$/);
  expect(end).toMatch(/^t: \d+ ms$/);
});
