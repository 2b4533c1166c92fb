import { ENGLISH } from './attributes-en.js';
import { CHINESE } from './attributes-zh.js';
import { CHINESE_CALENDAR, ENGLISH_CALENDAR } from './dated.js';
import { ENGLISH_DAYS } from './days-en.js';
import { CHINESE_DAYS } from './days-zh.js';
import { type MadeChat, makeChat } from './made-chat.js';
import { chineseTalk, englishTalk } from './talk.js';

const NAMES_EN = ['Ada', 'Ben', 'Clara', 'Dmitri', 'Eileen', 'Farid'];
const NAMES_ZH = ['小雨', '阿明', '林夏', '陈默', '苏晴', '老赵'];
const HELD_EN = ['Greta', 'Hugo', 'Ines', 'Jonas', 'Kira', 'Luca'];
const HELD_ZH = ['小梅', '阿强', '周岚', '许诺', '白露', '老孙'];

/** Which half of the things that people say a set is made of: one is tuned on, the other is not looked at. */
export type Half = 'tuned' | 'held out';

/** Chats of one half, by name: two languages, three lengths. */
export function setsOf(half: Half): ReadonlyMap<string, MadeChat> {
  const isHeld = half === 'held out';
  const pick = <T>(list: readonly T[]): readonly T[] => list.filter((_, at) => (at % 2 === 1) === isHeld);
  const sets = new Map<string, MadeChat>();
  for (const turns of [300, 3_000, 20_000]) {
    const turnsPerDay = turns > 3_000 ? 20 : 10;
    const seed = turns + (isHeld ? 7 : 3);
    sets.set(
      `English, ${turns} turns`,
      makeChat({
        ...{
          seed,
          turns,
          turnsPerDay,
          talk: englishTalk,
          calendar: ENGLISH_CALENDAR,
          silent: isHeld ? 'Noor' : 'Omar',
        },
        days: pick(ENGLISH_DAYS),
        names: isHeld ? HELD_EN : NAMES_EN,
        attributes: pick(ENGLISH),
      }),
    );
    sets.set(
      `Chinese, ${turns} turns`,
      makeChat({
        ...{
          seed,
          turns,
          turnsPerDay,
          talk: chineseTalk,
          calendar: CHINESE_CALENDAR,
          silent: isHeld ? '阿南' : '阿北',
        },
        days: pick(CHINESE_DAYS),
        names: isHeld ? HELD_ZH : NAMES_ZH,
        attributes: pick(CHINESE),
      }),
    );
  }
  return sets;
}
