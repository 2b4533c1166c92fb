import { describe, expect, test } from 'vitest';
import { DIALECTS, type TextTool } from '../../../worker/protocol/text-calls.js';
import { DIALECT_TABLE } from '../../../worker/text-calls/dialects/index.js';
import { exampleCall } from '../../../worker/text-calls/prompt/example.js';
import { writePrompt } from '../../../worker/text-calls/prompt/index.js';
import { scan } from './scan.js';

const weather: TextTool = {
  name: 'get_weather',
  description: 'Tells the\nweather.',
  parameters: {
    type: 'object',
    properties: {
      city: { type: 'string', description: 'Where.' },
      days: { type: 'integer' },
      unit: { enum: ['celsius', 'fahrenheit'] },
      exact: { type: 'boolean' },
      near: { type: 'array', items: { type: 'string' } },
    },
    required: ['city', 'days', 'unit', 'exact', 'near'],
  },
};
const plain: TextTool = { name: 'refresh', parameters: { type: 'object', properties: {} } };
/** Values that look like something else, or like markers. */
const tricky = {
  city: 'a "b" \'c\' \\ d\n</x> 東京 🎉 {1} [2] (3)] , = :',
  days: 3,
  unit: 'celsius',
  exact: false,
  near: ['x', '01', 'true'],
};

describe.each(DIALECTS)('%s', (dialect) => {
  const options = { dialect, tools: [weather, plain] };

  test('the call that its prompt shows parses back to the same call', () => {
    const { system } = writePrompt({ dialect, tools: [weather], language: 'en', budgetTokens: 2_000 });
    const example = exampleCall(weather, 'value');
    expect(example.arguments).toEqual({ city: 'value', days: 1, unit: 'celsius', exact: true, near: ['value'] });
    expect(system).toContain(DIALECT_TABLE[dialect].write(example));
    // A model that writes what it was shown: the format's own words around it are the rest of the prompt.
    const { calls } = scan(DIALECT_TABLE[dialect].write(example), options);
    expect(calls).toMatchObject([{ dialect, ...example, issues: [], known: true }]);
  });

  test('so do a call without arguments, and one whose values look like markers', () => {
    for (const call of [
      { name: 'refresh', arguments: {} },
      { name: 'get_weather', arguments: tricky },
    ]) {
      const text = `Let me see.\n${DIALECT_TABLE[dialect].write(call)}`;
      expect(scan(text, options).calls).toMatchObject([{ dialect, ...call, issues: [] }]);
    }
  });

  test('`auto` finds it by its markers, and reads the same call', () => {
    const call = exampleCall(weather, 'value');
    const found = scan(DIALECT_TABLE[dialect].write(call), { ...options, dialect: 'auto' });
    expect(found.calls).toMatchObject([{ ...call, issues: [] }]);
    expect(found.dialect).toBe(dialect);
  });
});

test('the prompt lists tools with their arguments, in each language, and keeps to its budget', () => {
  const tools = Array.from({ length: 40 }, (_, index) => ({ ...weather, name: `tool_${index}` }));
  for (const language of ['en', 'zh-Hans', 'zh-Hant'] as const) {
    const all = writePrompt({ dialect: 'bracket-call', tools, language, budgetTokens: 100_000 });
    expect(all.omitted).toEqual([]);
    expect(all.system).toContain('- tool_39: Tells the weather.');
    expect(all.system).toContain('- city (string, ');
    expect(all.system).toContain('"celsius" | "fahrenheit"');
    const cut = writePrompt({ dialect: 'bracket-call', tools, language, budgetTokens: 1_000 });
    expect(cut.tokens).toBeLessThan(1_050);
    expect(cut.omitted.length).toBeGreaterThan(0);
    expect(cut.omitted.at(-1)).toBe('tool_39');
    expect(cut.reminder).toContain('tool_23');
    expect(cut.reminder).not.toContain('tool_24');
    expect(cut.reminder).toContain('16');
  }
});

test('without a tool there is nothing to tell', () => {
  const prompt = writePrompt({ dialect: 'bracket-call', tools: [], language: 'en', budgetTokens: 2_000 });
  expect(prompt).toEqual({ system: '', reminder: '', omitted: [], tokens: 0 });
});
