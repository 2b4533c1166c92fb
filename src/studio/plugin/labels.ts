import type { DiffItem } from '../base/adapter.js';
import type { PluginArtifact } from './artifact.js';
import { type Say, TEXTS, type WordKey } from './words.js';

const LISTS: { readonly [list: string]: { readonly key: WordKey; readonly by: 'id' | 'name' } } = {
  'manifest.permissions': { key: 'label.permission', by: 'id' },
  'manifest.optionalPermissions': { key: 'label.optionalPermission', by: 'id' },
  'manifest.tools': { key: 'label.tool', by: 'name' },
  tests: { key: 'label.test', by: 'name' },
};

/** A path of the artifact for people: `manifest.permissions[0].hosts` → `Permission ‘web’ / hosts`. */
export function pathLabel(
  path: string,
  item: DiffItem | undefined,
  versions: readonly PluginArtifact[],
  say: Say,
): string {
  if (path === 'source') return say('label.source');
  if (path === 'id') return say('label.id');
  const [, list = '', place = '', rest = ''] = /^(manifest\.\w+|tests)\[(\d+)\](.*)$/.exec(path) ?? [];
  const known = LISTS[list];
  if (known) {
    // Of the one that was removed only the change itself knows the name.
    const own = rest === '' ? (nameIn(item?.afterValue, known.by) ?? nameIn(item?.beforeValue, known.by)) : undefined;
    const name = own ?? nameAt(versions, list, Number(place), known.by) ?? String(Number(place) + 1);
    return [say(known.key, name), ...steps(rest, say)].join(' / ');
  }
  const [, inner] = /^manifest\.(.+)$/.exec(path) ?? [];
  if (inner === undefined) return path === 'manifest' ? say('label.manifest') : path;
  return [say('label.manifest'), ...steps(inner, say)].join(' / ');
}

function steps(path: string, say: Say): readonly string[] {
  const [first, ...more] = path.split('.').filter((step) => step !== '');
  if (first === undefined) return [];
  const [, name = '', rest = ''] = /^(\w*)(.*)$/.exec(first) ?? [];
  return [Object.hasOwn(TEXTS, `field.${name}`) ? `${say(`field.${name}` as WordKey)}${rest}` : first, ...more];
}

const nameIn = (value: unknown, key: 'id' | 'name'): string | undefined => {
  const name = (Object(value) as { readonly [key: string]: unknown })[key];
  return typeof name === 'string' ? name : undefined;
};

/** What stands at a place in every version that has one: a place alone does not say of which version it is. */
function nameAt(
  versions: readonly PluginArtifact[],
  list: string,
  place: number,
  by: 'id' | 'name',
): string | undefined {
  const names = new Set(versions.flatMap((one) => nameIn(listOf(one, list)[place], by) ?? []));
  return names.size === 1 ? [...names][0] : undefined;
}

function listOf(plugin: PluginArtifact, list: string): readonly unknown[] {
  const found = list === 'tests' ? plugin.tests : plugin.manifest?.[list.slice('manifest.'.length)];
  return Array.isArray(found) ? found : [];
}
