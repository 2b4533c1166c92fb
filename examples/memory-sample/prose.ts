import { createZipf, type Random } from './random.js';
import { madeUp, pairs, words } from './words.js';

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
const SURNAMES = [...'林陈李王张刘赵周吴徐孙马朱胡郭何高罗郑梁谢宋唐许韩冯邓曹彭曾'];
const GIVEN = [...'清远雪明月风云山海星辰若兰子墨青竹思雨天宁安然一凡书瑶'];
const PLACES = ['Inn', 'Tower', 'Bridge', 'Market', 'Harbour', 'Keep', 'Hollow', 'Gate'];
const PLACES_CJK = ['镇', '城', '客栈', '古塔', '石桥', '码头', '山谷', '东门'];

/** Writes text that reads like a story from afar. */
export interface Prose {
  /** About so many characters, in whole sentences; `start` comes first. */
  text(characters: number, isCjk: boolean, start?: string): string;
  /** A few words without an end. */
  phrase(count: number, isCjk: boolean): string;
  person(isCjk: boolean): string;
  place(isCjk: boolean): string;
}

/** Makes a writer whose words are as unevenly common as those of a language. */
export function createProse(random: Random): Prose {
  const [wordList, pairList] = [words(), pairs()];
  const wordRank = createZipf(wordList.length, random);
  const pairRank = createZipf(pairList.length, random);
  const word = (): string => wordList[wordRank()] ?? '';
  const pair = (): string => pairList[pairRank()] ?? '';

  const latin = (characters: number, start: string): string => {
    let text = start;
    let left = 0;
    while (text.length < characters) {
      const isFirst = left === 0;
      if (isFirst) left = 7 + random.below(8);
      const isNewSentence = isFirst && text !== start;
      if (text !== '') text += isNewSentence ? '. ' : ' ';
      text += isNewSentence || text === '' ? capital(word()) : word();
      left -= 1;
    }
    return `${text}.`;
  };
  const cjk = (characters: number, start: string): string => {
    let text = start;
    let left = 4 + random.below(6);
    while (text.length < characters) {
      text += pair();
      left -= 1;
      if (left > 0) continue;
      text += random.chance(0.5) ? '，' : '。';
      left = 4 + random.below(6);
    }
    return `${/[，。]$/.test(text) ? text.slice(0, -1) : text}。`;
  };
  return {
    text: (characters, isCjk, start = '') => (isCjk ? cjk(characters, start) : latin(characters, start)),
    phrase: (count, isCjk) =>
      isCjk ? Array.from({ length: count }, pair).join('') : Array.from({ length: count }, word).join(' '),
    person: (isCjk) =>
      isCjk
        ? random.pick(SURNAMES) + random.pick(GIVEN) + (random.chance(0.6) ? random.pick(GIVEN) : '')
        : `${capital(madeUp(random, 2))} ${capital(madeUp(random, 2))}`,
    place: (isCjk) =>
      isCjk
        ? pair() + random.pick(PLACES_CJK)
        : `${random.pick(['Old', 'New', 'Lost', 'Upper', 'Lower'])} ${capital(madeUp(random, 2))} ${random.pick(PLACES)}`,
  };
}
