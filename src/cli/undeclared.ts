import type { Cap, Manifest } from '../index.js';

/** Members of `ctx`, and the capabilities of which one is needed for each. */
const MEMBERS: { readonly [member: string]: readonly Cap[] } = {
  storage: ['store'],
  net: ['net'],
  chat: ['chat.read', 'chat.write'],
  memory: ['memory.read', 'memory.write'],
  tools: ['tool.call'],
  llm: ['llm'],
  notify: ['notify'],
  clipboard: ['clipboard.write'],
};

/** Says for each member of `ctx` that the sources use and the manifest has no permission for, what to write. */
export function undeclaredIn(sources: readonly string[], manifest: Manifest | null): readonly string[] {
  const asked = new Set(
    [...(manifest?.permissions ?? []), ...(manifest?.optionalPermissions ?? [])].map(({ cap }) => cap),
  );
  return Object.entries(MEMBERS)
    .filter(([member, caps]) => !caps.some((cap) => asked.has(cap)) && sources.some((source) => uses(source, member)))
    .map(([member, [cap]]) => `ctx.${member} is used: add a permission with \`cap: '${cap}'\` to the manifest`);
}

const uses = (source: string, member: string): boolean =>
  new RegExp(`\\bctx\\s*\\??\\.\\s*${member}\\b|\\{[^{}]*\\b${member}\\b[^{}]*\\}\\s*=\\s*ctx\\b`).test(source);
