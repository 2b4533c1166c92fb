import { parsePlain } from '../arguments/plain-json.js';
import { propertyOf, typedText, typesOf } from '../arguments/typed.js';
import { tagText } from '../readers/markup.js';
import type { Dialect } from '../scanning/dialect.js';
import type { Scan } from '../scanning/scan.js';
import type { Reading } from '../scanning/source.js';

const [OPEN, CLOSE] = ['<tool_call>', '</tool_call>'];
const [KEY, END_KEY, VALUE, END_VALUE] = ['<arg_key>', '</arg_key>', '<arg_value>', '</arg_value>'];
const KEY_ENDS = [END_KEY];
const VALUE_ENDS = [END_VALUE];

function* argumentsOf(s: Scan): Reading<Record<string, unknown> | undefined> {
  const schema = s.schema;
  const found: Record<string, unknown> = {};
  for (;;) {
    yield* s.spaces();
    const next = yield* s.oneOf([KEY, CLOSE]);
    if (next === CLOSE) return found;
    const from = s.position;
    if (next === undefined || (yield* s.until(KEY_ENDS)) === undefined) return undefined;
    const key = s.slice(from, s.position).trim();
    s.at += END_KEY.length;
    yield* s.spaces();
    if (!(yield* s.literal(VALUE))) return undefined;
    const start = s.position;
    if ((yield* s.until(VALUE_ENDS)) === undefined) return undefined;
    const text = s.slice(start, s.position);
    s.at += END_VALUE.length;
    if (key === '__proto__') continue;
    const types = propertyOf(schema, key);
    // Nothing is known of it: JSON when it is that, else text.
    found[key] = types && typesOf(types).length > 0 ? typedText(text, types) : (parsePlain(text.trim())?.value ?? text);
  }
}

/** GLM 4.5 and 4.7, Ling 3: name, then keys and values as tags. */
export const glm45Argkey: Dialect = {
  id: 'glm45-argkey',
  openers: [OPEN],
  *read(s) {
    yield* s.spaces();
    const name = yield* s.name();
    yield* s.spaces();
    if (name === '' || (yield* s.peek()) !== 60) return false;
    s.begin(name);
    s.startArguments();
    const from = s.position;
    const args = yield* argumentsOf(s);
    if (args === undefined) return s.fail();
    return s.call({ arguments: args, raw: s.slice(from, s.position - CLOSE.length) });
  },
  write: ({ name, arguments: args }) =>
    [
      `${OPEN}${name}`,
      ...Object.entries(args).map(([key, value]) => `${KEY}${key}${END_KEY}\n${VALUE}${tagText(value)}${END_VALUE}`),
      CLOSE,
    ].join('\n'),
};
