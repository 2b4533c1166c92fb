/*
 * What somebody else may put on the screen beside our own words: names, reasons, labels and descriptions of plugins, tools and
 * servers. Lengths are counted in code points, so that no letter is cut in two.
 */

/** A name, a title, a reason: code points. */
export const LABEL_CHARS = 80;
/** A description: code points. */
export const DESCRIPTION_CHARS = 500;
/** Marks that one letter may carry. More than any script needs, and few enough to stay on their line. */
export const MARKS_PER_LETTER = 8;

/**
 * Marks without a width of their own that belong where they stand: joiners in emoji and in scripts that need them, variants of
 * emoji, of Chinese characters and of Mongolian letters.
 */
const JOINING =
  '\\p{scx=Arab}\\p{scx=Beng}\\p{scx=Deva}\\p{scx=Gujr}\\p{scx=Guru}\\p{scx=Khmr}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Mong}\\p{scx=Mymr}\\p{scx=Orya}\\p{scx=Sinh}\\p{scx=Syrc}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Tibt}';
const FITTING = [
  '(?<=\\p{ExtPict}|\\p{ExtPict}\\ufe0f|[\\u{1f3fb}-\\u{1f3ff}])\\u200d(?=\\p{ExtPict})',
  '(?<=\\p{ExtPict})[\\ufe0e\\ufe0f]',
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  '(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{Script=Mong})[\\u180b-\\u180d\\u180f]',
  `(?<=(?!\\u200c|\\u200d)[${JOINING}])[\\u200c\\u200d](?=(?!\\u200c|\\u200d)[${JOINING}])`,
].join('|');
/**
 * What nobody sees, or what turns the direction of its neighbours: control and format characters, fillers and soft hyphens,
 * tags, halves of characters, private ones, and two signs that are drawn as nothing.
 */
const UNSEEN = '[\\p{DI}\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\u2800\\u{1d159}]';
/** Makes a regular expression at its first use. These take milliseconds to compile, which every worker would spend at its start. */
const onceMade = (source: string, flags: string): (() => RegExp) => {
  let made: RegExp | undefined;
  return () => {
    made ??= new RegExp(source, flags);
    return made;
  };
};
const fitOrUnseen = onceMade(`(${FITTING})|${UNSEEN}`, 'gu');
const isVisible = (text: string): boolean => /[\p{L}\p{N}\p{Sc}\p{Sm}\p{So}]/u.test(text);
const stack = onceMade(`([\\p{M}\\u200c\\u200d]{${MARKS_PER_LETTER}})([\\p{M}\\u200c\\u200d]+)`, 'gu');
const BLANKS = /[\p{Zs}\t\n\r]+/gu;
const PLAIN = /^[\x20-\x7e]*$/;
/** Code units that are examined for each code point that may be shown. */
const LOOKED_AT = 16;
/** Code units of a text that is filled into a sentence: a list of 16 hosts has no more. */
const FILLED = 5_000;

/** The first invisible character of a text, by its number, as `U+3164`. */
function unseenIn(text: string): string | undefined {
  for (const [mark, fits] of text.matchAll(fitOrUnseen())) if (fits === undefined) return numberOf(mark);
  return undefined;
}

