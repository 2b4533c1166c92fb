import { stemOf } from '../../adapters/stem.js';
import { baseOf } from './irregular.js';
import { STOP_CHARACTERS, STOP_WORDS } from './stop-words.js';

/** A run of one script that is written without spaces, or a word. */
const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}](?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])*/gu;
const WITHOUT_SPACES = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** A text is read up to here: what is longer is about more than one thing. */
const MOST_CHARACTERS = 20_000;

/**
 * The words that a recall compares, in their order: English ones by their stems, without words of grammar; of Chinese and Japanese
 * every pair of characters, and every character by itself.
 */
export function* recallWords(text: string): Generator<string> {
  const plain = text.slice(0, MOST_CHARACTERS).normalize('NFKC').toLowerCase();
  for (const [run] of plain.matchAll(RUNS)) {
    if (WITHOUT_SPACES.test(run)) yield* piecesOf(run);
    else if (!STOP_WORDS.has(run) && !STOP_WORDS.has(baseOf(run))) yield stemOf(baseOf(run));
  }
}

function* piecesOf(run: string): Generator<string> {
  let before = '';
  for (const character of run) {
    const stops = STOP_CHARACTERS.has(character);
    if (before !== '' && !(stops && STOP_CHARACTERS.has(before))) yield before + character;
    if (!stops) yield character;
    before = character;
  }
}

/** True for a character by itself, which says less than a word: it is in many of them. */
export const isSingle = (word: string): boolean => word.length === 1 && word > '⺀';
