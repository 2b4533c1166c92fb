import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

interface Fence {
  readonly info: string;
  readonly lines: string[];
}

/** A heading and what stands below it, up to the next one. */
export interface Section {
  readonly level: number;
  readonly title: string;
  readonly lines: string[];
  readonly fences: Fence[];
}

/** Pages for contributors: there is no translation of them. */
const ENGLISH_ONLY = ['glossary.md'];

const pagesIn = (folder: string) => readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'));

/** Names of the pages of `docs` that are there in both languages, and those that are in `docs/zh-CN`. */
export const PAGES: readonly string[] = pagesIn('docs').filter((name) => !ENGLISH_ONLY.includes(name));
export const CHINESE_PAGES: readonly string[] = pagesIn('docs/zh-CN');

/** Each document as its English and its Chinese path. */
export const DOCUMENTS: readonly (readonly [english: string, chinese: string])[] = [
  ['README.md', 'README.zh-CN.md'],
  ...PAGES.filter((name) => CHINESE_PAGES.includes(name)).map(
    (name) => [`docs/${name}`, `docs/zh-CN/${name}`] as const,
  ),
];

export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

export function sectionsOf(path: string): Section[] {
  const sections: Section[] = [];
  let fence: Fence | undefined;
  for (const line of textOf(path).split('\n')) {
    const section = sections.at(-1);
    const [, marks, title] = (!fence && line.match(/^(#+) (.+)/)) || [];
    if (marks && title) sections.push({ level: marks.length, title, lines: [], fences: [] });
    else if (line.startsWith('```')) {
      fence = fence ? undefined : { info: line.slice(3), lines: [] };
      if (fence) section?.fences.push(fence);
    } else if (fence) fence.lines.push(line);
    else section?.lines.push(line);
  }
  return sections;
}

/** The heading's id in a link, as GitHub makes it. */
export const idOf = ({ title }: Section): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Targets of the links in some text. */
export const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '');
