/** What begins markup, and what looks like it and begins nothing. */
const ALIKE: { readonly [character: string]: string } = {
  '<': '＜',
  '>': '＞',
  '&': '＆',
  '"': '＂',
  "'": '’',
  '`': '’',
};

/** A stranger's text for places that SillyTavern may read as HTML or as a script: it stays text in both. */
export const plainText = (text: string): string => text.replace(/[<>&"'`]/g, (character) => ALIKE[character] ?? '');
