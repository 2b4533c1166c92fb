import type { ZodType } from '../base/types.js';
import { messageOf } from './result.js';

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
