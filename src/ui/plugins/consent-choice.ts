import type { PermissionView, PluginReview, Scope } from '../../index.js';
import { marksOf, pluginMarks } from '../shared/marks.js';
import { sameScope } from '../shared/permission-words.js';
import { isGrantable, keptScopes } from './permission-row.js';

/** What is ticked: permission id → how far. */
export type Choice = ReadonlyMap<string, readonly Scope[]>;

/** Its yes of today, as far as it can be given again here; of what is asked for in each chat, whichever it was given in. */
const today = (view: PermissionView): readonly Scope[] | undefined => {
  if (view.asked) return view.granted;
  const here = view.granted.filter((scope) => keptScopes(view).some((one) => sameScope(one, scope)));
  return here.length > 0 ? here : undefined;
};

/** It was there when the user last said yes, in the same words. */
const isKnown = ({ changes }: PluginReview, { permission }: PermissionView): boolean =>
  changes !== null && !changes.list.some((change) => change.what === 'permission' && change.id === permission.id);

/** Where nothing can be kept here and now, a yes is one to being asked. */
const farthest = (view: PermissionView): readonly Scope[] => keptScopes(view).slice(-1);
const given = (pairs: readonly (readonly [PermissionView, readonly Scope[] | undefined])[]): Choice =>
  new Map(pairs.flatMap(([view, scopes]) => (scopes ? [[view.permission.id, scopes] as const] : [])));

/** Which of its scopes stands there first: of what leaves the device or changes data, the narrowest that is kept. */
export const firstScope = (view: PermissionView): number =>
  marksOf(view.permission).length === 0 ? keptScopes(view).length - 1 : 0;

/**
 * What one press on Allow grants: all that is needed at the start, as far as it may go. A yes to an update leaves as it is
 * what is not new: it widens nothing.
 */
export function choiceOfAll(review: PluginReview): Choice {
  const grantable = review.permissions.filter(isGrantable);
  return given(
    grantable
      .filter((view) => !view.optional || isKnown(review, view))
      .map((view) => [view, isKnown(review, view) ? today(view) : farthest(view)]),
  );
}

/**
 * What is ticked when the user begins to choose: what is granted today; before the first yes, what is needed and neither
 * leaves the device nor changes data.
 */
export function firstChoice(review: PluginReview): Choice {
  const grantable = review.permissions.filter(isGrantable);
  if (review.changes !== null || grantable.some(({ granted, asked }) => granted.length > 0 || asked))
    return given(grantable.map((view) => [view, today(view)]));
  const calm = grantable.filter(({ optional, permission }) => !optional && marksOf(permission).length === 0);
  return given(calm.map((view) => [view, farthest(view)]));
}

/** True when a yes must be a deliberate act: the keyboard then starts on Cancel. */
export const isGrave = ({ plugin, permissions, changes }: PluginReview): boolean =>
  changes !== null ||
  pluginMarks(plugin).length > 0 ||
  permissions.some(({ permission }) => marksOf(permission).length > 0);
