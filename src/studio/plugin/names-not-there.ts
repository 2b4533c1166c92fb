/** Globals of pages and servers that no plugin has: what is called, made anew, or read from. */
const CALLED = ['fetch', 'importScripts', 'postMessage', 'require'];
const MADE = ['XMLHttpRequest', 'WebSocket', 'EventSource', 'Worker', 'SharedWorker', 'BroadcastChannel', 'Image'];
const READ = [
  ...['window', 'document', 'navigator', 'location', 'localStorage', 'sessionStorage', 'indexedDB', 'caches'],
  ...['cookieStore', 'parent', 'opener', 'process'],
];
const NAMES = [...CALLED, ...MADE, ...READ, 'top', 'self', 'Deno', 'Bun'];
const USED = new RegExp(
  String.raw`(?<![.\w$'"\`])(?:(${CALLED.join('|')})\s*\(|new\s+(${MADE.join('|')})\b|(${READ.join('|')})\s*[.[])`,
  'g',
);
/** So much of a source is looked at. */
const LOOKED_AT = 300_000;

function withoutComments(source: string): string {
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    const at = source.indexOf('/*', from);
    const end = at < 0 ? -1 : source.indexOf('*/', at + 2);
    if (end < 0) break;
    parts.push(source.slice(from, at));
    from = end + 2;
  }
  parts.push(source.slice(from));
  return parts.join(' ').replace(/(?<=^|[\s;{}])\/\/[^\n]*/g, '');
}

/** Names of what a source makes use of and will not find. Advice: a source can do the same without naming it. */
export function namesNotThere(whole: string): readonly string[] {
  const source = withoutComments(whole.slice(0, LOOKED_AT));
  const found = new Set<string>();
  for (const [, called, made, read] of source.matchAll(USED)) {
    const name = called ?? made ?? read;
    // What it declares itself is its own.
    if (
      name &&
      !new RegExp(String.raw`\b(?:const|let|var|function|class)\s+${name}\b|[(,]\s*${name}\s*[,)]`).test(source)
    ) {
      found.add(name);
    }
  }
  return [...found];
}

/** What a guest reached for that is not there, from the message of its error. */
export function reachedFor(message: string): string | undefined {
  const name = /'?([A-Za-z]+)'? is not defined/.exec(message)?.[1];
  return name !== undefined && NAMES.includes(name) ? name : undefined;
}
