import { inflated } from '../../../worker/adapters/zip.js';
import { FILE, type SkillFile, sorted } from './places.js';
import { type Archive, badZip, entriesOf, packedOf, ZIP_LIMITS, type ZipEntry } from './zip-entries.js';

const STORED = 0;
const DEFLATED = 8;
/** What macOS adds for itself. */
const BESIDE = '__MACOSX';

/**
 * Of a zip file, as if it were a folder: `<folder>/SKILL.md`; where no folder at its root has one and all of it is in one
 * folder, that one is the root, as it is in what code hosts hand out. Nothing but those files is unpacked, nothing is written
 * anywhere, and a path that leads elsewhere, or through a link, leads nowhere.
 * @throws `BAD_ARGS` for what is no zip file, and for one that holds more than it may.
 */
export async function filesOfZip(source: Blob | ArrayBuffer | Uint8Array): Promise<SkillFile[]> {
  const archive = archiveOf(source);
  const skills = skillsOf(await entriesOf(archive));
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

function archiveOf(source: Blob | ArrayBuffer | Uint8Array): Archive {
  if (source instanceof Blob) {
    const read = async (from: number, to: number) => new Uint8Array(await source.slice(from, to).arrayBuffer());
    return { size: source.size, read };
  }
  const bytes = source instanceof Uint8Array ? source : new Uint8Array(source);
  return { size: bytes.length, read: async (from, to) => bytes.subarray(from, to) };
}

/** The skills' files by their folders. */
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

/** The parts of a path that stays within the archive; nothing for another one. A folder's own ends with an empty part. */
function partsOf(path: string): string[] | undefined {
  const parts = path.replace(/^(?:\.\/)+/, '').split('/');
  const isOutside = /[\\\0]|^[A-Za-z]:/.test(path) || parts.slice(0, -1).some((part) => ['', '.', '..'].includes(part));
  return isOutside || parts.at(-1) === '..' ? undefined : parts;
}

/** The text of a file; nothing where it is not what the archive says of it. */
async function textOf(archive: Archive, entry: ZipEntry): Promise<string | undefined> {
  const packed = entry.isEncrypted ? undefined : await packedOf(archive, entry);
  if (!packed) return undefined;
  if (entry.method === STORED) return packed.length === entry.bytes ? new TextDecoder().decode(packed) : undefined;
  if (entry.method !== DEFLATED) return undefined;
  try {
    return new TextDecoder().decode(inflated(packed, entry.bytes));
  } catch {
    // Damaged, or more than the archive has said.
    return undefined;
  }
}
