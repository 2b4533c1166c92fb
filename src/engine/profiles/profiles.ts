import type { ForkProfile, ForkProfileRegistry } from '../base/types.js';

/** A profile as later shapes of the reference name its parts. */
type Aliased = ForkProfile & { readonly systemPromptFn?: ForkProfile['systemPrompt'] };

const join = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join('\n\n');

/**
 * Joins a profile's prompt and the model's by the profile's mode; `undefined` for none. @throws what a template throws.
 *
 * @example
 * import { resolveSystemPrompt } from 'bulkhead/engine';
 * const prompt = resolveSystemPrompt({ systemPrompt: 'You write bills.' }, 'Be brief.');
 * console.log(prompt === 'You write bills.\n\nBe brief.');
 */
export function resolveSystemPrompt(
  profile: ForkProfile | undefined,
  llmPrompt: string | undefined,
  vars?: Record<string, string>,
): string | undefined {
  const { systemPrompt = (profile as Aliased | undefined)?.systemPromptFn, systemPromptMode = 'prepend' } =
    profile ?? {};
  const own = typeof systemPrompt === 'function' ? systemPrompt(vars ?? {}) : systemPrompt;
  if (systemPromptMode === 'preset') {
    // What a template has said holds even where it said nothing.
    return typeof systemPrompt === 'function' ? own : own || llmPrompt;
  }
  if (!own) return llmPrompt;
  return systemPromptMode === 'prepend' ? join(own, llmPrompt) : join(llmPrompt, own);
}

/**
 * Profiles by exact names, in the order of registration.
 *
 * @example
 * import { ForkProfileRegistryImpl } from 'bulkhead/engine';
 * const profiles = new ForkProfileRegistryImpl();
 * profiles.register('clerk', { systemPrompt: 'You write bills.', context: 'inherit' });
 */
export class ForkProfileRegistryImpl implements ForkProfileRegistry {
  readonly #profiles = new Map<string, ForkProfile>();

  /** A name that is registered again keeps its place. */
  register(name: string, profile: ForkProfile): void {
    this.#profiles.set(name, profile);
  }

  get(name: string): ForkProfile | undefined {
    return this.#profiles.get(name);
  }

  has(name: string): boolean {
    return this.#profiles.has(name);
  }

  listNames(): string[] {
    return [...this.#profiles.keys()];
  }
}
