/** Chains that are remembered: older ones are over. */
const KEPT = 50;

/** One answer with calls, as a link of its chain. */
export interface Link {
  /** Counts a call. @returns why it must not be made. */
  call(name: string, rawArguments: string): 'repetition' | 'chain' | undefined;
}

/**
 * What one message of the user has led to: answers with calls, one after another. A model that goes round in circles
 * repeats itself, or never comes to an end.
 */
export class Chains {
  readonly #repeats: number;
  readonly #longest: number;
  readonly #open = new Map<string, { links: number; readonly seen: Map<string, number> }>();

  constructor(repeats: number, longest: number) {
    this.#repeats = repeats;
    this.#longest = longest;
  }

  /** Adds an answer to a chain. */
  link(name: string): Link {
    const chain = this.#open.get(name) ?? { links: 0, seen: new Map<string, number>() };
    chain.links += 1;
    this.#open.delete(name);
    this.#open.set(name, chain);
    const [oldest] = this.#open.keys();
    if (this.#open.size > KEPT && oldest !== undefined) this.#open.delete(oldest);
    const { links, seen } = chain;
    return {
      call: (skill, rawArguments) => {
        const key = `${skill}(${rawArguments.trim()})`;
        const count = (seen.get(key) ?? 0) + 1;
        seen.set(key, count);
        if (links > this.#longest) return 'chain';
        return count > this.#repeats ? 'repetition' : undefined;
      },
    };
  }
}
