import { displayLine } from '../../../../worker/protocol/display-text.js';

/** What begins markup, and what looks like it and begins nothing. */
const ALIKE: { readonly [character: string]: string } = {
  '<': '＜',
  '>': '＞',
  '&': '＆',
  '"': '＂',
  "'": '’',
  '`': '’',
};
/** A character without width: what it stands in looks the same, and is read as text. */
const BREAK = '\u200b';

/** A stranger's text of one short line, for places that SillyTavern may read as HTML or as a script: it stays text in both. */
export function plainText(text: string, chars = 80): string {
  return withoutMacros(displayLine(text, chars)).replace(/[<>&"'`]/g, (character) => ALIKE[character] ?? '');
}

/** A stranger's text in which SillyTavern's macros do nothing: it carries them out wherever it shows a text, those that set variables too. */
export const withoutMacros = (text: string): string => text.replace(/\{(?=\{)/g, `{${BREAK}`);

/** A stranger's text for a message of the chat: Markdown without HTML, macros and pictures, each of which would be a request. */
export const withoutMarkup = (text: string): string =>
  withoutMacros(text)
    .replace(/<(?=[a-z/!?])/gi, `<${BREAK}`)
    .replace(/!(?=\[)/g, `!${BREAK}`);
