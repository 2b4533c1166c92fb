/** Names of HTML's references to ASCII characters, in small letters: `lt` stands for `&lt;`, in letters of any case. */
const NAMES: { readonly [char: string]: string } = {
  '\t': 'tab',
  '\n': 'newline',
  '!': 'excl',
  '"': 'quot',
  '#': 'num',
  $: 'dollar',
  '%': 'percnt',
  '&': 'amp',
  "'": 'apos',
  '(': 'lpar',
  ')': 'rpar',
  '*': 'ast midast',
  '+': 'plus',
  ',': 'comma',
  // By their names hyphens, which a reader sees where the minus of ASCII was.
  '-': 'hyphen dash',
  '.': 'period',
  '/': 'sol',
  ':': 'colon',
  ';': 'semi',
  '<': 'lt',
  '=': 'equals',
  '>': 'gt',
  '?': 'quest',
  '@': 'commat',
  '[': 'lsqb lbrack',
  '\\': 'bsol',
  ']': 'rsqb rbrack',
  '^': 'hat',
  _: 'lowbar underbar',
  '`': 'grave diacriticalgrave',
  '{': 'lcub lbrace',
  '|': 'verbar vert verticalline',
  '}': 'rcub rbrace',
};

const CHARS = new Map(Object.entries(NAMES).flatMap(([char, names]) => names.split(' ').map((name) => [name, char])));

/** First letters of the names. */
export const REFERENCE_STARTS: ReadonlySet<number> = new Set(Array.from(CHARS.keys(), (name) => name.charCodeAt(0)));

/** These need no semicolon. */
const OPEN = /^&(amp|lt|gt|quot)/;
const CLOSED = /^&([a-z]{2,16});/;

/** The reference that a text begins with. */
export function readReference(text: string): { readonly length: number; readonly char: string } | undefined {
  for (const form of [CLOSED, OPEN]) {
    const [all = '', name = ''] = form.exec(text) ?? [];
    const char = CHARS.get(name);
    if (char !== undefined) return { length: all.length, char };
  }
  return undefined;
}
