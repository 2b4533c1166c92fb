import type { Manifest } from '../../worker/protocol/manifest.js';
import type { Permission } from '../../worker/protocol/permissions.js';

/** A permission and where it stands. */
export interface Declared {
  readonly permission: Permission;
  readonly optional: boolean;
  /** Where it stands in the manifest, e.g. `permissions/0 (weather)`. */
  readonly line: string;
}

/** Every permission a manifest names, in its order. */
export function declaredIn(manifest: Manifest | null): readonly Declared[] {
  const list = (key: 'permissions' | 'optionalPermissions') =>
    (manifest?.[key] ?? []).map((permission, i) => ({
      permission,
      optional: key === 'optionalPermissions',
      line: `${key}/${i} (${permission.id})`,
    }));
  return [...list('permissions'), ...list('optionalPermissions')];
}

/** True for a manifest with any permission. */
export const asksForAnything = (manifest: Manifest | null): boolean =>
  (manifest?.permissions?.length ?? 0) + (manifest?.optionalPermissions?.length ?? 0) > 0;
