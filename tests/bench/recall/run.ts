import { CHINESE_CALENDAR, ENGLISH_CALENDAR } from './dated.js';
import { KINDS, type MadeChat, type QuestionKind } from './made-chat.js';
import { type Rank, rankersOf } from './rankers.js';
import { type Half, setsOf } from './sets.js';

const CUTS = [1, 5, 10, 25] as const;
/** Times BM25 with stems, among the first five, on what was not looked at; with word vectors in English sets, which they are for. */
export const GOAL = 1.15;
export const GOAL_WITH_WORDS = 1.3;

interface Row {
  readonly set: string;
  readonly ranker: string;
  /** Share of the answering turns among the first 1, 5, 10 and 25, over all questions that have an answer. */
  readonly found: readonly number[];
  /** The same for the first five, by kind of question. */
  readonly byKind: ReadonlyMap<QuestionKind, number>;
  /** Characters of the first five texts, of questions with an answer and of those without. */
  readonly chars: number;
  readonly charsForNothing: number;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

async function rowOf(set: string, ranker: string, { turns, questions }: MadeChat, rank: Rank): Promise<Row> {
  const asked: { kind: QuestionKind; found: readonly number[]; chars: number }[] = [];
  for (const { text, kind, answers } of questions) {
    const ranked = await rank(text, 25);
    const found = CUTS.map((cut) => {
      const first = new Set(ranked.slice(0, cut));
      return answers.filter((answer) => first.has(answer)).length / Math.max(1, answers.length);
    });
    const chars = ranked.slice(0, 5).reduce((sum, at) => sum + (turns[at]?.length ?? 0), 0);
    asked.push({ kind, found, chars });
  }
  const answered = asked.filter(({ kind }) => kind !== 'no answer');
  const of = (kind: QuestionKind) => asked.filter((one) => one.kind === kind);
  return {
    ...{ set, ranker },
    found: CUTS.map((_, at) => mean(answered.map(({ found }) => found[at] ?? 0))),
    byKind: new Map(KINDS.map((kind) => [kind, mean(of(kind).map(({ found }) => found[1] ?? 0))])),
    chars: mean(answered.map(({ chars }) => chars)),
    charsForNothing: mean(of('no answer').map(({ chars }) => chars)),
  };
}

/** Turns with their days in words before them. */
const datedTurns = ({ turns, dates }: MadeChat, language: string): readonly string[] => {
  const { day, withYear } = language === 'English' ? ENGLISH_CALENDAR : CHINESE_CALENDAR;
  return turns.map((turn, at) => {
    const date = new Date(dates[at] ?? '');
    return `${withYear(day[0]?.(date) ?? '', date.getUTCFullYear())} ${turn}`;
  });
};

/** Asks every ranker every question of one half of the sets. */
export async function measure(half: Half): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [set, chat] of setsOf(half)) {
    const dated = datedTurns(chat, set.split(',')[0] ?? '');
    for (const [ranker, rank] of await rankersOf(chat.turns, chat.dates, dated))
      rows.push(await rowOf(set, ranker, chat, rank));
  }
  return rows;
}

/** The mean of a ranker over all sets, or those of a language, among the first five. */
export const meanAtFive = (rows: readonly Row[], ranker: string, language = ''): number =>
  mean(rows.filter((row) => row.ranker === ranker && row.set.startsWith(language)).map(({ found }) => found[1] ?? 0));

const percent = (share: number): string => (100 * share).toFixed(1).padStart(6);

/** Prints the table of one half. @returns whether the goal is reached. */
export async function print(half: Half): Promise<boolean> {
  const rows = await measure(half);
  const kinds = KINDS.filter((kind) => kind !== 'no answer');
  console.log(
    `Share of the answering turns among the first ${CUTS.join(', ')}; among the first 5 by kind (${kinds.join(', ')});`,
  );
  console.log('characters of the first 5, of questions with an answer and of those without.');
  let set = '';
  for (const row of rows) {
    if (row.set !== set) console.log(`\n${row.set} (${half})`);
    set = row.set;
    const shares = row.found.map(percent).join('');
    const byKind = kinds.map((kind) => percent(row.byKind.get(kind) ?? 0)).join('');
    console.log(
      `  ${row.ranker.padEnd(18)}${shares}  |${byKind}  |  ${row.chars.toFixed(0)} ${row.charsForNothing.toFixed(0)}`,
    );
  }
  const ratio = meanAtFive(rows, 'recall') / meanAtFive(rows, 'BM25 with stems');
  console.log(`\nrecall at 5, all sets: ${ratio.toFixed(2)} times BM25 with stems; goal ${GOAL}`);
  const english = meanAtFive(rows, 'recall, words', 'English') / meanAtFive(rows, 'BM25 with stems', 'English');
  console.log(`with word vectors, English sets: ${english.toFixed(2)}; goal ${GOAL_WITH_WORDS}`);
  return ratio >= GOAL && english >= GOAL_WITH_WORDS;
}
