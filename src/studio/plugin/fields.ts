import { BulkheadError } from '../../../worker/protocol/errors.js';
import { toolDefinition } from '../base/calls.js';
import type { ToolDefinition } from '../base/types.js';
import type { Json } from './artifact.js';

export interface Field {
  readonly schema: Json;
  readonly is: (value: unknown) => boolean;
  readonly needed: boolean;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const field = (schema: Json, is: Field['is']): Field => ({ schema, is, needed: true });

export const text = (description: string): Field => field({ type: 'string', description }, isText);
export const texts = (description: string): Field =>
  field(
    { type: 'array', items: { type: 'string' }, description },
    (value) => Array.isArray(value) && value.every(isText),
  );
export const number = (description: string): Field =>
  field({ type: 'number', description }, (value) => typeof value === 'number' && Number.isFinite(value));
export const flag = (description: string): Field =>
  field({ type: 'boolean', description }, (value) => typeof value === 'boolean');
export const choice = (of: readonly string[], description: string): Field =>
  field({ type: 'string', enum: of, description }, (value) => of.includes(String(value)) && isText(value));
export const object = (description: string, properties?: Json): Field =>
  field({ type: 'object', description, ...(properties && { properties }) }, isObject);
/** A text, or one for each language. */
export const localText = (description: string): Field =>
  field(
    {
      description: `${description} One text, or texts by language tag, with “en” among them.`,
      type: ['string', 'object'],
    },
    (value) =>
      isText(value) || (isObject(value) && isText((value as Json).en) && Object.values(value as Json).every(isText)),
  );
export const optional = (given: Field): Field => ({ ...given, needed: false });

export type Fields = { readonly [name: string]: Field };

export const definition = (name: string, description: string, fields: Fields): ToolDefinition => {
  const properties = Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema]));
  return toolDefinition(
    name,
    description,
    properties,
    Object.keys(fields).filter((key) => fields[key]?.needed),
  );
};

/** Checks arguments. @throws `BAD_ARGS` naming the first that is wrong, in words for a model. */
export function checkFields(tool: string, args: Json, fields: Fields): void {
  const bad = (why: string) => new BulkheadError('BAD_ARGS', `${tool}: ${why}`);
  const stray = Object.keys(args).find((key) => !Object.hasOwn(fields, key));
  if (stray !== undefined) throw bad(`there is no ${stray}; there is ${Object.keys(fields).join(', ') || 'nothing'}`);
  for (const [key, { is, needed, schema }] of Object.entries(fields)) {
    const value = args[key];
    if (value === undefined ? needed : !is(value)) {
      const what = schema.enum ? (schema.enum as string[]).join(', ') : [schema.type].flat().join(' or ');
      throw bad(`${key}: ${what}${value === undefined ? ' is needed' : ''}`);
    }
  }
}
