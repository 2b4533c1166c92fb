import { archiveOf, entriesOf, isZip, unpacked } from '../../worker/adapters/zip-archive.js';

const isScript = (path: string): boolean => /\.[cm]?js$/.test(path) && !/\.test\./.test(path);

/** What an installation has let through already. */
const ZIP_LIMITS = { entries: 1_024, directoryBytes: 2 ** 20 };

/**
 * The texts of all scripts among files by their paths, those in a zip file too. Ask for them after an installation: it has checked how much a zip
 * file unpacks to.
 * @throws `ZipFault` for a zip file that no installation lets through.
 */
export async function scriptsIn(files: ReadonlyMap<string, Uint8Array>): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const add = (path: string, bytes: Uint8Array) => texts.set(path, new TextDecoder().decode(bytes));
  for (const [path, bytes] of files) {
    if (isZip(bytes)) for (const [name, script] of await scriptsOf(bytes)) add(name, script);
    else if (isScript(path)) add(path, bytes);
  }
  return texts;
}

async function scriptsOf(zip: Uint8Array): Promise<readonly (readonly [path: string, bytes: Uint8Array])[]> {
  const archive = archiveOf(zip);
  const scripts = (await entriesOf(archive, ZIP_LIMITS)).filter(({ path }) => isScript(path));
  return Promise.all(scripts.map(async (entry) => [entry.path, await unpacked(archive, entry)] as const));
}
