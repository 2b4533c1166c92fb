import { type ForkProfileRegistry, ForkProfileRegistryImpl, type Message } from '../engine/index.js';

/** A reviewer gets the end of a long conversation. */
const REVIEWED = 20;

/** What a model may fork a session into. */
export function chatProfiles(): ForkProfileRegistry {
  const profiles = new ForkProfileRegistryImpl();
  profiles.register('branch', {
    systemPrompt: 'You go on with a conversation in another direction. What was said before still holds.',
    context: 'inherit',
  });
  profiles.register('research', {
    systemPrompt:
      'You look into one question. Use tools where they help, say what you are not sure of, and end with a short answer.',
    context: 'none',
  });
  profiles.register('review', {
    systemPrompt: 'You read a conversation critically: what is wrong in it, what is missing, what is not known.',
    contextFn: (records: Message[]) =>
      records.filter(({ role }) => role === 'user' || role === 'assistant').slice(-REVIEWED),
  });
  return profiles;
}
