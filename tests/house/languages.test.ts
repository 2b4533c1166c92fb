import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHINESE_PAGES, DOCUMENTS, idOf, linksIn, PAGES, root, type Section, sectionsOf, textOf } from './pages.js';

const FRONT = ['README.md', 'README.zh-CN.md'] as const;

const codeIn = (text: string) => [...new Set(text.match(/`[^`\n]+`/g))].sort();

const withoutComments = ({ info, lines }: Section['fences'][number]) =>
  lines
    .map((line) => line.replace(info === 'sh' ? /(^|\s)#.*/ : /(^|\s)\/\/.*|<!--.*-->/, ''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Each table as its rows, each row as its cells. */
const tables = ({ lines }: Section) =>
  lines
    .join('\n')
    .split(/\n(?!\|)/)
    .map((block) => block.split('\n').filter((line) => line.startsWith('|')))
    .filter((rows) => rows.length > 0)
    .map((rows) => rows.map((row) => row.split('|').map((cell) => cell.trim())));

/** Where a link leads, by the name that the English and the Chinese page have in common; a picture is taken in each language. */
function placeOf(target: string, page: string): string {
  if (/^[a-z]+:/.test(target)) return target;
  const [path = '', id] = target.split('#');
  const place = path === '' ? page : relative(root, join(root, dirname(page), path));
  const common = place.replace(/^docs\/zh-CN\//, 'docs/').replace(/-(en|zh-cn)\.png$/, '.png');
  return (common === FRONT[1] ? FRONT[0] : common) + (id === undefined ? '' : '#');
}

test('each page of docs is there in both languages, and its index links to it', () => {
  expect(CHINESE_PAGES).toEqual(PAGES);
  expect(PAGES.length).toBeGreaterThan(15);
  for (const folder of ['docs', 'docs/zh-CN']) {
    const linked = linksIn(textOf(`${folder}/README.md`));
    expect(
      PAGES.filter((name) => name !== 'README.md' && !linked.includes(name)),
      folder,
    ).toEqual([]);
  }
});

test('a README is a front page: at most 200 lines', () => {
  for (const page of FRONT) expect(textOf(page).trimEnd().split('\n').length, page).toBeLessThanOrEqual(200);
});

describe.each(DOCUMENTS)('%s and %s', (english, chinese) => {
  const [ours, theirs] = [sectionsOf(english), sectionsOf(chinese)];

  /** Holds what `of` finds in each section of the English page against the same section of the Chinese one. */
  function inStep(of: (section: Section, page: string) => unknown): void {
    for (const [at, section] of ours.entries()) {
      const other = theirs[at];
      expect(other && of(other, chinese), `“${section.title}” in Chinese`).toEqual(of(section, english));
    }
  }

  test('lead to each other, right under their titles', () => {
    const to = (from: string, page: string) => relative(dirname(from), page);
    expect(ours[0]?.lines.slice(0, 3)).toEqual(['', `[简体中文](${to(english, chinese)})`, '']);
    expect(theirs[0]?.lines.slice(0, 3)).toEqual(['', `[English](${to(chinese, english)})`, '']);
  });

  test('have the same headings, level by level', () => {
    expect(theirs.map(({ level }) => level)).toEqual(ours.map(({ level }) => level));
  });

  test('have the same samples and commands, but for their comments', () => {
    // A drawing is a block without a language: it has to be there.
    inStep(({ fences }) => fences.map((fence) => [fence.info, fence.info && withoutComments(fence)]));
  });

  test('have the same table rows, about the same code', () => {
    inStep((section) => tables(section).map((rows) => rows.map(([, first = '']) => codeIn(first))));
  });

  test('name the same things in each section', () => {
    inStep(({ lines }) => codeIn(lines.join('\n')));
  });

  test('link to the same places', () => {
    inStep(({ lines }, page) =>
      linksIn(lines.join('\n'))
        .map((target) => placeOf(target, page))
        .filter((place) => place !== placeOf('', english) && place !== placeOf('', chinese))
        .sort(),
    );
  });

  test('have links that find their files, pictures and headings', () => {
    for (const page of [english, chinese]) {
      for (const target of linksIn(textOf(page)).filter((one) => !/^[a-z]+:/.test(one))) {
        const [path = '', id] = target.split('#');
        const file = path === '' ? page : join(dirname(page), path);
        expect(existsSync(join(root, file)), `${page}: ${target}`).toBe(true);
        if (id !== undefined) expect(sectionsOf(file).map(idOf), `${page}: ${target}`).toContain(decodeURI(id));
      }
    }
  });
});

test('strong text in Chinese ends before its punctuation, as Markdown needs it where no space follows', () => {
  for (const [, chinese] of DOCUMENTS) expect(textOf(chinese).match(/[。：，；]\*\*[^\s*].*/g), chinese).toBe(null);
});

test('both languages give each error code the same fault, and each limit the same value', () => {
  const values = (page: string) =>
    sectionsOf(page).flatMap((section) => tables(section).map((rows) => rows.slice(1).map(([, , second]) => second)));
  for (const name of ['errors.md', 'limits.md']) expect(values(`docs/zh-CN/${name}`)).toEqual(values(`docs/${name}`));
});
