import type { Host } from '../../../index.js';
import type { Context } from './context.js';
import type { Generations } from './generations.js';
import type { Words } from './words.js';

/** What parts of the adapter work with. */
export interface Parts {
  readonly host: Host;
  /** SillyTavern's context, asked for at each use: only a new one is live. */
  readonly context: () => Context;
  readonly generations: Generations;
  readonly words: Words;
  /** Shows an error to the user. */
  readonly fail: (error: unknown) => void;
}
