import type { Scope, ScopeKind } from '../../worker/protocol/grants.js';
import { isOwnHost } from '../../worker/protocol/own-host.js';
import { capabilityFacts, scopeOf } from '../../worker/protocol/permission-facts.js';
import type { Permission } from '../../worker/protocol/permissions.js';
import { type Policy, REACH } from '../questions/index.js';

/** Why a permission cannot be granted on this page at all. */
export function refusalOf(policy: Policy, permission: Permission): 'policy' | 'not-provided' | undefined {
  const { cap } = permission;
  if (policy.forbids(cap) || ownHostOf(policy, permission) !== undefined) return 'policy';
  const { builtIn, group } = capabilityFacts(cap);
  return builtIn || policy.offers(group) || (cap === 'chat.read' && policy.snapshot) ? undefined : 'not-provided';
}

/** The host of a permission that is the page's own server: what holds one is not granted at all. */
export const ownHostOf = (policy: Policy, permission: Permission): string | undefined =>
  permission.cap === 'net' ? permission.hosts.find((host) => isOwnHost(host, policy.page)) : undefined;

/**
 * How far a yes to a permission may go: as far as its manifest says, and of what is about data the open chat where it says
 * nothing. A page that names no chats has one.
 */
export function reachOf(policy: Policy, permission: Permission): Exclude<ScopeKind, 'call'> {
  const scope = scopeOf(permission);
  return scope === 'all' || !policy.namesChats ? 'always' : scope;
}

/** True where a yes is one to being asked again: in each other chat, or at each use. */
export const asksAgain = (policy: Policy, permission: Permission): boolean =>
  capabilityFacts(permission.cap).asksEach === true || reachOf(policy, permission) !== 'always';

/** The part of a yes that goes no further than its permission: of a wider one, nothing. */
export function within(
  policy: Policy,
  permission: Permission,
  scopes: readonly Scope[] | undefined,
): readonly Scope[] | undefined {
  if (capabilityFacts(permission.cap).asksEach) return undefined;
  const most = REACH.indexOf(reachOf(policy, permission));
  return scopes?.filter(({ kind }) => REACH.indexOf(kind) <= most);
}

/** How far a yes to a permission may be kept here and now, the nearest first. */
export const keptScopes = (policy: Policy, permission: Permission): readonly Scope[] =>
  capabilityFacts(permission.cap).asksEach ? [] : policy.kept(reachOf(policy, permission));
