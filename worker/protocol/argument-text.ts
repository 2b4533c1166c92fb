import { BulkheadError } from './errors.js';
import { type JsonText, utf8Bytes } from './json.js';

/**
 * Serialises a caller's arguments. `undefined` alone becomes `{}`.
 * @throws `ARGUMENTS_UNSERIALIZABLE` for `undefined` among them, functions, symbols, BigInts and cycles, naming the place, which
 * `details.path` has as a JSON Pointer; `ARGUMENTS_TOO_LARGE` above `maxBytes`.
 */
export function toArgumentText(value: unknown, maxBytes: number): JsonText {
  if (value === undefined) return '{}';
  let text: string | undefined;
  let cause: unknown;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    cause = error;
  }
  const fault = argumentFault(value);
  if (fault || text === undefined) throw unserializable(fault, cause);
  const bytes = text.length * 3 > maxBytes ? utf8Bytes(text) : 0;
  if (bytes > maxBytes) {
    throw new BulkheadError('ARGUMENTS_TOO_LARGE', `the arguments take ${bytes} bytes of ${maxBytes}`, {
      bytes,
      maxBytes,
    });
  }
  return text;
}

function unserializable({ path, message }: Partial<ArgumentFault> = {}, cause: unknown): BulkheadError {
  const where = path ? `the argument \`${path.slice(1)}\` is` : 'the arguments are';
  const what = message ?? `no JSON: ${String(Object(cause).message ?? cause)}`;
  return new BulkheadError('ARGUMENTS_UNSERIALIZABLE', `${where} ${what}`, { path: path ?? '' }, { cause });
}

/** A value among arguments that JSON does not have. */
interface ArgumentFault {
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
function argumentFault(value: unknown, inside: object[] = []): ArgumentFault | undefined {
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
