type Data = { readonly [key: string]: unknown };

/** What is known of one object of a case: the object itself, where it stands, and which of its keys somebody has read. */
interface Reading {
  readonly data: object;
  readonly path: string;
  readonly read: Map<string, object | undefined>;
  all: boolean;
  /** The view that is read in the place of this one. */
  instead?: object;
}

const READINGS = new WeakMap<object, Reading>();

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * A view of a case's data that notes which keys are read, at every level: whoever runs a case reads what it honours, and nothing
 * else. There is no other list of known keys.
 */
export function watched<T>(data: T, path: string): T {
  if (!isObject(data)) return data;
  const reading: Reading = { data, path, read: new Map(), all: false };
  const view = new Proxy(data, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof key !== 'string' || !Object.hasOwn(target, key)) return value;
      if (!reading.read.has(key)) {
        reading.read.set(key, isObject(value) ? watched(value, placeOf(reading, key)) : undefined);
      }
      return isObject(value) ? reading.read.get(key) : value;
    },
  });
  READINGS.set(view, reading);
  return view;
}

const placeOf = ({ data, path }: Reading, key: string): string =>
  Array.isArray(data) ? `${path}[${key}]` : `${path}.${key}`;

/** A value as it is, with all that is in it: for what a product is given, which reads it or refuses it. */
export function whole<T>(view: T): T {
  const reading = isObject(view) ? READINGS.get(view) : undefined;
  if (!reading) return view;
  reading.all = true;
  return reading.data as T;
}

/** A view of the same data with its markers replaced: what is read of it counts. */
export function remade<T>(view: T, make: (data: unknown) => unknown): T {
  const reading = isObject(view) ? READINGS.get(view) : undefined;
  if (!reading) return make(view) as T;
  const instead = watched(make(reading.data) as object, reading.path);
  reading.instead = instead;
  return instead as T;
}

/** The names of the keys, which reads none of them. */
export const keysOf = (view: object): readonly string[] => Object.keys(READINGS.get(view)?.data ?? view);

/** Those of some keys that are there, each with its value as it is. */
export const picked = <T extends object, K extends keyof T & string>(view: T, ...names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.filter((name) => name in view).map((name) => [name, whole(view[name])])) as Pick<T, K>;

/** Keys that tell a reader of a case, and ask for nothing. */
export function onlyTell(view: object, ...names: readonly string[]): void {
  for (const name of names) whole(Reflect.get(view, name));
}

/** Where the keys stand that nobody has read, e.g. `given.bridge.optoins`. */
export function unreadKeys(view: unknown): readonly string[] {
  const reading = isObject(view) ? READINGS.get(view) : undefined;
  if (!reading || reading.all) return [];
  if (reading.instead) return unreadKeys(reading.instead);
  return Object.entries(reading.data as Data).flatMap(([key, value]) => {
    if (value === undefined) return [];
    if (!reading.read.has(key)) return [placeOf(reading, key)];
    return unreadKeys(reading.read.get(key));
  });
}

/** What a report says of keys that nobody knows. */
export const unknownKeys = (...views: readonly unknown[]): string | undefined => {
  const unread = views.flatMap(unreadKeys);
  return unread.length > 0 ? `unknown: ${unread.join(', ')}` : undefined;
};
