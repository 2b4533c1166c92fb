/** One field of a form, made from one property of a tool's JSON Schema. */
export interface Field {
  readonly name: string;
  /** JSON Pointer into the arguments. */
  readonly path: string;
  readonly kind: 'text' | 'long' | 'number' | 'boolean' | 'choice' | 'lines' | 'json';
  readonly description: string;
  readonly required: boolean;
  /** Text of the field before anybody types. */
  readonly initial: string;
  readonly choices: readonly unknown[];
  /** Type of the items of `lines`. */
  readonly items: 'string' | 'number';
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
}

/** What a form holds: the text of each field by name. A field that is not in it was never touched. */
export type Draft = ReadonlyMap<string, string>;

type Schema = { readonly [key: string]: unknown };

const LONG_CHARS = 200;
const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
const isNumeric = (type: unknown) => type === 'number' || type === 'integer';

/** The fields for a tool's parameters, in the author's order. */
export function fieldsOf(parameters: Schema): Field[] {
  const properties = isObject(parameters.properties) ? parameters.properties : {};
  const required = Array.isArray(parameters.required) ? parameters.required : [];
  return Object.entries(properties).map(([name, schema]) =>
    toField(name, isObject(schema) ? schema : {}, required.includes(name)),
  );
}

function toField(name: string, schema: Schema, required: boolean): Field {
  const { type, items, default: initial, minimum, maximum, multipleOf } = schema;
  const choices: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum.slice(0, 500) : [];
  const kind = kindOf(schema, choices);
  const [min, max] = [number(minimum), number(maximum)];
  const step = number(multipleOf) ?? (type === 'integer' ? 1 : undefined);
  return {
    name,
    path: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    kind,
    description: typeof schema.description === 'string' ? schema.description : '',
    required,
    initial: initial === undefined ? '' : toText(kind, initial, choices),
    choices,
    items: isObject(items) && isNumeric(items.type) ? 'number' : 'string',
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(step !== undefined && { step }),
  };
}

function kindOf({ type, items, maxLength, contentMediaType }: Schema, choices: readonly unknown[]): Field['kind'] {
  if (choices.length > 0) return 'choice';
  if (type === 'boolean') return 'boolean';
  if (isNumeric(type)) return 'number';
  if (type === 'string') {
    const long = (number(maxLength) ?? 0) > LONG_CHARS || contentMediaType !== undefined;
    return long ? 'long' : 'text';
  }
  const plain = isObject(items) && (items.type === 'string' || isNumeric(items.type)) && items.enum === undefined;
  return type === 'array' && plain ? 'lines' : 'json';
}

function toText(kind: Field['kind'], value: unknown, choices: readonly unknown[]): string {
  if (kind === 'choice') return String(choices.findIndex((choice) => JSON.stringify(choice) === JSON.stringify(value)));
  if (kind === 'lines' && Array.isArray(value)) return value.join('\n');
  if (kind === 'json') return JSON.stringify(value, null, 2) ?? '';
  return String(value);
}

/** The text a field shows now. */
export const textOf = (field: Field, draft: Draft): string => draft.get(field.name) ?? field.initial;

/** The arguments a form stands for. An empty field is left out; what cannot be read is named by its path. */
export function readArguments(fields: readonly Field[], draft: Draft): { args: unknown; errors: Map<string, string> } {
  const errors = new Map<string, string>();
  const entries: [string, unknown][] = [];
  for (const field of fields) {
    const text = textOf(field, draft);
    if (text === '' || (field.kind === 'choice' && text === '-1')) continue;
    try {
      entries.push([field.name, toValue(field, text)]);
    } catch (error) {
      errors.set(field.path, (error as Error).message);
    }
  }
  // Own keys whatever their name: an argument may be called `__proto__`.
  return { args: Object.fromEntries(entries), errors };
}

function toValue(field: Field, text: string): unknown {
  switch (field.kind) {
    case 'choice':
      return field.choices[Number(text)];
    case 'boolean':
      return text === 'true';
    case 'number':
      return toNumber(text);
    case 'lines': {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      return field.items === 'number' ? lines.map(toNumber) : lines;
    }
    case 'json':
      return JSON.parse(text);
    default:
      return text;
  }
}

/** Passes text that is no number on unchanged, so that the tool's own schema reports it. */
const toNumber = (text: string): number | string => {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
};
