import { expect, test } from 'vitest';
import { CAPABILITIES } from '../../../worker/protocol/capabilities/index.js';
import { failureOf, inGuest, platformGuest } from '../platform/guests.js';

const REQUESTS = CAPABILITIES.flatMap(({ methods }) => Object.keys(methods));
const BARE = 'notify.show';
/** How a plugin calls a request on `ctx`. */
const callOf = (request: string) => (request === BARE ? 'ctx.notify' : `ctx.${request}`);
const GROUPS = [...new Set(REQUESTS.filter((request) => request !== BARE).map((request) => request.split('.')[0]))];

test('every function of every capability is there without a grant, and rejects', async () => {
  expect(REQUESTS.length).toBeGreaterThan(25);
  const answers = await inGuest(
    `const answers = {};
    for (const name of args) {
      const call = name.split('.').slice(1).reduce((at, key) => at[key], ctx);
      answers[name] = await call({}, {}).then((value) => 'answered ' + value, (error) => error.code + ': ' + error.message);
    }
    return answers`,
    REQUESTS.map(callOf),
  );
  const expected = REQUESTS.map((request) => [callOf(request), `CAPABILITY_DENIED: not granted: ${request}`]);
  expect(answers).toEqual(Object.fromEntries(expected));
});

test.each(GROUPS)('a name that ctx.%s does not have throws, and tells those that it has', async (group) => {
  const known = REQUESTS.filter((request) => request.startsWith(`${group}.`)).map((request) => request.split('.')[1]);
  const { details } = await failureOf(await platformGuest(`ctx.${group}.nothing()`));
  expect(details.guest).toMatchObject({ name: 'TypeError' });
  const [, has, names = ''] = String((details.guest as { message: string }).message).match(/^(.*) it has (.*)$/) ?? [];
  expect(has).toBe(`ctx.${group} has no \`nothing\`;`);
  expect(names.split(', ').sort()).toEqual(known.sort());
});

test('what is asked of any object is answered by a group as by any other', async () => {
  const body = `return [String(ctx.chat), 'x' in ctx.chat, 'read' in ctx.chat, Object.keys(ctx.chat), ctx.chat.hasOwnProperty('read'),
    (await ctx.chat) === ctx.chat, JSON.stringify(ctx.chat), Object.isFrozen(ctx.chat), ctx.chat instanceof Object, ctx.chat[Symbol.iterator] === undefined]`;
  expect(await inGuest(body)).toEqual([
    ...['[object Object]', false, true, ['read', 'append', 'edit', 'remove'], true, true, '{}', true, true, true],
  ]);
});
