import type { AgentConfig } from '../engine/index.js';

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
