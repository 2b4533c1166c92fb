// Taken before any plugin code runs, so that a plugin that patches its realm fools only itself.
const uncurry = Function.prototype.bind.bind(Function.prototype.call) as unknown as <T, A extends unknown[], R>(
  method: (this: T, ...args: A) => R,
) => (self: T, ...args: A) => R;

export const parse = JSON.parse;
export const stringify = JSON.stringify;
export const freeze = Object.freeze;
export const assign = Object.assign;
export const keys = Object.keys;
export const includes = uncurry(Array.prototype.includes) as (list: readonly unknown[], item: unknown) => boolean;
export const create = Object.create as (prototype: object) => object;
export const defineProperty = Object.defineProperty;
export const getOwn = Object.getOwnPropertyDescriptor as (value: object, key: string) => PropertyDescriptor | undefined;
export const isArray = Array.isArray;
export const getPrototypeOf = Object.getPrototypeOf as (value: object) => unknown;
export const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';
export const inherits = uncurry(Object.prototype.isPrototypeOf);
export const ObjectPrototype = Object.prototype;
export const ProxyClass = Proxy;
export const ErrorPrototype = Error.prototype;
export const test = uncurry(RegExp.prototype.test);
export const slice = uncurry(String.prototype.slice);
export const push = uncurry(Array.prototype.push);
export const join = uncurry(Array.prototype.join);
export const has = uncurry(Object.prototype.hasOwnProperty);
export const then = uncurry(Promise.prototype.then) as unknown as (
  promise: Promise<unknown>,
  done: (value: unknown) => unknown,
  failed?: (reason: unknown) => unknown,
) => Promise<unknown>;
export const bind = uncurry(Function.prototype.bind);
export const ErrorClass = Error;
export const TypeErrorClass = TypeError;
export const toText = String;
export const PromiseClass = Promise;
export const PromisePrototype = Promise.prototype;
export const rejected = Promise.reject.bind(Promise) as (reason: unknown) => Promise<never>;
export const MapClass = Map;
export const mapGet = uncurry(Map.prototype.get) as <K, V>(map: Map<K, V>, key: K) => V | undefined;
export const mapSet = uncurry(Map.prototype.set) as <K, V>(map: Map<K, V>, key: K, value: V) => Map<K, V>;
export const mapDelete = uncurry(Map.prototype.delete) as <K, V>(map: Map<K, V>, key: K) => boolean;
export const mapClear = uncurry(Map.prototype.clear) as <K, V>(map: Map<K, V>) => void;
export const mapHas = uncurry(Map.prototype.has) as <K, V>(map: Map<K, V>, key: K) => boolean;
export const mapForEach = uncurry(Map.prototype.forEach) as <K, V>(map: Map<K, V>, each: (value: V) => void) => void;
export const SetClass = Set;
export const setAdd = uncurry(Set.prototype.add) as <V>(set: Set<V>, value: V) => Set<V>;
export const setHas = uncurry(Set.prototype.has) as <V>(set: Set<V>, value: V) => boolean;
export const setForEach = uncurry(Set.prototype.forEach) as <V>(set: Set<V>, each: (value: V) => void) => void;

/**
 * Closes the prototypes every JSON value inherits from: nothing can be added to them, so no `toJSON` and no indexed
 * accessor can bend what the bridge encodes. They are not frozen, because a frozen `Object.prototype.toString` breaks
 * every library that assigns its own.
 */
export function closePrototypes(): void {
  for (const prototype of [Object.prototype, Array.prototype, String.prototype, Number.prototype, Boolean.prototype]) {
    Object.preventExtensions(prototype);
  }
}
