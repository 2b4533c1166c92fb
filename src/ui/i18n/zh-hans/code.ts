import type { CodeWords } from '../en/code.js';

/** The same in Simplified Chinese. */
export const ZH_HANS_CODE: CodeWords = {
  'code.take': '采用',
  'code.cancel': '取消',
  'code.discardAsk': '你在这里改动的内容会丢失。',
  'code.discard': '放弃改动',
  'code.on': '继续编辑',
  'code.keys': 'Tab 离开文本。Ctrl+F 查找，Ctrl+Z 撤销。',
};
