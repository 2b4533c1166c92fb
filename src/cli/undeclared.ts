import type { Cap, Manifest } from '../index.js';

/** Members of `ctx`: the capabilities of which one is needed for each, and a permission to write for the first. */
const MEMBERS: { readonly [member: string]: { readonly caps: readonly Cap[]; readonly fields: string } } = {
  storage: { caps: ['store'], fields: "cap: 'store', quotaMiB: 1" },
  net: { caps: ['net'], fields: "cap: 'net', hosts: ['api.example.com'], methods: ['GET']" },
  chat: { caps: ['chat.read', 'chat.write'], fields: "cap: 'chat.read'" },
  memory: { caps: ['memory.read', 'memory.write'], fields: "cap: 'memory.read'" },
  tools: { caps: ['tool.call'], fields: "cap: 'tool.call', tools: ['its_name']" },
  llm: { caps: ['llm'], fields: "cap: 'llm'" },
  notify: { caps: ['notify'], fields: "cap: 'notify'" },
  clipboard: { caps: ['clipboard.write'], fields: "cap: 'clipboard.write'" },
};

/** Says for each member of `ctx` that the sources use and the manifest has no permission for, where, and what to write. */
export function undeclaredIn(sources: ReadonlyMap<string, string>, manifest: Manifest | null): readonly string[] {
  const permissions = [...(manifest?.permissions ?? []), ...(manifest?.optionalPermissions ?? [])];
  const asked = new Set(permissions.map(({ cap }) => cap));
  return Object.entries(MEMBERS).flatMap(([member, { caps, fields }]) => {
    if (caps.some((cap) => asked.has(cap))) return [];
    const place = [...sources].map(([name, text]) => firstUse(name, text, member)).find((found) => found !== undefined);
    const example = `{ id: '${member}', ${fields}, reason: 'to …' }`;
    return place === undefined
      ? []
      : [`${place}: ctx.${member} is used; add to "permissions" of the manifest: ${example}`];
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
