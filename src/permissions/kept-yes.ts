import type { Grant, Scope } from '../../worker/protocol/grants.js';
import type { Policy } from '../questions/index.js';
import { own, type Right, same } from './rights.js';

type Scopes = { readonly [name: string]: readonly Scope[] };

/** Adds a scope to what was said of something. */
export function withScope(all: Scopes, name: string, scope: Scope): Scopes {
  const before = own(all, name) ?? [];
  return before.some((one) => same(one, scope)) ? all : { ...all, [name]: [...before, scope] };
}

const grantedIn = (rights: readonly Right[]): readonly string[] =>
  rights.filter(({ state }) => state === 'granted').map(({ permission }) => permission.id);

/** True when a stored yes to the calls of a plugin's tool is valid under the present grants. */
export function counts(grant: Grant | undefined, tool: string, rights: readonly Right[]): boolean {
  const said = own(grant?.callsWith, tool) ?? [];
  return grantedIn(rights).every((id) => said.includes(id));
}

/**
 * True when calls of a plugin's tool are not asked about here and now. A yes counts for what was granted when it was said: a
 * permission that came later may make the same call another.
 */
export const coversCall = (policy: Policy, grant: Grant | undefined, tool: string, rights: readonly Right[]): boolean =>
  policy.covers(own(grant?.calls, tool)) && counts(grant, tool, rights);

/** Keeps a yes to the calls of a plugin's tool, with what was granted when it was said. */
export function withCall(grant: Grant, tool: string, scope: Scope, rights: readonly Right[]): Grant {
  if (scope.kind === 'call') return grant;
  const granted = grantedIn(rights);
  const { [tool]: _before, ...others } = grant.calls;
  const calls = withScope(same(own(grant.callsWith, tool), granted) ? grant.calls : others, tool, scope);
  return { ...grant, calls, callsWith: { ...grant.callsWith, [tool]: granted } };
}

/** True when a plugin's calls of a tool of the page are not asked about here and now: of the very tool that was meant. */
export function coversOther(
  policy: Policy,
  grant: Grant | undefined,
  tool: string,
  identity: string | undefined,
): boolean {
  const said = own(grant?.others, tool);
  return identity !== undefined && said?.identity === identity && policy.covers(said.scopes);
}

/** Keeps a yes to a plugin's calls of a tool of the page. */
export function withOther(grant: Grant, tool: string, identity: string, scope: Scope): Grant {
  const before = own(grant.others, tool);
  const scopes = before?.identity === identity ? before.scopes : [];
  const { [tool]: all = [] } = withScope({ [tool]: scopes }, tool, scope);
  return { ...grant, others: { ...grant.others, [tool]: { identity, scopes: all } } };
}
