import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

interface Fence {
  readonly info: string;
  readonly lines: string[];
}

/** A heading and what stands below it, up to the next one. */
interface Section {
  readonly level: number;
  readonly title: string;
  readonly lines: string[];
  readonly fences: Fence[];
  /** Kinds of its blocks, in their order. */
  readonly blocks: string[];
}

const FILES = ['README.md', 'README.zh-CN.md'];

const kindOf = (line: string) => (line.startsWith('|') ? 'table' : line.startsWith('- ') ? 'item' : 'text');

function sectionsOf(file: string): Section[] {
  const sections: Section[] = [];
  let fence: Fence | undefined;
  let before = '';
  for (const line of readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8').split('\n')) {
    const section = sections.at(-1);
    const [, marks, title] = (!fence && line.match(/^(#+) (.+)/)) || [];
    if (marks && title) sections.push({ level: marks.length, title, lines: [], fences: [], blocks: [] });
    else if (line.startsWith('```')) {
      fence = fence ? undefined : { info: line.slice(3), lines: [] };
      if (fence) section?.fences.push(fence);
      if (fence) section?.blocks.push('code');
    } else if (fence) fence.lines.push(line);
    else {
      section?.lines.push(line);
      if (line !== '' && (before === '' || kindOf(line) === 'item')) section?.blocks.push(kindOf(line));
    }
    before = fence || marks ? '' : line;
  }
  return sections;
}

const [english = [], chinese = []] = FILES.map(sectionsOf);

/** Holds what `of` finds in each section of the English README against the same section of the Chinese one. */
function inStep(of: (section: Section) => unknown): void {
  for (const [at, section] of english.entries()) {
    const other = chinese[at];
    expect(other && of(other), `“${section.title}” in Chinese`).toEqual(of(section));
  }
}

const found = (section: Section, what: RegExp) =>
  [...section.lines.join('\n').matchAll(what)].map(([whole, part]) => part ?? whole).sort();

const codeIn = (text: string) => text.match(/`[^`\n]+`/g) ?? [];

const withoutComments = ({ info, lines }: Fence) =>
  lines
    .map((line) => line.replace(info === 'sh' ? /(^|\s)#.*/ : /(^|\s)\/\/.*/, ''))
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

test('each README leads to the other, right under its title', () => {
  expect(english[0]?.lines.slice(0, 3)).toEqual(['', '[简体中文](README.zh-CN.md)', '']);
  expect(chinese[0]?.lines.slice(0, 3)).toEqual(['', '[English](README.md)', '']);
});

test('both READMEs have the same headings, level by level', () => {
  expect(english.length).toBeGreaterThan(10);
  inStep(({ level }) => level);
  expect(chinese.slice(english.length).map(({ title }) => title)).toEqual([]);
});

test('both READMEs have the same paragraphs, tables, list items and code blocks, in the same order', () => {
  inStep(({ blocks }) => blocks);
});

test('both READMEs have the same code, but for its comments', () => {
  // The drawing is the one block without a language: it has to be there.
  inStep(({ fences }) => fences.map((fence) => [fence.info, fence.info && withoutComments(fence)]));
});

test('both READMEs have the same table rows, about the same code', () => {
  inStep((section) => tables(section).map((rows) => rows.map(([, first = '']) => codeIn(first))));
});

test('both READMEs give each error code the same fault, and each limit the same value', () => {
  const values = (section: Section) => tables(section).map((rows) => rows.slice(1).map(([, , second]) => second));
  for (const title of ['Errors', 'Limits']) {
    const at = english.findIndex((section) => section.title === title);
    const [ours, theirs] = [english[at], chinese[at]];
    expect(theirs && values(theirs), `“${title}” in Chinese`).toEqual(ours && values(ours));
  }
});

/** A picture is taken in each language. */
const ofAnyLanguage = (target: string) => target.replace(/-(en|zh-cn)\.png$/, '.png');

test('both READMEs link to the same places', () => {
  const links = (section: Section) => found(section, /\]\(([^)\s]+)\)/g).filter((target) => !FILES.includes(target));
  inStep((section) => links(section).map(ofAnyLanguage));
});

test('every picture of the READMEs is there', () => {
  const pictures = [...english, ...chinese].flatMap((section) => found(section, /!\[[^\]]*\]\(([^)\s]+)\)/g));
  expect(pictures.length).toBeGreaterThan(6);
  expect(pictures.filter((path) => !existsSync(fileURLToPath(new URL(`../../${path}`, import.meta.url))))).toEqual([]);
});

test('a link within a README finds its heading', () => {
  for (const sections of [english, chinese]) {
    const ids = sections.map(
      ({ title }) => title.match(/id="([^"]+)"/)?.[1] ?? title.toLowerCase().replaceAll(' ', '-'),
    );
    for (const section of sections) {
      for (const id of found(section, /\]\(#([^)]+)\)/g)) expect(ids, `“${section.title}”`).toContain(id);
    }
  }
});

test('both READMEs have the same inline code in each section', () => {
  inStep((section) => codeIn(section.lines.join('\n')).sort());
});

test('every number of the README is in its Chinese section', () => {
  const numbers = (section: Section) => found(section, /\d[\d.,]*\d|\d/g);
  for (const [at, section] of english.entries()) {
    const there = new Set(chinese[at] && numbers(chinese[at]));
    const missing = numbers(section).filter((number) => !there.has(number));
    expect(missing, `“${section.title}” in Chinese`).toEqual([]);
  }
});
