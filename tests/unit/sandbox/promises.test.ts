import { expect, test } from 'vitest';
import { SAY, TO_GUEST } from '../../../sandbox/isolate.js';
import { guest, type Heard } from './isolates.js';

/** What a plugin puts in the place of a part of the engine, before any tool of its file is called. */
const PATCHES: { readonly [what: string]: string } = {
  'Promise.prototype.then': `Promise.prototype.then = function (done) { done('forged'); return this; };`,
  'Promise.prototype.then, as a wrapper': `const own = Promise.prototype.then;
    Promise.prototype.then = function (done, failed) { return own.call(this, () => done('forged'), () => done('forged')); };`,
  'Promise.prototype.constructor': `Promise.prototype.constructor = function (executor) { executor(() => {}, () => {}); return Promise.resolve('forged'); };`,
  'Promise.prototype.constructor, with then': `Promise.prototype.constructor = class Other { constructor(executor) { executor((v) => { this.v = v; }, () => {}); } };
    Promise.prototype.then = function (done) { done('forged'); return this; };`,
  'the species of Promise': `Object.defineProperty(Promise, Symbol.species, { get: () => function (executor) { executor(() => {}, () => {}); return Promise.resolve('forged'); } });`,
  'a species that throws': `Object.defineProperty(Promise, Symbol.species, { get() { throw new Error('forged'); } });`,
  'Promise.resolve and reject': `Promise.resolve = Promise.reject = () => ({ then: (done) => done('forged') });`,
  'globalThis.Promise': `globalThis.Promise = class { constructor(executor) { executor(() => {}, () => {}); } then(done) { done('forged'); } };`,
  JSON: `JSON.stringify = () => '"forged"'; JSON.parse = () => ({ forged: true });`,
  'the iterator of arrays': `Array.prototype[Symbol.iterator] = function* () { yield 'forged'; };`,
  'methods of arrays': `for (const name of ['map', 'push', 'join', 'slice', 'includes', 'some']) Array.prototype[name] = () => 'forged';`,
  'Function.prototype': `for (const name of ['bind', 'call', 'apply']) Function.prototype[name] = () => () => 'forged';`,
};

const TOOLS = `const tool = (name, exec) => registerTool({ name, mode: 'read', parameters: { type: 'object' }, exec });
tool('plain', () => 'real');
tool('awaited', async ({ n }) => { await 0; return { real: n }; });
tool('promised', () => promise);
tool('frozen', () => Object.freeze(frozen));
tool('asked', async (args, ctx) => [await ctx.request('memory.get', {})]);
tool('thrown', () => { throw new Error('real'); });
tool('rejected', async () => { throw new Error('real'); });`;

/** Calls a tool of a plugin that has patched its realm. A request is answered with 5. */
async function call(patch: string, tool: string): Promise<Heard | undefined> {
  const made = `const promise = Promise.resolve('real'); const frozen = Promise.resolve('real');`;
  const { isolate, heard, look } = await guest(`${made}\n${TOOLS}\n${patch}`);
  isolate.send(TO_GUEST.execute, 7, tool, '{"n":3}');
  isolate.pump(look);
  const asked = heard.find(({ kind }) => kind === SAY.request);
  if (asked) {
    isolate.send(TO_GUEST.reply, Number((JSON.parse(asked.text) as [number])[0]), '', '5');
    isolate.pump(look);
  }
  return heard.at(-1);
}

/**
 * What a plugin may do to itself all the same: its own `await` asks `constructor`, and a promise that it has frozen is asked by way
 * of its own species.
 */
const ITS_OWN: { readonly [what: string]: string } = {
  'Promise.prototype.constructor, with then': 'asked',
  'a species that throws': 'frozen',
};

const DONE = { plain: 'real', awaited: { real: 3 }, promised: 'real', frozen: 'real', asked: [5] };

for (const [what, patch] of Object.entries(PATCHES)) {
  test(`${what}, patched by a plugin, makes no result of another one's`, async () => {
    for (const [tool, value] of Object.entries(DONE)) {
      if (ITS_OWN[what] === tool) continue;
      expect([tool, await call(patch, tool)]).toEqual([
        tool,
        { kind: SAY.done, id: 7, text: expect.toSatisfy((text: string) => text === JSON.stringify(value)) },
      ]);
    }
    for (const tool of ['thrown', 'rejected']) {
      const last = await call(patch, tool);
      expect([tool, last?.kind, JSON.parse(last?.text ?? '{}')]).toEqual([
        ...[tool, SAY.failed],
        expect.objectContaining({ name: 'Error', message: 'real' }),
      ]);
    }
  });
}

test('a thenable of the plugin’s own, and a class of it that says how it is waited for, are asked as ever', async () => {
  const source = `const tool = (name, exec) => registerTool({ name, mode: 'read', parameters: { type: 'object' }, exec });
    class Lazy extends Promise { then(done, failed) { return Promise.resolve('asked').then(done, failed); } }
    tool('thenable', () => ({ then: (done) => done('asked') }));
    tool('lazy', () => new Lazy(() => {}));
    tool('own', () => Object.assign(new Promise(() => {}), { then: (done) => done('asked') }));`;
  for (const tool of ['thenable', 'lazy', 'own']) {
    const { isolate, heard, look } = await guest(source);
    isolate.send(TO_GUEST.execute, 7, tool, '{}');
    isolate.pump(look);
    expect([tool, heard.at(-1)]).toEqual([tool, { kind: SAY.done, id: 7, text: '"asked"' }]);
  }
});

test('a promise that a tool answers is as it was, and a trace shows the plugin only', async () => {
  const source = `const kept = Promise.resolve(1);
    const tool = (name, exec) => registerTool({ name, mode: 'read', parameters: { type: 'object' }, exec });
    tool('kept', () => kept);
    tool('keys', () => [Object.getOwnPropertyNames(kept), kept.constructor === Promise]);
    tool('trace', () => { throw new Error('here'); });`;
  const { isolate, heard, look } = await guest(source);
  for (const tool of ['kept', 'keys', 'trace']) {
    isolate.send(TO_GUEST.execute, 7, tool, '{}');
    isolate.pump(look);
  }
  expect(heard.at(-2)?.text).toBe('[[],true]');
  const { stack } = JSON.parse(heard.at(-1)?.text ?? '{}') as { stack: string };
  expect(stack).toMatch(/plugin\.js:\d+/);
  expect(stack).not.toMatch(/bulkhead\.js/);
});
