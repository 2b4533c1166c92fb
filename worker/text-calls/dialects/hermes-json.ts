import { closing } from '../readers/arguments.js';
import { readEnvelope } from '../readers/envelope.js';
import type { Dialect } from '../scanning/dialect.js';

const CLOSE = ['</tool_call>'];

/** Hermes, Qwen 2.5, MiMo, Reka: an object in a tag. */
export const hermesJson: Dialect = {
  id: 'hermes-json',
  openers: ['<tool_call>'],
  *read(s) {
    yield* s.spaces();
    if (!(yield* readEnvelope(s, { stop: 60, closers: CLOSE }))) return s.fail();
    yield* closing(s, CLOSE);
    return true;
  },
  write: (call) => `<tool_call>\n${JSON.stringify(call)}\n</tool_call>`,
};
