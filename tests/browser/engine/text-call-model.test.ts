import { expect, test } from 'vitest';
import { createStelloAgent, ToolRegistryImpl } from '../../../src/engine/index.js';
import { type ChatMessage, textCallModel } from '../../../src/text-calls/index.js';
import { plainHost } from '../setup.js';

const prices = () =>
  new ToolRegistryImpl([
    {
      ...{ name: 'price', description: 'Tells a price' },
      parameters: { type: 'object', properties: { room: { type: 'string' } }, required: ['room'] },
      execute: async ({ room }) => ({ success: true, data: `${room}: 12` }),
    },
  ]);

async function* pieces(text: string): AsyncGenerator<string> {
  for (const piece of text.match(/.{1,3}/gsu) ?? []) yield piece;
}

test('an agent does not notice that its model calls by writing', async () => {
  await using host = plainHost();
  const requests: (readonly ChatMessage[])[] = [];
  const answers = [
    'Let me look. [CALL: price(room=attic)]',
    '[CALL: price({"room": 1})] [CALL: nobody()]',
    'Twelve a night.',
  ];
  const llm = textCallModel({
    textCalls: host.textCalls,
    generate: (messages) => {
      requests.push(messages);
      return pieces(answers[requests.length - 1] ?? '');
    },
  });
  const agent = createStelloAgent({ capabilities: { tools: prices() }, llm, systemPrompt: 'You keep an inn.' });
  const reply = agent.stream('main', 'The attic?');
  const seen: string[] = [];
  for await (const text of reply) seen.push(text);
  // What it says before it calls is shown while it comes, and the call is not.
  expect(seen.join('')).toBe('Let me look. ');
  expect((await reply.result).turn).toMatchObject({
    finalContent: 'Twelve a night.',
    toolRoundCount: 2,
    toolCallsExecuted: 3,
  });
  const [first, second, third] = requests;
  expect(first?.[0]?.content).toMatch(
    /^You keep an inn\.\n\n[\s\S]*price[\s\S]*stello_create_session|stello_create_session[\s\S]*price/,
  );
  expect(second?.slice(-2)).toEqual([
    { role: 'assistant', content: 'Let me look. \n[CALL: price(room=attic)]' },
    { role: 'system', content: 'Result of price\n---\nattic: 12' },
  ]);
  expect(third?.slice(-2).map(({ content }) => content)).toEqual([
    expect.stringMatching(/^Result of price\n---\nprice: invalid arguments: room: /),
    expect.stringMatching(/^Result of nobody\n---\nUnknown tool: nobody/),
  ]);
});

test('a stop while it writes rejects with its reason, and keeps nothing', async () => {
  await using host = plainHost();
  const controller = new AbortController();
  const why = new Error('the user pressed Stop');
  async function* endless(): AsyncGenerator<string> {
    yield 'Once upon ';
    controller.abort(why);
    await new Promise(() => {});
  }
  const llm = textCallModel({ textCalls: host.textCalls, generate: () => endless() });
  const agent = createStelloAgent({ capabilities: { tools: prices() }, llm });
  await expect(agent.turn('main', 'tell', { signal: controller.signal })).rejects.toBe(why);
  expect(await (await agent.session('main')).messages()).toEqual([]);
});
