import type { PluginRecord } from '../../worker/protocol/broker.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Grant, Scope } from '../../worker/protocol/grants.js';
import { isRecord } from '../../worker/protocol/json.js';
import { didYouMean } from '../../worker/protocol/nearest.js';
import type { Permission } from '../../worker/protocol/permissions.js';
import { show } from '../../worker/protocol/show.js';
import type { Change, EnableOptions, PermissionView, PluginReview, ShownPlugin } from '../contracts/index.js';
import type { Policy } from '../questions/index.js';
import type { Broker } from '../workers/index.js';
import { counts } from './kept-yes.js';
import { asksAgain, keptScopes, refusalOf, within } from './permitted.js';
import { type PluginEntry, toInfo } from './plugin-entry.js';
import { type Declared, declaredIn, holds, own, pinnedTools, rightsOf, same } from './rights.js';

/** The decisions about a plugin that is installed, or is about to be, and the changes since its user's last decision. */
export async function readReview(entry: PluginEntry, policy: Policy, broker: Broker): Promise<PluginReview> {
  const plugin = entry.record.id;
  const { record, grant } = entry;
  const [stored, secretsSet, previous, allowedEarlier] = await Promise.all([
    broker.call('storage', { plugin }),
    broker.call('secretNames', { plugin }),
    broker.call('previous', { plugin }),
    // The user has decided here since.
    grant ? ([] as readonly string[]) : broker.call('allowedEarlier', { plugin }),
  ]);
  const said = grant && holds(grant, record) ? grant : carriedOver(record, grant);
  const permissions = declaredIn(record.manifest).map((declared): PermissionView => {
    const { permission } = declared;
    const refused = refusalOf(policy, permission);
    const scopes = keptScopes(policy, permission);
    const before = own(said.permissions, permission.id);
    const granted = within(policy, permission, before) ?? [];
    const asked = before !== undefined && asksAgain(policy, permission);
    const view = { ...declared, scopes: refused ? [] : scopes, granted };
    const earlier = allowedEarlier.includes(permission.id);
    return { ...view, ...(refused && { refused }), ...(asked && { asked }), ...(earlier && { earlier }) };
  });
  const secrets = declaredIn(record.manifest).flatMap(({ permission }) => {
    if (permission.cap !== 'net') return [];
    const { hosts, secrets: names = [] } = permission;
    return names.map((name) => ({ name, hosts, set: secretsSet.includes(name) }));
  });
  const others = Object.entries(said.others ?? {}).map(([tool, { scopes }]) => [tool, scopes] as const);
  const kept = Object.entries(said.calls).filter(([tool]) => counts(said, tool, rightsOf(record, said, policy, tool)));
  const calls = [...kept, ...others].map(([tool, scopes]) => ({ tool, scopes }));
  const changes = changesOf(record, grant);
  return {
    ...{ plugin: toInfo(entry), permissions, changes, secrets, calls, stored },
    ...(previous !== null && { previous }),
  };
}

/** @throws `PLUGIN_CHANGED` when a plugin is not the one that was shown, `BAD_ARGS` if `expected` has another form. */
export function checkShown(record: PluginRecord, expected: unknown): void {
  if (expected === undefined) return;
  const { filesHash, toolsHash, manifest } = Object(expected) as Partial<ShownPlugin>;
  if (typeof filesHash !== 'string' || typeof toolsHash !== 'string') {
    throw new BulkheadError('BAD_ARGS', 'expected: pass `plugin` of the review that was shown');
  }
  const asked = (one: PluginRecord['manifest']) => declaredIn(one).map(({ permission }) => permission);
  const isShown =
    record.filesHash === filesHash &&
    record.toolsHash === toolsHash &&
    (manifest === undefined || same(asked(manifest), asked(record.manifest)));
  if (isShown) return;
  const { id } = record;
  throw new BulkheadError('PLUGIN_CHANGED', `${id} is not what was shown: review it again`, { plugin: id });
}

function changesOf(record: PluginRecord, grant: Grant | undefined): PluginReview['changes'] {
  if (!grant || holds(grant, record)) return null;
  return { ...differences(grant, record), files: grant.filesHash !== record.filesHash };
}

/** What of tools and permissions differs between what was shown and a plugin. */
function differences({ shown, version: before }: Pick<Grant, 'shown' | 'version'>, record: PluginRecord) {
  const tools = pair(shown.tools, pinnedTools(record), ({ name }) => name);
  const asked = declaredIn(record.manifest).map(({ permission }) => permission);
  const permissions = pair(shown.permissions, asked, ({ id }) => id);
  const list: Change[] = [
    ...tools.map(({ key, ...change }) => ({ what: 'tool', name: key, ...change }) as const),
    ...permissions.map(({ key, ...change }) => ({ what: 'permission', id: key, ...change }) as const),
  ];
  return { version: { before, after: record.manifest?.version ?? '' }, list };
}

/** What of version, tools and permissions differs between two versions of a plugin. */
export const changesBetween = (before: PluginRecord, after: PluginRecord) =>
  differences(carriedOver(before, undefined), after);

/** The differences, by key. */
function pair<T>(before: readonly T[], after: readonly T[], keyOf: (one: T) => string) {
  const keys = [...new Set([...before, ...after].map(keyOf))];
  return keys.flatMap((key) => {
    const [old, now] = [before.find((one) => keyOf(one) === key), after.find((one) => keyOf(one) === key)];
    if (same(old, now)) return [];
    return [{ key, ...(old && { before: old }), ...(now && { after: now }) }];
  });
}

