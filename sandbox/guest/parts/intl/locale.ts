import type { Kit } from '../../platform.js';
import { optionsToJson } from './values.js';

type Fields = { readonly [name: string]: unknown };

/** Makes `Intl.Locale`. */
export function makeLocale(kit: Kit): unknown {
  let read: (locale: Locale, name: string) => unknown;

  class Locale {
    readonly #text: string;
    readonly #fields: Fields;

    constructor(tag: unknown, options?: unknown, change: 'none' | 'maximize' | 'minimize' = 'none') {
      if (typeof tag !== 'string' && (typeof tag !== 'object' || tag === null))
        throw new TypeError('a locale is a text');
      const made = kit.compute('intlLocale', `${tag}`, optionsToJson(options), change) as [string, Fields];
      [this.#text, this.#fields] = made;
    }
    static {
      read = (locale, name) => locale.#fields[name] ?? undefined;
    }
    maximize(): Locale {
      return new Locale(this.#text, undefined, 'maximize');
    }
    minimize(): Locale {
      return new Locale(this.#text, undefined, 'minimize');
    }
    toString(): string {
      return this.#text;
    }
    get [Symbol.toStringTag](): string {
      return 'Intl.Locale';
    }
  }
  const names = [
    'baseName',
    'calendar',
    'caseFirst',
    'collation',
    'hourCycle',
    'language',
    'numberingSystem',
    'numeric',
    'region',
    'script',
  ];
  for (const name of names) {
    Object.defineProperty(Locale.prototype, name, {
      configurable: true,
      get(this: Locale) {
        return read(this, name);
      },
    });
  }
  return Locale;
}
