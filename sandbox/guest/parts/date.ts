import type { MakePart } from '../platform.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * `Date`, with local times that are right around the changes of daylight saving time. The engine reads the offset of a local time
 * as if that were UTC; here it is the offset of the instant. Instants, and everything that starts from one, are the engine's own.
 */
export const make: MakePart = (kit) => {
  const Native = Date;
  const { getTime, setTime, getTimezoneOffset } = Native.prototype;
  const offsetAt = (time: number): number => getTimezoneOffset.call(new Native(time)) * MINUTE;

  /** The instant of a local time. One that is there twice is the earlier; one that is skipped is read by the offset before. */
  const instantOf = (local: number): number => {
    const before = offsetAt(local - DAY);
    const after = offsetAt(local + DAY);
    if (before === after || Number.isNaN(before)) return local + before;
    if (offsetAt(local + before) === before) return local + before;
    return offsetAt(local + after) === after ? local + after : local + before;
  };
  const parse = (text: string): number => (kit.compute('parseDate', text) as number | null) ?? Number.NaN;
  /** With the name of the time zone, which the engine does not know. */
  const textOf = (time: number, method: string): string => kit.compute('dateText', time, method) as string;
  const timeOf = (given: unknown[]): number => {
    if (given.length > 1) return instantOf((Native.UTC as (...fields: unknown[]) => number)(...given));
    const [value] = given;
    if (typeof value === 'object' && value !== null && isDate(value)) return getTime.call(value);
    const primitive = toPrimitive(value);
    // Unlike `Number`, this throws for a BigInt.
    return typeof primitive === 'string' ? parse(primitive) : +(primitive as number);
  };

  function DateClass(this: unknown, ...given: unknown[]): unknown {
    if (new.target === undefined) return textOf(Native.now(), 'toString');
    return Reflect.construct(Native, given.length === 0 ? [] : [timeOf(given)], new.target);
  }
  const statics = { now: Native.now, UTC: Native.UTC, parse: (text: unknown) => parse(`${text}`) };
  for (const [name, value] of Object.entries(statics)) {
    Object.defineProperty(DateClass, name, { value, writable: true, configurable: true });
  }
  Object.defineProperty(DateClass, 'name', { value: 'Date', configurable: true });
  Object.defineProperty(DateClass, 'length', { value: 7, configurable: true });
  Object.defineProperty(DateClass, 'prototype', { value: Native.prototype, writable: false });
  Object.defineProperty(Native.prototype, 'constructor', { value: DateClass, writable: true, configurable: true });

  for (const field of ['FullYear', 'Month', 'Date', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'] as const) {
    const set = Native.prototype[`setUTC${field}`] as (...given: unknown[]) => number;
    const value = {
      [`set${field}`](this: Date, ...given: unknown[]): number {
        const time = getTime.call(this);
        // Only a year can make an invalid date valid, from the beginning of 1970 on.
        if (Number.isNaN(time) && field !== 'FullYear') return Number.NaN;
        const shifted = new Native(Number.isNaN(time) ? 0 : time - offsetAt(time));
        set.apply(shifted, given);
        return setTime.call(this, instantOf(getTime.call(shifted)));
      },
    }[`set${field}`];
    Object.defineProperty(Native.prototype, `set${field}`, { value, writable: true, configurable: true });
  }
  for (const method of ['toString', 'toTimeString'] as const) {
    const value = {
      [method](this: Date): string {
        return textOf(getTime.call(this), method);
      },
    }[method];
    Object.defineProperty(Native.prototype, method, { value, writable: true, configurable: true });
  }
  return { Date: DateClass };
};

const brand = Date.prototype.getTime;
function isDate(value: object): value is Date {
  try {
    brand.call(value);
    return true;
  } catch {
    return false;
  }
}

/** A value as the constructor takes it: of an object, its primitive by the hint "default". */
function toPrimitive(value: unknown): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value;
  const convert = (value as { [Symbol.toPrimitive]?: unknown })[Symbol.toPrimitive];
  if (convert !== undefined && convert !== null) {
    if (typeof convert !== 'function') throw new TypeError('Symbol.toPrimitive is not a function');
    return convert.call(value, 'default');
  }
  for (const name of ['valueOf', 'toString'] as const) {
    const result: unknown = typeof value[name] === 'function' ? value[name]() : value;
    if ((typeof result !== 'object' && typeof result !== 'function') || result === null) return result;
  }
  throw new TypeError('Cannot convert object to primitive value');
}
