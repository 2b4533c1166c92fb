import { convert, html, match, pinyin, polyphonic, segment } from 'pinyin-pro';

/** Reads Chinese aloud, and finds a name by its first letters. */
export default function run() {
  return {
    sentence: pinyin('重庆银行的行长在长大后很重视音乐'),
    plain: pinyin('汉语拼音', { toneType: 'none', type: 'array' }),
    initials: pinyin('赵钱孙李', { pattern: 'initial', type: 'array' }),
    numbers: pinyin('一不做，二不休', { toneType: 'num' }),
    surname: pinyin('单田芳 曾国藩', { mode: 'surname' }),
    matched: match('中文拼音', 'zwpy'),
    many: polyphonic('好奇', { toneType: 'num' }),
    html: html('你好'),
    segments: segment('小明硕士毕业于中国科学院计算所').length,
    symbols: convert('zhong1 guo2'),
  };
}
