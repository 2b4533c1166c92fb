import type { Manifest, ManifestTool } from '../protocol/manifest.js';
import type { Permission } from '../protocol/permissions.js';

/** The same type, whose lists may be constant. */
type Constant<T> = T extends readonly (infer Item)[]
  ? readonly Constant<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Constant<T[K]> }
    : T;

/** One thing that a plugin asks for, and why. */
export type PluginPermission = Constant<Permission>;

type Rest = Omit<Manifest, 'permissions' | 'optionalPermissions' | 'tools' | 'manifest' | 'id' | 'version' | 'name'> & {
  readonly tools?: readonly Constant<ManifestTool>[];
  /** Keys of your own: they are kept, and nothing reads them. */
  readonly [own: `x-${string}`]: unknown;
};
type Named = Pick<Manifest, 'manifest' | 'id' | 'version' | 'name'>;

/** The manifest of a plugin that asks for something: it has to say who it is. */
interface Asking {
  readonly manifest: 1;
  readonly id: string;
  readonly version: string;
  readonly name: NonNullable<Manifest['name']>;
  readonly permissions?: readonly PluginPermission[];
  readonly optionalPermissions?: readonly PluginPermission[];
}
interface Plain extends Named {
  readonly permissions?: readonly [];
  readonly optionalPermissions?: readonly [];
}

/**
 * What `export const manifest` of a plugin may hold. Write `export const manifest = { … } as const satisfies PluginManifest`; in
 * JavaScript a comment with `@satisfies` does the same.
 */
export type PluginManifest = Rest & (Asking | Plain);
