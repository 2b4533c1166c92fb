import { parseJson } from '../protocol/json.js';

const NAMED = /^\/\/# sourceMappingURL=([\w./@-]+)\s*$/;

/**
 * The source of a package's file with its source map inside it, where its last line names a file of the package. Stacks need no
 * text of the sources, so the map is kept without. A map that cannot be read is left where it is.
 */
export function withMapInside(source: string, path: string, files: ReadonlyMap<string, Uint8Array>): string {
  const at = source.lastIndexOf('//# sourceMappingURL=');
  const named = at < 0 ? undefined : source.slice(at).match(NAMED)?.[1];
  const bytes = named && files.get(path.slice(0, path.lastIndexOf('/') + 1) + named.replace(/^\.\//, ''));
  if (!bytes) return source;
  try {
    const { sourcesContent: _texts, ...map } = parseJson(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    const ascii = JSON.stringify(map).replace(
      /[^\0-\x7f]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    return `${source.slice(0, at)}//# sourceMappingURL=data:application/json;base64,${btoa(ascii)}`;
  } catch {
    return source;
  }
}