/** A grant for the installed version, with only those permissions that were granted before in exactly the same words. */
export function carriedOver(record: PluginRecord, grant: Grant | undefined): Grant {
  const asked = declaredIn(record.manifest).map(({ permission }) => permission);
  const unchanged = (permission: Permission) =>
    same(
      grant?.shown.permissions.find(({ id }) => id === permission.id),
      permission,
    );
  const kept = asked.filter((permission) => unchanged(permission)).map(({ id }) => id);
  const toolsKept = new Set(
    pinnedTools(record)
      .filter((tool) => grant?.shown.tools.some((old) => same(old, tool)))
      .map(({ name }) => name),
  );
  const pick = (all: Grant['permissions'] = {}, keys: readonly string[]) =>
    Object.fromEntries(Object.entries(all).filter(([key]) => keys.includes(key)));
  return {
    package: record.id,
    version: record.manifest?.version ?? '',
    filesHash: record.filesHash,
    toolsHash: record.toolsHash,
    permissions: pick(grant?.permissions, kept),
    // What a call was allowed to do may have been widened by any permission that has changed.
    ...(kept.length === asked.length
      ? { calls: pick(grant?.calls, [...toolsKept]), ...(grant?.callsWith && { callsWith: grant.callsWith }) }
      : { calls: {} }),
    // A yes to calls of others' tools was said of exactly this plugin.
    ...(grant?.others && holds(grant, record) && { others: grant.others }),
    grantedAt: Date.now(),
    ...(grant?.expiresAt !== undefined && { expiresAt: grant.expiresAt }),
    shown: { tools: pinnedTools(record), permissions: asked },
    knownHosts: grant?.knownHosts ?? [],
    ...(grant?.direct && holds(grant, record) && { direct: true }),
  };
}

/**
 * The yes that a user gives a plugin.
 * @throws `BAD_ARGS` for a permission that it does not ask for, `CAPABILITY_DENIED` for what the host refuses.
 */
export function grantFor(
  entry: Pick<PluginEntry, 'record' | 'grant'>,
  { allow, forMs, staged }: EnableOptions,
  policy: Policy,
): Grant {
  const { record } = entry;
  if (forMs !== undefined && !(forMs > 0))
    throw new BulkheadError('BAD_ARGS', `forMs: milliseconds above 0; got ${show(forMs)}`);
  if (staged !== undefined && typeof staged !== 'boolean')
    throw new BulkheadError('BAD_ARGS', `staged: true or false; got ${show(staged)}`);
  const { direct: before, ...carried } = carriedOver(record, entry.grant);
  const direct = staged === undefined ? before === true : !staged;
  const { expiresAt: _until, ...endless } = carried;
  const kept = { ...endless, ...(direct && { direct }) };
  const base = forMs === undefined ? kept : { ...kept, expiresAt: Date.now() + forMs };
  if (allow === undefined) return forMs === undefined ? { ...carried, ...(direct && { direct }) } : base;
  if (allow !== 'all' && !isRecord(allow)) {
    throw new BulkheadError('BAD_ARGS', `allow: 'all', or { id of a permission: how far }; got ${show(allow)}`);
  }
  const declared = declaredIn(record.manifest);
  const permissions: { [id: string]: readonly Scope[] } = {};
  const known = new Set(base.knownHosts);
  const add = (permission: Permission, scopes: readonly Scope[]) => {
    permissions[permission.id] = scopes;
    if (permission.cap === 'net') for (const host of permission.hosts) known.add(host);
  };
  if (allow === 'all') {
    for (const { permission, optional } of declared) {
      const farthest = keptScopes(policy, permission).at(-1);
      if (optional || refusalOf(policy, permission)) continue;
      if (farthest) add(permission, [farthest]);
      // No chat is open: it is asked for in each. Or it is asked about at each use.
      else if (asksAgain(policy, permission)) add(permission, []);
    }
  } else {
    for (const [id, wanted] of Object.entries(allow)) {
      const permission = declared.find((one) => one.permission.id === id)?.permission;
      if (!permission)
        throw new BulkheadError(
          'BAD_ARGS',
          `allow: ${show(id)} is no permission of ${record.id}${idsOf(declared, id)}`,
        );
      const refused = refusalOf(policy, permission);
      if (refused) throw new BulkheadError('CAPABILITY_DENIED', `${id}: ${refused}`);
      const before = within(policy, permission, own(base.permissions, id)) ?? [];
      add(permission, scopesOf(id, wanted, keptScopes(policy, permission), before));
    }
  }
  // A yes to calls was said of what was granted then.
  if (same(permissions, base.permissions)) return { ...base, knownHosts: [...known] };
  const { callsWith: _with, others: _others, ...rest } = base;
  return { ...rest, permissions, calls: {}, knownHosts: [...known] };
}

/** What is said of the permissions that a plugin asks for. */
const idsOf = (declared: readonly Declared[], id: string): string => {
  const ids = declared.map(({ permission }) => permission.id);
  return ids.length === 0 ? ', which asks for none' : didYouMean(id, ids) || `; one of ${ids.join(', ')}`;
};

/** @throws `BAD_ARGS` for a scope that is not offered now and was not granted before. */
function scopesOf(id: string, wanted: unknown, offered: readonly Scope[], before: readonly Scope[]): readonly Scope[] {
  const given: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  return given.map((one) => {
    const here = offered.find((scope) => scope.kind === one || same(scope, one));
    const found = here ?? before.find((scope) => same(scope, one));
    if (!found)
      throw new BulkheadError(
        'BAD_ARGS',
        `allow.${id}: ${offered.length > 0 ? `one of ${offered.map(({ kind }) => kind).join(', ')}` : 'nothing of it can be kept here and now'}; got ${show(one)}`,
      );
    return found;
  });
}
