import { type AgentConfig, type ForkProfileRegistry, ForkProfileRegistryImpl, type Message } from '../engine/index.js';

/** Sessions that a model may make with one message. */
const MOST = 8;

/** Keeps a model from filling the tree: of what it makes while it answers; a user forks as often as he likes. */
export function forkLimit(isAnswering: () => boolean): Required<Pick<AgentConfig, 'splitGuard'>> & {
  /** A turn begins. */
  readonly begin: () => void;
} {
  let made = 0;
  return {
    begin: () => {
      made = 0;
    },
    splitGuard: {
      checkCanSplit: async () => {
        if (!isAnswering() || made < MOST) return { canSplit: true };
        return { canSplit: false, reason: `no more than ${MOST} sessions for one message of the user` };
      },
      recordSplit: () => {
        if (isAnswering()) made += 1;
      },
    },
  };
}

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
