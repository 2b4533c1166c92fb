/** Rounds of escapes within escapes that are undone. */
const ROUNDS = 8;
/** Marks and what nobody sees: taken out before texts are decomposed, so that no run of marks has to be sorted. */
const UNSEEN = /[\p{M}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/gu;
const ESCAPES =
  /\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|\\([^ux]|[ux])|&#x([0-9a-f]{1,6});?|&#(\d{1,7});?|&([a-z]{2,8});/giu;
const PERCENT = /(?:%[0-9a-f]{2})+/gi;
const ASCII = /^[\x20-\x7e\n]*$/;

/** HTML's names of the characters that calls are made of. */
const NAMED: { readonly [name: string]: string } = {
  ...{ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', nbsp: ' ', tab: ' ', newline: ' ', sol: '/', bsol: '\\' },
  ...{ lsqb: '[', lbrack: '[', rsqb: ']', rbrack: ']', lcub: '{', lbrace: '{', rcub: '}', rbrace: '}' },
  ...{ lpar: '(', rpar: ')', colon: ':', comma: ',', equals: '=', lowbar: '_', hyphen: '-', period: '.', semi: ';' },
  ...{ num: '#', percnt: '%', commat: '@', ast: '*', plus: '+', excl: '!', quest: '?', vert: '|', verbar: '|' },
  ...{ grave: '`', dollar: '$', shy: '', zwj: '', zwnj: '', ensp: ' ', emsp: ' ', thinsp: ' ' },
};

/** A text without the escapes it was wrapped in. */
export interface Unwrapped {
  readonly text: string;
  /** False where there are more escapes within escapes than are undone. */
  readonly isWhole: boolean;
}

const charOf = (digits: string, radix: number): string => {
  const code = Number.parseInt(digits, radix);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
};

const unescaped = (text: string): string =>
  text.replace(ESCAPES, (all, braced, four, two, one, hex, decimal, named) => {
    const digits: string | undefined = braced ?? four ?? two ?? hex;
    if (digits !== undefined) return charOf(digits, 16);
    if (decimal !== undefined) return charOf(decimal, 10);
    if (one !== undefined) return /[nrtbfv\n]/.test(one) ? ' ' : one;
    return Object.hasOwn(NAMED, named.toLowerCase()) ? (NAMED[named.toLowerCase()] as string) : all;
  });

const percentDecoded = (text: string): string =>
  text.replace(PERCENT, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run.replace(/%(..)/g, (_, digits) => charOf(digits, 16));
    }
  });

/** One form for letters that have several, without what nobody sees. */
const plain = (text: string): string =>
  ASCII.test(text) ? text : text.replace(UNSEEN, '').normalize('NFKD').replace(UNSEEN, '');

function settled(given: string): Unwrapped {
  let text = plain(given);
  for (let round = 0; round < ROUNDS; round++) {
    const next = plain(unescaped(text));
    if (next === text) return { text, isWhole: true };
    text = next;
  }
  return { text, isWhole: unescaped(text) === text };
}

/** Takes a text out of its escapes: of JSON and HTML as deep as they go, up to a bound, and of percent signs once. */
export function unwrap(text: string): Unwrapped {
  const first = settled(text);
  const decoded = percentDecoded(first.text);
  if (decoded === first.text) return first;
  const second = settled(decoded);
  return { text: second.text, isWhole: first.isWhole && second.isWhole };
}

/** The form in which texts are compared: one case, one kind of white space, no escapes. For an unwrapped text. */
export const folded = (text: string): string => plain(text.toLowerCase()).replaceAll('\\', '').replace(/\s+/g, ' ');

/** The same without white space: it may have been wrapped. */
export const bare = (text: string): string => text.replaceAll(' ', '');

/** A short text as it is compared. */
export const comparable = (text: string): string => bare(folded(unwrap(text).text));
