const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const COOKIE = 'set-cookie';

const nameOf = (given: unknown): string => {
  const name = `${given}`;
  if (!TOKEN.test(name)) throw new TypeError(`${JSON.stringify(name)} is no name of a header`);
  return name.toLowerCase();
};
const textOf = (given: unknown): string => {
  const value = `${given}`.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
  if (/[\0\n\r]|[^\0-\xff]/.test(value))
    throw new TypeError(`${JSON.stringify(value.slice(0, 80))} is no value of a header`);
  return value;
};

/** `Headers`, by the Fetch standard. */
export class Headers {
  /** In the order in which they came. */
  #list: (readonly [name: string, value: string])[] = [];

  constructor(init?: unknown) {
    if (init === undefined) return;
    if (typeof init !== 'object' || init === null) throw new TypeError('headers are an object or a list of pairs');
    const iterate = (init as Partial<Iterable<unknown>>)[Symbol.iterator];
    if (iterate === undefined || iterate === null) {
      for (const name of Reflect.ownKeys(init)) {
        if (!Object.getOwnPropertyDescriptor(init, name)?.enumerable) continue;
        if (typeof name === 'symbol') throw new TypeError('a symbol is no name of a header');
        this.append(name, (init as { [name: string]: unknown })[name]);
      }
      return;
    }
    for (const pair of init as Iterable<unknown>) {
      if (typeof pair !== 'object' || pair === null) throw new TypeError('a header is a name and a value');
      const both = [...(pair as Iterable<unknown>)];
      if (both.length !== 2) throw new TypeError('a header is a name and a value');
      this.append(both[0], both[1]);
    }
  }
  append(name: unknown, value: unknown): void {
    this.#list.push([nameOf(name), textOf(value)]);
  }
  delete(name: unknown): void {
    const key = nameOf(name);
    this.#list = this.#list.filter((entry) => entry[0] !== key);
  }
  get(name: unknown): string | null {
    const key = nameOf(name);
    const found = this.#list.filter((entry) => entry[0] === key);
    return found.length === 0 ? null : found.map((entry) => entry[1]).join(', ');
  }
  getSetCookie(): string[] {
    return this.#list.filter(([name]) => name === COOKIE).map(([, value]) => value);
  }
  has(name: unknown): boolean {
    const key = nameOf(name);
    return this.#list.some((entry) => entry[0] === key);
  }
  set(name: unknown, value: unknown): void {
    const entry = [nameOf(name), textOf(value)] as const;
    const at = this.#list.findIndex(([key]) => key === entry[0]);
    if (at < 0) this.#list.push(entry);
    else {
      this.#list = this.#list.filter(([key], i) => i <= at || key !== entry[0]);
      this.#list[at] = entry;
    }
  }
  forEach(callback: (value: string, name: string, headers: Headers) => void, self?: unknown): void {
    if (typeof callback !== 'function') throw new TypeError('forEach takes a function');
    for (const [name, value] of this) callback.call(self, value, name, this);
  }
  /** By name, with values of one name joined, but for cookies. */
  *entries(): Generator<[string, string]> {
    for (let i = 0; ; i++) {
      const entry = this.#sorted()[i];
      if (!entry) return;
      yield entry;
    }
  }
  *keys(): Generator<string> {
    for (const [name] of this.entries()) yield name;
  }
  *values(): Generator<string> {
    for (const [, value] of this.entries()) yield value;
  }
  [Symbol.iterator](): Generator<[string, string]> {
    return this.entries();
  }
  get [Symbol.toStringTag](): string {
    return 'Headers';
  }
  #sorted(): [string, string][] {
    const names = [...new Set(this.#list.map(([name]) => name))].sort();
    return names.flatMap((name): [string, string][] =>
      name === COOKIE ? this.getSetCookie().map((value) => [name, value]) : [[name, this.get(name) as string]],
    );
  }
}
