import type { PluginRecord } from '../../worker/protocol/broker.js';
import type { Grant, PinnedTool } from '../../worker/protocol/grants.js';
import type { Manifest } from '../../worker/protocol/manifest.js';
import type { Permission } from '../../worker/protocol/permissions.js';
import type { Policy } from '../questions/index.js';
import { asksAgain, ownHostOf, refusalOf, within } from './permitted.js';

/** An object's own value under an untrusted name; never an inherited one. */
export const own = <T>(map: { readonly [name: string]: T } | undefined, name: string): T | undefined =>
  map && Object.hasOwn(map, name) ? map[name] : undefined;

/** A permission and where it stands. */
export interface Declared {
  readonly permission: Permission;
  readonly optional: boolean;
  /** Its place in the manifest, e.g. `permissions/0 (weather)`. */
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

/** Whether the user has said yes, would have to be asked, or will not be asked. */
export type RightState = 'granted' | 'askable' | 'denied';

/** One permission as one call finds it. */
export interface Right extends Declared {
  readonly state: RightState;
  /** `line`, and why not. */
  readonly denial: string;
}

/** True when the user's yes was said of exactly this plugin. */
export function holds(grant: Grant | undefined, record: PluginRecord): boolean {
  if (!grant) return false;
  const known = judged.get(grant);
  if (known?.record === record) return known.holds;
  const { filesHash, toolsHash, shown } = grant;
  const answer =
    filesHash === record.filesHash &&
    toolsHash === record.toolsHash &&
    same(shown.tools, pinnedTools(record)) &&
    same(
      shown.permissions,
      declaredIn(record.manifest).map(({ permission }) => permission),
    );
  judged.set(grant, { record, holds: answer });
  return answer;
}

/** Cached results for a grant and a record, which are replaced when they change. */
const judged = new WeakMap<Grant, { readonly record: PluginRecord; readonly holds: boolean }>();

/** True for the same data. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The tools of a plugin as they are pinned: all of it that decides what they may do. */
export const pinnedTools = ({ tools, toolHashes, manifest }: PluginRecord): readonly PinnedTool[] =>
  tools.map(({ name, description, mode }) => {
    const { uses, consent, annotations } = manifest?.tools?.find((listed) => listed.name === name) ?? {};
    return {
      ...{ name, description, mode, hash: own(toolHashes, name) ?? '' },
      ...(uses && { uses }),
      ...(consent && { consent }),
      ...(annotations?.destructive !== undefined && { destructive: annotations.destructive }),
    };
  });

const expired = ({ expiresAt = Number.POSITIVE_INFINITY }: Grant): boolean => expiresAt <= Date.now();

/** A plugin's rights at this moment; those of one of its tools if one is named. */
export function rightsOf(
  record: PluginRecord,
  grant: Grant | undefined,
  policy: Policy,
  tool?: string,
): readonly Right[] {
  const uses = record.manifest?.tools?.find(({ name }) => name === tool)?.uses;
  const said = grant && holds(grant, record) && !expired(grant) ? grant : undefined;
  return declaredIn(record.manifest).map((declared) => {
    const { permission, optional, line } = declared;
    const refusal = refusalOf(policy, permission);
    const right = (state: RightState, why: string): Right => ({ ...declared, state, denial: `${line}${why}` });
    const ownHost = ownHostOf(policy, permission);
    if (ownHost !== undefined) return right('denied', `: ${ownHost} is the server of the page itself`);
    if (refusal === 'policy') return right('denied', ': this host forbids it');
    if (refusal === 'not-provided') return right('denied', ': this host has nothing of the kind');
    if (uses && !uses.includes(permission.id)) return right('denied', `: not in the uses of ${tool}`);
    const before = own(said?.permissions, permission.id);
    if (policy.covers(within(policy, permission, before))) return right('granted', '');
    // If no yes can be stored, each use needs a question. A yes for one chat, or one use, has to be given again.
    const again = before !== undefined && asksAgain(policy, permission);
    const asks = optional || again || policy.kept().length === 0;
    return right(asks && said ? 'askable' : 'denied', `: ${describe(permission)} was not granted by the user`);
  });
}

function describe(permission: Permission): string {
  return permission.cap === 'net' ? `net ${permission.hosts.join(', ')}` : permission.cap;
}
