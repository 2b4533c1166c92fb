import type { PluginRecord } from '../../worker/protocol/broker.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Grant } from '../../worker/protocol/grants.js';
import { show } from '../../worker/protocol/show.js';
import { declaredIn } from './rights.js';

/** The rights to revoke: one permission, the yes to the calls of one tool, or all if none is named. */
export type Revoked = string | { readonly call: string } | undefined;

/** A grant with less in it. */
export function without(grant: Grant, what: Revoked): Grant {
  if (what === undefined) {
    const { direct: _direct, others: _others, ...rest } = grant;
    return { ...rest, permissions: {}, calls: {} };
  }
  if (typeof what === 'object') {
    const { [what.call]: _asked, ...calls } = grant.calls;
    const { [what.call]: _other, ...others } = grant.others ?? {};
    return { ...grant, calls, ...(grant.others && { others }) };
  }
  const { [what]: _gone, ...permissions } = grant.permissions;
  // A yes to calls was said of a plugin that had it.
  const { others: _others, ...rest } = grant;
  return { ...rest, permissions, calls: {} };
}

/** Permissions that were granted further than they are now. */
export const lost = (before: Grant | undefined, after: Grant | undefined): string[] =>
  Object.entries(before?.permissions ?? {}).flatMap(([id, scopes]) => {
    const now = after?.permissions[id];
    return now && scopes.every((scope) => now.some((one) => JSON.stringify(one) === JSON.stringify(scope))) ? [] : [id];
  });

/** @throws `BAD_ARGS` for a permission, or a tool, that the plugin does not have. */
export function checkRevoked({ id, manifest, tools }: PluginRecord, what: unknown): void {
  const { call } = Object(what) as { call?: unknown };
  const known =
    what === undefined ||
    declaredIn(manifest).some(({ permission }) => permission.id === what) ||
    tools.some(({ name }) => name === call) ||
    declaredIn(manifest).some(
      ({ permission }) => permission.cap === 'tool.call' && permission.tools.some((name) => name === call),
    );
  if (!known)
    throw new BulkheadError(
      'BAD_ARGS',
      `revoke: ${show(call ?? what)} is no permission and no tool of ${id}; see \`plugins.review('${id}')\``,
    );
}
