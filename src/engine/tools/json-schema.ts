import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { ZodType } from '../base/types.js';

type JsonSchema = Record<string, unknown>;

/** What every version of zod keeps of a schema, by different names. */
interface Definition {
  readonly type?: unknown;
  readonly typeName?: string;
  readonly description?: string;
  readonly [part: string]: unknown;
}

interface Offers {
  readonly _zod?: { readonly def: Definition };
  readonly _def?: Definition;
  readonly description?: string | undefined;
  readonly shape?: unknown;
}

/** Descriptions of zod 4 are in one registry that all its copies share. */
const described = globalThis as {
  readonly __zod_globalRegistry?: { get(schema: unknown): { readonly description?: string } | undefined };
};

/**
 * The JSON Schema (draft 2020-12) of what a schema takes. Asked of the schema itself where it offers that, as zod does from
 * 4.2 on; else made of its definition: objects, arrays, enums, literals, unions, records, numbers, texts and truth values, with
 * their descriptions. What has no counterpart takes anything.
 * @throws `SCHEMA_INVALID` where arguments could be anything else than an object.
 */
export function toJsonSchema(name: string, schema: ZodType): JsonSchema {
  const made = offered(schema) ?? convert(schema);
  if (made.type !== 'object') {
    throw new BulkheadError('SCHEMA_INVALID', `${name}: arguments are an object, and its schema is of something else`);
  }
  return { ...made, properties: made.properties ?? {} };
}

function offered(schema: ZodType): JsonSchema | undefined {
  const { jsonSchema } = schema['~standard'] as {
    readonly jsonSchema?: { input(options: { target: string }): JsonSchema };
  };
  if (typeof jsonSchema?.input !== 'function') return undefined;
  try {
    const { $schema: _, ...made } = jsonSchema.input({ target: 'draft-2020-12' });
    return made;
  } catch {
    // It has a part that JSON Schema does not know.
    return undefined;
  }
}

function convert(schema: unknown): JsonSchema {
  const {
    _zod,
    _def,
    description = _def?.description ?? described.__zod_globalRegistry?.get(schema)?.description,
  } = Object(schema) as Offers;
  const def = _zod?.def ?? _def ?? {};
  const made = KINDS[kindOf(def)]?.(def, Object(schema) as Offers) ?? {};
  return description === undefined ? made : { ...made, description };
}

const kindOf = ({ typeName, type }: Definition): string =>
  typeName?.replace(/^Zod/, '').toLowerCase() ?? String(type ?? '');

type Convert = (def: Definition, schema: Offers) => JsonSchema;

const inner: Convert = (def) => convert(def.innerType ?? def.schema ?? def.type ?? def.in);
const union: Convert = ({ options }) => ({ anyOf: [...(options as Iterable<unknown>)].map(convert) });

const KINDS: { readonly [kind: string]: Convert } = {
  string: () => ({ type: 'string' }),
  number: ({ format, checks }) => ({ type: isInteger(format, checks) ? 'integer' : 'number' }),
  int: () => ({ type: 'integer' }),
  boolean: () => ({ type: 'boolean' }),
  null: () => ({ type: 'null' }),
  object: ({ shape }, schema) => objectOf((typeof shape === 'function' ? shape() : shape) ?? schema.shape),
  array: ({ element, type }) => ({ type: 'array', items: convert(element ?? type) }),
  tuple: ({ items }) => ({ type: 'array', prefixItems: [...(items as Iterable<unknown>)].map(convert), items: false }),
  record: ({ valueType }) => ({ type: 'object', additionalProperties: convert(valueType) }),
  enum: ({ entries, values }) => enumOf(Object.values(Object(entries ?? values))),
  nativeenum: ({ values }) => enumOf(Object.values(Object(values))),
  literal: ({ values, value }) => enumOf((values as unknown[] | undefined) ?? [value]),
  union,
  discriminatedunion: union,
  nullable: (def, schema) => ({ anyOf: [inner(def, schema), { type: 'null' }] }),
  default: (def, schema) => ({ ...inner(def, schema), ...defaultOf(def.defaultValue) }),
  ...{ prefault: inner, optional: inner, exactoptional: inner, nonoptional: inner, catch: inner },
  ...{ readonly: inner, branded: inner, effects: inner },
  pipe: ({ in: first }) => convert(first),
  pipeline: ({ in: first }) => convert(first),
};

/** A plain object's parts, with what may be left out not required. */
function objectOf(shape: unknown): JsonSchema {
  const parts = Object.entries(Object(shape) as object);
  const required = parts.filter(([, part]) => !mayBeLeftOut(part)).map(([key]) => key);
  return {
    type: 'object',
    properties: Object.fromEntries(parts.map(([key, part]) => [key, convert(part)])),
    ...(required.length > 0 && { required }),
  };
}

const LEFT_OUT = ['optional', 'exactoptional', 'default', 'prefault', 'catch', 'undefined'];
const THROUGH = ['nullable', 'readonly', 'branded', 'effects'];

function mayBeLeftOut(schema: unknown): boolean {
  const { _zod, _def } = Object(schema) as Offers;
  const def = _zod?.def ?? _def ?? {};
  const kind = kindOf(def);
  if (THROUGH.includes(kind)) return mayBeLeftOut(def.innerType ?? def.schema ?? def.type);
  return LEFT_OUT.includes(kind);
}

const enumOf = (values: readonly unknown[]): JsonSchema => {
  const types = new Set(values.map((value) => (value === null ? 'null' : typeof value)));
  const [type] = types;
  return { ...(types.size === 1 && { type }), enum: [...values] };
};

const isInteger = (format: unknown, checks: unknown): boolean =>
  /int/.test(String(format ?? '')) ||
  (Array.isArray(checks) && checks.some((check) => /int/.test(String(check?.kind ?? check?._zod?.def?.format ?? ''))));

function defaultOf(given: unknown): JsonSchema {
  const value = typeof given === 'function' ? given() : given;
  return value === undefined ? {} : { default: value };
}
