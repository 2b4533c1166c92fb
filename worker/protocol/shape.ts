/**
 * Inputs of the tool worker, checked without a library: it starts with every cold call, and building schemas took 4 to
 * 9 ms of that.
 */

/** The type of one field of an input. */
type Kind = 'string' | 'number' | 'boolean' | 'object' | 'strings' | readonly string[];
type Of<K> = K extends 'string'
  ? string
  : K extends 'number'
    ? number
    : K extends 'boolean'
      ? boolean
      : K extends 'strings'
        ? string[]
        : K extends readonly (infer V)[]
          ? V
          : object;

/** Whatever can check an input: this, or a schema of zod's. */
export interface Checker<T> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly issues: readonly { readonly message: string }[] } };
}

const fits = (value: unknown, kind: Kind): boolean => {
  if (kind === 'object') return typeof value === 'object' && value !== null;
  if (kind === 'strings') return Array.isArray(value) && value.every((item) => typeof item === 'string');
  return typeof kind === 'string' ? typeof value === kind : kind.includes(value as string);
};

/** Checks that each field is there and of its kind. `T` says more of those that are objects. */
export const shape =
  <T = object>() =>
  <const F extends { readonly [field: string]: Kind }>(
    fields: F,
  ): Checker<Omit<{ [K in keyof F]: Of<F[K]> }, keyof T> & T> => {
    const kinds = Object.entries(fields);
    return {
      safeParse(value) {
        const given = Object(value) as { readonly [field: string]: unknown };
        const wrong = kinds.find(([field, kind]) => !fits(given[field], kind));
        if (!wrong) return { success: true, data: value as never };
        return { success: false, error: { issues: [{ message: `${wrong[0]} is not ${wrong[1]}` }] } };
      },
    };
  };

/** The type of an answer: nothing is checked where our own code answers. */
export const answer = <T>(): Checker<T> => ({ safeParse: (value) => ({ success: true, data: value as T }) });
