/** Formatters by their kind, locales and options: making one costs a hundred times its use. They hold no state. */
const KEPT = 64;
/** Characters of a text that is compared, cased or cut into pieces. */
const CHARS = 1_048_576;

type Locales = string | readonly string[] | null;
type Options = { readonly [name: string]: unknown } | null;
type Kind =
  | 'DateTimeFormat'
  | 'NumberFormat'
  | 'Collator'
  | 'PluralRules'
  | 'RelativeTimeFormat'
  | 'ListFormat'
  | 'DisplayNames'
  | 'Segmenter';
type AnyFormat = { readonly [method: string]: (...given: unknown[]) => unknown };
type Class = (new (
  locales?: unknown,
  options?: unknown,
) => AnyFormat) & { supportedLocalesOf(locales: unknown, options?: unknown): string[] };

/** A number that JSON does not have, or a whole number of any length, is marked by its guest. */
const revive = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { number, bigint } = value as Partial<{ number: string; bigint: string }>;
  return bigint !== undefined ? BigInt(bigint) : number !== undefined ? Number(number) : value;
};

const METHODS: { readonly [kind in Kind]: readonly string[] } = {
  DateTimeFormat: ['format', 'formatToParts', 'formatRange', 'formatRangeToParts'],
  NumberFormat: ['format', 'formatToParts', 'formatRange', 'formatRangeToParts'],
  Collator: ['compare'],
  PluralRules: ['select', 'selectRange'],
  RelativeTimeFormat: ['format', 'formatToParts'],
  ListFormat: ['format', 'formatToParts'],
  DisplayNames: ['of'],
  Segmenter: [],
};

const LOCALE = [
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
] as const;

function classOf(kind: string): Class {
  if (!Object.hasOwn(METHODS, kind)) throw new TypeError(`Intl has no ${kind}`);
  const found = (Intl as unknown as { readonly [kind: string]: Class | undefined })[kind];
  if (!found) throw new TypeError(`this browser has no Intl.${kind}`);
  return found;
}

function bounded(text: string): string {
  if (text.length > CHARS) throw new RangeError(`a text of at most ${CHARS} characters`);
  return text;
}

/** The pure functions about languages: the browser's own `Intl`. */
export function intlFunctions() {
  const known = new Map<string, AnyFormat>();
  const formatOf = (kind: string, locales: Locales, options: Options): AnyFormat => {
    const key = JSON.stringify([kind, locales, options]);
    const found = known.get(key);
    if (found) {
      // The one that was used last stays longest.
      known.delete(key);
      known.set(key, found);
      return found;
    }
    const made = new (classOf(kind))(locales ?? undefined, options ?? undefined);
    const [oldest] = known.keys();
    if (known.size >= KEPT && oldest !== undefined) known.delete(oldest);
    known.set(key, made);
    return made;
  };
  return {
    /** Resolved options: also the check of locales and options. */
    intl: (kind: string, locales: Locales, options: Options) =>
      (formatOf(kind, locales, options).resolvedOptions as () => unknown).call(formatOf(kind, locales, options)),
    intlCall: (kind: string, locales: Locales, options: Options, method: string, ...given: unknown[]) => {
      const format = formatOf(kind, locales, options);
      if (!METHODS[kind as Kind].includes(method)) throw new TypeError(`Intl.${kind} has no ${method}`);
      return (format[method] as (...values: unknown[]) => unknown).apply(format, given.map(revive)) ?? null;
    },
    intlSegments: (locales: Locales, options: Options, text: string) => {
      const format = formatOf('Segmenter', locales, options) as unknown as Intl.Segmenter;
      return Array.from(format.segment(bounded(text)), ({ index, isWordLike }) => [index, isWordLike ?? null]);
    },
    intlSupported: (kind: string, locales: Locales, options: Options) =>
      classOf(kind).supportedLocalesOf(locales ?? undefined, options ?? undefined),
    intlHas: () => [...Object.keys(METHODS), 'Locale', 'supportedValuesOf'].filter((name) => name in Intl),
    intlLocale: (tag: string, options: Options, change: 'none' | 'maximize' | 'minimize') => {
      const locale = new Intl.Locale(tag, options ?? undefined);
      const made = change === 'none' ? locale : locale[change]();
      return [made.toString(), Object.fromEntries(LOCALE.map((name) => [name, made[name] ?? null]))];
    },
    intlCanonical: (locales: Locales) => Intl.getCanonicalLocales(locales ?? undefined),
    intlValues: (key: string) => Intl.supportedValuesOf(key as 'currency'),
    /** A date by one of its own methods; `null` is an invalid date. */
    dateLocale: (time: number | null, method: string, locales: Locales, options: Options) => {
      const date = new Date(time ?? Number.NaN);
      const [where, how] = [(locales ?? undefined) as string, (options ?? undefined) as Intl.DateTimeFormatOptions];
      if (method === 'toLocaleDateString') return date.toLocaleDateString(where, how);
      return method === 'toLocaleTimeString' ? date.toLocaleTimeString(where, how) : date.toLocaleString(where, how);
    },
    localeCase: (text: string, upper: boolean, locales: Locales) => {
      const where = (locales ?? undefined) as string;
      return upper ? bounded(text).toLocaleUpperCase(where) : bounded(text).toLocaleLowerCase(where);
    },
  };
}
