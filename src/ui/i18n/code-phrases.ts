import type { Language } from './language.js';

type Phrases = { readonly [english: string]: string };

/** What the code editor’s library says in English, in other languages. */
const ZH_HANS: Phrases = {
  Find: '查找',
  Replace: '替换为',
  next: '下一个',
  previous: '上一个',
  all: '全部',
  'match case': '区分大小写',
  regexp: '正则表达式',
  'by word': '全字匹配',
  replace: '替换',
  'replace all': '全部替换',
  close: '关闭',
  'current match': '当前匹配',
  'on line': '在第几行',
  'replaced match on line $': '已替换第 $ 行的匹配',
  'replaced $ matches': '已替换 $ 处',
  'Go to line': '转到行',
  go: '前往',
  'Folded lines': '已折叠的行',
  'Unfolded lines': '已展开的行',
  to: '至',
  'folded code': '折叠的代码',
  unfold: '展开',
  'Fold line': '折叠这一行',
  'Unfold line': '展开这一行',
  'Control character': '控制字符',
  'Selection deleted': '已删除所选',
};

const ZH_HANT: Phrases = {
  Find: '尋找',
  Replace: '取代為',
  next: '下一個',
  previous: '上一個',
  all: '全部',
  'match case': '區分大小寫',
  regexp: '正規表示式',
  'by word': '全字相符',
  replace: '取代',
  'replace all': '全部取代',
  close: '關閉',
  'current match': '目前相符',
  'on line': '在第幾行',
  'replaced match on line $': '已取代第 $ 行的相符處',
  'replaced $ matches': '已取代 $ 處',
  'Go to line': '前往行',
  go: '前往',
  'Folded lines': '已摺疊的行',
  'Unfolded lines': '已展開的行',
  to: '至',
  'folded code': '摺疊的程式碼',
  unfold: '展開',
  'Fold line': '摺疊這一行',
  'Unfold line': '展開這一行',
  'Control character': '控制字元',
  'Selection deleted': '已刪除所選',
};

const PHRASES: { readonly [tag in Language]: Phrases } = { en: {}, 'zh-Hans': ZH_HANS, 'zh-Hant': ZH_HANT };

export const codePhrases = (tag: Language): Phrases => PHRASES[tag];
