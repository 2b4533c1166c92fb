import { archiveOf, entriesOf, isZip, unpacked } from '../../worker/adapters/zip-archive.js';

const isScript = (path: string): boolean => /\.[cm]?js$/.test(path);

/** What an installation has let through already. */
const ZIP_LIMITS = { entries: 1_024, directoryBytes: 2 ** 20 };

/**
 * The texts of all scripts among files, those in a zip file too. Ask for them after an installation: it has checked how much a zip
 * file unpacks to.
 * @throws `ZipFault` for a zip file that no installation lets through.
 */
export async function scriptsIn(files: ReadonlyMap<string, Uint8Array>): Promise<readonly string[]> {
  const texts: string[] = [];
  const add = (bytes: Uint8Array) => texts.push(new TextDecoder().decode(bytes));
  for (const [path, bytes] of files) {
    if (isZip(bytes)) for (const script of await scriptsOf(bytes)) add(script);
    else if (isScript(path)) add(bytes);
  }
  return texts;
}

async function scriptsOf(zip: Uint8Array): Promise<readonly Uint8Array[]> {
  const archive = archiveOf(zip);
  const scripts = (await entriesOf(archive, ZIP_LIMITS)).filter(({ path }) => isScript(path));
  return Promise.all(scripts.map((entry) => unpacked(archive, entry)));
}
