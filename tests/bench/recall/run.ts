import { rankersOf } from './rankers.js';
import { type Half, setsOf } from './sets.js';

const CUTS = [1, 5, 10, 25] as const;
/** Times BM25 with stems, among the first five, on what was not looked at; with word vectors in English sets, which they are for. */
export const GOAL = 1.15;
export const GOAL_WITH_WORDS = 1.3;

interface Row {
  readonly set: string;
  readonly ranker: string;
  /** Share of the answering turns among the first 1, 5, 10 and 25. */
  readonly found: readonly number[];
  /** Characters of the first five texts. */
  readonly chars: number;
}

/** Asks every ranker every question of one half of the sets. */
export async function measure(half: Half): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [set, { turns, questions }] of setsOf(half)) {
    for (const [ranker, rank] of await rankersOf(turns)) {
      const sums = CUTS.map(() => 0);
      let chars = 0;
      for (const { text, answers } of questions) {
        const ranked = await rank(text, 25);
        CUTS.forEach((cut, at) => {
          const first = new Set(ranked.slice(0, cut));
          sums[at] = (sums[at] ?? 0) + answers.filter((answer) => first.has(answer)).length / answers.length;
        });
        for (const at of ranked.slice(0, 5)) chars += turns[at]?.length ?? 0;
      }
      rows.push({ set, ranker, found: sums.map((sum) => sum / questions.length), chars: chars / questions.length });
    }
  }
  return rows;
}

/** The mean of a ranker over all sets, or those of a language, among the first five. */
export const meanAtFive = (rows: readonly Row[], ranker: string, language = ''): number => {
  const own = rows.filter((row) => row.ranker === ranker && row.set.startsWith(language));
  return own.reduce((sum, { found }) => sum + (found[1] ?? 0), 0) / own.length;
};

/** Prints the table of one half. @returns whether the goal is reached. */
export async function print(half: Half): Promise<boolean> {
  const rows = await measure(half);
  let set = '';
  for (const row of rows) {
    if (row.set !== set) console.log(`\n${row.set} (${half})`);
    set = row.set;
    const shares = row.found.map((share) => (100 * share).toFixed(1).padStart(6)).join('');
    console.log(`  ${row.ranker.padEnd(18)}${shares}  ${row.chars.toFixed(0)} characters`);
  }
  const ratio = meanAtFive(rows, 'recall') / meanAtFive(rows, 'BM25 with stems');
  console.log(`\nrecall at 5, all sets: ${ratio.toFixed(2)} times BM25 with stems; goal ${GOAL}`);
  const english = meanAtFive(rows, 'recall, words', 'English') / meanAtFive(rows, 'BM25 with stems', 'English');
  console.log(`with word vectors, English sets: ${english.toFixed(2)}; goal ${GOAL_WITH_WORDS}`);
  return ratio >= GOAL && english >= GOAL_WITH_WORDS;
}
