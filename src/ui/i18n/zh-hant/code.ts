import type { CodeWords } from '../en/code.js';

/** The same in Traditional Chinese. */
export const ZH_HANT_CODE: CodeWords = {
  'code.take': '採用',
  'code.cancel': '取消',
  'code.discardAsk': '你在這裡改動的內容會遺失。',
  'code.discard': '放棄改動',
  'code.on': '繼續編輯',
  'code.keys': 'Tab 離開文字。Ctrl+F 尋找，Ctrl+Z 復原。',
};
