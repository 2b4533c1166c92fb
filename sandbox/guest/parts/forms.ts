import { definePairs } from '../iterators.js';
import type { MakePart } from '../platform.js';

type Value = string | object;
type Entry = readonly [name: string, value: Value];

/** `FormData`, by the XHR standard; a guest has no form elements. */
export const make: MakePart = (kit) => {
  const { Blob, File } = kit.use('blob');

  const entryOf = (given: IArguments): Entry => {
    const [name, value, filename] = given as unknown as [unknown, unknown, unknown];
    if (given.length < 2) throw new TypeError('a name and a value are needed');
    const text = `${name}`.toWellFormed();
    if (!(value instanceof Blob)) {
      if (given.length > 2) throw new TypeError('only a Blob has a file name');
      return [text, `${value}`.toWellFormed()];
    }
    if (value instanceof File && given.length < 3) return [text, value as object];
    const blob = value as { type: string; name?: string; lastModified?: number };
    const named = given.length > 2 ? `${filename}`.toWellFormed() : (blob.name ?? 'blob');
    const { type, lastModified } = blob;
    return [text, new File([blob], named, { type, ...(lastModified !== undefined && { lastModified }) })];
  };

  class FormData {
    #entries: Entry[] = [];
    static {
      definePairs('FormData', FormData.prototype, (data: FormData) => data.#entries);
    }

    constructor(form?: unknown) {
      if (form !== undefined) throw new TypeError('a guest has no form elements');
    }
    append(_name: unknown, _value: unknown, _filename?: unknown): void {
      this.#entries.push(entryOf(arguments));
    }
    delete(name: unknown): void {
      this.#entries = this.#entries.filter((entry) => entry[0] !== `${name}`);
    }
    get(name: unknown): Value | null {
      return this.#entries.find((entry) => entry[0] === `${name}`)?.[1] ?? null;
    }
    getAll(name: unknown): Value[] {
      return this.#entries.filter((entry) => entry[0] === `${name}`).map((entry) => entry[1]);
    }
    has(name: unknown): boolean {
      return this.#entries.some((entry) => entry[0] === `${name}`);
    }
    set(_name: unknown, _value: unknown, _filename?: unknown): void {
      const entry = entryOf(arguments);
      const at = this.#entries.findIndex(([name]) => name === entry[0]);
      if (at < 0) this.#entries.push(entry);
      else {
        this.#entries = this.#entries.filter(([name], i) => i <= at || name !== entry[0]);
        this.#entries[at] = entry;
      }
    }
    get [Symbol.toStringTag](): string {
      return 'FormData';
    }
  }
  return { FormData };
};
