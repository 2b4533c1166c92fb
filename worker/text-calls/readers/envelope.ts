import { parsePlain, repairJson } from '../arguments/plain-json.js';
import type { Scan } from '../scanning/scan.js';
import type { Reading } from '../scanning/source.js';
import { closing } from './arguments.js';
import { endOfString, readJson } from './json.js';

const NAME_KEYS = ['name', 'tool_name', 'function'];
const ARGUMENT_KEYS = ['arguments', 'parameters'];
const ID_KEYS = ['id', 'tool_call_id'];
const KNOWN_KEYS = [...NAME_KEYS, ...ARGUMENT_KEYS, ...ID_KEYS, 'type'];

export interface EnvelopeRules {
  /** Without a marker before it, only an object with a name, arguments and nothing else is a call. */
  readonly bare?: boolean;
  /** `{name: {…}}`: the name is the key. */
  readonly nameAsKey?: boolean;
  /** What the object cannot go beyond. */
  readonly stop?: number;
  /** Where an object ends that cannot be read: up to there it may be repaired. */
  readonly closers?: readonly string[];
}

type Fields = { readonly [key: string]: unknown };

/** A call's parts, once the whole object is known. */
interface Envelope {
  readonly name: string;
  readonly arguments: unknown;
  readonly callId: string | undefined;
}

const fieldOf = (fields: Fields, keys: readonly string[]): unknown => {
  const key = keys.find((one) => Object.hasOwn(fields, one));
  return key === undefined ? undefined : fields[key];
};

/** Arguments that were written as a JSON text within the JSON. */
function unwrap(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  const inner = parsePlain(value);
  return inner ? inner.value : value;
}

function toEnvelope(value: unknown, { bare = false, nameAsKey = false }: EnvelopeRules): Envelope | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields = value as Fields;
  const nested = typeof fields.function === 'object' && fields.function !== null ? (fields.function as Fields) : fields;
  const name = fieldOf(nested, NAME_KEYS);
  const given = fieldOf(nested, ARGUMENT_KEYS);
  const id = fieldOf(fields, ID_KEYS);
  const callId = typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
  if (typeof name === 'string' && name !== '') {
    const args = unwrap(given ?? {});
    const isCall = !bare || (given !== undefined && typeof args === 'object' && args !== null);
    return isCall ? { name, arguments: args, callId } : undefined;
  }
  const [only, ...more] = Object.entries(fields);
  if (!nameAsKey || only === undefined || more.length > 0) return undefined;
  return { name: only[0], arguments: unwrap(only[1]), callId };
}

/** Reads a string that stands here. @returns nothing for anything else. */
function* string(s: Scan): Reading<string | undefined> {
  if ((yield* s.peek()) !== 34) return undefined;
  const from = s.position;
  s.at += 1;
  if (!(yield* endOfString(s, 34))) return undefined;
  const value = parsePlain(s.slice(from, s.position))?.value;
  return typeof value === 'string' ? value : undefined;
}

/** Whether what stands behind a key without a marker before it can be that of a call. */
function* mayBe(s: Scan, key: string): Reading {
  const first = yield* s.peek();
  if (NAME_KEYS.includes(key)) return key === 'function' && first === 123;
  return !ARGUMENT_KEYS.includes(key) || first === 123 || first === 34;
}

/** Only where no marker has said so must a call have the name of a tool. */
const mayMean = (s: Scan, name: string, { bare = false }: EnvelopeRules): boolean => !bare || s.mayMean(name);

/** Reads field by field, so that a call is emitted as soon as its name and arguments have begun. */
function* fields(s: Scan, rules: EnvelopeRules): Reading<{ readonly ok: boolean; readonly raw?: string }> {
  let [name, raw, first] = ['', undefined as string | undefined, true];
  s.at += 1;
  for (;;) {
    yield* s.spaces();
    if (first && (yield* s.oneOf(['}'])) !== undefined) return { ok: true };
    const key = yield* string(s);
    if (key === undefined || (rules.bare && !KNOWN_KEYS.includes(key))) return { ok: false };
    yield* s.spaces();
    if (!(yield* s.literal(':'))) return { ok: false };
    yield* s.spaces();
    const isName = NAME_KEYS.includes(key) && (yield* s.peek()) === 34;
    const isArguments =
      ARGUMENT_KEYS.includes(key) || (rules.nameAsKey === true && first && !isName && !KNOWN_KEYS.includes(key));
    if (rules.bare && !isName && !(yield* mayBe(s, key))) return { ok: false };
    if (isArguments) {
      if (name === '' && !KNOWN_KEYS.includes(key)) name = key;
      if (name !== '' && mayMean(s, name, rules)) s.begin(name);
      s.startArguments();
    }
    const from = s.position;
    if (isName) {
      const given = yield* string(s);
      if (given === undefined) return { ok: false };
      name = given;
    } else if (!(yield* readJson(s, rules.stop))) return { ok: false };
    if (isArguments) raw = s.slice(from, s.position);
    first = false;
    yield* s.spaces();
    const next = yield* s.oneOf([',', '}']);
    if (next === undefined) return { ok: false };
    if (next === '}') return { ok: true, ...(raw !== undefined && { raw }) };
  }
}

/**
 * Reads an object that names a tool and has its arguments; `s` stands before its brace. What is almost JSON is repaired.
 * @returns false when it is no call, or never ends; then one that had begun is still open.
 */
export function* readEnvelope(s: Scan, rules: EnvelopeRules = {}): Reading {
  if ((yield* s.peek()) !== 123) return false;
  const from = s.position;
  let read = yield* fields(s, rules);
  if (!read.ok) {
    if (rules.bare && !s.inCall) return false;
    s.tooLong = false;
    s.rewind(from);
    if (!(yield* readJson(s, rules.stop))) {
      s.tooLong = false;
      s.rewind(from);
      if (rules.closers === undefined || (yield* s.until(rules.closers)) === undefined) return false;
    }
    read = { ok: true };
  }
  const text = s.slice(from, s.position);
  const parsed = parsePlain(text);
  const value = parsed ?? repairJson(text);
  const envelope = value && toEnvelope(value.value, rules);
  if (!envelope || (!s.inCall && !mayMean(s, envelope.name, rules))) return false;
  if (!s.inCall) s.begin(envelope.name);
  const { arguments: args, callId } = envelope;
  return s.call({
    bare: rules.bare,
    arguments: args,
    repaired: parsed === undefined,
    callId,
    raw: read.raw ?? JSON.stringify(args),
  });
}

/** Reads `[{…}, {…}]`, or one object alone. A list that breaks off keeps what was whole. */
export function* readEnvelopes(s: Scan, rules: EnvelopeRules = {}): Reading {
  const list = yield* s.literal('[');
  for (let count = 0; ; count++) {
    const from = s.position;
    yield* s.spaces();
    if (!(yield* readEnvelope(s, rules))) return s.fail() || s.leave(from, count);
    if (!list) return true;
    const end = s.position;
    yield* s.spaces();
    if (yield* s.literal(',')) continue;
    s.rewind(end);
    yield* closing(s, [']']);
    return true;
  }
}
