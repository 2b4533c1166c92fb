/** A number or a whole number of any length, as it crosses: JSON has neither NaN nor -0 nor BigInt. */
export function numberToJson(value: unknown): unknown {
  if (typeof value === 'bigint') return { bigint: `${value}` };
  if (typeof value === 'string') return value;
  const number = +(value as number);
  if (Number.isFinite(number) && !Object.is(number, -0)) return number;
  return { number: Object.is(number, -0) ? '-0' : `${number}` };
}

/** An instant as it crosses. @throws RangeError for one that is none. */
export function timeToJson(value: unknown): unknown {
  const time = value === undefined ? Date.now() : +(value as number);
  if (!Number.isFinite(time) || Math.abs(time) > 8.64e15) throw new RangeError('Invalid time value');
  return Math.trunc(time);
}

/** Locales as they cross: one, several, or none. */
export function localesToJson(locales: unknown): string | string[] | null {
  if (locales === undefined) return null;
  if (locales === null) throw new TypeError('locales must not be null');
  if (typeof locales === 'string') return locales;
  if (
    typeof locales === 'object' &&
    Symbol.toStringTag in locales &&
    `${locales[Symbol.toStringTag as keyof object]}` === 'Intl.Locale'
  ) {
    return `${locales}`;
  }
  return Array.from(locales as ArrayLike<unknown>, (one) => {
    if (typeof one !== 'string' && (typeof one !== 'object' || one === null)) throw new TypeError('a locale is a text');
    return `${one}`;
  });
}

/** Every option of every formatter. */
const OPTIONS = [
  ...[
    'localeMatcher',
    'calendar',
    'numberingSystem',
    'hour12',
    'hourCycle',
    'timeZone',
    'weekday',
    'era',
    'year',
    'month',
  ],
  ...['day', 'dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits', 'timeZoneName', 'formatMatcher'],
  ...[
    'dateStyle',
    'timeStyle',
    'style',
    'currency',
    'currencyDisplay',
    'currencySign',
    'unit',
    'unitDisplay',
    'notation',
  ],
  ...['compactDisplay', 'useGrouping', 'signDisplay', 'roundingMode', 'roundingPriority', 'roundingIncrement'],
  ...['trailingZeroDisplay', 'minimumIntegerDigits', 'minimumFractionDigits', 'maximumFractionDigits'],
  ...['minimumSignificantDigits', 'maximumSignificantDigits', 'usage', 'sensitivity', 'ignorePunctuation', 'numeric'],
  ...['caseFirst', 'collation', 'type', 'granularity', 'fallback', 'languageDisplay', 'language', 'script', 'region'],
];

/** Options as they cross: those that a formatter knows, each read once. */
export function optionsToJson(options: unknown, isRequired = false): { [name: string]: unknown } | null {
  if (options === undefined && !isRequired) return null;
  if (options === null || options === undefined) throw new TypeError('options must be an object');
  const made: { [name: string]: unknown } = {};
  for (const name of OPTIONS) {
    const value = (options as { [name: string]: unknown })[name];
    if (value === undefined) continue;
    made[name] = typeof value === 'boolean' ? value : typeof value === 'number' ? value : `${value}`;
  }
  return made;
}
