import { buildProfileDelta } from '../../../src/studio/base/define-adapter.js';
import { renderProfileDeltaHtml } from '../../../src/studio/base/delta-html.js';
import { diffItems, isLineItem } from '../../../src/studio/base/diff-items.js';
import { inlineDiffs, workerDiffs } from '../../../src/studio/base/diffs.js';
import { patched, unpatched } from '../../../worker/studio/diff/delta.js';
import { isSame } from '../../../worker/studio/diff/plain.js';
import { remade, whole } from '../keys.js';
import { Check, holds, made } from './text.js';
import type { Play, Seen } from './types.js';

/** Where versions are compared: in this page, and in the worker. */
const PLACES = { page: () => inlineDiffs(), worker: () => workerDiffs('/bulkhead/studio-worker.js') };

/** Deltas both ways: as they are written down, and each leads to the other version and back. */
export const deltas: Play = async ({ given }) => {
  const { before, after } = remade(given, made) as { before: unknown; after: unknown };
  const [old, now] = [whole(before), whole(after)];
  const built = buildProfileDelta(old, now);
  const seen: Seen[] = [];
  for (const [variant, open] of Object.entries(PLACES)) {
    const diffs = open();
    const found = await diffs.compare(old, now);
    const delta = found?.delta ?? null;
    const reverseDelta = found?.reverseDelta ?? null;
    const [leadsTo, leadsBack] = [isSame(patched(old, delta), now), isSame(unpatched(now, delta), old)];
    const facts = {
      delta: isSame(built, delta) ? asWritten(delta, old, now) : `another than ${JSON.stringify(built)}`,
      reverseDelta: asWritten(reverseDelta, now, old),
      equal: delta === null,
      ...{ patchGivesAfter: leadsTo, patches: leadsTo, unpatchGivesBefore: leadsBack, unpatches: leadsBack },
      roundTrip: leadsTo && leadsBack,
    };
    seen.push({ variant, facts });
    diffs.close();
  }
  return seen;
};

/**
 * A delta compared by its structure. Its text diffs depend on who has made them, so of those it is checked what they do: this
 * delta and the one that is written down both lead from one version to the other and back.
 */
const asWritten = (delta: unknown, from: unknown, to: unknown): Check =>
  new Check(delta, (written: unknown) => {
    const wanted = made(written);
    const leads = (one: unknown) => isSame(patched(from, one), to) && isSame(unpatched(to, one), from);
    return shapeOf(delta) === shapeOf(wanted) && leads(delta) && leads(wanted);
  });

/** A delta without the words of its text diffs, which depend on who has made them, and without an order of its members. */
const shapeOf = (delta: unknown): string | undefined =>
  JSON.stringify(delta, (_key, value) => {
    if (Array.isArray(value)) return value.length === 3 && value[2] === 2 ? ['text'] : value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });

const side = (value: unknown, missing: boolean) => (missing ? { missing } : { missing, value });

interface ItemsCase {
  readonly before?: unknown;
  readonly after?: unknown;
  readonly delta?: unknown;
  readonly replaced?: { readonly path: string; readonly before: unknown; readonly after: unknown };
}

/** A case’s versions, and what leads from one to the other. */
function versionsOf(given: ItemsCase) {
  if (!given.replaced) {
    const [before, after] = [whole(given.before), whole(given.after)];
    return { before, after, delta: given.delta === undefined ? buildProfileDelta(before, after) : whole(given.delta) };
  }
  const { path, ...sides } = whole(given.replaced);
  const within = (value: unknown) =>
    path
      .split('.')
      .filter((key) => key !== '' && key !== '(root)')
      .reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  return {
    ...{ before: within(sides.before), after: within(sides.after) },
    delta: within([sides.before, sides.after]),
  };
}

/** What a delta changes, as it is listed: a vector shows of each item what it is about. */
export const items: Play = async ({ given }) => {
  const { before, after, delta } = versionsOf(remade(given, made) as ItemsCase);
  const listed = diffItems(delta, before, after);
  const found = listed.map((item) => {
    const { path, beforePayload, afterPayload, beforeValue, afterValue } = item;
    const sides = { before: side(beforeValue, beforePayload.missing), after: side(afterValue, afterPayload.missing) };
    return { path, ...sides, beforePayload, afterPayload, beforeValue, afterValue, textDiff: isLineItem(item) };
  });
  const paths = listed.map(({ path }) => path);
  const facts = {
    items: new Check(found, (wanted: readonly object[]) => {
      const fits = (one: object, at: number) => holds(one, found[at] ?? {});
      return wanted.length === found.length && wanted.every(fits);
    }),
    ...{ paths, count: paths.length, textDiff: listed.some(isLineItem) },
    missingLabel: missingIn(renderProfileDeltaHtml({}, delta, { before, after })),
  };
  return [{ variant: 'page', facts }];
};

/** The label of a side that is not there. */
const missingIn = (html: string): string | undefined => html.match(/<em>(.*?)<\/em>/)?.[1];
