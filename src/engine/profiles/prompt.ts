import type { ForkProfile } from '../base/types.js';

/** A profile as later shapes of the reference name its parts. */
type Aliased = ForkProfile & { readonly systemPromptFn?: ForkProfile['systemPrompt'] };

const join = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join('\n\n');

/**
 * A child's system prompt: the profile's and the model's, by the profile's mode. `undefined` for none; empty where only the
 * model gave an empty one.
 * @throws what a template throws.
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
