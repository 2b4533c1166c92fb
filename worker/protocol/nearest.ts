/** How many letters one word has to change, gain or lose to become another. */
const distance = (a: string, b: string): number =>
  [...a].reduce(
    (row, letter, i) => {
      const next = [i + 1];
      for (const [j, other] of [...b].entries()) {
        const [before = 0, above = 0] = row.slice(j);
        next.push(Math.min(before + Number(letter !== other), above + 1, (next[j] ?? 0) + 1));
      }
      return next;
    },
    [0, ...b].map((_, at) => at),
  )[b.length] ?? 0;

/** The known word that somebody may have meant: begun the same, or less than two fifths of its letters away. */
export const nearest = (given: string, known: readonly string[]): string | undefined => {
  const word = given.slice(0, 64);
  const far = (one: string) =>
    word[2] && (word.startsWith(one) || one.startsWith(word)) ? 0 : distance(word, one) / one.length;
  const [found = ''] = [...known].sort((a, b) => far(a) - far(b));
  return far(found) < 0.4 ? found : undefined;
};

/** What is said of a word that nobody knows: the nearest that is known, or nothing where none is near. */
export const didYouMean = (word: string, known: readonly string[], found = nearest(word, known)): string =>
  found ? `; did you mean \`${found}\`?` : '';

/** What is said of a key that nobody knows: the nearest, or all that there are. */
export const unknownKey = (where: string, key: string, known: readonly string[]): string =>
  `${where}: no option \`${key}\`${didYouMean(key, known) || `; one of ${known.join(', ')}`}`;
