import type { Manifest } from '../../worker/protocol/manifest.js';
import type { Cap, Permission } from '../../worker/protocol/permissions.js';

/** The part of `ctx`, and the port, that a permission opens. */
export const GROUP_OF: { readonly [cap in Cap]: string } = {
  store: 'storage',
  net: 'net',
  'chat.read': 'chat',
  'chat.write': 'chat',
  'memory.read': 'memory',
  'memory.write': 'memory',
  'tool.call': 'tools',
  llm: 'llm',
  notify: 'notify',
  'clipboard.write': 'clipboard',
};

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

/** What a request of `net` may be: what the manifest says, else reading. */
export const methodsOf = (permission: Permission & { cap: 'net' }): NonNullable<typeof permission.methods> =>
  permission.methods ?? ['GET'];

/** True when a permission lets a plugin change something beyond its own store. */
export function changes(permission: Permission): boolean {
  if (permission.cap === 'net') return methodsOf(permission).some((method) => method !== 'GET');
  return ['chat.write', 'memory.write', 'tool.call', 'clipboard.write'].includes(permission.cap);
}

/** How far the manifest itself wants a permission to go. */
export function reachOf(permission: Permission): 'chat' | 'character' | 'always' {
  const scope = 'scope' in permission ? permission.scope : undefined;
  return scope === undefined || scope === 'all' ? 'always' : scope;
}
