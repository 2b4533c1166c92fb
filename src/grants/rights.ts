import type { Grant } from '../../worker/protocol/grants.js';
import type { PluginRecord } from '../../worker/protocol/keeper.js';
import type { Permission } from '../../worker/protocol/permissions.js';
import { type Declared, declaredIn } from './caps.js';
import { own } from './own.js';
import type { Policy } from './policy.js';

/** Whether the user has said yes, would have to be asked, or will not be asked. */
export type RightState = 'granted' | 'askable' | 'denied';

/** One permission as one call finds it. */
export interface Right extends Declared {
  readonly state: RightState;
  /** `line`, and why not. */
  readonly denial: string;
}

/** True when the user's yes was said of exactly this plugin. */
export const holds = (grant: Grant | undefined, record: PluginRecord): boolean =>
  grant !== undefined && grant.filesHash === record.filesHash && grant.toolsHash === record.toolsHash;

const expired = ({ expiresAt = Number.POSITIVE_INFINITY }: Grant): boolean => expiresAt <= Date.now();

/** What a plugin may do at this moment, and in one of its tools where that is named. */
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
    const refusal = policy.refusal(permission);
    const right = (state: RightState, why: string): Right => ({ ...declared, state, denial: `${line}${why}` });
    if (refusal === 'policy') return right('denied', ': this host forbids it');
    if (refusal === 'not-provided') return right('denied', ': this host has nothing of the kind');
    if (uses && !uses.includes(permission.id)) return right('denied', `: not in the uses of ${tool}`);
    if (policy.covers(own(said?.permissions, permission.id))) return right('granted', '');
    return right(optional && said ? 'askable' : 'denied', `: ${describe(permission)} was not granted by the user`);
  });
}

function describe(permission: Permission): string {
  return permission.cap === 'net' ? `net ${permission.hosts.join(', ')}` : permission.cap;
}
