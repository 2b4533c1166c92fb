import { BulkheadError } from '../../../worker/protocol/errors.js';
import { isModulePath } from '../../../worker/protocol/modules.js';
import type { Host } from '../../index.js';
import { cleanPlugin, jsonObject, type PluginArtifact } from './artifact.js';

/** What a package has in its manifest, and a single file has not. */
const OF_PACKAGES = ['$schema', 'entry', 'files'];

/** An installed plugin for the plugin studio, without tests. @throws `PLUGIN_NOT_FOUND`, `PLUGIN_CHANGED`, `STORE_*`; `BAD_ARGS` for one of several modules. */
export async function installedPlugin(host: Pick<Host, 'plugins'>, id: string): Promise<PluginArtifact> {
  const [list, source] = await Promise.all([host.plugins.list(), host.plugins.source(id)]);
  const info = list.find((one) => one.id === id);
  if (!info) throw new BulkheadError('PLUGIN_NOT_FOUND', `no plugin ${id} is installed`);
  if (Object.keys(info.manifest?.files ?? {}).filter(isModulePath).length > 1)
    throw new BulkheadError('BAD_ARGS', `${id} has several modules; the plugin studio edits plugins of one file`);
  const declares = /\bexport\s+const\s+manifest\b/.test(source);
  const rest = declares ? cutManifest(source) : source;
  // One that says nothing of itself is known by its first tool: it stays what it is, whatever tools it has then.
  const manifest = info.manifest ? jsonObject(info.manifest) : declares ? null : { id };
  if (manifest === null || rest === null) return cleanPlugin({ id, manifest: null, source, tests: [] });
  const kept = Object.fromEntries(Object.entries(manifest).filter(([key]) => !OF_PACKAGES.includes(key)));
  return cleanPlugin({ id, manifest: kept, source: rest, tests: [] });
}

const START = /^export\s+const\s+manifest\s*=\s*(?=\{)/m;
/** After one of these a slash begins a regular expression. */
const BEFORE_PATTERN = '(,=:[!&|?{};+-*%<>~^';
const TEXT = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'/sy;
const COMMENT = /\/\/[^\n]*|\/\*.*?\*\//sy;
const PATTERN = /\/(?:[^\\/[\r\n]|\\.|\[(?:[^\\\]\r\n]|\\.)*\])+\/[a-z]*/y;

/** A plugin’s source without its manifest; `null` where that is not there, not written as one object, or not alone. */
export function cutManifest(source: string): string | null {
  try {
    return cut(source);
  } catch {
    // Nested deeper than anybody writes.
    return null;
  }
}

function cut(source: string): string | null {
  const found = START.exec(source);
  if (!found || START.test(source.slice(found.index + 1))) return null;
  const from = found.index + found[0].length;
  const end = endOfObject(source, from);
  if (end === null) return null;
  const after = /^[ \t]*(?:;[ \t]*)?(?:\r?\n|$)/.exec(source.slice(end));
  if (!after) return null;
  return `${source.slice(0, found.index)}${source.slice(end + after[0].length)}`.replace(/^\s+/, '');
}

/** Where the object ends that begins here; `null` where it does not. */
function endOfObject(source: string, from: number): number | null {
  let depth = 0;
  let before = '';
  for (let at = from; at < source.length; at += 1) {
    const char = source[at] ?? '';
    if (/\s/.test(char)) continue;
    const skipped = skip(source, at, before);
    if (skipped === null) return null;
    if (skipped > at) {
      // A comment is nothing; a text, or a pattern, is a value.
      if (!source.startsWith('//', at) && !source.startsWith('/*', at)) before = '"';
      at = skipped - 1;
      continue;
    }
    if ('{[('.includes(char)) depth += 1;
    if ('}])'.includes(char)) depth -= 1;
    before = char;
    if (depth === 0) return at + 1;
  }
  return null;
}

/** Where a text, a comment or a pattern that begins here ends; the same place where none begins, `null` where it does not end. */
function skip(source: string, at: number, before: string): number | null {
  const char = source[at] ?? '';
  if (char === '"' || char === "'") return endOf(TEXT, source, at);
  if (char === '`') return endOfTemplate(source, at + 1);
  if (source.startsWith('//', at) || source.startsWith('/*', at)) return endOf(COMMENT, source, at);
  return char === '/' && BEFORE_PATTERN.includes(before) ? endOf(PATTERN, source, at) : at;
}

function endOf(what: RegExp, source: string, at: number): number | null {
  what.lastIndex = at;
  return what.test(source) ? what.lastIndex : null;
}

function endOfTemplate(source: string, from: number): number | null {
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === '`') return at + 1;
    else if (source.startsWith('${', at)) {
      const end = endOfObject(source, at + 1);
      if (end === null) return null;
      at = end - 1;
    }
  }
  return null;
}
