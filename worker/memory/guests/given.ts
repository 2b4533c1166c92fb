import { isShallow } from '../../protocol/json.js';
import { MEMORY_GUEST_LIMITS as MOST } from '../../protocol/memory-guests.js';
import { Fields } from '../../rpc/fields.js';

/** A stranger's arguments for a memory, read field by field and copied. `null` counts as not given. */
export class Given extends Fields {
  readonly #where: string;

  constructor(where: string, args: unknown, known: readonly string[]) {
    super(where, args, known);
    this.#where = where;
  }

  /** An object within. @throws `BAD_ARGS` as all of these do. */
  inner(name: string, known: readonly string[]): Given {
    return new Given(`${this.#where}: ${name}`, this.value(name) ?? {}, known);
  }

  override value(name: string): unknown {
    return super.value(name) ?? undefined;
  }

  name(name: string): string {
    return this.text(name, 1, MOST.nameChars);
  }

  flag(name: string): boolean {
    const value = this.value(name);
    if (typeof value !== 'boolean') throw this.wrong(`${name}: true or false`);
    return value;
  }

  count(name: string, most: number, least = 0): number {
    const value = this.value(name);
    if (!Number.isInteger(value) || (value as number) < least || (value as number) > most) {
      throw this.wrong(`${name}: a whole number from ${least} to ${most}`);
    }
    return value as number;
  }

  names(name: string, most: number): readonly string[] {
    const value = this.value(name);
    const fits = (one: unknown) => typeof one === 'string' && one.length <= MOST.nameChars;
    if (!Array.isArray(value) || value.length > most || !value.every(fits)) {
      throw this.wrong(`${name}: a list of at most ${most} texts of at most ${MOST.nameChars} characters`);
    }
    return [...(value as readonly string[])];
  }

  /** A list of objects. */
  list(name: string, most: number): readonly unknown[] {
    const value = this.value(name);
    if (!Array.isArray(value) || value.length > most) throw this.wrong(`${name}: a list of at most ${most}`);
    return value;
  }

  /** A node's columns: plain JSON within bounds. */
  columns(name: string): Readonly<Record<string, unknown>> {
    const value = this.value(name);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw this.wrong(`${name}: an object`);
    const entries = Object.entries(value);
    const long = entries.find(([column]) => column === '__proto__' || column.length > MOST.nameChars);
    if (long) throw this.wrong(`${name}: ${long[0].slice(0, 40)} is no name of a field`);
    if (entries.length > MOST.fields) throw this.wrong(`${name}: at most ${MOST.fields} fields`);
    if (!isShallow(value, MOST.depth)) throw this.wrong(`${name}: at most ${MOST.depth} deep`);
    if (!isBrief(value)) throw this.wrong(`${name}: texts of at most ${MOST.textChars} characters`);
    return Object.fromEntries(entries);
  }

  /** Those of these fields that were given, read. */
  only<T extends object>(readers: { readonly [K in keyof T]-?: (name: string) => T[K] }): Partial<T> {
    const entries = Object.entries(readers) as [string, (name: string) => unknown][];
    return Object.fromEntries(
      entries.filter(([name]) => this.value(name) !== undefined).map(([name, read]) => [name, read(name)]),
    ) as Partial<T>;
  }
}

/** True when no text in a value that is not deep is longer than a field may hold. */
const isBrief = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length <= MOST.textChars
    : typeof value !== 'object' || value === null || Object.values(value).every(isBrief);
