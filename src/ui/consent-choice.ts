import type { PermissionView, PluginReview, Scope } from '../index.js';
import { marksOf, pluginMarks } from './marks.js';
import { isGrantable, keptScopes } from './permission-row.js';
import { sameScope } from './permission-words.js';

/** What is ticked: permission id → how far. */
export type Choice = ReadonlyMap<string, readonly Scope[]>;

/** Its yes of today, as far as it can be given again here: the scopes of other chats cannot. */
const today = (view: PermissionView): readonly Scope[] =>
  view.granted.filter((scope) => keptScopes(view).some((one) => sameScope(one, scope)));

/** It was there when the user last said yes, in the same words. */
const isKnown = ({ changes }: PluginReview, { permission }: PermissionView): boolean =>
  changes !== null && !changes.list.some((change) => change.what === 'permission' && change.id === permission.id);

const farthest = (view: PermissionView): readonly Scope[] => keptScopes(view).slice(-1);
const given = (pairs: readonly (readonly [PermissionView, readonly Scope[]])[]): Choice =>
  new Map(pairs.flatMap(([view, scopes]) => (scopes.length > 0 ? [[view.permission.id, scopes] as const] : [])));

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
  if (review.changes !== null || grantable.some(({ granted }) => granted.length > 0))
    return given(grantable.map((view) => [view, today(view)]));
  const calm = grantable.filter(({ optional, permission }) => !optional && marksOf(permission).length === 0);
  return given(calm.map((view) => [view, farthest(view)]));
}

/** True when a yes must be a deliberate act: the keyboard then starts on Cancel. */
export const isGrave = ({ plugin, permissions, changes }: PluginReview): boolean =>
  changes !== null ||
  pluginMarks(plugin).length > 0 ||
  permissions.some(({ permission }) => marksOf(permission).length > 0);
