const START = /^export\s+const\s+manifest\s*=\s*(?=\{)/m;
/** After one of these a slash begins a regular expression. */
const BEFORE_PATTERN = '(,=:[!&|?{};+-*%<>~^';

/**
 * Takes the manifest out of a plugin’s source.
 * @returns what is left; `null` where the source has none that is written as an object, and nothing else.
 */
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
  if (char === '"' || char === "'") return endOfText(source, at + 1, char);
  if (char === '`') return endOfTemplate(source, at + 1);
  if (source.startsWith('//', at)) return lineEnd(source, at);
  if (source.startsWith('/*', at)) {
    const end = source.indexOf('*/', at + 2);
    return end < 0 ? null : end + 2;
  }
  if (char === '/' && BEFORE_PATTERN.includes(before)) {
    const pattern = /\/(?:[^\\/[\r\n]|\\.|\[(?:[^\\\]\r\n]|\\.)*\])+\/[a-z]*/y;
    pattern.lastIndex = at;
    return pattern.exec(source) ? pattern.lastIndex : null;
  }
  return at;
}

function endOfText(source: string, from: number, quote: string): number | null {
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === quote) return at + 1;
    else if (source[at] === '\n') return null;
  }
  return null;
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

const lineEnd = (source: string, at: number): number => {
  const end = source.indexOf('\n', at);
  return end < 0 ? source.length : end;
};
