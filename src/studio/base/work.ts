import type { Adapter } from './adapter.js';
import type { Comparisons } from './comparisons.js';
import type { Phase } from './facade.js';
import type { Keeping } from './keeping.js';
import type { Pacer } from './requests.js';
import type { SessionMessage, StudioContext, StudioSession } from './types.js';

/** What an open studio is made of. */
export interface StudioParts<Profile, Settings> {
  readonly adapter: Adapter<Profile, Settings>;
  readonly context: StudioContext;
  readonly settings: Settings;
  readonly session: StudioSession<Profile>;
  readonly comparisons: Comparisons;
  readonly keeping: Keeping<Profile>;
  readonly pacer: Pacer;
  now(): number;
  /** A session that begins with what the artifact is now. */
  fresh(): StudioSession<Profile>;
}

/** What a turn works with, with the live session. One for each thing that a person has begun. */
export interface Work<Profile, Settings> extends Omit<StudioParts<Profile, Settings>, 'keeping' | 'fresh'> {
  readonly signal: AbortSignal;
  /** Applies without asking. */
  readonly autoApply: boolean;
  phase(phase: Phase): void;
  /** Appends a message. Resolves when it is kept, or cannot be. @throws the signal’s reason, at once. */
  append(message: SessionMessage<Profile>): Promise<void>;
  /** Puts a message into the place of the one with its id. */
  replace(message: SessionMessage<Profile>): void;
}
