/**
 * Values as IndexedDB stores them, as JSON. What JSON cannot say stands in an object whose only key is `$`: a list of its kind
 * and what it is made of.
 */
const MARK = '$';

const ARRAYS = {
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
} as const;

type Kind = keyof typeof ARRAYS;
const STEP = 0x8000;

/** @throws TypeError for a value that has no form in a backup, such as a key of `crypto.subtle`. */
export function toJson(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : marked('number', String(Object.is(value, -0) ? '-0' : value));
    case 'bigint':
      return marked('bigint', String(value));
    case 'undefined':
      return marked('undefined');
    case 'object':
      return value === null ? null : objectToJson(value);
    default:
      throw new TypeError(`a ${typeof value} cannot be saved`);
  }
}

function objectToJson(value: object): unknown {
  if (Array.isArray(value)) return Array.from(value, toJson);
  if (value instanceof Date) return marked('Date', toJson(value.getTime()));
  if (value instanceof Map)
    return marked(
      'Map',
      [...value].map(([key, one]) => [toJson(key), toJson(one)]),
    );
  if (value instanceof Set) return marked('Set', [...value].map(toJson));
  if (value instanceof ArrayBuffer) return marked('ArrayBuffer', base64(new Uint8Array(value)));
  if (ArrayBuffer.isView(value)) {
    const kind = (value as unknown as { readonly [Symbol.toStringTag]: Kind })[Symbol.toStringTag];
    if (!Object.hasOwn(ARRAYS, kind)) throw new TypeError(`a ${String(kind)} cannot be saved`);
    return marked(kind, base64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)));
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && !Object.hasOwn(prototype as object, 'hasOwnProperty')) {
    throw new TypeError(`a ${value.constructor.name} cannot be saved`);
  }
  const entries = Object.entries(value).map(([key, one]) => [key, toJson(one)] as const);
  return Object.hasOwn(value, MARK) ? marked('Object', entries) : Object.fromEntries(entries);
}

const marked = (...what: readonly unknown[]) => ({ [MARK]: what });

/** The value again. @throws TypeError, RangeError, SyntaxError for what `toJson` never makes. */
export function fromJson(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(fromJson);
  if (!Object.hasOwn(json, MARK))
    return Object.fromEntries(Object.entries(json).map(([key, one]) => [key, fromJson(one)]));
  const [kind, of] = listOf((json as { readonly [MARK]: unknown })[MARK]);
  switch (kind) {
    case 'number':
      return Number(of);
    case 'bigint':
      return BigInt(String(of));
    case 'undefined':
      return undefined;
    case 'Date':
      return new Date(fromJson(of) as number);
    case 'Map':
      return new Map(listOf(of).map((pair) => listOf(fromJson(pair)) as [unknown, unknown]));
    case 'Set':
      return new Set(listOf(of).map(fromJson));
    case 'Object':
      return Object.fromEntries(
        listOf(of).map((pair) => [String(listOf(pair)[0]), fromJson(listOf(pair)[1])] as const),
      );
    case 'ArrayBuffer':
      return bytesOf(of).buffer;
    default: {
      if (!Object.hasOwn(ARRAYS, String(kind))) throw new TypeError(`${String(kind).slice(0, 40)} is no kind of value`);
      return new ARRAYS[kind as Kind](bytesOf(of).buffer);
    }
  }
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('a list is missing');
  return value;
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += STEP) text += String.fromCharCode(...bytes.subarray(at, at + STEP));
  return btoa(text);
}

function bytesOf(text: unknown): Uint8Array<ArrayBuffer> {
  const binary = atob(String(text));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
