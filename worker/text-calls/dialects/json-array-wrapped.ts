import { closing } from '../readers/arguments.js';
import { readEnvelopes } from '../readers/envelope.js';
import type { Dialect } from '../scanning/dialect.js';

/** What opens a list of calls, and what closes it. */
const WRAPPERS: { readonly [opener: string]: string } = {
  '<tool_calls>': '</tool_calls>',
  '<TOOLCALL>': '</TOOLCALL>',
  'functools[': '',
  '<|START_ACTION|>': '<|END_ACTION|>',
  '<|tools_prefix|>': '<|tools_suffix|>',
  'Action:': '```',
};

/** Hunyuan, Nemotron, Phi-4-mini, Cohere, Apertus: a JSON list between markers. */
export const jsonArrayWrapped: Dialect = {
  id: 'json-array-wrapped',
  openers: Object.keys(WRAPPERS),
  reasoning: [{ open: '<|START_THINKING|>', close: '<|END_THINKING|>' }],
  *read(s, opener) {
    const close = WRAPPERS[opener] ?? '';
    if (opener === 'functools[') s.rewind(s.position - 1);
    yield* s.spaces();
    if (opener === 'Action:') {
      if (!(yield* s.literal('```json'))) return false;
      yield* s.spaces();
    }
    const next = yield* s.peek();
    if (next !== 91 && next !== 123) return false;
    if (!(yield* readEnvelopes(s, { nameAsKey: opener === '<|tools_prefix|>' }))) return false;
    if (close !== '') yield* closing(s, [close]);
    return true;
  },
  write: (call) => `<tool_calls>[${JSON.stringify(call)}]</tool_calls>`,
};
