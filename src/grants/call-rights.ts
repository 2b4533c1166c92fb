import type { NetRights, Rights, StorageRights } from '../../worker/protocol/rights.js';
import { GROUP_OF, methodsOf } from './caps.js';
import type { Right } from './rights.js';
import type { Simulation } from './simulation.js';

const MiB = 1024 * 1024;

/** What decides which ports one call gets. */
export interface CallKind {
  readonly mode: 'read' | 'write';
  readonly simulation: Simulation | undefined;
}

/** True where a right is of use to a call: given or to be asked for, and nothing that changes for a tool that reads. */
export function opens({ permission, state }: Right, { mode, simulation }: CallKind): boolean {
  const { cap } = permission;
  if (cap === 'chat.write' && mode === 'read') return false;
  if (simulation?.preview && cap === 'llm') return false;
  // Nobody is asked about what has no effect.
  return simulation ? state === 'granted' : state !== 'denied';
}

/** The rights that the keeper serves. */
export function keeperRights(rights: readonly Right[], kind: CallKind): readonly Rights[] {
  const found: Rights[] = [];
  const store = storageRights(rights, kind);
  if (store) found.push(store);
  const net = netRights(rights, kind);
  if (net) found.push(net);
  return found;
}

function storageRights(rights: readonly Right[], kind: CallKind): StorageRights | undefined {
  const right = rights.find((one) => one.permission.cap === 'store' && opens(one, kind));
  if (right?.permission.cap !== 'store') return undefined;
  const { id, quotaMiB } = right.permission;
  return {
    group: 'storage',
    permission: id,
    state: right.state,
    line: right.line,
    write: kind.mode === 'write',
    quotaBytes: Math.floor(quotaMiB * MiB),
  };
}

/** All rules go over where one opens, so that what is refused is refused by its line. */
function netRights(rights: readonly Right[], kind: CallKind): NetRights | undefined {
  const all = rights.filter(({ permission }) => permission.cap === 'net');
  if (!all.some((right) => opens(right, kind))) return undefined;
  const rules = all.flatMap(({ permission, state, line }) => {
    if (permission.cap !== 'net') return [];
    const { id, hosts, secrets = [] } = permission;
    return [{ permission: id, state, line, hosts, methods: methodsOf(permission), secrets }];
  });
  return { group: 'net', rules, write: kind.mode === 'write', send: kind.simulation?.preview !== true };
}

/** Why the groups that a manifest names and a call does not get are not there. */
export function denialsOf(rights: readonly Right[], kind: CallKind): { [group: string]: string } {
  const denials: { [group: string]: string } = {};
  for (const right of rights) {
    if (opens(right, kind)) continue;
    const group = GROUP_OF[right.permission.cap];
    const reading = right.state !== 'denied' && kind.mode === 'read' && right.permission.cap === 'chat.write';
    const why = reading
      ? `${right.line}: for a tool that only reads`
      : right.denial || `${right.line}: not in a preview`;
    denials[group] ??= why;
  }
  return denials;
}
