/** English words that say nothing of what a text is about. */
const ENGLISH = `a about above after again against ain all am an and any are aren as at be because been before being below between both but by can could
couldn d did didn do does doesn doing don down during each few for from further get got had hadn has hasn have haven having he her here
hers herself him himself his how i if in into is isn it its itself just let ll m me might more most my myself no nor not now of off on
once only or other our ours ourselves out over own re s same she should shouldn so some such t than that the their theirs them
themselves then there these they this those through to too under until up ve very was we were weren what when where which while who
whom whose why will with won would wouldn you your yours yourself yourselves`;

/** Chinese characters of grammar: alone, or as a pair, they say nothing of what a text is about. */
const CHINESE =
  '的一是了我你他她它们這这那在有和就不也都要会會可以对對吗嗎呢吧啊呀哦嗯很还還又再说說没沒什么麼怎样樣哪谁誰个個上下里裡来來去到过過着著把被让讓给給从從向比跟与與或但而因为為所以如果虽雖然后後之其己自些每很太更最只才已经經做能';

export const STOP_WORDS: ReadonlySet<string> = new Set(ENGLISH.split(/\s+/));
export const STOP_CHARACTERS: ReadonlySet<string> = new Set(CHINESE);
