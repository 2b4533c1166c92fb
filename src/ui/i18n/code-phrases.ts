import type { Language } from './language.js';

/** What the code editor’s library says in English, in simplified and in traditional Chinese. */
const PHRASES: { readonly [english: string]: readonly [zhHans: string, zhHant: string] } = {
  Find: ['查找', '尋找'],
  Replace: ['替换为', '取代為'],
  next: ['下一个', '下一個'],
  previous: ['上一个', '上一個'],
  all: ['全部', '全部'],
  'match case': ['区分大小写', '區分大小寫'],
  regexp: ['正则表达式', '正規表示式'],
  'by word': ['全字匹配', '全字相符'],
  replace: ['替换', '取代'],
  'replace all': ['全部替换', '全部取代'],
  close: ['关闭', '關閉'],
  'current match': ['当前匹配', '目前相符'],
  'on line': ['在第几行', '在第幾行'],
  'replaced match on line $': ['已替换第 $ 行的匹配', '已取代第 $ 行的相符處'],
  'replaced $ matches': ['已替换 $ 处', '已取代 $ 處'],
  'Go to line': ['转到行', '前往行'],
  go: ['前往', '前往'],
  'Folded lines': ['已折叠的行', '已摺疊的行'],
  'Unfolded lines': ['已展开的行', '已展開的行'],
  to: ['至', '至'],
  'folded code': ['折叠的代码', '摺疊的程式碼'],
  unfold: ['展开', '展開'],
  'Fold line': ['折叠这一行', '摺疊這一行'],
  'Unfold line': ['展开这一行', '展開這一行'],
  'Control character': ['控制字符', '控制字元'],
  'Selection deleted': ['已删除所选', '已刪除所選'],
};

/** The library’s phrases in another language, by the English ones; none for English. */
export const codePhrases = (tag: Language): { readonly [english: string]: string } =>
  tag === 'en'
    ? {}
    : Object.fromEntries(
        Object.entries(PHRASES).map(([english, [hans, hant]]) => [english, tag === 'zh-Hans' ? hans : hant]),
      );
