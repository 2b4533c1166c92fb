import { asLines, payloadOf } from '../../../worker/studio/diff/bodies.js';
import { comparePaths, pathText, type Step } from '../../../worker/studio/diff/paths.js';
import { isMembers, isSame, type Members } from '../../../worker/studio/diff/plain.js';
import type { DiffItem } from './adapter.js';

/** Depth to which a replaced object is described by its members. */
const DEPTH = 3;

/** In front of a place that counts in the array before. */
const BEFORE = '_';

/**
 * What a delta changes, place by place and sorted: objects by their members, arrays by the places that the delta names.
 *
 * @example
 * import { buildProfileDelta, diffItems } from 'bulkhead/studio';
 * const [before, after] = [{ text: 'Hello' }, { text: 'Welcome' }];
 * const items = diffItems(buildProfileDelta(before, after), before, after);
 * for (const { path, beforeValue, afterValue } of items) console.log(path, beforeValue, afterValue);
 */
export function diffItems(delta: unknown, before: unknown, after: unknown): readonly DiffItem[] {
  const touched = new Map<string, readonly Step[]>();
  collect(delta, [], touched);
  const paths = [...touched.values()].sort(comparePaths);
  // Sorted, so that whatever lies within a place stands right behind it.
  const innermost = paths.filter((path, at) => !startsWith(paths[at + 1], path));
  const items = innermost.flatMap((path) => expand(path, valueAt(before, path), valueAt(after, path), DEPTH));
  if (items.length > 0 || isSame(before, after)) return items;
  return [itemOf([], before, after)];
}

function collect(delta: unknown, path: readonly Step[], into: Map<string, readonly Step[]>): void {
  if (!isMembers(delta)) {
    if (Array.isArray(delta)) into.set(JSON.stringify(path), path);
    return;
  }
  const isArray = delta._t === 'a';
  if (isArray) into.set(JSON.stringify(path), path);
  for (const [key, inner] of Object.entries(delta)) {
    if (isArray && key === '_t') continue;
    const step = isArray ? Number(key.startsWith(BEFORE) ? key.slice(1) : key) : key;
    collect(inner, [...path, step], into);
  }
}

const startsWith = (path: readonly Step[] | undefined, start: readonly Step[]): boolean =>
  path !== undefined && path.length > start.length && start.every((step, at) => step === path[at]);

function valueAt(value: unknown, path: readonly Step[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Members)[step];
  }
  return found;
}

function expand(path: readonly Step[], before: unknown, after: unknown, depth: number): DiffItem[] {
  if (isSame(before, after)) return [];
  if (depth === 0 || !isMembers(before) || !isMembers(after)) return [itemOf(path, before, after)];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keys.flatMap((key) => expand([...path, key], valueAt(before, [key]), valueAt(after, [key]), depth - 1));
}

const itemOf = (path: readonly Step[], beforeValue: unknown, afterValue: unknown): DiffItem => ({
  path: pathText(path),
  beforeValue,
  afterValue,
  beforePayload: payloadOf(beforeValue),
  afterPayload: payloadOf(afterValue),
});

export const isLineItem = ({ beforeValue, afterValue }: DiffItem): boolean => asLines(beforeValue, afterValue);
