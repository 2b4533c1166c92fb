import type { DiffLine, DiffRow, Hunk } from '../../protocol/studio.js';
import { checksum } from './checksum.js';
import { keyOf, matchTexts, type Piece, type Pieces, textOf } from './pieces.js';
import { likelyPairs, type Places } from './similar.js';
import { markWords } from './words.js';

export interface LineDiff {
  readonly rowCount: number;
  readonly hunks: readonly Hunk[];
  /** Rows with nothing left out, from one up to but not including another. */
  rows(from: number, to: number): readonly DiffRow[];
  /** Rows around the hunks, with one row in the place of each longer stretch of others. */
  folded(): readonly DiffRow[];
  without(keys: ReadonlySet<string>): string;
}

const AROUND = 3;
/** Rows of one hunk that are shown at once. */
const MOST_ROWS = 200;
/** Rows of all hunks together that are shown at once. */
const MOST_ALL = 600;

/** Pieces of both sides that stand beside each other: the same, or a hunk. */
interface Block {
  readonly hunk: number | undefined;
  readonly before: number;
  readonly beforeCount: number;
  readonly after: number;
  readonly afterCount: number;
  /** Of a hunk: pieces that became each other, by their places in it. */
  readonly pairs: readonly Places[];
  readonly row: number;
  readonly rows: number;
}

/** Compares two texts by lines; a side that is missing has none. */
export function lineDiff(before: string | undefined, after: string | undefined): LineDiff {
  const pieces = matchTexts(before, after);
  const { before: old, after: now } = pieces;
  const blocks = blocksOf(pieces);
  const hunks = blocks.filter(({ hunk }) => hunk !== undefined).map((block) => hunkOf(block, old, now));
  const last = blocks.at(-1);
  const rowCount = last ? last.row + last.rows : 0;

  const part = (block: Block, from: number, to: number): DiffRow[] => {
    const start = Math.max(0, from);
    const end = Math.min(block.rows, to);
    if (start >= end) return [];
    if (block.hunk !== undefined) return hunkRows(block, old, now).slice(start, end);
    return Array.from({ length: end - start }, (_, at) => ({
      kind: 'same',
      before: lineOf(old[block.before + start + at]),
      after: lineOf(now[block.after + start + at]),
    }));
  };
  const fold = (block: Block, at: number): readonly DiffRow[] => {
    const inHunk = block.hunk !== undefined;
    const head = inHunk ? MOST_ROWS : at === 0 ? 0 : AROUND;
    const tail = inHunk || at === blocks.length - 1 ? 0 : AROUND;
    const skipped = block.rows - head - tail;
    // One row is as short as what would stand in its place.
    if (skipped < 2) return part(block, 0, block.rows);
    const row: DiffRow = { kind: 'skipped', skipped, at: block.row + head, ...(inHunk && { hunk: block.hunk }) };
    return [...part(block, 0, head), row, ...part(block, block.rows - tail, block.rows)];
  };

  return {
    rowCount,
    hunks,
    rows: (from, to) => blocks.flatMap((block) => part(block, from - block.row, to - block.row)),
    folded: () => {
      const rows: DiffRow[] = [];
      for (const [at, block] of blocks.entries()) {
        const rest = rowCount - block.row;
        if (rows.length < MOST_ALL || rest < 2) for (const row of fold(block, at)) rows.push(row);
        else {
          // Counted to the next hunk, because most of it is no context.
          const hunk = block.hunk ?? blocks[at + 1]?.hunk;
          rows.push({ kind: 'skipped', skipped: rest, at: block.row, ...(hunk !== undefined && { hunk }) });
          break;
        }
      }
      return rows;
    },
    without: (keys) =>
      textOf(
        blocks.flatMap((block) =>
          block.hunk !== undefined && keys.has(hunks[block.hunk]?.key ?? '')
            ? old.slice(block.before, block.before + block.beforeCount)
            : now.slice(block.after, block.after + block.afterCount),
        ),
      ),
  };
}

function blocksOf({ before: old, after: now, matches }: Pieces): Block[] {
  const blocks: Block[] = [];
  let [before, after, row, hunk] = [0, 0, 0, 0];
  const push = (beforeCount: number, afterCount: number, same: boolean) => {
    if (beforeCount + afterCount === 0) return;
    const texts = (list: readonly Piece[], from: number, count: number) =>
      list.slice(from, from + count).map(({ text }) => text);
    const pairs = same ? [] : likelyPairs(texts(old, before, beforeCount), texts(now, after, afterCount));
    const rows = same ? beforeCount : beforeCount + afterCount - pairs.length;
    blocks.push({ hunk: same ? undefined : hunk++, before, beforeCount, after, afterCount, pairs, row, rows });
    [before, after, row] = [before + beforeCount, after + afterCount, row + rows];
  };
  let same = 0;
  for (const [i, j] of [...matches, [old.length, now.length] as const]) {
    if (i > before + same || j > after + same) {
      push(same, same, true);
      same = 0;
      push(i - before, j - after, false);
    }
    if (i < old.length) same += 1;
  }
  push(same, same, true);
  return blocks;
}

function hunkRows(block: Block, old: readonly Piece[], now: readonly Piece[]): DiffRow[] {
  const rows: DiffRow[] = [];
  const hunk = block.hunk as number;
  let [left, right] = [0, 0];
  for (const [i, j] of [...block.pairs, [block.beforeCount, block.afterCount] as const]) {
    for (; left < i; left += 1) rows.push({ kind: 'removed', before: lineOf(old[block.before + left]), hunk });
    for (; right < j; right += 1) rows.push({ kind: 'added', after: lineOf(now[block.after + right]), hunk });
    const [a, b] = [old[block.before + i], now[block.after + j]];
    if (a && b && i < block.beforeCount) {
      const marks = markWords(a.text, b.text);
      rows.push({
        ...{ kind: 'changed', hunk },
        before: { ...lineOf(a), parts: marks.before },
        after: { ...lineOf(b), parts: marks.after },
      });
    }
    [left, right] = [i + 1, j + 1];
  }
  return rows;
}

const lineOf = (piece: Piece | undefined): DiffLine => ({
  number: piece?.line ?? 0,
  ...(piece?.inner && { continued: true }),
  parts: [{ text: piece?.text ?? '' }],
});

function hunkOf(block: Block, old: readonly Piece[], now: readonly Piece[]): Hunk {
  const { before, beforeCount, after, afterCount } = block;
  const gone = textOf(old.slice(before, before + beforeCount));
  const come = now.slice(after, after + afterCount).map(keyOf);
  return {
    // By characters, not by pieces: into which a text falls depends on what else differs.
    key: `${lineNumber(old, before)}.${column(old, before)}+${gone.length}:${checksum(come.join('\n'))}`,
    ...{ beforeStart: lineNumber(old, before), beforeCount: lineCount(old, before, beforeCount) },
    ...{ afterStart: lineNumber(now, after), afterCount: lineCount(now, after, afterCount) },
  };
}

/** Characters of its line in front of a piece. */
function column(pieces: readonly Piece[], at: number): number {
  let count = 0;
  for (let one = at; pieces[one]?.inner; one -= 1) count += pieces[one - 1]?.text.length ?? 0;
  return count;
}

const lineNumber = (pieces: readonly Piece[], at: number): number => pieces[at]?.line ?? (pieces.at(-1)?.line ?? 0) + 1;

const lineCount = (pieces: readonly Piece[], at: number, count: number): number =>
  count === 0 ? 0 : lineNumber(pieces, at + count - 1) - lineNumber(pieces, at) + 1;
