import { createRandom, type Random } from './random.js';

const COMMON =
  'the and of a to in her his with at she he they it was from by on for but not all into over under then when who what as one two three old new last first long dark cold red black white small great broken hidden lost secret silver golden ' +
  'said asked told knew saw heard found took gave kept left came went stood turned opened closed held broke burned promised followed waited returned fled fought won failed swore hid stole sold bought read wrote spoke whispered laughed ' +
  'door road river bridge tower gate inn market harbour forest mountain valley village city castle temple library cellar garden ship sword knife shield bow ring crown key letter map book coin lantern rope horse wolf raven dragon ' +
  'king queen captain guard soldier thief merchant healer priest witch smith sailor hunter child brother sister mother father friend enemy stranger ghost night morning winter summer rain snow storm fire blood debt oath war peace truth lie name';

const ONSETS = 'b br c ch d dr f fl g gr h j k kl l m n p pr r s sh st t th tr v w z'.split(' ');
const VOWELS = 'a e i o u ai ea ia or en an ar'.split(' ');
const NOUNS =
  'wolf raven night winter storm river stone iron silver moon sun star ash oak thorn gate bridge tower keep ford wood field hall guard smith singer walker bearer born song light fall mark water fire blood wind frost hill'.split(
    ' ',
  );
const ENDS = ['', '', '', 'n', 'r', 'l', 's', 'th', 'm', 'nd', 'st', 'ck'];

const PAIRS_SEEN =
  '他们我们一个没有自己已经这个那里时候起来什么可以现在因为所以但是如果还是只是突然慢慢终于于是然后似乎仿佛依然一起之后以前那天这里那个出来过来下去心里眼前身边声音目光' +
  '长剑酒馆国王公主骑士城门森林河流夜晚清晨月光火焰秘密承诺背叛敌人朋友老师医生商人船长士兵盗贼女巫巨龙村庄城堡神殿书信地图钥匙戒指王冠誓言战争和平真相谎言名字记忆梦境影子雨水大雪风暴山谷港口市场花园' +
  '图书地窖灯笼马车守卫祭司铁匠猎人孩子兄弟姐妹母亲父亲陌生幽灵冬天夏天血迹债务离开回来等待寻找发现打开关闭拿走交给保护追赶逃跑战斗胜利失败哭泣微笑低声告诉知道看见听到害怕相信怀疑忘记';

const CHARACTERS =
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把' +
  '性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活' +
  '设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处理府研究布石满';

const built = new Map<string, readonly string[]>();
const once = (name: string, build: () => readonly string[]): readonly string[] => {
  const known = built.get(name) ?? Object.freeze(build());
  built.set(name, known);
  return known;
};

const pairsOf = (text: string): string[] =>
  Array.from({ length: Math.floor(text.length / 2) }, (_, index) => text.slice(index * 2, index * 2 + 2));

/** One made-up word of so many syllables. */
export function madeUp(random: Random, syllables: number): string {
  let word = '';
  for (let left = syllables; left > 0; left -= 1) word += random.pick(ONSETS) + random.pick(VOWELS);
  return word + random.pick(ENDS);
}

/** Two nouns in one, or something that only looks like a word. */
function rarer(random: Random, syllables: number): string {
  return random.chance(0.3) ? random.pick(NOUNS) + random.pick(NOUNS) : madeUp(random, syllables);
}

/** 20 000 words, the commonest first: some of English, then ones that only look like it. The same for every seed. */
export const words = (): readonly string[] =>
  once('words', () => {
    const random = createRandom(20_000);
    const list = new Set(COMMON.split(' '));
    while (list.size < 20_000) list.add(rarer(random, list.size < 2_000 ? 1 : list.size < 12_000 ? 2 : 3));
    return [...list];
  });

/** 8 000 pairs of Chinese characters, the commonest first. The same for every seed. */
export const pairs = (): readonly string[] =>
  once('pairs', () => {
    const random = createRandom(8_000);
    const list = new Set(pairsOf(PAIRS_SEEN));
    const characters = [...new Set(CHARACTERS + PAIRS_SEEN)];
    while (list.size < 8_000) list.add(random.pick(characters) + random.pick(characters));
    return [...list];
  });
