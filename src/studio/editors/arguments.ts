/** Something that a model can put right; its words are for the model. */
export const wrong = (message: string): Error => new Error(message);

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

  /** @throws where it is no text. */
  text(name: string): string {
    return this.#read(name, 'a text', (value) => typeof value === 'string') as string;
  }

  /** A text with something in it. */
  words(name: string): string {
    const text = this.text(name);
    if (text.trim() === '') throw wrong(`${this.#tool}: ${name} is blank`);
    return text;
  }

  flag(name: string): boolean {
    return this.#read(name, 'true or false', (value) => typeof value === 'boolean') as boolean;
  }

  /** A whole number within bounds. */
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

  /** Each entry of a list of objects, to be read alike. */
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
