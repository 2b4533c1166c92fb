import { markup, markupCalls } from '../readers/markup.js';
import type { Dialect, WrittenCall } from '../scanning/dialect.js';

const [OPEN, CLOSE, CALL] = ['<tool_call>', '</tool_call>', '<function='];

const SHAPES = [
  markup({
    ...{ call: CALL, endCall: '</function>', parameter: '<parameter=', endParameter: '</parameter>' },
    ...{ sections: [CLOSE], lines: true },
  }),
];

/** A value as it stands in a tag: text as it is, the rest as JSON. */
export const tagText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A call in tags whose values stand on lines of their own. */
export const functionTags = ({ name, arguments: args }: WrittenCall, open: string, close: string): string =>
  [
    open,
    `<function=${name}>`,
    ...Object.entries(args).map(([key, value]) => `<parameter=${key}>\n${tagText(value)}\n</parameter>`),
    '</function>',
    close,
  ].join('\n');

/** Qwen3-Coder, Step 3.5: functions and parameters as tags, their types in the schema. */
export const qwen3CoderXml: Dialect = {
  id: 'qwen3-coder-xml',
  openers: [OPEN, CALL],
  read: (s, opener) => markupCalls(s, SHAPES, opener),
  write: (call) => functionTags(call, OPEN, CLOSE),
};
