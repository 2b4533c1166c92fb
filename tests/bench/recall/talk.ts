import type { Random } from '../../../examples/memory-sample/random.js';

const words = (text: string): readonly string[] => text.split('|');

const WHO = words(
  'I|we|the old man|my cousin|the guard|a merchant|that boy|the priest|nobody|the children|your friend|the innkeeper|a stranger|the captain|she|he|they|my neighbour',
);
const DID = words(
  'saw|bought|lost|found|carried|painted|mended|sold|forgot|cleaned|counted|hid|brought|borrowed|dropped|described|stole|wanted|needed|burned|opened|closed|followed|kept|threw away',
);
const WHAT = words(
  'a basket of apples|the letter|an old coat|two candles|the ladder|some bread|a wet hat|the boat|a strange coin|the wagon|my shoes|the broken chair|a book of songs|the fish|a bag of salt|the window|a kite|the stairs|an umbrella|the wheel|a pot of soup|the curtains|the hammer|a bottle|the fence|a box of nails|the saddle|a bell|the blanket|our tent',
);
const WHERE = words(
  'at the market|by the river|in the tavern|behind the mill|on the road|near the gate|in the attic|at the harbour|under the bridge|in the garden|by the well|at the fair|on the hill|in the kitchen|next to the church',
);
const WHEN = words(
  'yesterday|this morning|last week|before the rain|after supper|in the night|a month ago|on Monday|during the storm|last winter|just now|when the sun rose|some time ago',
);
const OPEN = words(
  'Well,|Honestly,|You know,|I think|Listen,|Hm,|Oh,|I heard that|It is true that|Believe me,|By the way,|Someone said that',
);
const CLOSE = words(
  'and it was fine.|but who cares.|so we left.|and that was that.|which made me laugh.|and you should have been there.|but it did not help.|and then it got late.|so do not worry.|though I am not sure.|and what do you think?|is that not odd?',
);

const WHO_ZH = words(
  '我|我们|那位老人|我表哥|卫兵|一个商人|那个男孩|神父|孩子们|你的朋友|店主|一个陌生人|船长|她|他|他们|邻居',
);
const DID_ZH = words(
  '看见了|买了|弄丢了|找到了|搬走了|画了|修好了|卖掉了|忘记了|洗干净了|数了数|带来了|借走了|掉了|说起了|偷走了|想要|需要|烧掉了|打开了|关上了|扔掉了',
);
const WHAT_ZH = words(
  '一篮苹果|那封信|一件旧外套|两支蜡烛|梯子|一些面包|一顶湿帽子|小船|一枚奇怪的硬币|马车|鞋子|坏椅子|一本歌集|那条鱼|一袋盐|窗户|风筝|楼梯|雨伞|车轮|一锅汤|窗帘|锤子|瓶子|篱笆|一盒钉子|马鞍|铃铛|毯子|帐篷',
);
const WHERE_ZH = words(
  '在集市上|在河边|在酒馆里|在磨坊后面|在路上|在城门附近|在阁楼里|在港口|在桥下|在花园里|在井边|在山上|在厨房里|在教堂旁边',
);
const WHEN_ZH = words(
  '昨天|今天早上|上个星期|下雨之前|晚饭以后|半夜里|一个月前|星期一|暴风雨的时候|去年冬天|刚才|天亮的时候|前些日子',
);
const OPEN_ZH = words('嗯，|说实话，|你知道，|我觉得|听我说，|哦，|听说|真的，|对了，|有人说');
const CLOSE_ZH = words(
  '，还不错。|，不过没关系。|，所以我们走了。|，就这样。|，我都笑了。|，你真该在场。|，可惜没用。|，后来天就黑了。|，别担心。|，我也不确定。|，你怎么看？|，是不是很怪？',
);

/** Long and short turns, because people who say something of themselves do it in both. */
function some(random: Random, parts: readonly (readonly string[])[], glue: string): string {
  const from = random.below(4);
  const to = parts.length - random.below(4);
  return parts
    .slice(Math.min(from, parts.length - 2), Math.max(to, from + 2))
    .map((list) => random.pick(list))
    .join(glue);
}

/** A turn of small talk, one of millions. */
export const englishTalk = (random: Random): string => some(random, [OPEN, WHO, DID, WHAT, WHERE, WHEN, CLOSE], ' ');

export const chineseTalk = (random: Random): string =>
  some(random, [OPEN_ZH, WHEN_ZH, WHO_ZH, WHERE_ZH, DID_ZH, WHAT_ZH, CLOSE_ZH], '');
