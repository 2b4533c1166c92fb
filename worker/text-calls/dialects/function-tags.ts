import { markup, markupCalls, tagText } from '../readers/markup.js';
import type { Dialect } from '../scanning/dialect.js';

/** A dialect of calls in tags whose values stand on lines of their own, within a tag of this name. */
function functionTags(id: Dialect['id'], tag: string, more: readonly string[] = []): Dialect {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  const shapes = [
    markup({
      ...{ call: CALL, endCall: '</function>', parameter: '<parameter=', endParameter: '</parameter>' },
      ...{ sections: [close], lines: true },
    }),
  ];
  return {
    id,
    openers: [open, ...more],
    read: (s, opener) => markupCalls(s, shapes, opener),
    write: ({ name, arguments: args }) =>
      [
        open,
        `${CALL}${name}>`,
        ...Object.entries(args).map(([key, value]) => `<parameter=${key}>\n${tagText(value)}\n</parameter>`),
        '</function>',
        close,
      ].join('\n'),
  };
}

const CALL = '<function=';

/** Qwen3-Coder, Step 3.5: functions and parameters as tags, their types in the schema. */
export const qwen3CoderXml = functionTags('qwen3-coder-xml', 'tool_call', [CALL]);

/** Seed-OSS: the same in a tag of its own. */
export const seedOssXml = functionTags('seed-oss-xml', 'seed:tool_call');
