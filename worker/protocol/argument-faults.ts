/** A value among arguments that JSON does not have. */
export interface ArgumentFault {
  /** JSON Pointer into the arguments. */
  readonly path: string;
  readonly message: string;
}

const STEPS = {
  undefined: 'leave it out, or pass null',
  function: 'pass data instead',
  symbol: 'pass a text instead',
  bigint: 'pass a number or a text instead',
} as const;

/**
 * The first value among arguments that JSON has no form for: `undefined`, a function, a symbol, a BigInt, or an object inside itself.
 * Objects with a `toJSON` of their own say themselves what they are. `inside`: the objects on the way to this one.
 */
export function argumentFault(value: unknown, inside: object[] = []): ArgumentFault | undefined {
  const kind = typeof value;
  if (kind in STEPS) {
    const what = kind === 'undefined' ? kind : `a ${kind === 'bigint' ? 'BigInt' : kind}`;
    return { path: '', message: `${what}; ${STEPS[kind as keyof typeof STEPS]}` };
  }
  if (typeof value !== 'object' || value === null || typeof (value as { toJSON?: unknown }).toJSON === 'function') {
    return undefined;
  }
  if (inside.includes(value)) return { path: '', message: 'an object that it is inside of; pass a copy without it' };
  inside.push(value);
  // A list says by its length what is missing in it.
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const found = argumentFault((value as { readonly [key: PropertyKey]: unknown })[key], inside);
    // The path is made on the way back: most arguments need none.
    if (found) return { ...found, path: `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}${found.path}` };
  }
  inside.pop();
  return undefined;
}
