import { expect, test } from 'vitest';
import type { GuestFault } from '../../../worker/protocol/errors.js';
import { callMain, failureOf, loadedGuest, platformGuest } from '../platform/guests.js';

const CLASSES = `class Base extends Error { constructor(message, options) { super(message, options); } }
class WeatherError extends Base { constructor(message, options) { super(message, options); this.code = 'E1'; } }
class Offline extends TypeError {}
function ask(n) {
  throw new WeatherError('no weather', { cause: new Offline('no line') });
}
const outer = (n) => ask(n);`;

/** What callers see of an error that the tool's body throws. */
const thrown = async (body: string, before = ''): Promise<GuestFault> =>
  (await failureOf(await platformGuest(body, before))).details.guest as GuestFault;

test('an error keeps its class, its stack without its constructors, and its cause', async () => {
  const { details } = await failureOf(await platformGuest('outer(1);', CLASSES));
  expect(details).toMatchObject({ stoppedBy: 'guest', line: 5 });
  expect(details.guest).toMatchObject({
    name: 'WeatherError',
    message: 'no weather',
    code: 'E1',
    stack: [
      { function: 'ask', file: 'plugin.js', line: 5 },
      { function: 'outer', file: 'plugin.js', line: 7 },
      { function: 'exec', file: 'plugin.js', line: 8 },
    ],
    cause: { name: 'Offline', message: 'no line', stack: [{ function: 'ask', line: 5 }, {}, {}] },
  });
});

test.each([
  ['a name of its own', `throw Object.assign(new TypeError('m'), { name: 'Mine' })`, 'Mine'],
  ['a name that its class gives', `class X extends Error { get name() { return 'Given'; } } throw new X('m')`, 'Given'],
  ['a class without a name', `throw new (class extends Error {})('m')`, 'Error'],
  ['a class of the platform', `throw new DOMException('m', 'DataError')`, 'DataError'],
  ['a class of the language', `throw new RangeError('m')`, 'RangeError'],
  ['no class', `throw { name: 'Plain', message: 'm' }`, 'Plain'],
])('the name of an error with %s', async (_what, body, name) => {
  expect(await thrown(body)).toMatchObject({ name, message: 'm' });
});

test('frames of the platform and of the engine are left out, also where the error is the platform’s', async () => {
  const { stack } = await thrown(`[1].map(() => new URL('nowhere'));`);
  expect(stack?.map(({ function: name, file }) => [name, file])).toEqual([
    [undefined, 'plugin.js'],
    ['exec', 'plugin.js'],
  ]);
  expect((await thrown(`await ctx.storage.get('x')`)).stack).toBeUndefined();
});

test('a stack has sixteen frames, a chain four causes, and an AggregateError its first eight errors', async () => {
  const deep = await thrown(`const f = (n) => { if (n === 0) throw new Error('deep'); f(n - 1); }; f(40);`);
  expect(deep.stack).toHaveLength(16);
  const chain = await thrown(
    `let e = new Error('0'); for (let i = 1; i < 20; i++) e = new Error(i, { cause: e }); throw e;`,
  );
  const messages: string[] = [];
  for (let at: GuestFault | undefined = chain; at; at = at.cause) messages.push(at.message);
  expect(messages).toEqual(['19', '18', '17', '16', '15']);
  const many = await thrown(
    `throw new AggregateError([...Array(20).keys()].map((i) => new RangeError('e' + i)), 'many')`,
  );
  expect(many).toMatchObject({ name: 'AggregateError', message: 'many' });
  expect(many.errors?.map(({ name, message }) => name + message)).toEqual(
    [...Array(8).keys()].map((i) => `RangeErrore${i}`),
  );
});

test('a cause that is no error is named by its text', async () => {
  expect((await thrown(`throw new Error('m', { cause: 'the reason' })`)).cause).toEqual({
    name: 'Error',
    message: 'the reason',
  });
});

