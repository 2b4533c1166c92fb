import { type ReadYaml, yamlNow } from '../../../worker/doors/yaml.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Skill } from '../types.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The skill that a `SKILL.md` holds: YAML between lines of three dashes, then what it says. `null` where that is missing, or
 * has no name, or says nothing. What is no valid YAML is read by its lines.
 * @throws `BAD_ARGS` in a browser for YAML that is more than plain lines, as long as nothing has loaded the reader for that:
 *   `loadSkillsFromDirectory` does.
 */
export function parseFrontmatter(text: string): Skill | null {
  return readSkill(text, yamlNow());
}

/** As `parseFrontmatter`, by this reader. */
export function readSkill(text: string, yaml: ReadYaml | undefined): Skill | null {
  const parts = /^\uFEFF?(?:[ \t]*\r?\n)*---([\s\S]*?)\n---([\s\S]*)$/.exec(text);
  if (!parts) return null;
  const [, front = '', body = ''] = parts;
  const fields = yaml ? byYaml(front, yaml) : plainLines(front);
  if (!fields) {
    throw new BulkheadError('BAD_ARGS', 'this front matter needs a YAML reader, which loadSkillsFromDirectory loads');
  }
  const { name, description = '' } = fields;
  const content = body.trim();
  if (typeof name !== 'string' || name === '' || content === '') return null;
  return { name, description: typeof description === 'string' ? description : '', content };
}

function byYaml(front: string, yaml: ReadYaml): Fields {
  try {
    const given = yaml(front);
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

const PLAIN = /^([A-Za-z][\w-]*):[ \t]+([^\s\-?:,[\]{}#&*!|>'"%@`][^\r]*?)[ \t]*\r?$/;
const LIST = /^([A-Za-z][\w-]*):[ \t]+\[[\w, \t./-]*\][ \t]*\r?$/;
const QUOTED = /^([A-Za-z][\w-]*):[ \t]+(?:"([^"\\\r]*)"|'((?:[^'\r]|'')*)')[ \t]*\r?$/;
const EMPTY = /^[ \t]*(?:#.*)?\r?$/;

/** Fields of lines that mean the same whoever reads them; nothing where there is another line. */
function plainLines(front: string): Fields | undefined {
  const fields: Record<string, unknown> = {};
  for (const [at, line] of front.split('\n').entries()) {
    if (EMPTY.test(line)) continue;
    // A list beside fields, a colon within a text, a field twice: no YAML.
    if (at === 0 && /^-\r?$/.test(line)) return byLines(front);
    const quoted = QUOTED.exec(line);
    const plain = PLAIN.exec(line);
    const [, key = ''] = quoted ?? plain ?? LIST.exec(line) ?? [];
    if (key === '' || (!quoted && !plain && (key === 'name' || key === 'description'))) return undefined;
    const value = quoted ? (quoted[2] ?? quoted[3]?.replaceAll("''", "'")) : plain?.[2];
    if (!quoted && /\s#|:$/.test(value ?? '')) return undefined;
    if (!quoted && /:\s/.test(value ?? '')) return byLines(front);
    if (Object.hasOwn(fields, key)) return byLines(front);
    fields[key] = value ?? [];
  }
  return fields;
}
