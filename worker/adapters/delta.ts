import { create } from 'jsondiffpatch';
import { create as createWithTexts, type Delta, type DiffContext } from 'jsondiffpatch/with-text-diffs';

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

/** Shorter texts are replaced as a whole. */
const TEXT_CHARS = 80;

/** Places of the same item in two arrays. */
type Places = readonly [before: number, after: number];

/** How the studio’s patcher treats what is not everybody’s. */
export interface PatcherRules {
  /** What two items of arrays have in common when they are the same item. */
  readonly identity: (item: unknown, index: number) => string;
  /** Two texts or two objects that are not looked into: one replaces the other. */
  readonly apart: (before: unknown, after: unknown) => boolean;
  /** Asked of those only. */
  readonly equal: (before: unknown, after: unknown) => boolean;
  /** Which items of two arrays are the same, where the library would take long to find out; `apart`: as of objects. */
  readonly pairs: (
    before: readonly unknown[],
    after: readonly unknown[],
  ) => { readonly steady: readonly Places[]; readonly moved: readonly Places[] } | 'apart' | undefined;
}

/** What the studio uses of jsondiffpatch. `patch` changes what it is given. */
export interface StudioPatcher {
  diff(before: unknown, after: unknown): unknown;
  patch(value: unknown, delta: unknown): unknown;
  reverse(delta: unknown): unknown;
}

const STUDIO_OPTIONS = {
  arrays: { detectMove: true, includeValueOnMove: false },
  textDiff: { minLength: TEXT_CHARS },
  cloneDiffValues: true,
} as const;

/** The studio’s patcher: items of arrays are known again and may move, long texts are compared as texts. */
export function studioPatcher({ identity, apart, equal, pairs }: PatcherRules): StudioPatcher {
  const texts = createWithTexts(STUDIO_OPTIONS);
  const made = createWithTexts({ ...STUDIO_OPTIONS, objectHash: (item, index = 0) => identity(item, index) });

  const textDelta = (before: string, after: string): Delta => {
    const whole: Delta = [before, after];
    if (before.length < TEXT_CHARS || after.length < TEXT_CHARS || apart(before, after)) return whole;
    try {
      const delta = texts.diff(before, after);
      const exact = texts.patch(before, delta) === after && texts.patch(after, texts.reverse(delta)) === before;
      return exact ? delta : whole;
    } catch {
      // What it cannot write down: half of a pair of characters, for one.
      return whole;
    }
  };
  const arrayDelta = (before: readonly unknown[], after: readonly unknown[]): Delta | null => {
    const found = pairs(before, after);
    if (!found) return null;
    if (found === 'apart') return texts.clone([before, after]) as Delta;
    const left = new Map([...found.steady, ...found.moved]);
    const right = new Set(left.values());
    const entries: [string, unknown][] = [['_t', 'a']];
    for (const [at, item] of before.entries()) if (!left.has(at)) entries.push([`_${at}`, [texts.clone(item), 0, 0]]);
    for (const [from, to] of found.moved) entries.push([`_${from}`, ['', to, 3]]);
    for (const [at, item] of after.entries()) if (!right.has(at)) entries.push([`${at}`, [texts.clone(item)]]);
    for (const [from, to] of left) {
      const inner = made.diff(before[from], after[to]);
      if (inner !== undefined) entries.push([`${to}`, inner]);
    }
    return entries.length > 1 ? (Object.fromEntries(entries) as Delta) : undefined;
  };
  const ours = (context: DiffContext): void => {
    const { left, right } = context;
    if (typeof left === 'string' && typeof right === 'string') context.setResult(textDelta(left, right)).exit();
    else if (Array.isArray(left) && Array.isArray(right)) {
      const delta = arrayDelta(left, right);
      if (delta !== null) context.setResult(delta).exit();
    } else if (apart(left, right)) context.setResult(equal(left, right) ? undefined : [left, right]).exit();
  };
  ours.filterName = 'ours';
  made.processor.pipe('diff').before('texts', ours as never);
  return {
    diff: (before, after) => made.diff(before, after),
    patch: (value, delta) => made.patch(value, delta as Delta),
    reverse: (delta) => made.reverse(delta as Delta),
  };
}
