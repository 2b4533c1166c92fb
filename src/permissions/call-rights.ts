import type { Cap, MemoryRightName, ServedBy } from '../../worker/protocol/capabilities/index.js';
import type { Grant } from '../../worker/protocol/grants.js';
import type { MemoryRight, MemoryRights } from '../../worker/protocol/memory-guests.js';
import { methodsOf, type PermissionLike, TABLE } from '../../worker/protocol/permission-facts.js';
import type { Permission } from '../../worker/protocol/permissions.js';
import type { Rights } from '../../worker/protocol/rights.js';
import type { Simulation } from '../simulation/index.js';
import type { Right } from './rights.js';

const MiB = 1024 * 1024;

/** The facts that decide which ports one call gets. */
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
  const { forReaders, simulatedForAsk, asksEach } = table.descriptor(permission.cap);
  if (!forReaders && mode === 'read') return false;
  if (!simulatedForAsk && simulation?.forAsk) return false;
  // A use without effect needs no question.
  return simulation && !asksEach ? state === 'granted' : state !== 'denied';
}

/** A call's rights over one of the broker's services, and the permissions that they stand for. */
interface Served {
  readonly rights: Rights;
  readonly permissions: readonly string[];
}
type RightOf<C extends Cap> = Right & { readonly permission: Extract<Permission, { cap: C }> };
/** Makes what a call gets of one capability. `open`: the rights that are open to it, one at the least; `all`: the others, too. */
type Serve<C extends Cap> = (open: readonly RightOf<C>[], all: readonly RightOf<C>[], kind: CallKind) => Served;

/** By each capability that the broker serves. */
const BROKER: { readonly [cap in ServedBy<'broker'>]: Serve<cap> } = {
  store(open, _all, { mode }) {
    const { permission, state, line } = open[0] as RightOf<'store'>;
    const { id, quotaMiB } = permission;
    const quotaBytes = Math.floor(quotaMiB * MiB);
    const own = { group: 'storage', permission: id, state, line, write: mode === 'write', quotaBytes } as const;
    return { rights: own, permissions: [id] };
  },
  /** All rules are passed on if one of them is open, so that a refusal names the right manifest line. */
  net(_open, all, { mode, simulation }) {
    const rules = all.map(({ permission, state, line }) => {
      const { id, hosts, secrets = [] } = permission;
      return { permission: id, state, line, hosts, methods: [...methodsOf(permission)], secrets };
    });
    const own = { group: 'net', rules, write: mode === 'write', send: simulation?.forAsk !== true } as const;
    return { rights: own, permissions: rules.map(({ permission }) => permission) };
  },
};

/** The rights that the broker serves. */
export const brokerRights = (
  rights: readonly Right[],
  kind: CallKind,
  table = TABLE,
  served: { readonly [cap: string]: (open: never[], all: never[], kind: CallKind) => Served } = BROKER,
): readonly Served[] =>
  Object.entries(served).flatMap(([cap, serve]) => {
    const all = rights.filter(({ permission }) => permission.cap === cap) as never[];
    const open = all.filter((right) => opens(right, kind, table));
    return open.length === 0 ? [] : [serve(open, all, kind)];
  });

/** True where what a call writes for the memory waits for its user: unless they have said that it need not. */
export const stagesMemory = (rights: readonly Right[], grant: Grant | undefined): boolean =>
  rights.some(
    ({ permission, state }) =>
      permission.cap === 'memory.write' &&
      state !== 'denied' &&
      // The narrowing fields are checked against the changes of the call.
      (grant?.direct !== true || permission.types !== undefined),
  );

/** A call's rights to the memory, by capability of the memory worker; `undefined` if it has none. */
export function memoryRights(
  rights: readonly Right[],
  kind: CallKind,
  staged: boolean,
  table = TABLE,
): MemoryRights | undefined {
  const caps = table.caps.filter((cap) => table.descriptor(cap).servedBy === 'memory');
  const mine = caps.map((cap) => [cap.slice(cap.indexOf('.') + 1), memoryRight(rights, cap, kind, table)] as const);
  if (!mine.some(([, right]) => right && right.state !== 'denied')) return undefined;
  const byName = Object.fromEntries(mine) as { readonly [name in MemoryRightName]: MemoryRight | null };
  return { ...byName, mode: kind.mode === 'read' ? 'reader' : staged ? 'staged' : 'direct' };
}

function memoryRight(rights: readonly Right[], cap: string, kind: CallKind, table: typeof TABLE): MemoryRight | null {
  const all = rights.filter(({ permission }) => permission.cap === cap);
  const open = all.filter((right) => opens(right, kind, table));
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
      : right.denial || `${right.line}: not in the simulation before a question`;
    denials[group] ??= why;
  }
  return denials;
}
