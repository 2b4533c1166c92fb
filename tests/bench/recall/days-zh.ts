import type { Dated } from './dated.js';

/** The same in Chinese. */
export const CHINESE_DAYS: readonly Dated[] = [
  {
    values: ['马戏团', '葬礼', '玻璃博物馆', '婚礼', '牙医诊所', '象棋比赛'],
    say: [
      [0, '刚从{value}回来，脚好疼。'],
      [1, '我昨天去了{value}。'],
    ],
    ask: ['{name}{date}去了哪里？', '{ago}{name}做了什么？'],
  },
  {
    values: ['红烧肉', '生蚝', '南瓜汤', '烤鸭', '煎饼', '拉面'],
    say: [
      [0, '我今晚在做{value}。'],
      [2, '两天前我把{value}烧焦了。'],
    ],
    ask: ['{name}{date}做了什么菜？', '{ago}{name}吃了什么？'],
  },
  {
    values: ['一匹小马', '望远镜', '缝纫机', '独木舟', '打字机', '温室'],
    say: [
      [0, '今天我终于拿到了{value}。'],
      [1, '昨天他们送了我{value}。'],
    ],
    ask: ['{name}{date}得到了什么？', '{ago}{name}有什么新东西？'],
  },
  {
    values: ['发烧', '手腕骨折', '偏头痛', '咳嗽', '脚踝扭伤', '食物中毒'],
    say: [
      [0, '我今天{value}，躺在床上。'],
      [3, '三天前我{value}，病倒了。'],
    ],
    ask: ['{name}{date}怎么了？', '{ago}{name}为什么病了？'],
  },
];
