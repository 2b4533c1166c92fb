/** The arguments of a model's call, as an object and as text. */
export interface CanonicalArguments {
  readonly args: { readonly [key: string]: unknown };
  /** Compact JSON, keys sorted. */
  readonly text: string;
}

/**
 * Normalises the arguments of a model's call. Empty text, text that is not JSON, arrays and scalars become
 * `{}`; a key named `__proto__` is left out at any depth.
 */
export function canonicalArguments(given: unknown): CanonicalArguments {
  try {
    const parsed: unknown = typeof given === 'string' ? JSON.parse(given) : JSON.parse(JSON.stringify(given) ?? 'null');
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      const args = sorted(parsed) as { readonly [key: string]: unknown };
      return { args, text: JSON.stringify(args) };
    }
  } catch {
    // Not JSON, or nested too deep.
  }
  return { args: {}, text: '{}' };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([key]) => key !== '__proto__');
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([key, inner]) => [key, sorted(inner)]));
}
