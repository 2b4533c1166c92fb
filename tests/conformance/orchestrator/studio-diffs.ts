import { renderProfileDeltaHtml } from '../../../src/studio/delta-html.js';
import { diffItems, isLineItem } from '../../../src/studio/diff-items.js';
import { inlineDiffs, workerDiffs } from '../../../src/studio/diffs.js';
import { buildProfileDelta } from '../../../src/studio/profile-delta.js';
import { patched, unpatched } from '../../../worker/studio/diff/delta.js';
import { isSame } from '../../../worker/studio/diff/plain.js';
import { made } from './text.js';
import type { Play, Seen } from './types.js';

/** Where versions are compared: in this page, and in the worker. */
const PLACES = { page: () => inlineDiffs(), worker: () => workerDiffs('/bulkhead/studio-worker.js') };

/** Deltas both ways; each has to lead to the other version. */
export const deltas: Play = async (one) => {
  const { before, after } = made(one.given) as { before: unknown; after: unknown };
  const wanted = made(one.expect) as { delta?: unknown; reverseDelta?: unknown };
  const built = buildProfileDelta(before, after);
  const seen: Seen[] = [];
  for (const [variant, open] of Object.entries(PLACES)) {
    const diffs = open();
    const found = await diffs.compare(before, after);
    const delta = found?.delta ?? null;
    const reverseDelta = found?.reverseDelta ?? null;
    const leads =
      isSame(built, delta) &&
      isSame(patched(before, delta), after) &&
      isSame(unpatched(after, delta), before) &&
      isSame(patched(after, reverseDelta), before);
    const told = (what: unknown, meant: unknown, from: unknown, to: unknown) =>
      shapeOf(what) === shapeOf(meant) && isSame(patched(from, meant), to) ? meant : what;
    const facts = {
      ...{ delta: told(delta, wanted.delta, before, after), equal: delta === null },
      reverseDelta: told(reverseDelta, wanted.reverseDelta, after, before),
      ...LEADS,
    };
    seen.push({ variant, facts: leads ? facts : { delta: 'leads elsewhere', built } });
    diffs.close();
  }
  return seen;
};

/** A delta without the words of its text diffs, which depend on who has made them, and without an order of its members. */
const shapeOf = (delta: unknown): string | undefined =>
  JSON.stringify(delta, (_key, value) => {
    if (Array.isArray(value)) return value.length === 3 && value[2] === 2 ? ['text'] : value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });

/** What is true of a delta that leads where it should, in the words there are for it. */
const LEADS = { patchGivesAfter: true, unpatchGivesBefore: true, patches: true, unpatches: true, roundTrip: true };

const side = (value: unknown, missing: boolean) => (missing ? { missing } : { missing, value });

interface ItemsCase {
  readonly before?: unknown;
  readonly after?: unknown;
  readonly delta?: unknown;
  readonly replaced?: { readonly path: string; readonly before: unknown; readonly after: unknown };
}

/** A case’s versions, and what leads from one to the other. */
function versionsOf({ before, after, delta, replaced }: ItemsCase) {
  if (!replaced) return { before, after, delta: delta === undefined ? buildProfileDelta(before, after) : delta };
  const within = (value: unknown) =>
    replaced.path
      .split('.')
      .filter((key) => key !== '' && key !== '(root)')
      .reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  return {
    ...{ before: within(replaced.before), after: within(replaced.after) },
    delta: within([replaced.before, replaced.after]),
  };
}

/** What a delta changes, as it is listed: of each item what the case asks of it. */
export const items: Play = async (one) => {
  const { before, after, delta } = versionsOf(made(one.given) as ItemsCase);
  const listed = diffItems(delta, before, after);
  const wanted = Array.isArray(one.expect.items) ? one.expect.items : [];
  const found = listed.map((item, at) => {
    const { path, beforePayload, afterPayload, beforeValue, afterValue } = item;
    const sides = { before: side(beforeValue, beforePayload.missing), after: side(afterValue, afterPayload.missing) };
    const asked = Object.keys(Object(wanted[at]));
    const more = { beforePayload, afterPayload, beforeValue, afterValue, textDiff: isLineItem(item) };
    return {
      path,
      ...Object.fromEntries(Object.entries(sides).filter(([key]) => asked.length < 2 || asked.includes(key))),
      ...Object.fromEntries(Object.entries(more).filter(([key]) => asked.includes(key))),
    };
  });
  const paths = listed.map(({ path }) => path);
  const textDiff = listed.some(isLineItem);
  const html = renderProfileDeltaHtml({}, delta, { before, after });
  return [
    { variant: 'page', facts: { items: found, paths, count: paths.length, textDiff, missingLabel: missingIn(html) } },
  ];
};

/** The label of a side that is not there. */
const missingIn = (html: string): string | undefined => html.match(/<em>(.*?)<\/em>/)?.[1];
