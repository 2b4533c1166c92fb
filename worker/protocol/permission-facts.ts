import { CAPABILITIES, type Cap, type Descriptor, type Facts, type Method } from './capabilities/index.js';
import type { Effect } from './effects.js';
import type { Permission } from './permissions.js';

/** What decides what a permission comes to. Of a table of one's own, `cap` is a name in it. */
export interface PermissionLike {
  readonly cap: string;
  readonly methods?: readonly string[] | undefined;
  readonly scope?: 'chat' | 'character' | 'all' | undefined;
}

/** What is derived from the descriptors of capabilities. */
export interface CapabilityTable {
  readonly caps: readonly string[];
  /** @throws `TypeError` for a capability that is not in the table. */
  descriptor(cap: string): Descriptor;
  /** The field of a permission without which it is none. */
  needs(cap: string): string | undefined;
  /** What a permission lets a plugin do, its worst request counted. `methods`: those of HTTP that are open to a call. */
  factsOf(permission: PermissionLike, methods?: readonly string[]): Facts;
  /** How far a permission goes in its manifest's own words; of what is about data, the open chat where it says nothing. */
  scopeOf(permission: PermissionLike): 'chat' | 'character' | 'all';
  /** Which capability a guest's request needs; nothing for one that there is not. */
  capOfRequest(method: string): string | undefined;
  /** Which capability makes an effect of a simulation real; nothing for what cannot be committed. */
  capOfEffect(kind: string | undefined): string | undefined;
}

/** Derives everything from descriptors. */
export function capabilityTable(descriptors: readonly Descriptor[]): CapabilityTable {
  const byCap = new Map(descriptors.map((one) => [one.cap, one]));
  const byRequest = new Map(descriptors.flatMap(({ cap, methods }) => Object.keys(methods).map((name) => [name, cap])));
  const byEffect = new Map(
    descriptors.flatMap(({ cap, effects }) => effects.flatMap(({ kind, commits }) => (commits ? [[kind, cap]] : []))),
  );
  const descriptor = (cap: string): Descriptor => {
    const found = byCap.get(cap);
    if (!found) throw new TypeError(`there is no capability ${cap}`);
    return found;
  };
  return {
    caps: [...byCap.keys()],
    descriptor,
    needs: (cap) => Object.entries(descriptor(cap).fields).find(([, { required }]) => required)?.[0],
    factsOf(permission, methods) {
      const { changes, leavesDevice, undoable, httpMethods } = descriptor(permission.cap);
      const whole: Facts = { changes, leavesDevice, undoable };
      if (!httpMethods) return whole;
      const open = methods ?? permission.methods ?? DEFAULT_METHODS;
      return open.map((method) => ({ ...whole, ...httpMethods[method] })).reduce(worst, NOTHING);
    },
    scopeOf: ({ cap, scope }) => scope ?? (descriptor(cap).scoped ? 'chat' : 'all'),
    capOfRequest: (method) => byRequest.get(method),
    capOfEffect: (kind) => byEffect.get(kind ?? ''),
  };
}

const NOTHING: Facts = { changes: false, leavesDevice: false, undoable: true };
const DEFAULT_METHODS: readonly Method[] = ['GET'];

const worst = (a: Facts, b: Facts): Facts => ({
  changes: a.changes || b.changes,
  leavesDevice: a.leavesDevice || b.leavesDevice,
  undoable: a.undoable && b.undoable,
});

/** The table of what Bulkhead knows. */
export const TABLE: CapabilityTable = capabilityTable(CAPABILITIES);

/** All that is known of one capability. */
export const capabilityFacts = (cap: Cap): Descriptor => TABLE.descriptor(cap);

/** What a request of `net` may be: what the manifest says, else reading. */
export const methodsOf = (permission: Permission & { cap: 'net' }): readonly Method[] =>
  permission.methods ?? DEFAULT_METHODS;

/** What a permission lets a plugin do, its worst request counted. `methods`: of `net`, those that are open to a call. */
export const factsOf = (permission: Permission, methods?: readonly Method[]): Facts =>
  TABLE.factsOf(permission, methods);

/** What a request of `net` comes to. */
export const factsOfMethod = (method: string): Facts => TABLE.factsOf({ cap: 'net', methods: [method] });

/** How far a permission goes in its manifest's own words; of what is about data, the open chat where it says nothing. */
export const scopeOf = (permission: Permission): 'chat' | 'character' | 'all' => TABLE.scopeOf(permission);

/** Which capability a guest's request needs; nothing for one that there is not. */
export const capOfRequest = (method: string): Cap | undefined => TABLE.capOfRequest(method) as Cap | undefined;

/** Which capability makes an effect of a simulation real; nothing for what cannot be committed. */
export const capOfEffect = (kind: Effect['kind'] | undefined): Cap | undefined =>
  TABLE.capOfEffect(kind) as Cap | undefined;
