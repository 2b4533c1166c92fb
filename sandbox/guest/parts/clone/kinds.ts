/** The kinds of objects that structured cloning tells apart; `other` is everything it refuses. */
export type Kind =
  | ('plain' | 'array' | 'map' | 'set' | 'date' | 'regexp' | 'boxed' | 'buffer' | 'view' | 'error')
  | 'other';

const getter = (prototype: object, name: string): (() => unknown) =>
  Object.getOwnPropertyDescriptor(prototype, name)?.get as () => unknown;

/** Each throws for an object that is not of its kind, whatever its prototype says. */
const BRANDS: readonly (readonly [Kind, () => unknown])[] = [
  ['map', getter(Map.prototype, 'size')],
  ['set', getter(Set.prototype, 'size')],
  ['date', Date.prototype.getTime],
  ['buffer', getter(ArrayBuffer.prototype, 'byteLength')],
  ['boxed', Boolean.prototype.valueOf],
  ['boxed', Number.prototype.valueOf],
  ['boxed', String.prototype.valueOf],
  ['boxed', BigInt.prototype.valueOf],
];
/** Each throws for an object that is not one of those that cannot be cloned. */
const REFUSED: readonly (() => unknown)[] = [
  Symbol.prototype.valueOf,
  WeakRef.prototype.deref,
  function (this: unknown) {
    WeakMap.prototype.has.call(this, {});
  },
  function (this: unknown) {
    WeakSet.prototype.has.call(this, {});
  },
];

const is = (brand: () => unknown, value: object): boolean => {
  try {
    brand.call(value);
    return true;
  } catch {
    return false;
  }
};

/** The kind of an object. */
export function kindOf(value: object): Kind {
  if (Array.isArray(value)) return 'array';
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === Object.prototype || prototype === null) return 'plain';
  if (ArrayBuffer.isView(value)) return 'view';
  if (value instanceof Error) return 'error';
  const brand = BRANDS.find(([, brand]) => is(brand, value));
  if (brand) return brand[0];
  if (value instanceof RegExp) return 'regexp';
  if (REFUSED.some((brand) => is(brand, value)) || value instanceof Promise) return 'other';
  // An object of a class loses its class; one of the platform's says how it is cloned, or is refused.
  return Object.prototype.toString.call(value) === '[object Object]' ? 'plain' : 'other';
}
