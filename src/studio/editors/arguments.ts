/** Something that a model can put right; its words are for the model. */
export const wrong = (message: string): Error => new Error(message);

/** The one of that name. @throws where there is none, with the names that there are. */
export function named<T>(what: string, list: readonly T[], nameOf: (one: T) => string, name: string): T {
  const found = list.find((one) => nameOf(one) === name);
  if (!found) throw wrong(`no ${what} is called ${name}: ${list.map(nameOf).join(', ') || 'none'} are there`);
  return found;
}

/** The arguments of a call, read strictly: what is of another type, or is not asked for, is the model’s to put right. */
export class Arguments {
  readonly #tool: string;
  readonly #given: { readonly [name: string]: unknown };

  /** @throws for an argument that the tool does not have. */
  constructor(tool: string, given: { readonly [name: string]: unknown }, known: readonly string[]) {
    this.#tool = tool;
    this.#given = given;
    const strange = Object.keys(given).find((name) => !known.includes(name));
    if (strange !== undefined) throw wrong(`${tool} has no argument ${strange}`);
  }

  has(name: string): boolean {
    return this.#given[name] !== undefined;
  }

  text(name: string): string {
    return this.#read(name, 'a text', (value) => typeof value === 'string') as string;
  }

  words(name: string): string {
    const text = this.text(name);
    if (text.trim() === '') throw wrong(`${this.#tool}: ${name} is blank`);
    return text;
  }

  flag(name: string): boolean {
    return this.#read(name, 'true or false', (value) => typeof value === 'boolean') as boolean;
  }

  count(name: string, least: number, most: number): number {
    const fits = (value: unknown) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
    return this.#read(name, `a whole number from ${least} to ${most}`, fits) as number;
  }

  choice<T extends string>(name: string, of: readonly T[]): T {
    return this.#read(name, `one of ${of.join(', ')}`, (value) => of.includes(value as T)) as T;
  }

  texts(name: string): readonly string[] {
    const fits = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string');
    return this.#read(name, 'a list of texts', fits) as readonly string[];
  }

  entries(name: string, known: readonly string[]): readonly Arguments[] {
    const isEntry = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one);
    const list = this.#read(name, 'a list of objects', (value) => Array.isArray(value) && value.every(isEntry));
    return (list as readonly { readonly [name: string]: unknown }[]).map(
      (one, at) => new Arguments(`${this.#tool}, ${name}[${at}]`, one, known),
    );
  }

  #read(name: string, what: string, fits: (value: unknown) => boolean): unknown {
    const value = this.#given[name];
    if (!fits(value)) throw wrong(`${this.#tool}: ${name} is to be ${what}`);
    return value;
  }
}
