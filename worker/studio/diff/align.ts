export type Match = readonly [before: number, after: number];

/** Comparisons that one stretch may cost; a longer one is cut at what both lists have once. */
const MOST_CELLS = 240_000;
const MOST_DEPTH = 40;

/** What two lists have in common, in order: the longest such list where that is cheap, a good one where it is not. */
export function align(before: readonly string[], after: readonly string[]): readonly Match[] {
  const numbers = new Map<string, number>();
  const numbered = (list: readonly string[]) =>
    Int32Array.from(list, (item) => {
      const known = numbers.get(item);
      if (known !== undefined) return known;
      numbers.set(item, numbers.size);
      return numbers.size - 1;
    });
  const found: Match[] = [];
  stretch(numbered(before), numbered(after), [0, before.length, 0, after.length], found);
  return found;
}

type Span = readonly [beforeStart: number, beforeEnd: number, afterStart: number, afterEnd: number];

function stretch(a: Int32Array, b: Int32Array, [a0, a1, b0, b1]: Span, found: Match[], depth = 0): void {
  let [i, j, m, n] = [a0, b0, a1, b1];
  for (; i < m && j < n && a[i] === b[j]; i += 1, j += 1) found.push([i, j]);
  const tail: Match[] = [];
  for (; i < m && j < n && a[m - 1] === b[n - 1]; m -= 1, n -= 1) tail.push([m - 1, n - 1]);
  if (i < m && j < n) {
    if ((m - i) * (n - j) <= MOST_CELLS) longest(a, b, [i, m, j, n], found);
    else {
      const anchors = depth < MOST_DEPTH ? onceInBoth(a, b, [i, m, j, n]) : [];
      // Without any there is nothing to go by: one stretch replaces the other.
      if (anchors.length > 0) {
        for (const [x, y] of [...anchors, [m, n] as const]) {
          stretch(a, b, [i, x, j, y], found, depth + 1);
          if (x < m) found.push([x, y]);
          [i, j] = [x + 1, y + 1];
        }
      }
    }
  }
  for (const match of tail.reverse()) found.push(match);
}

/** The longest common list, by a table of how long it is from each place on. */
function longest(a: Int32Array, b: Int32Array, [a0, a1, b0, b1]: Span, found: Match[]): void {
  const width = b1 - b0 + 1;
  const table = new Uint32Array((a1 - a0 + 1) * width);
  const at = (i: number, j: number) => table[(i - a0) * width + (j - b0)] as number;
  for (let i = a1 - 1; i >= a0; i -= 1) {
    for (let j = b1 - 1; j >= b0; j -= 1) {
      table[(i - a0) * width + (j - b0)] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  for (let i = a0, j = b0; i < a1 && j < b1; ) {
    if (a[i] === b[j]) {
      found.push([i, j]);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
}

/** What is there exactly once on both sides, in an order that both have. */
function onceInBoth(a: Int32Array, b: Int32Array, [a0, a1, b0, b1]: Span): Match[] {
  const [inA, inB] = [once(a, a0, a1), once(b, b0, b1)];
  const pairs: Match[] = [];
  for (const [item, i] of inA) {
    const j = inB.get(item);
    if (i >= 0 && j !== undefined && j >= 0) pairs.push([i, j]);
  }
  return longestRising(pairs);
}

/** Each item’s place; less than 0 for one that is there more than once. In the order of the places. */
function once(list: Int32Array, from: number, to: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = from; at < to; at += 1) {
    const item = list[at] as number;
    places.set(item, places.has(item) ? -1 : at);
  }
  return places;
}

/** Of pairs that rise in their first numbers, the most that rise in their second, too. */
function longestRising(pairs: readonly Match[]): Match[] {
  const ends: number[] = [];
  const previous = new Int32Array(pairs.length);
  pairs.forEach(([, j], at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] as number] as Match)[1] < j) low = middle + 1;
      else high = middle;
    }
    previous[at] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = at;
  });
  const rising: Match[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] as number) rising.push(pairs[at] as Match);
  return rising.reverse();
}
