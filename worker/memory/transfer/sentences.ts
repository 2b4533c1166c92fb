/** Ends of sentences: a mark and a space, or a mark of Chinese; or the end of a line. */
const ENDS = /(?<=[.!?…]["'”’)*]*)\s+|(?<=[。！？…][”’」』）]?)(?![。！？…”’」』）])|\n+/u;

/** A text in whole sentences, as many to a piece as fit; a sentence that is longer by itself is cut between words. */
export function piecesOf(text: string, most: number): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const sentence of text.split(ENDS).flatMap((part) => wordwise(part.replace(/\s+/g, ' ').trim(), most))) {
    if (sentence === '') continue;
    const joined = piece === '' ? sentence : `${piece}${/[\p{Script=Han}。！？]$/u.test(piece) ? '' : ' '}${sentence}`;
    if (joined.length > most) {
      pieces.push(piece);
      piece = sentence;
    } else piece = joined;
  }
  return piece === '' ? pieces : [...pieces, piece];
}

function wordwise(sentence: string, most: number): readonly string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > most) {
    const end = wordEnd(rest, most);
    pieces.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...pieces, rest];
}

/** Where a text is cut to have so many characters at most: between words, where it has some. */
export function wordEnd(text: string, most: number): number {
  const space = text.lastIndexOf(' ', most);
  if (space > most / 2) return space;
  // Chinese has no spaces to cut at, and half a surrogate pair is no character.
  return /[\ud800-\udbff]/.test(text[most - 1] ?? '') ? most - 1 : most;
}
