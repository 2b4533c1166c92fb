const IteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object;

type Pair<V> = readonly [name: string, value: V];
type Kind = 'keys' | 'values' | 'entries';

/** The methods that `definePairs` gives a class. */
export interface Pairs<V> {
  entries(): IterableIterator<[string, V]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<V>;
  forEach(callback: (value: V, name: string, pairs: this) => void, self?: unknown): void;
  [Symbol.iterator](): IterableIterator<[string, V]>;
}

/**
 * Gives a class what the Web IDL standard calls a pair iterator. `pairsOf` reads the pairs as they are now, so that an iterator sees
 * what is added or removed while it goes on; it throws for an object of another class.
 */
export function definePairs<V>(name: string, prototype: object, pairsOf: (self: never) => readonly Pair<V>[]): void {
  const states = new WeakMap<object, { readonly self: never; readonly kind: Kind; at: number }>();
  const iterators = Object.create(IteratorPrototype, {
    [Symbol.toStringTag]: { value: `${name} Iterator`, configurable: true },
  });
  const define = (target: object, key: string | symbol, value: unknown, enumerable = true) =>
    Object.defineProperty(target, key, { value, writable: true, configurable: true, enumerable });
  const methods = {
    next(this: object): { value: unknown; done: boolean } {
      const state = states.get(this);
      if (!state) throw new TypeError(`next is a method of a ${name} Iterator`);
      const pair = pairsOf(state.self)[state.at++];
      if (!pair) return { value: undefined, done: true };
      const { kind } = state;
      return { value: kind === 'keys' ? pair[0] : kind === 'values' ? pair[1] : [pair[0], pair[1]], done: false };
    },
    forEach(this: never, callback: (value: V, name: string, pairs: unknown) => void, ...rest: unknown[]): void {
      pairsOf(this);
      if (typeof callback !== 'function') throw new TypeError('forEach takes a function');
      for (let i = 0; ; i++) {
        const pair = pairsOf(this)[i];
        if (!pair) return;
        callback.call(rest[0], pair[1], pair[0], this);
      }
    },
  };
  define(iterators, 'next', methods.next);
  for (const kind of ['entries', 'keys', 'values'] as const) {
    const method = {
      [kind](this: never): object {
        pairsOf(this);
        const made = Object.create(iterators) as object;
        states.set(made, { self: this, kind, at: 0 });
        return made;
      },
    }[kind];
    define(prototype, kind, method);
    if (kind === 'entries') define(prototype, Symbol.iterator, method, false);
  }
  define(prototype, 'forEach', methods.forEach);
}
