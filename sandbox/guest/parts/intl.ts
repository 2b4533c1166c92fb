import type { Kit, MakePart } from '../platform.js';
import { makeFormatters } from './intl/classes.js';
import { makeLocale } from './intl/locale.js';
import { makeSegmenter } from './intl/segmenter.js';
import { localesToJson, numberToJson, optionsToJson } from './intl/values.js';

/** `Intl`, and the methods of numbers, dates, texts and lists that depend on a language: all by the browser's own. */
export const make: MakePart = (kit) => {
  const there = kit.compute('intlHas') as readonly string[];
  const all: { [name: string]: unknown } = makeFormatters(kit, there);
  if (there.includes('Segmenter')) all.Segmenter = makeSegmenter(kit);
  if (there.includes('Locale')) all.Locale = makeLocale(kit);
  all.getCanonicalLocales = (locales?: unknown) => kit.compute('intlCanonical', localesToJson(locales));
  if (there.includes('supportedValuesOf'))
    all.supportedValuesOf = (key: unknown) => kit.compute('intlValues', `${key}`);

  const made = {};
  for (const [name, value] of Object.entries(all)) {
    Object.defineProperty(made, name, { value, writable: true, configurable: true });
  }
  Object.defineProperty(made, Symbol.toStringTag, { value: 'Intl', configurable: true });
  localiseMethods(kit);
  return { Intl: made };
};

/** Replaces the methods that the engine has without a language. */
function localiseMethods(kit: Kit): void {
  const define = (prototype: object, methods: { readonly [name: string]: unknown }): void => {
    for (const [name, value] of Object.entries(methods)) {
      Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
    }
  };
  const { valueOf: numberOf } = Number.prototype;
  const { valueOf: bigOf } = BigInt.prototype;
  const { getTime } = Date.prototype;
  const format = (value: unknown, locales: unknown, options: unknown): unknown =>
    kit.compute(
      'intlCall',
      'NumberFormat',
      localesToJson(locales),
      optionsToJson(options),
      'format',
      numberToJson(value),
    );
  const dated = (name: string) => ({
    [name](this: Date, locales?: unknown, options?: unknown): unknown {
      return kit.compute('dateLocale', getTime.call(this), name, localesToJson(locales), optionsToJson(options));
    },
  });
  const cased = (upper: boolean) =>
    function (this: unknown, locales?: unknown): unknown {
      return kit.compute('localeCase', `${this}`, upper, localesToJson(locales));
    };
  define(Number.prototype, {
    toLocaleString(this: number, locales?: unknown, options?: unknown) {
      return format(numberOf.call(this), locales, options);
    },
  });
  define(BigInt.prototype, {
    toLocaleString(this: bigint, locales?: unknown, options?: unknown) {
      return format(bigOf.call(this), locales, options);
    },
  });
  define(Date.prototype, {
    ...dated('toLocaleString'),
    ...dated('toLocaleDateString'),
    ...dated('toLocaleTimeString'),
  });
  define(String.prototype, {
    localeCompare(this: unknown, that: unknown, locales?: unknown, options?: unknown) {
      const [a, b] = [`${this}`, `${that}`];
      if (a === b) return 0;
      return kit.compute('intlCall', 'Collator', localesToJson(locales), optionsToJson(options), 'compare', a, b);
    },
    toLocaleUpperCase: cased(true),
    toLocaleLowerCase: cased(false),
  });
  define(Array.prototype, {
    toLocaleString(this: ArrayLike<unknown>, locales?: unknown, options?: unknown) {
      const show = (one: unknown) =>
        one === undefined || one === null
          ? ''
          : `${(one as { toLocaleString(...given: unknown[]): unknown }).toLocaleString(locales, options)}`;
      return Array.from(this, show).join(',');
    },
  });
}