test.each([
  ['causes in a circle', `const e = new Error('m'); e.cause = new Error('n', { cause: e }); throw e`],
  ['a cause that is itself', `const e = new Error('m'); e.cause = e; throw e`],
  [
    'getters that throw',
    `const e = new Error('m'); for (const k of ['stack', 'cause', 'errors', 'code', 'hint', 'constructor']) Object.defineProperty(e, k, { get() { throw 1 } }); throw e`,
  ],
  [
    'a proxy whose every trap throws but the one for its message',
    `throw new Proxy(new Error('m'), new Proxy({}, { get: (_, trap) => (t, k) => { if (trap === 'get' && k === 'message') return 'm'; if (trap === 'getPrototypeOf') return Error.prototype; throw 1 } }))`,
  ],
  [
    'a class whose name is an object',
    `class X extends Error {} Object.defineProperty(X, 'name', { value: { toString() { throw 1 } } }); throw new X('m')`,
  ],
  [
    'classes without an end',
    `const e = new Error('m'); const c = new Proxy(function () {}, { getPrototypeOf: () => c }); e.constructor = c; throw e`,
  ],
  ['a million errors', `const e = new AggregateError([], 'm'); e.errors = Array(1_000_000).fill(e); throw e`],
  [
    'errors that answer differently',
    `const e = new AggregateError([], 'm'); e.errors = new Proxy([], { get: (t, k) => k === 'length' ? 9 : new Error(k) }); throw e`,
  ],
  [
    'a stack that is no text',
    `const e = new Error('m'); e.stack = { toString: () => '    at x (plugin.js:1:1)' }; throw e`,
  ],
])('an error with %s is reported all the same', async (_what, body) => {
  expect(await thrown(body)).toMatchObject({ message: 'm' });
});

test('sizes are bounded, whatever an error holds', async () => {
  const guest = await thrown(`const big = 'x'.repeat(100_000); const e = new Error(big, { cause: new Error(big) });
    e.name = big; e.cause.name = big; e.stack = ('    at ' + big.slice(0, 50) + ' (plugin.js:1:1)\\n').repeat(1_000);
    e.errors = [new Error(big)]; throw e`);
  expect(guest.name).toHaveLength(2_000);
  expect(guest.message).toHaveLength(65_536);
  expect(guest.cause?.name).toHaveLength(200);
  expect(guest.cause?.message).toHaveLength(4_000);
  expect(guest.errors?.[0]?.message).toHaveLength(1_000);
  expect(JSON.stringify(guest).length).toBeLessThan(80_000);
});

test('a function’s name cannot break the stack apart', async () => {
  const { stack } = await thrown(`const f = () => { throw new Error('m'); };
    Object.defineProperty(f, 'name', { value: 'x)\\n    at other.js:1:1\\n  y' }); f();`);
  expect(stack?.every(({ file }) => file === 'plugin.js')).toBe(true);
});

test('a source that does not load says where, with its class and its cause', async () => {
  const error = await loadedGuest(
    `class Bad extends Error {}\n  throw new Bad('no', { cause: new Error('why') });`,
  ).catch((e) => e);
  expect(error).toMatchObject({ code: 'SOURCE_THREW', message: 'Bad: no (line 2, column 16)' });
  expect(error.details.guest).toMatchObject({
    name: 'Bad',
    cause: { message: 'why' },
    stack: [{ line: 2, column: 16 }],
  });
  expect(await loadedGuest('let a = ;').catch((e) => e)).toMatchObject({
    code: 'SOURCE_SYNTAX',
    details: { line: 1, column: 9 },
  });
});

const logged = async (body: string, before = '') =>
  (await callMain(await platformGuest(body, before))).lines.join('\n');

test('console.error and ctx.log print the class, the message, the stack and the causes of an error', async () => {
  for (const print of ['console.error', 'ctx.log']) {
    const said = await logged(`try { outer(1); } catch (error) { ${print}('it failed', error); }`, CLASSES);
    expect(said, print).toMatch(
      /^it failed WeatherError: no weather \{"code":"E1"\}\n {4}at Base \(plugin\.js:1:\d+\)\n/,
    );
    expect(said, print).toMatch(/\n {4}at ask \(plugin\.js:5:\d+\)\n {4}at outer \(plugin\.js:7:\d+\)\n/);
    expect(said, print).toMatch(/\ncaused by Offline: no line\n {4}at Offline .*\n {4}at ask /);
    expect(said, print).not.toContain('bulkhead.js');
  }
});

test('the log shows errors whose parts throw, and causes in a circle', async () => {
  expect(
    await logged(
      `const e = new Error('m'); e.cause = e; Object.defineProperty(e, 'stack', { get() { throw 1 } }); console.log(e)`,
    ),
  ).toBe('Error: m\ncaused by [circular]');
  expect(
    await logged(`let e = new Error('x'); for (let i = 0; i < 5000; i++) e = new Error('m', { cause: e }); ctx.log(e)`),
  ).toMatch(/^Error: m/);
  const own = `const own = { log: () => 1 }; globalThis.console = own; ctx.log(new Error('m')); ctx.log(console === own)`;
  expect(await logged(own)).toMatch(/^Error: m\n.*\ntrue$/s);
});
