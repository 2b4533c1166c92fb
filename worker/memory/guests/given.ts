import { isShallow } from '../../protocol/json.js';
import { MEMORY_GUEST_LIMITS as MOST } from '../../protocol/memory-guests.js';
import { Fields } from '../../rpc/fields.js';

export type Plain = Readonly<Record<string, unknown>>;

/** Reads one field. @throws `BAD_ARGS`. */
type Kind = (given: Given, field: string) => unknown;
interface Kinds {
  readonly [field: string]: Kind;
}

/** The fields of an object: those that it needs, then those that it may have. */
export interface Shape {
  readonly needs?: Kinds;
  readonly may?: Kinds;
}

/** A stranger's arguments for a memory. `null` counts as not given. */
class Given extends Fields {
  readonly where: string;

  constructor(where: string, args: unknown, known: readonly string[]) {
    super(where, args, known);
    this.where = where;
  }

  override value(field: string): unknown {
    return super.value(field) ?? undefined;
  }
}

/** An object read field by field and copied. @throws `BAD_ARGS` naming the field; `where` stands before it. */
export function readFields(where: string, args: unknown, { needs = {}, may = {} }: Shape): Plain {
  const given = new Given(where, args, [...Object.keys(needs), ...Object.keys(may)]);
  const named = Object.entries(may).filter(([field]) => given.value(field) !== undefined);
  return Object.fromEntries([...Object.entries(needs), ...named].map(([field, kind]) => [field, kind(given, field)]));
}

/** An object within; one that is not given has no fields. */
export const inner =
  (shape: Shape): Kind =>
  (given, field) =>
    readFields(`${given.where}: ${field}`, given.value(field) ?? {}, shape);

export const text =
  (least: number, most: number): Kind =>
  (given, field) =>
    given.text(field, least, most);

export const name: Kind = text(1, MOST.nameChars);

export const choice =
  <const T extends string>(choices: readonly T[], otherwise: T): Kind =>
  (given, field) =>
    given.choice(field, choices, otherwise);

export const flag: Kind = (given, field) => {
  const value = given.value(field);
  if (typeof value !== 'boolean') throw given.wrong(`${field}: true or false`);
  return value;
};

export const count =
  (most: number, least = 0): Kind =>
  (given, field) => {
    const value = given.value(field);
    if (!Number.isInteger(value) || (value as number) < least || (value as number) > most) {
      throw given.wrong(`${field}: a whole number from ${least} to ${most}`);
    }
    return value;
  };

export const names =
  (most: number): Kind =>
  (given, field) => {
    const value = given.value(field);
    const fits = (one: unknown) => typeof one === 'string' && one.length <= MOST.nameChars;
    if (!Array.isArray(value) || value.length > most || !value.every(fits)) {
      throw given.wrong(`${field}: a list of at most ${most} texts of at most ${MOST.nameChars} characters`);
    }
    return [...value];
  };

/** A list of at most as many objects as a batch has ops. */
export const list =
  (read: (item: unknown, at: number) => Plain): Kind =>
  (given, field) => {
    const value = given.value(field);
    const most = MOST.opsPerBatch;
    if (!Array.isArray(value) || value.length > most) throw given.wrong(`${field}: a list of at most ${most}`);
    return value.map(read);
  };

/** A node's columns: plain JSON within bounds. */
export const columns: Kind = (given, field) => {
  const value = given.value(field);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw given.wrong(`${field}: an object`);
  const entries = Object.entries(value);
  const long = entries.find(([column]) => column === '__proto__' || column.length > MOST.nameChars);
  if (long) throw given.wrong(`${field}: ${long[0].slice(0, 40)} is no name of a field`);
  if (entries.length > MOST.fields) throw given.wrong(`${field}: at most ${MOST.fields} fields`);
  if (!isShallow(value, MOST.depth)) throw given.wrong(`${field}: at most ${MOST.depth} deep`);
  if (!isBrief(value)) throw given.wrong(`${field}: texts of at most ${MOST.textChars} characters`);
  return Object.fromEntries(entries);
};

/** True when no text in a value that is not deep is longer than a field may hold. */
const isBrief = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length <= MOST.textChars
    : typeof value !== 'object' || value === null || Object.values(value).every(isBrief);
