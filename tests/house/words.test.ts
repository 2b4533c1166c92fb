import { expect, test } from 'vitest';
import { sources, textOf } from './imports.js';

/** Words that the project has replaced: the field's word for each is in docs/glossary.md. */
const RETIRED = /\b(keeper|shelf|shelves|twin|desk|dying|hears)\b|(?<![a-z])(Keeper|Shelf|Twin|Desk|Dying)(?![a-z])/;

/** Where such a word is right: the file, the word, and why. */
const RIGHT: readonly (readonly [file: string, word: string, why: string])[] = [
  ['src/host/status.ts', 'dying', 'a public name of the status'],
  ['src/ui/workbench/walls.ts', 'dying', 'the same'],
  ['src/ui/shared/report.ts', 'dying', 'the same'],
  ['src/ui/i18n/texts/app.ts', 'dying', 'what a text is filled in with'],
];

test('no code and no comment uses a word that has been replaced', () => {
  const found = sources.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, at) => {
        const word = line.match(RETIRED)?.[0];
        const right = RIGHT.some(([place, known]) => place === file && known === word);
        return word === undefined || right ? [] : [`${file}:${at + 1}: ${word}`];
      }),
  );
  expect(found).toEqual([]);
});
