import { LOCAL_DIMS } from '../../protocol/embeddings.js';

const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}';
const RUNS = new RegExp(`[${CJK}]+|(?:(?![${CJK}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');
const IS_CJK = new RegExp(`^[${CJK}]`, 'u');
/** Shorter words say less: most of them are articles and the like. By their number of letters. */
const WORD_WEIGHTS = [0, 0.2, 0.25, 0.45, 0.8];
/** All trigrams of a word together, against the word itself. */
const TRIGRAM_WEIGHT = 1.25;
const CHARACTER_WEIGHT = 0.6;

/**
 * A vector of a text without any model or download: its words, the trigrams of their letters, and the pairs of its CJK
 * characters, each hashed to two places with a sign. It finds texts that share words, spellings and inflections. It knows
 * nothing of meaning: "doctor" and "physician" are as far apart as any two words. All zeros for a text without a letter or
 * digit. The same in every browser; not normalised. Whoever changes its numbers gives `LOCAL_MAKER` another model, so that
 * kept vectors are made anew.
 */
export function featureHash(text: string, dims: number = LOCAL_DIMS): Float32Array {
  const vector = new Float32Array(dims);
  for (const [feature, { count, weight }] of featuresOf(text)) {
    // The tenth time says less than the first. A root is the same number everywhere, a logarithm is not.
    const value = Math.sqrt(count) * weight;
    for (const seed of [0, 0x9e3779b9]) {
      const hash = hashOf(feature, seed);
      const place = (hash >>> 1) % dims;
      vector[place] = (vector[place] ?? 0) + ((hash & 1) === 0 ? value : -value);
    }
  }
  return vector;
}

interface Feature {
  count: number;
  readonly weight: number;
}

function featuresOf(text: string): ReadonlyMap<string, Feature> {
  const features = new Map<string, Feature>();
  const add = (feature: string, weight: number) => {
    const known = features.get(feature);
    if (known) known.count += 1;
    else features.set(feature, { count: 1, weight });
  };
  for (const [run] of text.normalize('NFKC').toLowerCase().matchAll(RUNS)) {
    const letters = Array.from(run);
    if (IS_CJK.test(run)) {
      for (const letter of letters) add(`1${letter}`, letters.length === 1 ? 1 : CHARACTER_WEIGHT);
      for (let i = 1; i < letters.length; i += 1) add(`2${letters[i - 1]}${letters[i]}`, 1);
      continue;
    }
    const weight = WORD_WEIGHTS[letters.length] ?? 1;
    add(`w${run}`, weight);
    if (letters.length < 3) continue;
    const framed = ['^', ...letters, '$'];
    const each = (weight * TRIGRAM_WEIGHT) / Math.sqrt(letters.length);
    for (let i = 2; i < framed.length; i += 1) add(`3${framed.slice(i - 2, i + 1).join('')}`, each);
  }
  return features;
}

/** FNV-1a over code units, with the last rounds of MurmurHash3: the low bits of FNV alone are poor. */
function hashOf(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
