import { expect, test } from 'vitest';
import { readSkill } from '../../../src/skills/skill-config.js';

const hostile = new Proxy(
  {},
  {
    get() {
      throw new Error('no');
    },
  },
);

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a number', 7],
  ['text', 'skill'],
  ['a list', []],
  ['a proxy that throws', hostile],
  ['wrong types', { name: 7, description: {}, action: 1, enabled: 'yes', parameters: [], sensitive: 1 }],
])('%s becomes a skill with defaults, and warnings', async (_what, config) => {
  const { name, description, action, enabled, parameters, sensitive, warnings } = readSkill(config);
  expect(name).toMatch(/^skill_\d+$/);
  expect(description).not.toBe('');
  expect([enabled, parameters, sensitive]).toEqual([true, undefined, false]);
  expect(warnings.length).toBeGreaterThanOrEqual(3);
  if (typeof action === 'string') throw new Error('the default action is a function');
  expect(await action({ name, args: {}, rawArgs: '' }, new AbortController().signal)).toEqual({
    error: `the skill ${name} has no action`,
  });
});

test('a name that no model could write is mended, with a warning', () => {
  const { name, warnings } = readSkill({ name: ' 天气 my weather! ', description: 'd', action: () => 1 });
  expect(name).toBe('_my_weather_');
  expect(warnings).toHaveLength(1);
});

test('parameters are a copy, and only JSON', () => {
  const parameters = { type: 'object' };
  const skill = readSkill({ name: 'a', description: 'd', action: () => 1, parameters });
  parameters.type = 'array';
  expect(skill.parameters).toEqual({ type: 'object' });
  expect(skill.warnings).toEqual([]);
  const round: { self?: unknown } = {};
  round.self = round;
  expect(readSkill({ name: 'a', description: 'd', action: () => 1, parameters: round }).warnings).toEqual([
    expect.stringContaining('parameters are no JSON'),
  ]);
  let deep: object = {};
  for (let depth = 0; depth < 1_000; depth += 1) deep = { properties: { a: deep } };
  expect(readSkill({ name: 'a', description: 'd', action: () => 1, parameters: deep }).parameters).toBeUndefined();
  const odd = JSON.parse('{"type":"object","__proto__":{"x":1}}');
  expect(readSkill({ name: 'a', description: 'd', action: () => 1, parameters: odd }).parameters).toEqual({
    type: 'object',
  });
});
