import { type MarkupShape, markup, markupCalls, tagText } from '../readers/markup.js';
import type { Dialect, WrittenCall } from '../scanning/dialect.js';

interface Family {
  readonly prefix: string;
  readonly sections: readonly string[];
  readonly shape: MarkupShape;
}

/** The same skeleton under one prefix: sections of `invoke` with `parameter` inside. */
function family(prefix: string, names: readonly string[]): Family {
  return {
    prefix,
    sections: names.map((name) => `<${prefix}${name}>`),
    shape: markup({
      ...{ call: `<${prefix}invoke name=`, endCall: `</${prefix}invoke>` },
      ...{ parameter: `<${prefix}parameter name=`, endParameter: `</${prefix}parameter>` },
      ...{ sections: names.map((name) => `</${prefix}${name}>`), lines: false },
    }),
  };
}

function invokeDialect(id: Dialect['id'], families: readonly [Family, ...Family[]]): Dialect {
  const [{ prefix, sections, shape }] = families;
  const shapes = families.map((one) => one.shape);
  const parameter = ([key, value]: [string, unknown]) => {
    const says = prefix === '' ? '' : ` string="${typeof value === 'string'}"`;
    return `${shape.parameter}"${key}"${says}>${tagText(value)}${shape.endParameter}`;
  };
  return {
    id,
    openers: families.flatMap((one) => [...one.sections, one.shape.call]),
    // Some put the prefix on the section alone.
    read: (s, opener) => markupCalls(s, shapes, opener, true),
    write: ({ name, arguments: args }: WrittenCall) =>
      [
        sections[0],
        `${shape.call}"${name}">`,
        ...Object.entries(args).map(parameter),
        shape.endCall,
        shape.sections[0],
      ].join('\n'),
  };
}

const CALLS = 'function_calls';

/** Anthropic's form, and MiniMax', Step's and others' with a prefix. */
export const invokeXml = invokeDialect('invoke-xml', [
  family('', [CALLS]),
  ...['minimax:', 'steptml:', 'atem:'].map((prefix) => family(prefix, ['tool_call', 'tool_calls', CALLS])),
]);

/** DeepSeek V3.2: the same with its own mark, and a word about each value's type. */
export const deepseekV32Dsml = invokeDialect('deepseek-v32-dsml', [family('｜DSML｜', [CALLS, 'tool_calls'])]);
