import type { Kit } from '../../platform.js';
import { localesToJson, numberToJson, optionsToJson, timeToJson } from './values.js';

type Resolved = { readonly [name: string]: unknown };
type Given = readonly [kind: string, locales: unknown, options: unknown];

/** What each class of `Intl` is made of. */
interface Kind {
  readonly name: string;
  /** Its methods; `bound` is a getter that answers a function, which may be passed on alone. */
  readonly methods: { readonly [method: string]: (...given: unknown[]) => unknown[] };
  readonly bound?: string;
  /** Called without `new`, it makes one all the same. */
  readonly callable?: true;
  readonly needsOptions?: true;
}

const text = (value: unknown): string => `${value}`;
const texts = (list: unknown): unknown[] => [
  Array.from((list ?? []) as Iterable<unknown>, (one) => {
    if (typeof one !== 'string') throw new TypeError('a list of texts is needed');
    return one;
  }),
];

const KINDS: readonly Kind[] = [
  {
    name: 'DateTimeFormat',
    callable: true,
    bound: 'format',
    methods: {
      format: (date) => [timeToJson(date)],
      formatToParts: (date) => [timeToJson(date)],
      formatRange: (from, to) => range(from, to).map(timeToJson),
      formatRangeToParts: (from, to) => range(from, to).map(timeToJson),
    },
  },
  {
    name: 'NumberFormat',
    callable: true,
    bound: 'format',
    methods: {
      format: (value) => [numberToJson(value)],
      formatToParts: (value) => [numberToJson(value)],
      formatRange: (from, to) => range(from, to).map(numberToJson),
      formatRangeToParts: (from, to) => range(from, to).map(numberToJson),
    },
  },
  { name: 'Collator', callable: true, bound: 'compare', methods: { compare: (a, b) => [text(a), text(b)] } },
  {
    name: 'PluralRules',
    methods: {
      select: (n) => [numberToJson(Number(n))],
      selectRange: (a, b) => range(a, b).map((n) => numberToJson(Number(n))),
    },
  },
  {
    name: 'RelativeTimeFormat',
    methods: {
      format: (value, unit) => [numberToJson(Number(value)), text(unit)],
      formatToParts: (value, unit) => [numberToJson(Number(value)), text(unit)],
    },
  },
  { name: 'ListFormat', methods: { format: texts, formatToParts: texts } },
  { name: 'DisplayNames', needsOptions: true, methods: { of: (code) => [text(code)] } },
];

function range(from: unknown, to: unknown): unknown[] {
  if (from === undefined || to === undefined) throw new TypeError('a range has a beginning and an end');
  return [from, to];
}

/** Makes the formatters: each question brings what the formatter was made of, because the host keeps none. */
export function makeFormatters(kit: Kit, there: readonly string[]): { [name: string]: unknown } {
  const all: { [name: string]: unknown } = {};
  for (const kind of KINDS) if (there.includes(kind.name)) all[kind.name] = makeFormatter(kit, kind);
  return all;
}

function makeFormatter(kit: Kit, { name, methods, bound, callable, needsOptions }: Kind): unknown {
  const states = new WeakMap<object, { given: Given; resolved: Resolved; bound?: unknown }>();
  const stateOf = (self: unknown) => {
    const state = states.get(self as object);
    if (!state) throw new TypeError(`not an Intl.${name}`);
    return state;
  };
  const call = (given: Given, method: string, values: unknown[]): unknown => {
    const [first, second] = values;
    // Equal texts are equal in every language.
    if (method === 'compare' && first === second) return 0;
    const answer = kit.compute('intlCall', ...given, method, ...values);
    return answer === null ? undefined : answer;
  };

  function Formatter(this: unknown, locales?: unknown, options?: unknown): unknown {
    if (new.target === undefined && !callable) throw new TypeError(`Intl.${name} needs new`);
    const made = Reflect.construct(Object, [], new.target ?? Formatter) as object;
    const given: Given = [name, localesToJson(locales), optionsToJson(options, needsOptions)];
    states.set(made, { given, resolved: kit.compute('intl', ...given) as Resolved });
    return made;
  }
  const { prototype } = Formatter as unknown as { prototype: object };
  const define = (target: object, key: PropertyKey, value: unknown): void =>
    void Object.defineProperty(target, key, { value, writable: true, configurable: true });
  for (const [method, convert] of Object.entries(methods)) {
    if (method === bound) {
      Object.defineProperty(prototype, method, {
        configurable: true,
        get(this: unknown) {
          const state = stateOf(this);
          state.bound ??= (...values: unknown[]) => call(state.given, method, convert(...values));
          return state.bound;
        },
      });
      continue;
    }
    const own = {
      [method](this: unknown, ...values: unknown[]): unknown {
        return call(stateOf(this).given, method, convert(...values));
      },
    };
    define(prototype, method, own[method]);
  }
  define(prototype, 'resolvedOptions', function resolvedOptions(this: unknown) {
    return { ...stateOf(this).resolved };
  });
  Object.defineProperty(prototype, Symbol.toStringTag, { value: `Intl.${name}`, configurable: true });
  define(Formatter, 'supportedLocalesOf', (locales?: unknown, options?: unknown) =>
    kit.compute('intlSupported', name, localesToJson(locales), optionsToJson(options)),
  );
  Object.defineProperty(Formatter, 'name', { value: name, configurable: true });
  Object.defineProperty(Formatter, 'length', { value: needsOptions ? 2 : 0, configurable: true });
  return Formatter;
}
