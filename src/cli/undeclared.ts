import { CAPABILITIES, type Cap } from '../../worker/protocol/capabilities/index.js';
import { permissionFor } from '../../worker/protocol/permission-line.js';
import type { Manifest } from '../index.js';

/** Members of `ctx`, and the capabilities of which one is needed for each. */
const MEMBERS = new Map<string, Cap[]>();
for (const { group, cap } of CAPABILITIES) MEMBERS.set(group, [...(MEMBERS.get(group) ?? []), cap]);

/** Says for each member of `ctx` that the sources use and the manifest has no permission for, where, and what to write. */
export function undeclaredIn(sources: ReadonlyMap<string, string>, manifest: Manifest | null): readonly string[] {
  const permissions = [...(manifest?.permissions ?? []), ...(manifest?.optionalPermissions ?? [])];
  const asked = new Set(permissions.map(({ cap }) => cap));
  const taken = permissions.map(({ id }) => id);
  return [...MEMBERS].flatMap(([member, caps]) => {
    const [first] = caps;
    if (!first || caps.some((cap) => asked.has(cap))) return [];
    const place = [...sources].map(([name, text]) => firstUse(name, text, member)).find((found) => found !== undefined);
    if (place === undefined) return [];
    const { text } = permissionFor(first, {}, taken);
    return [`${place}: ctx.${member} is used; add to "permissions" of the manifest: ${text}`];
  });
}

/** Where a member is used first, as file, line and column. What a bundler has renamed is not found. */
function firstUse(name: string, source: string, member: string): string | undefined {
  const pattern = new RegExp(`\\bctx\\s*\\??\\.\\s*${member}\\b|\\{[^{}]*\\b${member}\\b[^{}]*\\}\\s*=\\s*ctx\\b`);
  const at = source.search(pattern);
  if (at < 0) return undefined;
  const before = source.slice(0, at).split('\n');
  return `${name}:${before.length}:${(before.at(-1) ?? '').length + 1}`;
}
