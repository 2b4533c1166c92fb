import { readYaml } from '../../../worker/adapters/yaml.js';
import type { Skill } from '../base/types.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The skill that a `SKILL.md` holds: YAML between lines of three dashes, then what it says. `null` where that is missing, or
 * has no name, or says nothing. What is no valid YAML is read by its lines.
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
