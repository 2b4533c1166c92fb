import { type Json, jsonObject } from './artifact.js';

const DEPTH = 6;

/** Arguments that a schema allows, made up: for a call of a tool that no test is for. */
export function sampleArguments(schema: unknown): Json {
  return jsonObject(sample(schema, 0)) ?? {};
}

function sample(schema: unknown, depth: number): unknown {
  const given = jsonObject(schema) ?? {};
  if (given.const !== undefined) return given.const;
  if (given.default !== undefined) return given.default;
  for (const list of [given.examples, given.enum]) if (Array.isArray(list) && list.length > 0) return list[0];
  for (const list of [given.anyOf, given.oneOf]) if (Array.isArray(list)) return sample(list[0], depth + 1);
  const [type] = Array.isArray(given.type) ? given.type : [given.type];
  switch (type ?? (given.properties ? 'object' : 'string')) {
    case 'object':
      return sampleObject(given, depth);
    case 'array':
      return depth < DEPTH
        ? Array.from({ length: whole(given.minItems, 1, 3) }, () => sample(given.items, depth + 1))
        : [];
    case 'integer':
      return Math.ceil(number(given));
    case 'number':
      return number(given);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return text(given);
  }
}

function sampleObject({ properties, required }: Json, depth: number): Json {
  const members = jsonObject(properties) ?? {};
  const needed = Array.isArray(required) ? required.map(String) : [];
  const names = depth === 0 ? Object.keys(members) : needed;
  if (depth >= DEPTH) return {};
  return Object.fromEntries(
    [...new Set([...names, ...needed])].map((name) => [name, sample(members[name], depth + 1)]),
  );
}

function number({ minimum, exclusiveMinimum, maximum }: Json): number {
  const least = typeof minimum === 'number' ? minimum : typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 1;
  return typeof maximum === 'number' ? Math.min(least, maximum) : least;
}

function text({ minLength, maxLength, format }: Json): string {
  const known = {
    date: '2026-01-31',
    'date-time': '2026-01-31T12:00:00Z',
    uri: 'https://example.com/',
    email: 'a@example.com',
  };
  const word = known[format as keyof typeof known] ?? 'sample';
  const padded = word.padEnd(whole(minLength, 0, 1_000), '.');
  return typeof maxLength === 'number' ? padded.slice(0, maxLength) : padded;
}

const whole = (value: unknown, otherwise: number, most: number): number =>
  typeof value === 'number' && value >= 0 ? Math.min(Math.ceil(value), most) : otherwise;
