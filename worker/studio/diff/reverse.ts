import { isMembers, type Members } from './plain.js';

const MOVED = 3;
const TEXT = 2;

/** The way back of a delta. jsondiffpatch’s own takes the wrong item where one is changed while others come and go. */
export function reversed(delta: unknown, ofText: (delta: unknown) => unknown): unknown {
  if (Array.isArray(delta)) return reversedLeaf(delta, ofText);
  if (!isMembers(delta)) return delta;
  if (delta._t === 'a') return reversedArray(delta, ofText);
  return Object.fromEntries(Object.entries(delta).map(([key, inner]) => [key, reversed(inner, ofText)]));
}

function reversedLeaf(delta: readonly unknown[], ofText: (delta: unknown) => unknown): unknown {
  if (delta.length === 1) return [delta[0], 0, 0];
  if (delta.length === 2) return [delta[1], delta[0]];
  return delta[2] === TEXT ? ofText(delta) : [delta[0]];
}

function reversedArray(delta: Members, ofText: (delta: unknown) => unknown): Members {
  const gone: number[] = [];
  const come: number[] = [];
  const from = new Map<number, number>();
  const nested: [number, unknown][] = [];
  const entries: [string, unknown][] = [['_t', 'a']];
  for (const [key, inner] of Object.entries(delta)) {
    const list = Array.isArray(inner) ? inner : [];
    if (key === '_t') continue;
    if (key.startsWith('_')) {
      const at = Number(key.slice(1));
      gone.push(at);
      if (list[2] === MOVED) {
        const to = Number(list[1]);
        come.push(to);
        from.set(to, at);
        entries.push([`_${to}`, [list[0], at, MOVED]]);
      } else entries.push([`${at}`, [list[0]]]);
    } else if (list.length === 1) {
      come.push(Number(key));
      entries.push([`_${key}`, [list[0], 0, 0]]);
    } else nested.push([Number(key), inner]);
  }
  gone.sort((a, b) => a - b);
  come.sort((a, b) => a - b);
  nested.sort(([a], [b]) => a - b);
  let [left, right] = [0, 0];
  for (const [at, inner] of nested) {
    // What stays is the same in number before it on both sides.
    while (right < come.length && (come[right] as number) < at) right += 1;
    while (left < gone.length && (gone[left] as number) <= at - right + left) left += 1;
    entries.push([`${from.get(at) ?? at - right + left}`, reversed(inner, ofText)]);
  }
  return Object.fromEntries(entries);
}
