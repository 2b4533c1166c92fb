import type { PermissionView, PluginReview, Scope } from '../index.js';
import { marksOf, pluginMarks } from './marks.js';
import { isGrantable, keptScopes } from './permission-row.js';

/** What is ticked: permission id → how far. */
export type Choice = ReadonlyMap<string, readonly Scope[]>;

/** A yes to an update leaves as it is what is not new: it widens nothing that was narrower. */
const keepsGrant = ({ changes }: PluginReview, { permission, granted }: PermissionView): boolean =>
  granted.length > 0 &&
  changes !== null &&
  !changes.list.some((change) => change.what === 'permission' && change.id === permission.id);

const farthest = (view: PermissionView): readonly Scope[] => keptScopes(view).slice(-1);

/** What one press on Allow grants: all that is needed at the start, as far as it may go. */
export function choiceOfAll(review: PluginReview): Choice {
  const wanted = review.permissions.filter((view) => !view.optional && isGrantable(view));
  return new Map(
    wanted.map((view) => [view.permission.id, keepsGrant(review, view) ? view.granted : farthest(view)] as const),
  );
}

/**
 * What is ticked when the user begins to choose: what is granted today; before the first yes, what is needed and neither
 * leaves the device nor changes data.
 */
export function firstChoice(review: PluginReview): Choice {
  const grantable = review.permissions.filter(isGrantable);
  const asked = grantable.some(({ granted }) => granted.length > 0);
  const ticked = grantable.filter((view) =>
    asked ? view.granted.length > 0 : !view.optional && marksOf(view.permission).length === 0,
  );
  return new Map(
    ticked.map((view) => [view.permission.id, view.granted.length > 0 ? view.granted : farthest(view)] as const),
  );
}

/** True when a yes must be a deliberate act: the keyboard then starts on Cancel. */
export const isGrave = ({ plugin, permissions, changes }: PluginReview): boolean =>
  changes !== null ||
  pluginMarks(plugin).length > 0 ||
  permissions.some(({ permission }) => marksOf(permission).length > 0);
