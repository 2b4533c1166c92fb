import { expect, test } from 'vitest';
import {
  createStelloAgent,
  type Recording,
  recordingModel,
  scriptedModel as replay,
  ToolRegistryImpl,
  toolsFor,
} from '../../../src/engine/index.js';
import { calling, scriptedModel } from './model.js';

const tools = () =>
  new ToolRegistryImpl([
    {
      ...{ name: 'price', description: 'Tells a price', parameters: { type: 'object', properties: {} } },
      execute: async (args) =>
        args.room === 'cellar' ? { success: false, error: 'no such room' } : { success: true, data: 12 },
    },
  ]);

test('what was recorded is said again, whole and in words, and tells that it is no model', async () => {
  const live = recordingModel(scriptedModel(calling(['price']), 'Twelve a night.'));
  const first = await createStelloAgent({ capabilities: { tools: tools() }, llm: live }).turn('main', 'The attic?');
  const recording = JSON.parse(JSON.stringify(live.recording())) as Recording;
  expect(recording.answers).toHaveLength(2);

  const model = replay(recording);
  expect([model.scripted, model.left]).toEqual([true, 2]);
  const agent = createStelloAgent({ capabilities: { tools: tools() }, llm: model });
  const second = await agent.turn('main', 'anything');
  expect(second.turn).toEqual(first.turn);
  await expect(agent.turn('main', 'more')).rejects.toMatchObject({ code: 'MODEL_FAILED', message: /is over/ });

  const streaming = recordingModel(replay({ ...recording, answers: recording.answers.slice(1) }, { again: true }));
  for (let round = 0; round < 2; round++) {
    const stream = createStelloAgent({ llm: streaming }).stream('main', 'again');
    const words: string[] = [];
    for await (const word of stream) words.push(word);
    expect(words).toEqual(['Twelve ', 'a ', 'night.']);
  }
  expect(streaming.recording().answers.map(({ content }) => content)).toEqual(['Twelve a night.', 'Twelve a night.']);
});

test('a session’s tools for other loops: the same names, and calls that are answered', async () => {
  const engine = await createStelloAgent({ capabilities: { tools: tools() } }).attach('main');
  const names = ['stello_create_session', 'price'];
  expect(toolsFor(engine, 'openai').map((tool) => [tool.type, tool.function.name])).toEqual(
    names.map((name) => ['function', name]),
  );
  expect(toolsFor(engine, 'mcp').map(({ name, inputSchema }) => [name, 'type' in inputSchema])).toEqual(
    names.map((name) => [name, true]),
  );
  expect(toolsFor(engine, 'text').map(({ name }) => name)).toEqual(names);
  const sdk = toolsFor(engine, 'ai-sdk');
  expect(Object.keys(sdk)).toEqual(names);
  expect(await sdk.price?.execute({}, { toolCallId: 'c' })).toBe(12);
  await expect(sdk.price?.execute({ room: 'cellar' }, { toolCallId: 'c' })).rejects.toThrow('no such room');
  expect(sdk.price?.inputSchema).toMatchObject({ jsonSchema: { type: 'object' } });
});
