/** A stretch of words that is in both texts, or in one of them. */
export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Above this many words in either text a comparison would take too long: then one text replaces the other. */
const MOST_WORDS = 600;

const wordsOf = (text: string): string[] => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
};

/** The words that two texts share in order, and those that only one has. */
export function diffWords(before: string, after: string): readonly DiffPart[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  const [a, b] = [wordsOf(before), wordsOf(after)];
  if (a.length > MOST_WORDS || b.length > MOST_WORDS)
    return join([
      ['removed', before],
      ['added', after],
    ]);
  const lengths = commonLengths(a, b);
  const found: [DiffPart['kind'], string][] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      found.push(['same', left]);
      i += 1;
      j += 1;
    } else if (left !== undefined && (right === undefined || at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      found.push(['removed', left]);
      i += 1;
    } else {
      found.push(['added', right ?? '']);
      j += 1;
    }
  }
  return join(found);
}

const at = (lengths: readonly Uint16Array[], i: number, j: number): number => lengths[i]?.[j] ?? 0;

/** `[i][j]`: how many words the rests of both texts share in order. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row)
        row[j] = a[i] === b[j] ? at(lengths, i + 1, j + 1) + 1 : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  }
  return lengths;
}

function join(found: readonly (readonly [DiffPart['kind'], string])[]): DiffPart[] {
  const parts: DiffPart[] = [];
  for (const [kind, text] of found) {
    const last = parts.at(-1);
    if (text === '') continue;
    if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + text };
    else parts.push({ kind, text });
  }
  return parts;
}
