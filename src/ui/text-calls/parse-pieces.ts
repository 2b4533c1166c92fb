import type { ParsedMessage } from '../../../worker/protocol/text-calls.js';

/** What a stretch of a model's text is; `gap` stands for characters that are left out. */
export type PieceKind = 'text' | 'hidden' | 'reasoning' | 'call' | 'malformed' | 'gap';

/** One stretch of a model's text. Pieces follow each other without a gap, but for those that say so. */
export interface Piece {
  readonly kind: PieceKind;
  readonly start: number;
  readonly end: number;
  /** Empty for a gap. */
  readonly text: string;
  /** Id of the call that stands here. */
  readonly call?: number;
}

/** Longer texts are shown around their calls only. */
export const WHOLE_CHARS = 100_000;
/** Characters of a piece that stay at each end of it in a long text. */
const KEPT = { text: 240, hidden: 240, reasoning: 240, call: 1_000, malformed: 1_000, gap: 0 } as const;
/** Pieces that are shown at all. */
const MOST = 2_000;
/** What looks like a marker: a tag, or a token of a template. */
const MARKER = /<[^<>\s]{1,64}>|\[\/?[A-Z_]{2,32}\]/y;

/** The text of a message in pieces: what each part of it is, and what of it nobody sees. */
export function piecesOf(source: string, { events }: ParsedMessage): Piece[] {
  const pieces: Piece[] = [];
  for (const event of events) {
    if (pieces.length > MOST) break;
    if (event.type === 'call-start' || event.type === 'call-arguments') continue;
    const { type, start, end } = event;
    const text = source.slice(start, end);
    if (type === 'call' || type === 'malformed') pieces.push({ kind: type, start, end, text, call: event.id });
    else pieces.push(...seen(type, start, text, event.text));
  }
  return source.length > WHOLE_CHARS ? shortened(pieces, source.length) : capped(pieces, source.length);
}

/** Splits a stretch into what a reader sees of it and what not: markers, and line breaks around calls. */
function seen(kind: 'text' | 'reasoning', start: number, text: string, shown: string): Piece[] {
  const piece = (as: PieceKind, from: number, to: number): Piece[] =>
    to > from ? [{ kind: as, start: start + from, end: start + to, text: text.slice(from, to) }] : [];
  if (shown === text) return piece(kind, 0, text.length);
  if (shown === '') return piece('hidden', 0, text.length);
  const pieces: Piece[] = [];
  let [at, read] = [0, 0];
  while (at < text.length) {
    const from = at;
    while (read < shown.length && text[at] === shown[read]) {
      at += 1;
      read += 1;
    }
    pieces.push(...piece(kind, from, at));
    if (at >= text.length) break;
    const hidden = at;
    MARKER.lastIndex = at;
    const marker = MARKER.exec(text)?.[0];
    at = read >= shown.length ? text.length : at + (marker?.length ?? 1);
    pieces.push(...piece('hidden', hidden, at));
  }
  // What does not come out even is better shown whole than wrongly crossed out.
  return read === shown.length ? pieces : piece(kind, 0, text.length);
}

function shortened(pieces: readonly Piece[], end: number): Piece[] {
  const short = pieces.flatMap((piece): Piece[] => {
    const { kind, start, text } = piece;
    const kept = KEPT[kind];
    if (text.length <= kept * 2) return [piece];
    const [from, to] = [start + kept, piece.end - kept];
    return [
      { ...piece, end: from, text: text.slice(0, kept) },
      { kind: 'gap', start: from, end: to, text: '' },
      { ...piece, start: to, text: text.slice(-kept) },
    ];
  });
  return capped(short, end);
}

function capped(pieces: Piece[], end: number): Piece[] {
  const first = pieces[MOST];
  return first ? [...pieces.slice(0, MOST), { kind: 'gap', start: first.start, end, text: '' }] : pieces;
}
