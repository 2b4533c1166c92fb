/** How many letters one word has to change, gain or lose to become another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const kept = (row[j] ?? 0) + (letter === b[j] ? 0 : 1);
      next.push(Math.min(kept, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The known word that somebody may have meant: begun the same, or no more than a third of its letters away. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const small = word.slice(0, 64).toLowerCase();
  const [found] = known
    .map((one) => {
      const other = one.toLowerCase();
      const begun = Math.min(small.length, other.length) > 2 && (small.startsWith(other) || other.startsWith(small));
      return { one, far: begun ? 1 : distance(small, other), most: Math.max(1, Math.floor(other.length / 3)) };
    })
    .filter(({ far, most }) => far <= most)
    .sort((a, b) => a.far - b.far);
  return found?.one;
}

/** A question after the nearest known word, behind a semicolon; nothing where none is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const found = nearest(word, known);
  return found === undefined ? '' : `; did you mean \`${found}\`?`;
}

/** What was given, as one short piece of a message. Never throws. */
export function show(value: unknown): string {
  try {
    const json = JSON.stringify(value) ?? typeof value;
    const text = typeof value === 'string' ? json.slice(1, -1) : json;
    return `\`${text.length > 64 ? `${text.slice(0, 64)}…` : text}\``;
  } catch {
    return `a ${typeof value}`;
  }
}
