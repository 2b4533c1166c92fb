import { create } from 'jsondiffpatch';

/** Comparisons of array items that one whole delta may cost; what is left then is shown as replaced. */
const BUDGET = 4_000_000;
/** Characters of JSON that one item of an array takes at the least: a digit and a comma. */
const ITEM_CHARS = 2;

const patcher = create({ objectHash: (item) => JSON.stringify(item) });

/** JSON text before and after; `undefined` where there is none. */
export interface Change {
  readonly key: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * A jsondiffpatch delta between `{ key: value }` as it was and as it would be. Texts that would take long to compare are
 * shown as replaced, because whoever wrote them may want to keep us busy.
 */
export function deltaOf(changes: readonly Change[]): { readonly [key: string]: unknown } {
  let budget = BUDGET;
  const deltas: (readonly [string, unknown])[] = [];
  for (const { key, before, after } of changes) {
    if (before === undefined && after === undefined) continue;
    if (before === undefined) deltas.push([key, [JSON.parse(after ?? 'null')]]);
    else if (after === undefined) deltas.push([key, [JSON.parse(before), 0, 0]]);
    else {
      budget -= (before.length / ITEM_CHARS) * (after.length / ITEM_CHARS);
      deltas.push([key, compare(before, after, budget > 0)]);
    }
  }
  return Object.fromEntries(deltas);
}

function compare(before: string, after: string, closely: boolean): unknown {
  let odd = false;
  const read = (text: string): unknown =>
    JSON.parse(text, (key, value) => {
      odd ||= key === '_t' || key in Object.prototype;
      return value;
    });
  const [old, now] = [read(before), read(after)];
  // The library takes an inherited `constructor` for one of the value's own, and `_t` for its own mark of an array.
  if (!closely || odd) return [old, now];
  return patcher.diff(old, now) ?? [old, now];
}
