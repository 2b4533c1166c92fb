import type { Dated } from './dated.js';

/** What people did on a day, how they said it, and how they are asked about that day. */
export const ENGLISH_DAYS: readonly Dated[] = [
  {
    values: ['the circus', 'a funeral', 'the glass museum', 'a wedding', 'the dentist', 'a chess contest'],
    say: [
      [0, 'We are back from {value}, my feet hurt.'],
      [1, 'I went to {value} yesterday.'],
    ],
    ask: ['Where did {name} go on {date}?', 'What did {name} do {ago}?'],
  },
  {
    values: ['goulash', 'oysters', 'pumpkin soup', 'roast duck', 'pancakes', 'ramen'],
    say: [
      [0, 'I am cooking {value} tonight.'],
      [2, 'Two days ago I burned the {value}.'],
    ],
    ask: ['What did {name} cook on {date}?', 'Which meal did {name} make {ago}?'],
  },
  {
    values: ['a pony', 'a telescope', 'a sewing machine', 'a canoe', 'a typewriter', 'a greenhouse'],
    say: [
      [0, 'Today I finally got {value}.'],
      [1, 'The day before today was my birthday, and yesterday they gave me {value}.'],
    ],
    ask: ['What did {name} get on {date}?', 'What was new for {name} {ago}?'],
  },
  {
    values: ['fever', 'a broken wrist', 'a migraine', 'a cough', 'a sprained ankle', 'food poisoning'],
    say: [
      [0, 'I am in bed with {value} today.'],
      [3, 'Three days ago I was ill with {value}.'],
    ],
    ask: ['What was wrong with {name} on {date}?', 'Why was {name} ill {ago}?'],
  },
];
