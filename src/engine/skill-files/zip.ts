import {
  type Archive,
  archiveOf,
  entriesOf,
  partsOf,
  unpacked,
  type ZipEntry,
  ZipFault,
} from '../../../worker/adapters/zip-archive.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import { FILE, type SkillFile, sorted } from './places.js';

/** What macOS adds for itself. */
const BESIDE = '__MACOSX';

/** What may be in an archive. Of its files only those of skills are unpacked. */
const ZIP_LIMITS = {
  entries: 20_000,
  directoryBytes: 8 * 2 ** 20,
  fileBytes: 2 ** 20,
  skillsBytes: 16 * 2 ** 20,
};

const badZip = (why: string): BulkheadError => new BulkheadError('BAD_ARGS', `the skills cannot be read: ${why}`);

/**
 * Of a zip file, as if it were a folder: `<folder>/SKILL.md`; where no folder at its root has one and all of it is in one
 * folder, that one is the root, as it is in what code hosts hand out. Nothing but those files is unpacked, nothing is written
 * anywhere, and a path that leads elsewhere, or through a link, leads nowhere.
 * @throws `BAD_ARGS` for what is no zip file, and for one that holds more than it may.
 */
export async function filesOfZip(source: Blob | ArrayBuffer | Uint8Array): Promise<SkillFile[]> {
  const archive = archiveOf(source);
  const entries = await entriesOf(archive, ZIP_LIMITS).catch((fault: Error) => {
    throw fault instanceof ZipFault ? badZip(`the file ${fault.message}`) : fault;
  });
  const skills = skillsOf(entries);
  const all = [...skills.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  const large = [...skills.values()].find(({ bytes }) => bytes > ZIP_LIMITS.fileBytes);
  if (large) throw badZip(`${large.path} has more than ${ZIP_LIMITS.fileBytes} bytes`);
  if (all > ZIP_LIMITS.skillsBytes) throw badZip(`its skills have more than ${ZIP_LIMITS.skillsBytes} bytes together`);
  const files: SkillFile[] = [];
  for (const [folder, entry] of skills) {
    const text = await textOf(archive, entry);
    if (text !== undefined) files.push({ folder, text });
  }
  return sorted(files);
}

function skillsOf(entries: readonly ZipEntry[]): Map<string, ZipEntry> {
  const placed = entries.flatMap((entry) => {
    const parts = partsOf(entry.path);
    return parts && parts[0] !== BESIDE ? [{ entry, parts }] : [];
  });
  const links = new Set(placed.filter(({ entry }) => entry.isLink).map(({ parts }) => parts.join('/')));
  const found = (depth: number) =>
    new Map(
      placed.flatMap(({ entry, parts }): [string, ZipEntry][] => {
        const isSkill = parts.length === depth + 2 && parts.at(-1) === FILE;
        const isLinked = parts.some((_, at) => links.has(parts.slice(0, at + 1).join('/')));
        return isSkill && !isLinked ? [[parts[depth] ?? '', entry]] : [];
      }),
    );
  const atRoot = found(0);
  const roots = new Set(placed.map(({ parts }) => parts[0]));
  return atRoot.size === 0 && roots.size === 1 ? found(1) : atRoot;
}

/** The text of a file; nothing where it is not what the archive says of it. */
async function textOf(archive: Archive, entry: ZipEntry): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await unpacked(archive, entry));
  } catch (fault) {
    if (fault instanceof ZipFault) return undefined;
    throw fault;
  }
}
