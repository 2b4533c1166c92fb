import { expect, test } from 'vitest';
import type { HostOptions } from '../../../src/index.js';
import { grantFunction } from '../../../src/permissions/grant.js';
import { failure, plainHost, plugin, testHost } from '../setup.js';
import { asking, tool } from './plugins.js';

const ASKS = [
  { id: 'l', cap: 'llm', reason: 'r' },
  { id: 'n', cap: 'notify', reason: 'r' },
];
const BODIES = `
${tool(
  'think',
  'read',
  `const said = []; for (let i = 0; i < args.times; i++)
  said.push(await ctx.llm.complete({ prompt: args.text ?? 'hello', ...args.more }).then(({ text }) => text, ({ code, message }) => code + ': ' + message));
  return said`,
)}
${tool(
  'tell',
  'read',
  `const said = []; for (let i = 0; i < args.times; i++)
  said.push(await ctx.notify('note ' + i).then(() => 'shown', ({ code, message }) => code + ': ' + message)); return said`,
)}`;

async function installed(options: HostOptions, ...ids: readonly string[]) {
  const host = plainHost(options);
  for (const id of ids) {
    const code = asking(id, ASKS, BODIES.replaceAll("name: '", `name: '${id}_`));
    await host.plugins.install({ code }, { enable: true, allow: 'all' });
  }
  return host;
}

test('a plugin asks the model only so often within a minute, over all of its calls, and others have a pace of their own', async () => {
  let asked = 0;
  const llm = { complete: async () => ({ text: `answer ${++asked}` }) };
  await using host = await installed({ services: { llm }, limits: { llmPerMinute: 3 } }, 'one', 'two');
  expect((await host.tools.execute('one_think', { times: 2 })).value).toEqual(['answer 1', 'answer 2']);
  const wait = expect.stringMatching(
    /^CAPABILITY_LIMIT: more than 3 requests to the language model within a minute: try again in \d+ s$/,
  );
  expect((await host.tools.execute('one_think', { times: 2 })).value).toEqual(['answer 3', wait]);
  expect((await host.tools.execute('two_think', { times: 1 })).value).toEqual(['answer 4']);
  expect(asked).toBe(4);
});

test('a request that is too large for the model, and one for too long an answer, is not sent', async () => {
  let asked = 0;
  const llm = { complete: async () => ({ text: `answer ${++asked}` }) };
  await using host = await installed({ services: { llm }, limits: { llmTokensPerCall: 100 } }, 'one');
  const think = async (args: object) => (await host.tools.execute('one_think', { times: 1, ...args })).value;
  const words = 'tokens with its answer, of 100: send less text, or ask for fewer maxTokens';
  expect(await think({ text: 'x'.repeat(404) })).toEqual([`CAPABILITY_LIMIT: llm.complete: about 101 ${words}`]);
  expect(await think({ more: { maxTokens: 1_000 } })).toEqual([`CAPABILITY_LIMIT: llm.complete: about 1002 ${words}`]);
  expect(asked).toBe(0);
  expect(await think({ text: 'x'.repeat(400) })).toEqual(['answer 1']);
});

test('a call shows five notices, and the next call five more', async () => {
  const shown: string[] = [];
  await using host = await installed({ services: { notify: (text) => void shown.push(text) } }, 'one');
  const why = 'CAPABILITY_LIMIT: more than 5 notices in one call: put the rest into one, or show them in the next call';
  const { value } = await host.tools.execute('one_tell', { times: 7 });
  expect(value).toEqual([...Array(5).fill('shown'), why, why]);
  expect(shown).toEqual([0, 1, 2, 3, 4].map((i) => `note ${i}`));
  expect((await host.tools.execute('one_tell', { times: 1 })).value).toEqual(['shown']);
  const { effects } = await host.tools.simulate('one_tell', { times: 7 });
  expect(effects.items).toHaveLength(5);
});

test('a method’s name that is as long as its arguments may be never leaves the worker', async () => {
  const heard: number[] = [];
  const open = () => grantFunction((method) => heard.push(method.length));
  await using host = testHost({ capabilities: { svc: { mode: 'read', open } } });
  await host.plugins.install({ code: plugin('return await ctx.request("svc." + "x".repeat(args.chars))') });
  await host.tools.execute('main', { chars: 60 });
  const error = await failure(host.tools.execute('main', { chars: 200_000 }));
  expect(error.message).toBe("a method's name is a text of at most 64 characters");
  expect(heard).toEqual([64]);
});
