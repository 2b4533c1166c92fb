/** One case of the corpus. */
export interface Case {
  readonly id: string;
  readonly operation: string;
  /** What it gives depends on its operation. */
  readonly inputs: unknown;
  readonly expected: unknown;
}

/** What a case of one operation gives: watched, so that a key which nobody reads fails the case. */
export const given = <Inputs>(one: Case): Inputs => one.inputs as Inputs;

/** Values as they are meant: `{"$undefined":true}` is none at all. */
export function decoded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decoded);
  if (typeof value !== 'object' || value === null) return value;
  if ('$undefined' in value) return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, decoded(part)]));
}

/** What a call came to, as cases write it. Errors of the language are compared by their names alone. */
export async function outcome(work: () => unknown): Promise<unknown> {
  try {
    return { returns: await work() };
  } catch (error) {
    const { name, message } = error as Error;
    return { throws: { name, message } };
  }
}

/** Errors whose words are the browser's own. */
const LANGUAGE = ['TypeError', 'SyntaxError', 'RangeError', 'ReferenceError', 'AbortError'];

/** Equal as they are meant: what is undefined is not there, `§text` is any text, and so are the words of the language. */
export function same(expected: unknown, actual: unknown): boolean {
  if (expected === '§text') return typeof actual === 'string' && actual !== '';
  if (typeof expected !== 'object' || expected === null) return Object.is(expected, actual);
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(expected) !== Array.isArray(actual)) return false;
  const [left, right] = [expected, actual] as Record<string, unknown>[];
  const isOfLanguage = LANGUAGE.includes(String(left?.name)) && 'message' in expected;
  const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  if (isOfLanguage) keys.delete('message');
  return [...keys].every((key) => same(left?.[key], right?.[key]));
}