const numberOf = (mark: string): string =>
  `U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The fault of a text that is shown beside ours, and how to mend it; `undefined` for a valid one. */
export function displayFault(text: string, most = LABEL_CHARS): string | undefined {
  const length = codePoints(text, most);
  if (length > most) return `longer than ${most} characters: shorten it`;
  if (PLAIN.test(text)) return isVisible(text) ? undefined : 'nothing to see in it: write at least one letter';
  if (/[\n\r\u2028\u2029]/.test(text)) return 'more than one line: write it in one';
  const unseen = unseenIn(text);
  if (unseen !== undefined) return `${unseen} is not to be seen, or turns the direction of the text: leave it out`;
  if (!isVisible(text)) return 'nothing to see in it: write at least one letter';
  if (/^\s*\p{M}/u.test(text)) return 'it begins with a mark that belongs over a letter: leave it out';
  if (text.search(stack()) >= 0) return `more than ${MARKS_PER_LETTER} marks on one letter: leave some out`;
  return undefined;
}

/** A stranger's text as one line that may stand beside ours: nothing unseen, few marks, cut at `most` code points. */
export function displayLine(text: string, most = LABEL_CHARS): string {
  const looked = text.slice(0, most * LOOKED_AT);
  if (looked.length === text.length && text.length <= most && PLAIN.test(text)) return text;
  const clean = looked
    .replace(BLANKS, ' ')
    .replace(fitOrUnseen(), (_mark, fits: string | undefined) => fits ?? '')
    .replace(BLANKS, ' ')
    .replace(/^[\s\p{M}]+/u, '')
    .replace(stack(), '$1')
    .trim();
  const { shown, rest } = clipText(clean, most - 1);
  if (codePoints(rest, 1) > 1) return `${shown.trimEnd()}…`;
  return looked.length < text.length && rest === '' ? `${clean}…` : clean;
}

/** A text that may be laid out: of many marks on one letter the first stay, and a number stands for the rest. */
export const boundMarks = (text: string): string =>
  PLAIN.test(text) ? text : text.replace(stack(), (_all, first: string, rest: string) => `${first}‹+${rest.length}›`);

/** A text for storage: of many marks on one letter the first stay. */
export const fewMarks = (text: string): string =>
  text.length <= MARKS_PER_LETTER || PLAIN.test(text) ? text : text.replace(stack(), '$1');

/** The beginning of a text, at most so many code points, and what follows it. No letter is parted from its marks. */
export function clipText(text: string, most: number): { readonly shown: string; readonly rest: string } {
  let end = offsetOf(text, most);
  if (end >= text.length) return { shown: text, rest: '' };
  for (let back = 0; back <= MARKS_PER_LETTER + 1 && end > 0; back += 1) {
    if (!splits(text, end)) return { shown: text.slice(0, end), rest: text.slice(end) };
    end -= isTail(text, end - 1) ? 2 : 1;
  }
  end = offsetOf(text, most);
  return { shown: text.slice(0, end), rest: text.slice(end) };
}

/** True where a cut would part what belongs together. */
const splits = (text: string, at: number): boolean =>
  /^(?:\p{M}|\u200c|\u200d|[\u{1f3fb}-\u{1f3ff}])/u.test(text.slice(at, at + 2)) || text[at - 1] === '\u200d';

const isTail = (text: string, at: number): boolean => /^[\udc00-\udfff]/.test(text[at] ?? '') && at > 0;

/** Where the code point with this number begins. */
function offsetOf(text: string, codePoint: number): number {
  if (text.length <= codePoint) return text.length;
  let at = 0;
  for (let n = 0; n < codePoint && at < text.length; n += 1) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

/** The code points of a text, counted no further than one above `most`. */
function codePoints(text: string, most: number): number {
  let count = 0;
  for (let at = 0; at < text.length && count <= most; count += 1) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

const ISOLATE = '\u2068';
const END = '\u2069';
/** Letters that are written from right to left, and numbers among them. */
const turns = (text: string): boolean =>
  /[\u0590-\u08ff\u2068\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(text);

/**
 * A text without invisible characters. Balanced isolates stay, because lists of names have them. Line breaks stay.
 */
export function contained(text: string): string {
  if (text.length > FILLED) return `${contained(text.slice(0, FILLED))}…`;
  if (PLAIN.test(text)) return text;
  let open = 0;
  const inside = text.replace(fitOrUnseen(), (mark, fits: string | undefined) => {
    if (fits !== undefined || mark === '\n' || mark === '\t') return mark;
    if (mark === ISOLATE) open += 1;
    else if (mark !== END || open === 0) return '';
    else open -= 1;
    return mark;
  });
  return boundMarks(inside) + END.repeat(open);
}

/** The same, for a place that takes no elements: what could turn the direction of its neighbours is isolated from them. */
export function apart(text: string): string {
  const inside = contained(text);
  return turns(inside) ? ISOLATE + inside + END : inside;
}

/** A stranger's line, for a place that takes no elements, such as a label or a notice. `most`: code points. */
export const isolated = (text: string, most = DESCRIPTION_CHARS): string => apart(displayLine(text, most));
