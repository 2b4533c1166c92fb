import { markup, markupCalls } from '../readers/markup.js';
import type { Dialect } from '../scanning/dialect.js';
import { functionTags } from './qwen3-coder-xml.js';

const [OPEN, CLOSE] = ['<seed:tool_call>', '</seed:tool_call>'];

const SHAPES = [
  markup({
    ...{ call: '<function=', endCall: '</function>', parameter: '<parameter=', endParameter: '</parameter>' },
    ...{ sections: [CLOSE], lines: true },
  }),
];

/** Seed-OSS: as Qwen3-Coder, in a tag of its own. */
export const seedOssXml: Dialect = {
  id: 'seed-oss-xml',
  openers: [OPEN],
  read: (s, opener) => markupCalls(s, SHAPES, opener),
  write: (call) => functionTags(call, OPEN, CLOSE),
};
