import { BulkheadError } from '../protocol/errors.js';

/** Said of a bundle whose manifest nobody sees, because it is no ES module. */
export const NO_MANIFEST = 'no manifest found; with esbuild use `--format=esm`';

/** What only a CommonJS module has. */
const MISSING = /^ReferenceError: '?(?:module|exports|require)'? is not defined/;
const COMMON_JS = /\bmodule\.exports\b|\bexports\.[\w$]+\s*=|\bdefineProperty\(exports\b/;
/** A line that begins with a function which is called at once: what bundlers put around a script. */
const AT_ONCE =
  /^(?:\/\*+\/ ?)?(?:["']use strict["'];?)?(?:(?:var|let|const) [\w$.]+ ?= ?)?[(!](?:\([\w$, ]*\) ?=> ?\{|function\b)/m;
/** The key that every manifest has, with its version; a bundle of a JSON file may have it as a variable. */
const MANIFEST = /(?<![\w$])(['"]?)manifest\1\s*[:=]\s*1\b/;

/** True for the text of a bundle in another format than ES modules that seems to have a manifest. */
export const hidesManifest = (source: string): boolean =>
  MANIFEST.test(source) && (COMMON_JS.test(source) || AT_ONCE.test(source));

/** An error of loading a source that must have its manifest inside, with what a name of CommonJS says of that. */
export function formatHint(error: unknown): unknown {
  if (!(error instanceof BulkheadError) || error.code !== 'SOURCE_THREW' || !MISSING.test(error.message)) return error;
  return new BulkheadError(error.code, `${error.message}: ${NO_MANIFEST}`, error.details);
}
