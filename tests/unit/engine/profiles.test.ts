import { expect, test } from 'vitest';
import { CHAT_PROFILES } from '../../../src/chat/mode-profiles.js';
import {
  OWN_AGENTS,
  PROFILE_LIMITS,
  PROFILE_MODES,
  problemsOf,
  readProfile,
} from '../../../src/engine/modes/profiles.js';
import { SCENE_PROFILES } from '../../../src/hosts/sillytavern/modes/profiles.js';
import { fc } from '../../fixtures/property.js';

const name = fc.constantFrom('a', 'b', 'planner', '__proto__', '', ' x', 7, null, 'x'.repeat(65), '草稿');
const text = fc.oneof(fc.string(), fc.constant(undefined), fc.constant(3));
const node = fc.record(
  { id: name, type: fc.constantFrom('worker', 'review', 'boss'), prompt: text },
  { requiredKeys: [] },
);
const limits = fc.dictionary(fc.constantFrom('max_rounds', 'maxTotalRuns', 'reviewRerunMaxRounds', 'x'), fc.anything());
const given = fc.oneof(
  fc.anything(),
  fc.record(
    {
      prompt: text,
      stages: fc.array(
        fc.oneof(
          fc.anything(),
          fc.record(
            { id: name, mode: fc.constantFrom('serial', 'parallel', 'x'), nodes: fc.array(node) },
            { requiredKeys: [] },
          ),
        ),
      ),
      agents: fc.array(fc.record({ name, prompt: text }, { requiredKeys: [] })),
      plannerPrompt: text,
      finalPrompt: text,
      limits: fc.oneof(limits, fc.anything()),
    },
    { requiredKeys: [] },
  ),
);

test('a profile is made good of whatever is there, and of what is good the same again', () => {
  fc.assert(
    fc.property(given, fc.constantFrom(...PROFILE_MODES), (value, mode) => {
      const once = readProfile(mode, value);
      expect(readProfile(mode, structuredClone(once))).toEqual(once);
      for (const [key, { least, most }] of Object.entries(PROFILE_LIMITS[mode])) {
        const limit = (once.limits as { readonly [name: string]: number })[key];
        expect(limit).toBeGreaterThanOrEqual(least);
        expect(limit).toBeLessThanOrEqual(most);
      }
    }),
    { numRuns: 500 },
  );
});

test('two nodes or agents never have one name, nor an agent that of one which every agenda has', () => {
  const nodes = [
    { id: 'a', prompt: '1' },
    { id: 'a', prompt: '2' },
  ];
  const { stages } = readProfile('spec', { stages: [{ nodes }, { nodes: [{ id: 'a' }, { id: 'b' }] }] });
  expect(stages.map(({ id, nodes }) => [id, nodes.map(({ id, prompt }) => id + prompt)])).toEqual([
    ['stage_1', ['a1']],
    ['stage_2', ['b']],
  ]);
  const agents = [...OWN_AGENTS, 'x', 'x'].map((name) => ({ name, prompt: 'p' }));
  expect(readProfile('agenda', { agents }).agents).toEqual([{ name: 'x', prompt: 'p' }]);
});

test('what runs by default is a good profile that can be run, in a chat and behind a role play', () => {
  for (const profiles of [CHAT_PROFILES, SCENE_PROFILES]) {
    for (const mode of PROFILE_MODES) {
      expect(readProfile(mode, profiles[mode])).toEqual(profiles[mode]);
      expect(problemsOf(mode, profiles[mode])).toEqual([]);
    }
  }
});

test('what keeps a profile from being run is named, with its place', () => {
  const worker = { id: 'w', type: 'worker', prompt: 'p' };
  const review = { id: 'r', type: 'review', prompt: ' ' };
  const spec = (...stages: object[]) => problemsOf('spec', readProfile('spec', { stages }));
  expect(spec()).toEqual([{ what: 'noStages', where: '' }]);
  expect(spec({ id: 'one', nodes: [] }, { nodes: [worker] })).toEqual([{ what: 'emptyStage', where: 'one' }]);
  expect(spec({ nodes: [worker] }, { nodes: [review] })).toEqual([
    { what: 'noPrompt', where: 'r' },
    { what: 'reviewLast', where: 'r' },
  ]);
  const agenda = readProfile('agenda', { agents: [{ name: 'x', prompt: '' }], finalPrompt: 'f' });
  expect(problemsOf('agenda', agenda)).toEqual([
    { what: 'noPrompt', where: 'planner' },
    { what: 'noPrompt', where: 'x' },
  ]);
  expect(problemsOf('loop', readProfile('loop', {}))).toEqual([]);
});
