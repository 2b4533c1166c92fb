import { CAPABILITIES, type Cap, type Descriptor, type Facts, type Method } from './capabilities/index.js';
import type { Effect } from './effects.js';
import type { Permission } from './permissions.js';

/** The fields of a permission that its facts depend on. With a table of one's own, `cap` is a name in it. */
export interface PermissionLike {
  readonly cap: string;
  readonly methods?: readonly string[] | undefined;
  readonly scope?: 'chat' | 'character' | 'all' | undefined;
}

/** Derives facts about capabilities from their descriptors. */
export function capabilityTable(descriptors: readonly Descriptor[]) {
  const byCap = new Map(descriptors.map((one) => [one.cap, one]));
  const byRequest = new Map(descriptors.flatMap(({ cap, methods }) => Object.keys(methods).map((name) => [name, cap])));
  const byEffect = new Map(
    descriptors.flatMap(({ cap, effects }) => effects.map((effect) => [effect.kind, { cap, ...effect }])),
  );
  /** @throws `TypeError` for a capability that is not in the table. */
  const descriptor = (cap: string): Descriptor => {
    const found = byCap.get(cap);
    if (!found) throw new TypeError(`there is no capability ${cap}`);
    return found;
  };
  return {
    caps: [...byCap.keys()] as readonly string[],
    descriptor,
    /** The field of a permission without which it is none. */
    needs: (cap: string) => Object.entries(descriptor(cap).fields).find(([, { required }]) => required)?.[0],
    /** The risks of a permission, by its worst request. `methods`: the HTTP methods that are open to a call. */
    factsOf(permission: PermissionLike, methods?: readonly string[]): Facts {
      const { changes, leavesDevice, undoable, httpMethods } = descriptor(permission.cap);
      const whole: Facts = { changes, leavesDevice, undoable };
      if (!httpMethods) return whole;
      const open = methods ?? permission.methods ?? DEFAULT_METHODS;
      return open.map((method) => ({ ...whole, ...httpMethods[method] })).reduce(worst, NOTHING);
    },
    /** How far a permission goes in its manifest's own words; of what is about data, the open chat where it says nothing. */
    scopeOf: ({ cap, scope }: PermissionLike) => scope ?? (descriptor(cap).scoped ? 'chat' : 'all'),
    /** The capability that a guest's request needs; `undefined` for an unknown request. */
    capOfRequest: (method: string) => byRequest.get(method),
    /** The capability that commits an effect of a simulation; `undefined` if it cannot be committed. */
    capOfEffect(kind = '') {
      const { commits, cap } = byEffect.get(kind) ?? {};
      return commits ? cap : undefined;
    },
    /** How much a display shows of an effect's text; nothing for a kind that has more to show than its text. */
    textOfEffect: (kind: string) => byEffect.get(kind)?.text,
  };
}

const NOTHING: Facts = { changes: false, leavesDevice: false, undoable: true };
const DEFAULT_METHODS: readonly Method[] = ['GET'];

const worst = (a: Facts, b: Facts): Facts => ({
  changes: a.changes || b.changes,
  leavesDevice: a.leavesDevice || b.leavesDevice,
  undoable: a.undoable && b.undoable,
});

/** The table of what Bulkhead knows; its functions with the types of that follow. */
export const TABLE = capabilityTable(CAPABILITIES);
export const capabilityFacts: (cap: Cap) => Descriptor = TABLE.descriptor;
export const factsOf: (permission: Permission, methods?: readonly Method[]) => Facts = TABLE.factsOf;
export const scopeOf: (permission: Permission) => 'chat' | 'character' | 'all' = TABLE.scopeOf;
export const capOfRequest = TABLE.capOfRequest as (method: string) => Cap | undefined;
export const capOfEffect = TABLE.capOfEffect as (kind: Effect['kind'] | undefined) => Cap | undefined;

/** The HTTP methods of a `net` permission: those of the manifest, otherwise reading ones. */
export const methodsOf = (permission: Permission & { cap: 'net' }): readonly Method[] =>
  permission.methods ?? DEFAULT_METHODS;

/** The risks of a `net` request. */
export const factsOfMethod = (method: string): Facts => TABLE.factsOf({ cap: 'net', methods: [method] });
