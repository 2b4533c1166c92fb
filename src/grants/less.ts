import type { Grant } from '../../worker/protocol/grants.js';

/** A grant with one permission less in it, or with none. */
export function without(grant: Grant, permission: string | undefined): Grant {
  if (permission === undefined) return { ...grant, permissions: {}, calls: {} };
  const { [permission]: _gone, ...permissions } = grant.permissions;
  // A yes to calls was said of a plugin that had it.
  return { ...grant, permissions, calls: {} };
}

/** Permissions that were granted and are not any more. */
export const lost = (before: Grant | undefined, after: Grant | undefined): string[] =>
  Object.keys(before?.permissions ?? {}).filter(
    (id) => JSON.stringify(before?.permissions[id]) !== JSON.stringify(after?.permissions[id]),
  );
