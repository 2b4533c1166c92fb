import { DESCRIPTION_CHARS, displayFault, LABEL_CHARS } from './display-text.js';
import { BulkheadError } from './errors.js';
import { isRecord } from './json.js';
import { type ManifestFault, pointerTo } from './manifest-faults.js';
import type { ToolDeclaration } from './tool.js';

/**
 * What is wrong with the texts of a manifest that are shown to people as they stand, and what to do about it. What a model reads,
 * such as a tool's description, is not among them: it is cleaned where it is shown. A text of another type is the schema's fault.
 */
export function manifestTextFaults(manifest: { readonly [key: string]: unknown }): ManifestFault[] {
  const faults: ManifestFault[] = [];
  const check = (path: string, text: unknown, most = LABEL_CHARS) => {
    const all = isRecord(text) ? Object.entries(text).map(under(path)) : [[path, text] as const];
    for (const [at, one] of all) {
      const message = typeof one === 'string' ? displayFault(one, most) : undefined;
      if (message !== undefined) faults.push({ path: at, message });
    }
  };
  const each = (key: string, work: (one: { readonly [key: string]: unknown }, path: string) => void) => {
    const list = manifest[key];
    for (const [i, one] of (Array.isArray(list) ? list : []).entries()) if (isRecord(one)) work(one, `/${key}/${i}`);
  };
  const { name, description, author, license, integrityNote } = manifest;
  check('/name', name);
  check('/description', description, DESCRIPTION_CHARS);
  if (isRecord(author)) check('/author/name', author.name);
  check('/license', license);
  each('tools', ({ title }, path) => check(`${path}/title`, title));
  for (const key of ['permissions', 'optionalPermissions']) {
    each(key, ({ reason, types }, path) => {
      check(`${path}/reason`, reason);
      if (Array.isArray(types)) for (const [k, type] of types.entries()) check(`${path}/types/${k}`, type);
    });
  }
  check('/integrityNote', integrityNote, DESCRIPTION_CHARS);
  return faults;
}

const under =
  (path: string) =>
  ([language, text]: [string, unknown]) =>
    [`${path}${pointerTo([language])}`, text] as const;

/**
 * Checks the names under which the tools of a plugin are shown; without one a tool is shown by its name.
 * @throws `SPEC_INVALID` naming the tool and what to do about it.
 */
export function checkToolTexts(tools: readonly Pick<ToolDeclaration, 'name' | 'displayName'>[]): void {
  tools.forEach(({ name, displayName }, i) => {
    const fault = displayName === '' ? undefined : displayFault(displayName);
    if (fault === undefined) return;
    const details = { tool: name, path: `/tools/${i}/displayName` };
    throw new BulkheadError('SPEC_INVALID', `${name}: displayName: ${fault}`, details);
  });
}
