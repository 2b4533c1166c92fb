import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that code in the package may have. */
const ALLOWED = ['MIT', 'ISC', 'BSD-3-Clause', 'Apache-2.0', '(MPL-2.0 OR Apache-2.0)'];

/** The folder of the package that a module belongs to; nothing for a module of our own. */
function packageOf(id) {
  const [, folder] = id.match(/^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//) ?? [];
  return folder;
}

/** The text of a package's licence. Some say only its name: then their package.json is all there is. */
function licenceText(folder) {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying|mit-license)/i.test(name));
  return file === undefined ? undefined : readFileSync(join(folder, file), 'utf8').trim();
}

/**
 * THIRD-PARTY.txt: the licence notices of every package that is bundled. `ids`: the modules of all bundles.
 * @throws when a licence is not one of those allowed.
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
    const by = typeof author === 'string' ? author : author?.name;
    const at = typeof repository === 'string' ? repository : repository?.url;
    const text = licenceText(folder) ?? ['The package has no licence text.', by, at].filter(Boolean).join('\n');
    return { name, text: `${name} ${version}\nLicence: ${license}\n\n${text}` };
  });
  notices.sort((one, other) => (one.name < other.name ? -1 : 1));
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  return `Bulkhead contains code of these packages.${line}${notices.map(({ text }) => text).join(line)}\n`;
}
