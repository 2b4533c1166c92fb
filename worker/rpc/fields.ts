import { BulkheadError } from '../protocol/errors.js';

/** The arguments of a stranger's request, read field by field. */
export class Fields {
  readonly #method: string;
  readonly #fields: { readonly [name: string]: unknown };

  /** @throws `BAD_ARGS` when `args` is no object, or has a field that is not in `known`. */
  constructor(method: string, args: unknown, known: readonly string[]) {
    this.#method = method;
    if (typeof args !== 'object' || args === null || Array.isArray(args)) throw this.wrong('one object');
    this.#fields = args as { readonly [name: string]: unknown };
    const stray = Object.keys(args).find((name) => !known.includes(name));
    if (stray !== undefined) throw this.wrong(`no field ${stray.slice(0, 64)}`);
  }

  /** @throws `BAD_ARGS` unless the field is a text of `least` to `most` characters. */
  text(name: string, least: number, most: number): string {
    const value = this.value(name);
    if (typeof value !== 'string' || value.length < least || value.length > most) {
      throw this.wrong(`${name}: a text of ${least} to ${most} characters`);
    }
    return value;
  }

  /** @throws `BAD_ARGS` unless the field is one of `choices`, or is not there. */
  choice<const T extends string>(name: string, choices: readonly T[], otherwise: T): T {
    const value = this.value(name) ?? otherwise;
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw this.wrong(`${name}: one of ${choices.join(', ')}`);
    return found;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#fields, name);
  }

  value(name: string): unknown {
    return this.has(name) ? this.#fields[name] : undefined;
  }

  wrong(what: string): BulkheadError {
    return new BulkheadError('BAD_ARGS', `${this.#method}: ${what}`);
  }
}
