import type { PromptLanguage } from '../../protocol/text-calls.js';

/** What surrounds the list of tools in a prompt. */
export interface PromptWords {
  readonly heading: string;
  readonly how: string;
  readonly rules: readonly string[];
  readonly tools: string;
  readonly parameters: string;
  readonly required: string;
  readonly noParameters: string;
  readonly omitted: (count: number) => string;
  readonly reminder: (names: string, more: number) => string;
  /** Stands for a value in an example. */
  readonly value: string;
}

/** The prompt in each language; the format itself has none. */
export const PROMPT_WORDS: { readonly [language in PromptLanguage]: PromptWords } = {
  en: {
    heading: 'Tools',
    how: 'You can call the tools below. To call one, write the call into your answer, exactly in this form, and stop there:',
    rules: [
      'Call a tool only when its answer is needed. Otherwise answer without one, and do not mention that tools exist.',
      'Write arguments as the format shows, with the names and types that the tool lists.',
      'Several independent calls may follow one another. When one needs the answer of another, wait for it.',
      'Never invent a tool, and never write a tool’s answer yourself: it comes in a message after your call.',
      'When a call fails, read the error, mend the arguments or go on without the tool. Do not repeat the same call.',
    ],
    tools: 'Available tools:',
    parameters: 'arguments',
    required: 'required',
    noParameters: 'no arguments',
    omitted: (count) => `(${count} more tools are not listed.)`,
    reminder: (names, more) =>
      `[Tools you can call in the form described above: ${names}${more > 0 ? `, and ${more} more` : ''}]`,
    value: 'value',
  },
  'zh-Hans': {
    heading: '工具',
    how: '你可以调用下列工具。要调用时，请在回答中严格按以下格式写出调用，并在那里停下：',
    rules: [
      '只有需要工具的结果时才调用；否则直接回答，也不要提及工具的存在。',
      '按格式书写参数，名称和类型须与工具所列一致。',
      '互不依赖的调用可以接连写出；若一个调用需要另一个的结果，请先等待结果。',
      '不要编造工具，也不要自己写出工具的结果：结果会在你调用之后的消息中给出。',
      '调用失败时，请阅读错误，改正参数，或不用该工具继续；不要重复同样的调用。',
    ],
    tools: '可用工具：',
    parameters: '参数',
    required: '必填',
    noParameters: '无参数',
    omitted: (count) => `（另有 ${count} 个工具未列出。）`,
    reminder: (names, more) => `[可按上述格式调用的工具：${names}${more > 0 ? `，另有 ${more} 个` : ''}]`,
    value: '值',
  },
  'zh-Hant': {
    heading: '工具',
    how: '你可以呼叫下列工具。要呼叫時，請在回答中嚴格按以下格式寫出呼叫，並在那裡停下：',
    rules: [
      '只有需要工具的結果時才呼叫；否則直接回答，也不要提及工具的存在。',
      '按格式書寫參數，名稱和型別須與工具所列一致。',
      '互不相依的呼叫可以接連寫出；若一個呼叫需要另一個的結果，請先等待結果。',
      '不要捏造工具，也不要自己寫出工具的結果：結果會在你呼叫之後的訊息中給出。',
      '呼叫失敗時，請閱讀錯誤，改正參數，或不用該工具繼續；不要重複同樣的呼叫。',
    ],
    tools: '可用工具：',
    parameters: '參數',
    required: '必填',
    noParameters: '無參數',
    omitted: (count) => `（另有 ${count} 個工具未列出。）`,
    reminder: (names, more) => `[可按上述格式呼叫的工具：${names}${more > 0 ? `，另有 ${more} 個` : ''}]`,
    value: '值',
  },
};
