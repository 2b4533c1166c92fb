import { isRecord } from '../../protocol/json.js';
import { parsePlain } from '../arguments/plain-json.js';
import { propertyOf, typedText } from '../arguments/typed.js';
import type { Scan } from '../scanning/scan.js';
import type { Reading } from '../scanning/source.js';
import { closing, jsonArguments } from './arguments.js';

/** How a dialect spells a call in tags. */
export interface MarkupShape {
  /** Beginning of the tag that opens a call, up to its name. */
  readonly call: string;
  readonly endCall: string;
  readonly parameter: string;
  readonly endParameter: string;
  /** Ends of a section of calls. */
  readonly sections: readonly string[];
  /** True where a value stands on lines of its own. */
  readonly lines: boolean;
  /** Built from the others once, because they are found by identity. */
  readonly ends: readonly string[];
  readonly callEnds: readonly string[];
}

/** The shape of a dialect from its own words. */
export const markup = (shape: Omit<MarkupShape, 'ends' | 'callEnds'>): MarkupShape => ({
  ...shape,
  ends: [shape.endParameter, `\n${shape.parameter}`, shape.endCall],
  callEnds: [shape.endCall],
});

const TAG_END = ['>', '\n'];

/** Reads the rest of a tag behind the beginning that was read. @returns nothing when it is none. */
function* restOfTag(s: Scan): Reading<string | undefined> {
  const from = s.position;
  if ((yield* s.until(TAG_END)) !== '>') return undefined;
  const rest = s.slice(from, s.position);
  s.at += 1;
  return rest.length > 512 ? undefined : rest;
}

/** The name at the beginning of a tag's rest, in quotes or not. */
const nameIn = (rest: string): string => (/^\s*["']([^"']*)["']/.exec(rest)?.[1] ?? rest).trim();

const withoutLines = (value: string): string => value.replace(/^\r?\n/, '').replace(/\r?\n$/, '');

/** A value as it stands in a tag: text as it is, the rest as JSON. */
export const tagText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** One parameter: its value has the type that its tag or the schema says, and is text otherwise. */
function valueFrom(text: string, tag: string, schema: object | undefined): unknown {
  const says = /string\s*=\s*["'](true|false)["']/.exec(tag)?.[1];
  if (says === 'true') return text;
  if (says === 'false') return parsePlain(text.trim())?.value ?? typedText(text, schema);
  return typedText(text, schema);
}

type Fields = { readonly [key: string]: unknown };

/** Parameters to the end of the call; nothing when it has none. */
function* parameters(s: Scan, shape: MarkupShape): Reading<Fields | undefined> {
  const schema = s.schema;
  const found: Record<string, unknown> = {};
  for (;;) {
    yield* s.spaces();
    const before = s.position;
    const next = yield* s.oneOf([shape.parameter, shape.endCall, ...shape.sections]);
    if (next === shape.endCall) return unwrapped(found, schema);
    if (next !== undefined && next !== shape.parameter) {
      // The section ends, and the call with it.
      s.rewind(before);
      return unwrapped(found, schema);
    }
    const tag = next === undefined ? undefined : yield* restOfTag(s);
    if (tag === undefined) return undefined;
    const key = nameIn(tag);
    const from = s.position;
    const end = yield* s.until(shape.ends);
    if (end === undefined) return undefined;
    const text = s.slice(from, s.position);
    if (end === shape.endParameter) s.at += end.length;
    const value = valueFrom(shape.lines ? withoutLines(text) : text, tag, propertyOf(schema, key));
    if (key !== '__proto__') found[key] = value;
  }
}

/** Models wrap everything into one parameter now and then, which the tool does not have. */
function unwrapped(found: Fields, schema: object | undefined): Fields {
  const [only, ...more] = Object.entries(found);
  if (only === undefined || more.length > 0 || !['arguments', 'input', 'parameters'].includes(only[0])) return found;
  if (schema === undefined || propertyOf(schema, only[0]) !== undefined) return found;
  const inner = typeof only[1] === 'string' ? parsePlain(only[1])?.value : only[1];
  return isRecord(inner) ? inner : found;
}

/** One call behind `shape.call`. @returns false when it is none, or never ends; then one that had begun is still open. */
function* markupCall(s: Scan, shape: MarkupShape, mayBeJson: boolean): Reading {
  const tag = yield* restOfTag(s);
  const name = tag === undefined ? '' : nameIn(tag);
  if (name === '' || /[<>{}\s]/.test(name)) return false;
  yield* s.spaces();
  const brace = (yield* s.peek()) === 123;
  if (brace && !mayBeJson) return false;
  s.begin(name);
  s.startArguments();
  if (brace) {
    const found = yield* jsonArguments(s, shape.callEnds);
    if (!found) return false;
    yield* s.spaces();
    yield* s.literal(shape.endCall);
    return s.call(found);
  }
  const from = s.position;
  const args = yield* parameters(s, shape);
  if (args === undefined) return false;
  return s.call({ arguments: args, raw: s.slice(from, s.position).replace(shape.endCall, '') });
}

/** Calls in tags behind an opener, which may be the beginning of the first call itself. `mayBeJson`: arguments may be. */
export function* markupCalls(s: Scan, shapes: readonly MarkupShape[], opener: string, mayBeJson = false): Reading {
  const beginnings = shapes.map(({ call }) => call);
  const sections = shapes.flatMap((shape) => shape.sections);
  let begun: string | undefined = beginnings.includes(opener) ? opener : undefined;
  for (let count = 0; ; count++) {
    const from = s.position;
    if (begun === undefined) {
      yield* s.spaces();
      begun = yield* s.oneOf(beginnings);
    }
    const shape = shapes.find(({ call }) => call === begun);
    if (!shape) {
      s.rewind(from);
      if (count > 0) yield* closing(s, sections);
      return count > 0;
    }
    if (!(yield* markupCall(s, shape, mayBeJson))) return s.fail() || s.leave(from, count);
    begun = undefined;
  }
}
