import type { Adapter } from './adapter.js';
import type { Comparisons } from './comparisons.js';
import type { Phase } from './face.js';
import type { Pacer } from './requests.js';
import type { SessionMessage, StudioContext, StudioSession } from './types.js';

/** What a turn works with. One for each thing that a person has begun. */
export interface Work<Profile, Settings> {
  readonly adapter: Adapter<Profile, Settings>;
  readonly context: StudioContext;
  readonly settings: Settings;
  /** The live session. */
  readonly session: StudioSession<Profile>;
  readonly comparisons: Comparisons;
  readonly pacer: Pacer;
  readonly signal: AbortSignal;
  /** Applies without asking. */
  readonly autoApply: boolean;
  now(): number;
  /** Says what is being done. */
  phase(phase: Phase): void;
  /**
   * Puts a message at the end. Resolves when it is kept, or cannot be; it never rejects.
   * @throws the signal’s reason, at once: after a stop nothing is said any more.
   */
  append(message: SessionMessage<Profile>): Promise<void>;
  /** Puts a message into the place of the one with its id. */
  replace(message: SessionMessage<Profile>): void;
}
