import { readYaml } from '../../../worker/adapters/yaml.js';
import type { Skill } from '../base/types.js';
import { filesAt, filesIn, filesOf, type SkillFile } from './places.js';

/**
 * Where skills are: a folder by its path (in Node; `~/` is the user's own), a folder's handle (in a browser), a folder as a zip
 * file, or the addresses of `SKILL.md` files.
 */
export type SkillSource =
  | string
  | FileSystemDirectoryHandle
  | Blob
  | ArrayBuffer
  | Uint8Array
  | readonly (string | URL)[];

/**
 * Reads the skills of a folder: `<folder>/SKILL.md` of each folder in it, one level deep, in the order of their names. Links
 * are not followed. What is no skill is left out; a folder that is not there has none. None of them is registered. In a zip
 * file those folders are at its root, or in the one folder that all of it is in.
 * @throws `BAD_ARGS` for a zip file that is none, or that holds more than it may.
 *
 * @example
 * import { loadSkillsFromDirectory } from 'bulkhead/engine';
 * const skills = await loadSkillsFromDirectory(['/skills/dice/SKILL.md']);
 */
export async function loadSkillsFromDirectory(source: SkillSource): Promise<Skill[]> {
  const files = await filesFrom(source);
  return files.flatMap(({ text }) => parseFrontmatter(text) ?? []);
}

async function filesFrom(source: SkillSource): Promise<SkillFile[]> {
  if (typeof source === 'string') return filesIn(source);
  if (isList(source)) return filesAt(source);
  if (!isZip(source)) return filesOf(source);
  const { filesOfZip } = await import('./zip.js');
  return filesOfZip(source);
}

const isList = (source: Exclude<SkillSource, string>): source is readonly (string | URL)[] => Array.isArray(source);
const isZip = (source: object): source is Blob | ArrayBuffer | Uint8Array =>
  source instanceof Blob || source instanceof ArrayBuffer || source instanceof Uint8Array;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The skill that a `SKILL.md` holds, `null` for none. Front matter that is no YAML is read by its lines.
 *
 * @example
 * import { parseFrontmatter } from 'bulkhead/engine';
 * const skill = parseFrontmatter('---\nname: dice\ndescription: How dice are rolled.\n---\nRoll them openly.');
 */
export function parseFrontmatter(text: string): Skill | null {
  const parts = /^\uFEFF?(?:[ \t]*\r?\n)*---([\s\S]*?)\r?\n---([\s\S]*)$/.exec(text);
  if (!parts) return null;
  const [, front = '', body = ''] = parts;
  const { name, description = '' } = fieldsOf(front);
  const content = body.trim();
  if (typeof name !== 'string' || name === '' || content === '') return null;
  return { name, description: typeof description === 'string' ? description : '', content };
}

function fieldsOf(front: string): Fields {
  try {
    const given = readYaml(front);
    if (given === null || given === '') return {};
    if (typeof given === 'object' && !Array.isArray(given)) return given as Fields;
  } catch {
    // Not valid: by its lines.
  }
  return byLines(front);
}

/** What is left of front matter that is no YAML: the two fields that matter, the last of each. */
function byLines(front: string): Fields {
  const fields: { name?: string; description?: string } = {};
  for (const line of front.split('\n')) {
    const colon = line.indexOf(':');
    const key = line.slice(0, Math.max(colon, 0)).trim();
    if (key === 'name' || key === 'description') fields[key] = line.slice(colon + 1).trim();
  }
  return fields;
}
