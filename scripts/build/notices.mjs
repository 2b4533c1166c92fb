import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that code in the package may have. */
const ALLOWED = ['MIT', 'ISC', 'BSD-3-Clause', 'Apache-2.0', '(MPL-2.0 OR Apache-2.0)'];

/** The folder of the package that a module belongs to; nothing for a module of our own. */
function packageOf(id) {
  const [, folder] = id.match(/^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//) ?? [];
  return folder;
}

/** The text of a package's licence file; nothing where it has none. */
function licenceFile(folder) {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying|mit-license)/i.test(name));
  return file === undefined ? undefined : readFileSync(join(folder, file), 'utf8').trim();
}

/** Who holds the copyright, as the first lines of a module of the package say, or its package.json. */
function holderOf(modules, author) {
  for (const id of modules) {
    const [, holder] =
      readFileSync(id, 'utf8')
        .slice(0, 1_000)
        .match(/Copyright (?:\(c\) )?(.+?)\.?\r?\n/i) ?? [];
    if (holder) return holder;
  }
  return typeof author === 'string' ? author : author?.name;
}

/** The standard text of a licence, for a package that brings no file of it. */
function standardText(license, holder) {
  const file = new URL(`licences/${license}.txt`, import.meta.url);
  if (!holder || !existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8').trim();
  return text.includes('{holder}') ? text.replace('{holder}', holder) : `Copyright ${holder}\n\n${text}`;
}

/** Terms that many texts have in the same words. */
const TERMS = {
  'Apache License, Version 2.0': /^ *Apache License\s+Version 2\.0, January 2004[\s\S]*?END OF TERMS AND CONDITIONS/m,
  'MIT License': /Permission is hereby granted, free of charge[\s\S]*?OTHER DEALINGS IN\s+THE\s+SOFTWARE\./,
};

/** Says the terms of a licence once, at the end, instead of in each text that has them in the same words. */
function withTermsOnce(sections) {
  let result = sections;
  for (const [name, pattern] of Object.entries(TERMS)) {
    // One copy of the Apache terms that packages carry has lost an article.
    const plain = (text) =>
      text
        .replace(/\bthe\b/gi, '')
        .replace(/\s+/g, ' ')
        .trim();
    const [text] = result.map((one) => one.match(pattern)?.[0]).filter((found) => found !== undefined);
    if (text === undefined) continue;
    const below = `[The terms of the ${name} stand once at the end of this file.]`;
    const cut = (one) => one.replace(pattern, (found) => (plain(found) === plain(text) ? below : found));
    result = [...result.map(cut), `The terms of the ${name}\n\n${text}`];
  }
  return result;
}

/**
 * THIRD-PARTY.txt: the licence notices of every package that is bundled. `ids`: the modules of all bundles.
 * @throws when a licence is not one of those allowed, or has neither a text nor a name of who holds the copyright.
 */
export function thirdParty(ids) {
  const folders = [...new Set([...ids].map(packageOf))].filter(
    (folder) => folder && existsSync(join(folder, 'package.json')),
  );
  const notices = folders.map((folder) => {
    const { name, version, license, author, repository } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    if (!ALLOWED.includes(license))
      throw new Error(`${name} ${version} is bundled under ${license}: not a licence we allow`);
    const at = typeof repository === 'string' ? repository : repository?.url;
    const modules = [...ids].filter((id) => packageOf(id) === folder);
    const text = licenceFile(folder) ?? standardText(license, holderOf(modules, author));
    if (text === undefined) throw new Error(`${name} ${version} is bundled, and its notice has no text: see ${at}`);
    return { name, heading: `${name} ${version}\nLicence: ${license}`, text: text.replace(/\r\n/g, '\n') };
  });
  notices.sort((one, other) => (one.name < other.name ? -1 : 1));
  /** By text: the packages that have the same one. */
  const byText = new Map();
  for (const { heading, text } of notices) byText.set(text, [...(byText.get(text) ?? []), heading]);
  const sections = withTermsOnce([...byText].map(([text, headings]) => `${headings.join('\n')}\n\n${text}`));
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  return `Bulkhead contains code of these packages.${line}${sections.join(line)}\n`;
}
