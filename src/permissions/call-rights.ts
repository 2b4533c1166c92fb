import type { Grant } from '../../worker/protocol/grants.js';
import type { MemoryRight, MemoryRights } from '../../worker/protocol/memory-guests.js';
import { methodsOf, type PermissionLike, TABLE } from '../../worker/protocol/permission-facts.js';
import type { NetRights, Rights, StorageRights } from '../../worker/protocol/rights.js';
import type { Simulation } from '../simulation/index.js';
import type { Right } from './rights.js';

const MiB = 1024 * 1024;

/** What decides which ports one call gets. */
export interface CallKind {
  readonly mode: 'read' | 'write';
  readonly simulation: Simulation | undefined;
}

/** Of a right, what decides whether it is open to a call. */
type RightLike = Pick<Right, 'state' | 'line' | 'denial'> & { readonly permission: PermissionLike };

/** True where a right is of use to a call: given or to be asked for, and nothing that changes for a tool that reads. */
export function opens(
  { permission, state }: Pick<RightLike, 'permission' | 'state'>,
  { mode, simulation }: CallKind,
  table = TABLE,
): boolean {
  const { forReaders, inPreview, asksEach } = table.descriptor(permission.cap);
  if (!forReaders && mode === 'read') return false;
  if (!inPreview && simulation?.preview) return false;
  // Nobody is asked about what has no effect.
  return simulation && !asksEach ? state === 'granted' : state !== 'denied';
}

/** The rights that the broker serves. */
export function brokerRights(rights: readonly Right[], kind: CallKind): readonly Rights[] {
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
    return [{ permission: id, state, line, hosts, methods: [...methodsOf(permission)], secrets }];
  });
  return { group: 'net', rules, write: kind.mode === 'write', send: kind.simulation?.preview !== true };
}

/** True where what a call writes for the memory waits for its user: unless they have said that it need not. */
export const stagesMemory = (rights: readonly Right[], grant: Grant | undefined): boolean =>
  rights.some(
    ({ permission, state }) =>
      permission.cap === 'memory.write' &&
      state !== 'denied' &&
      // What narrows it is checked on what would change.
      (grant?.direct !== true || permission.types !== undefined),
  );

/** What a call may do with the memory; nothing where it may do nothing. */
export function memoryRights(rights: readonly Right[], kind: CallKind, staged: boolean): MemoryRights | undefined {
  const [read, write] = [memoryRight(rights, 'memory.read', kind), memoryRight(rights, 'memory.write', kind)];
  if (![read, write].some((right) => right && right.state !== 'denied')) return undefined;
  return { read, write, mode: kind.mode === 'read' ? 'reader' : staged ? 'staged' : 'direct' };
}

function memoryRight(
  rights: readonly Right[],
  cap: 'memory.read' | 'memory.write',
  kind: CallKind,
): MemoryRight | null {
  const all = rights.filter(({ permission }) => permission.cap === cap);
  const open = all.filter((right) => opens(right, kind));
  const right = open.find(({ state }) => state === 'granted') ?? open[0] ?? all[0];
  if (!right) return null;
  const { permission, state, line, denial } = right;
  const types = 'types' in permission ? (permission.types ?? null) : null;
  const given = open.includes(right) ? { state, line } : { state: 'denied' as const, line: denial || line };
  return { permission: permission.id, ...given, types };
}

/** Why the groups that a manifest names and a call does not get are not there. */
export function denialsOf(rights: readonly RightLike[], kind: CallKind, table = TABLE): { [group: string]: string } {
  const denials: { [group: string]: string } = {};
  for (const right of rights) {
    if (opens(right, kind, table)) continue;
    const { group, forReaders } = table.descriptor(right.permission.cap);
    const reading = right.state !== 'denied' && kind.mode === 'read' && !forReaders;
    const why = reading
      ? `${right.line}: for a tool that only reads`
      : right.denial || `${right.line}: not in a preview`;
    denials[group] ??= why;
  }
  return denials;
}
