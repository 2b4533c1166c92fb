import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sources, textOf } from './imports.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Words that the project has replaced: the field's word for each is in docs/glossary.md. */
const RETIRED = new RegExp(
  [
    /\b(keeper|shelf|shelves|twin|desk|dying|hears)\b|(?<![a-z])(Keeper|Shelf|Twin|Desk|Dying)(?![a-z])/,
    // What is set aside is in quarantine; the stored key stays `aside:`.
    /\b(const|let|readonly) aside\b|#aside\b|\.aside\b|\bFollower\b/,
    // An event is notified of, and a proposal is rehearsed. The stored key of a studio's message stays `trial`.
    /(?<![a-z])(Told|Heard|Trials?|TRIALS?)(?![a-z])|\btrials\b|#(tell|told|hear|heard)\b|\b(tell|hear)\(|\.(told|heard)\b|\b(told|heard)\??:/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Words that are wrong in a comment, and may stand in a text for a model or a person. */
const IN_COMMENTS = /\b(told|heard|hears|trial|dry runs?)\b/i;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm;

test('no code and no comment uses a word that has been replaced', () => {
  const found = sources.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, at) => {
        const word = line.match(RETIRED)?.[0];
        return word === undefined ? [] : [`${file}:${at + 1}: ${word}`];
      }),
  );
  expect(found).toEqual([]);
});

test('no comment says of an event that somebody is told of it, or hears it', () => {
  const found = sources.flatMap((file) =>
    [...textOf(file).matchAll(COMMENT)].flatMap(([comment]) => {
      const word = comment.match(IN_COMMENTS)?.[0];
      return word === undefined ? [] : [`${file}: ${word}: ${comment.slice(0, 80)}`];
    }),
  );
  expect(found).toEqual([]);
});

/** Chinese words that the glossary does not use: guest, memory image, rehearse, proposal and swipe have one word each. */
const RETIRED_CHINESE = /客体|客體|映像|排练|排練|提议|提議|备选回复|備選回覆/;

test('the Chinese pages and texts use the words of the glossary', () => {
  const folders = ['docs/zh-CN', 'src/ui/i18n/texts', 'src/hosts/sillytavern'];
  const files = folders.flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(md|ts|json)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = [...files, 'docs/glossary.md', 'README.zh-CN.md'].flatMap((file) =>
    (readFileSync(`${root}${file}`, 'utf8').match(new RegExp(`.{0,12}(${RETIRED_CHINESE.source})`, 'g')) ?? []).map(
      (text) => `${file}: ${text}`,
    ),
  );
  expect(found).toEqual([]);
});
