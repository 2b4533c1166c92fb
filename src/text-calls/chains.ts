/** Chains that are remembered: older ones are over. */
const KEPT = 50;

/** Counts a call of one answer. @returns why it must not be made. */
export type CountCall = (name: string, rawArguments: string) => 'repetition' | 'chain' | undefined;

/**
 * Knows what each message of the user has led to: answers with calls, one after another. A model that goes round in circles
 * repeats itself, or never comes to an end. `repeats`: how often a chain may have the same call; `longest`: answers of a chain.
 * @returns a function that adds an answer to the chain of this name.
 */
export function openChains(repeats: number, longest: number): (chain: string) => CountCall {
  const open = new Map<string, { answers: number; readonly seen: Map<string, number> }>();
  return (name) => {
    const chain = open.get(name) ?? { answers: 0, seen: new Map<string, number>() };
    chain.answers += 1;
    open.delete(name);
    open.set(name, chain);
    const [oldest] = open.keys();
    if (open.size > KEPT && oldest !== undefined) open.delete(oldest);
    const { answers, seen } = chain;
    return (skill, rawArguments) => {
      const key = `${skill}(${rawArguments.trim()})`;
      const count = (seen.get(key) ?? 0) + 1;
      seen.set(key, count);
      if (answers > longest) return 'chain';
      return count > repeats ? 'repetition' : undefined;
    };
  };
}
