import type { Mismatch } from '../../../worker/adapters/schema.js';
import { wrongArguments } from './check.js';

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

/**
 * The tool of this JSON Schema is a stranger's, and checked whole before it runs: here only what is soon checked of it is, since
 * a pattern may take for ever.
 */
export function checksLater(parameters: object): void {
  checkedLater.add(parameters);
}

/**
 * Why arguments do not fit a JSON Schema; nothing where they do. The check is loaded when it is used.
 * @throws `SCHEMA_INVALID` for a schema that cannot be honoured.
 */
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
