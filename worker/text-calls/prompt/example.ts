import type { TextTool } from '../../protocol/text-calls.js';
import { propertyOf, typesOf } from '../arguments/typed.js';
import type { WrittenCall } from '../scanning/dialect.js';

type Fields = { readonly [key: string]: unknown };

const VALUES: { readonly [type: string]: unknown } = {
  integer: 1,
  number: 1.5,
  boolean: true,
  array: [],
  object: {},
  null: null,
};

/** Names of a tool's parameters, those it cannot do without first. */
export function parametersOf({ parameters }: TextTool): { readonly name: string; readonly required: boolean }[] {
  const { properties, required } = (parameters ?? {}) as Fields;
  const needed = Array.isArray(required) ? required : [];
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  const all = names.map((name) => ({ name, required: needed.includes(name) }));
  return [...all.filter((one) => one.required), ...all.filter((one) => !one.required)];
}

/** A value that fits a schema, from its own words where it has some. */
function exampleOf(schema: object | undefined, word: string): unknown {
  const { examples, default: given, enum: values, items } = (schema ?? {}) as Fields;
  if (Array.isArray(values) && values.length > 0) return values[0];
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (given !== undefined) return given;
  const [type = 'string'] = typesOf(schema);
  if (type === 'array' && typeof items === 'object' && items !== null) return [exampleOf(items, word)];
  if (type === 'object') {
    const inner = parametersOf({ name: '', parameters: schema as object }).filter(({ required }) => required);
    return Object.fromEntries(inner.map(({ name }) => [name, exampleOf(propertyOf(schema, name), word)]));
  }
  return Object.hasOwn(VALUES, type) ? VALUES[type] : word;
}

/** A call of this tool with what it needs, or with its first argument. */
export function exampleCall(tool: TextTool, word: string): WrittenCall {
  const all = parametersOf(tool);
  const needed = all.filter(({ required }) => required);
  const shown = needed.length > 0 ? needed : all.slice(0, 1);
  const args = shown.map(({ name }) => [name, exampleOf(propertyOf(tool.parameters, name), word)]);
  return { name: tool.name, arguments: Object.fromEntries(args) };
}
