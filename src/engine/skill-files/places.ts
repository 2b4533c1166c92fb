export interface SkillFile {
  readonly folder: string;
  readonly text: string;
}

export const FILE = 'SKILL.md';

export const sorted = (files: readonly SkillFile[]): SkillFile[] =>
  files.toSorted((a, b) => (a.folder < b.folder ? -1 : a.folder > b.folder ? 1 : 0));

interface Node {
  getBuiltinModule(name: 'node:fs'): {
    readonly promises: {
      readdir(path: string, options: { withFileTypes: true }): Promise<readonly Entry[]>;
      readFile(path: string, encoding: 'utf8'): Promise<string>;
    };
  };
  getBuiltinModule(name: 'node:os'): { homedir(): string };
  getBuiltinModule(name: 'node:path'): { join(...parts: string[]): string };
}

interface Entry {
  readonly name: string;
  isDirectory(): boolean;
  isFile(): boolean;
}

/** Reads skills of a folder on a disk. Symbolic links are neither folders nor files here. */
export async function filesIn(path: string): Promise<SkillFile[]> {
  const { process } = globalThis as { readonly process?: Node };
  if (!process?.getBuiltinModule) throw new TypeError('a path is for Node; in a browser give a handle of the folder');
  const { readdir, readFile } = process.getBuiltinModule('node:fs').promises;
  const { join } = process.getBuiltinModule('node:path');
  const root = /^~(?=\/|$)/.test(path) ? join(process.getBuiltinModule('node:os').homedir(), path.slice(1)) : path;
  const entriesOf = (folder: string) => readdir(folder, { withFileTypes: true }).catch((): Entry[] => []);
  const folders = (await entriesOf(root)).filter((entry) => entry.isDirectory());
  const files = await Promise.all(
    folders.map(async ({ name: folder }) => {
      const inside = await entriesOf(join(root, folder));
      if (!inside.some((entry) => entry.name === FILE && entry.isFile())) return undefined;
      const text = await readFile(join(root, folder, FILE), 'utf8').catch(() => undefined);
      return text === undefined ? undefined : { folder, text };
    }),
  );
  return sorted(files.filter((file) => file !== undefined));
}

export async function filesOf(directory: FileSystemDirectoryHandle): Promise<SkillFile[]> {
  const files: SkillFile[] = [];
  const handles = directory as unknown as { values(): AsyncIterable<FileSystemHandle> };
  try {
    for await (const handle of handles.values()) {
      if (handle.kind !== 'directory') continue;
      const file = await (handle as FileSystemDirectoryHandle).getFileHandle(FILE).catch(() => undefined);
      if (file) files.push({ folder: handle.name, text: await (await file.getFile()).text() });
    }
  } catch (error) {
    if ((error as Error).name !== 'NotFoundError') throw error;
  }
  return sorted(files);
}

/** At addresses, in their order. One that does not answer is left out, as a file that is no skill is. */
export async function filesAt(addresses: readonly (string | URL)[]): Promise<SkillFile[]> {
  const files = await Promise.all(
    addresses.map(async (address) => {
      const response = await fetch(address).catch(() => undefined);
      return response?.ok ? { folder: String(address), text: await response.text() } : undefined;
    }),
  );
  return files.filter((file) => file !== undefined);
}
