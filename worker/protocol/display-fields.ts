import { DESCRIPTION_CHARS, displayFault, LABEL_CHARS } from './display-text.js';
import { BulkheadError } from './errors.js';
import type { Manifest } from './manifest.js';
import type { ToolDeclaration } from './tool.js';

type Text = string | { readonly [language: string]: string | undefined } | undefined;

/**
 * Checks every text of a manifest that is shown to people as it stands. What a model reads, such as a tool's description, is not
 * among them: it is cleaned where it is shown.
 * @throws `MANIFEST_INVALID` naming the first field that may not be shown so, as a JSON Pointer, and what to do about it.
 */
export function checkManifestTexts(manifest: Manifest): void {
  const check = (path: string, text: Text, most = LABEL_CHARS) => {
    const all = typeof text === 'string' ? [[path, text] as const] : Object.entries(text ?? {}).map(under(path));
    for (const [at, one] of all) {
      const fault = one === undefined ? undefined : displayFault(one, most);
      if (fault !== undefined) throw new BulkheadError('MANIFEST_INVALID', `manifest${at}: ${fault}`, { path: at });
    }
  };
  const { name, description, author, license, tools = [] } = manifest;
  check('/name', name);
  check('/description', description, DESCRIPTION_CHARS);
  check('/author/name', author?.name);
  check('/license', license);
  tools.forEach(({ title }, i) => {
    check(`/tools/${i}/title`, title);
  });
  for (const key of ['permissions', 'optionalPermissions'] as const) {
    (manifest[key] ?? []).forEach((permission, i) => {
      check(`/${key}/${i}/reason`, permission.reason);
      const types = 'types' in permission ? (permission.types ?? []) : [];
      types.forEach((type, k) => {
        check(`/${key}/${i}/types/${k}`, type);
      });
    });
  }
  check('/integrityNote', manifest.integrityNote, DESCRIPTION_CHARS);
}

const under =
  (path: string) =>
  ([language, text]: [string, string | undefined]) =>
    [`${path}/${language}`, text] as const;

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
