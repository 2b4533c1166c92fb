import type { Words } from './words.js';

const STEP = /\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g;

/**
 * A path of a change for people: `stages[0].nodes[1].prompt` → `Stage 1 / Agent 2 / Prompt`. A word is looked for under
 * `path.stages`, of an entry of a list under `path.stages[]`; what has none stands as it is.
 */
export function pathLabel(words: Words, path: string): string {
  const parts: string[] = [];
  let list = '';
  for (const [, quoted, index, name = quoted] of path.matchAll(STEP)) {
    if (index === undefined) {
      parts.push(named(words, `path.${name}`, String(name)));
      list = String(name);
      continue;
    }
    const key = `path.${list}[]`;
    const number = Number(index) + 1;
    const entry = words(key, number);
    if (entry === key) parts.push(String(number));
    else parts.splice(-1, 1, entry);
    list = '';
  }
  return parts.length > 0 ? parts.join(' / ') : path;
}

function named(words: Words, key: string, otherwise: string): string {
  const word = words(key);
  return word === key ? otherwise : word;
}
