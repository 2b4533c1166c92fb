import { CAPABILITY_FACTS, type CapabilityFacts, type Facts } from './capability-facts.js';
import { CAPS, type Cap, type Method } from './capability-names.js';
import type { Effect } from './effects.js';
import type { Permission } from './permissions.js';

/** All that is known of one capability. */
export const capabilityFacts = (cap: Cap): CapabilityFacts => CAPABILITY_FACTS[cap];

/** What a request of `net` may be: what the manifest says, else reading. */
export const methodsOf = (permission: Permission & { cap: 'net' }): readonly Method[] => permission.methods ?? ['GET'];

/** What a permission lets a plugin do, its worst request counted. `methods`: of `net`, those that are open to a call. */
export function factsOf(permission: Permission, methods?: readonly Method[]): Facts {
  const { changes, leavesDevice, undoable, methods: facts } = capabilityFacts(permission.cap);
  const whole: Facts = { changes, leavesDevice, undoable };
  if (permission.cap !== 'net') return whole;
  return (methods ?? methodsOf(permission)).map((method) => ({ ...whole, ...facts[method] })).reduce(worst, NOTHING);
}

/** What a request of `net` comes to. */
export const factsOfMethod = (method: string): Facts => {
  const { methods, ...whole } = capabilityFacts('net');
  return { ...whole, ...(Object.hasOwn(methods, method) && methods[method]) };
};

const NOTHING: Facts = { changes: false, leavesDevice: false, undoable: true };

const worst = (a: Facts, b: Facts): Facts => ({
  changes: a.changes || b.changes,
  leavesDevice: a.leavesDevice || b.leavesDevice,
  undoable: a.undoable && b.undoable,
});

/** How far a permission goes in its manifest's own words; of what is about data, the open chat where it says nothing. */
export function scopeOf(permission: Permission): 'chat' | 'character' | 'all' {
  const scope = 'scope' in permission ? permission.scope : undefined;
  return scope ?? (capabilityFacts(permission.cap).scoped ? 'chat' : 'all');
}

const CAP_OF_REQUEST: ReadonlyMap<string, Cap> = new Map(
  CAPS.flatMap((cap) => Object.keys(CAPABILITY_FACTS[cap].methods).map((method) => [method, cap] as const)),
);

/** Which capability a guest's request needs; nothing for one that there is not. */
export const capOfRequest = (method: string): Cap | undefined => CAP_OF_REQUEST.get(method);

/** Which capability makes an effect of a simulation real; nothing for what cannot be committed. */
export const capOfEffect = (kind: Effect['kind'] | undefined): Cap | undefined =>
  CAPS.find((cap) => kind !== undefined && capabilityFacts(cap).effect === kind);
