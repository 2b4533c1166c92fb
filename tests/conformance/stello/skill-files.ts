import { loadSkillsFromDirectory, parseFrontmatter, type Skill } from '../../../src/engine/index.js';
import { whole } from '../keys.js';
import { type Case, given, outcome } from './values.js';

let made = 0;

/** A folder of these files in the browser's own file system. */
async function folderOf(files: Record<string, string> | null): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  made += 1;
  const name = `skills-${made}`;
  const folder = await root.getDirectoryHandle(name, { create: true });
  if (!files) {
    await root.removeEntry(name);
    return folder;
  }
  for (const [path, text] of Object.entries(files)) {
    const parts = path.split('/');
    const file = parts.pop() ?? '';
    let at = folder;
    for (const part of parts) at = await at.getDirectoryHandle(part, { create: true });
    const writable = await (await at.getFileHandle(file, { create: true })).createWritable();
    await writable.write(text);
    await writable.close();
  }
  return folder;
}

const order = ({ name, content }: Skill): string => `${name}\u0000${content}`;

export async function skillFiles(one: Case): Promise<unknown> {
  const { operation } = one;
  const inputs = given<{ raw: string; files?: Record<string, string> | null }>(one);
  if (operation.startsWith('parseFrontmatter')) return outcome(() => parseFrontmatter(inputs.raw));
  const folder = await folderOf(whole(inputs.files) ?? null);
  return outcome(async () =>
    (await loadSkillsFromDirectory(folder)).toSorted((a, b) => (order(a) < order(b) ? -1 : 1)),
  );
}
