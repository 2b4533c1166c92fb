import { expect, test } from 'vitest';
import { createStudio, inlineDiffs, pluginStudioAdapter, studioContext } from '../../../src/studio/index.js';
import { readRecordedStudio, recordedStudioModel } from '../../../src/workbench/studio-example.js';
import { plainHost } from '../setup.js';

const recording = async () => (await fetch('/examples/studio/recording.json')).json();

test.each(['en', 'zh-Hans', 'zh-Hant'] as const)('the recorded example works as it says, in %s', async (language) => {
  await using host = plainHost();
  const recorded = readRecordedStudio(await recording(), language);
  const model = recordedStudioModel(recorded, async () => {});
  const adapter = await pluginStudioAdapter<object>({
    ...{ host, language: () => language },
    history: {
      loadHistoryState: async () => ({ version: 3, sessions: [] }),
      persistHistoryState: async () => {},
    },
  });
  const context = studioContext(host, { model: () => model });
  const studio = await createStudio(adapter, context, {}, { diffs: inlineDiffs() });
  const last = () => studio.view.session.messages.at(-1);
  expect(await studio.send(recorded.say)).toMatchObject({ ok: true, outcome: 'pending' });
  expect(last()?.trial).toMatchObject({ verdict: 'passed', checks: { length: 3 } });
  expect(await studio.approve()).toMatchObject({ ok: true, outcome: 'pending' });
  expect(last()?.trial).toMatchObject({ verdict: 'passed', checks: { length: 4 } });
  expect(await studio.approve()).toMatchObject({ ok: true, outcome: 'text' });
  const { messages, workingProfile } = studio.view.session;
  expect(messages.map(({ toolState }) => toolState)).toEqual([undefined, 'completed', 'completed', undefined]);
  expect(workingProfile.manifest).toMatchObject({ id: 'word-count', permissions: [] });
  await studio.close();
});

test('a proposal of the example that was refused is made again; a language without a recording has the English one', async () => {
  const recorded = readRecordedStudio(await recording(), 'fr');
  const { steps } = readRecordedStudio(await recording(), 'en');
  const model = recordedStudioModel(recorded, async () => {});
  const ask = (content: string) => model.complete([{ role: 'user', content }]);
  expect(await ask('There is no source yet.')).toEqual(steps[0]?.answer);
  expect(await ask('There is no source yet. Again.')).toEqual(steps[0]?.answer);
  expect(await ask('registerTool')).toEqual(steps[1]?.answer);
  expect(() => readRecordedStudio({ en: { say: 'x' } }, 'en')).toThrow('no recorded example');
});
