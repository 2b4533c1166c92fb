import type { Mismatch } from '../../../worker/adapters/schema.js';
import type { ZodType } from '../base/types.js';
import { messageOf } from './result.js';

type Validate = (value: unknown) => Mismatch[];

/** Schemas whose tools check their arguments themselves, by a schema that says more. */
const checkedByTool = new WeakSet<object>();
/** Schemas that are checked whole where their tools run. */
const checkedLater = new WeakSet<object>();
const validators = new WeakMap<object, Promise<Validate>>();

/** The tool of this JSON Schema looks at its arguments itself. */
export function checksItself(parameters: object): void {
  checkedByTool.add(parameters);
}

/** The tool of this JSON Schema is a stranger's, checked whole before it runs: a pattern may take for ever. */
export function checksLater(parameters: object): void {
  checkedLater.add(parameters);
}

/** Why arguments do not fit a JSON Schema. @throws `SCHEMA_INVALID` for a schema that cannot be honoured. */
export async function mismatchOf(name: string, parameters: object, args: unknown): Promise<string | undefined> {
  if (checkedByTool.has(parameters)) return undefined;
  let validator = validators.get(parameters);
  if (!validator) {
    validator = import('../../../worker/adapters/schema.js').then(({ openSchema, soonChecked }) =>
      openSchema(name, checkedLater.has(parameters) ? (soonChecked(parameters) as object) : parameters),
    );
    validators.set(parameters, validator);
  }
  const mismatches = (await validator)(args);
  const issues = mismatches.map(({ path, message }) => ({ message, path: path.split('/').slice(1) }));
  return issues.length === 0 ? undefined : wrongArguments(name, issues);
}

/** True for what a copy of zod, or anything like it, has made. */
export const isSchema = (value: unknown): value is ZodType =>
  typeof (value as Partial<ZodType> | null | undefined)?.['~standard']?.validate === 'function';

/** Arguments that a schema has taken, without what it does not know, or why it has not. */
export type Checked = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: string };

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Greatest number of reasons that a model is sent. */
const REASONS = 8;

/** Checks a tool's arguments. A check that breaks is a reason as well. */
export async function check(name: string, schema: ZodType, given: unknown): Promise<Checked> {
  try {
    const result = (await schema['~standard'].validate(given)) as { value?: unknown; issues?: readonly Issue[] };
    if (!result.issues) return { ok: true, value: result.value };
    return { ok: false, error: wrongArguments(name, result.issues) };
  } catch (error) {
    return { ok: false, error: wrongArguments(name, [{ message: messageOf(error) }]) };
  }
}

/** Describes arguments that do not match their schema to a model: each place, and why. */
export function wrongArguments(name: string, issues: readonly Issue[]): string {
  const places = issues.slice(0, REASONS).map(({ path = [], message }) => {
    const at = path.map((key) => String(typeof key === 'object' ? key.key : key)).join('.');
    return `${at === '' ? 'arguments' : at}: ${message}`;
  });
  return `${name}: invalid arguments: ${places.join('; ')}`;
}
