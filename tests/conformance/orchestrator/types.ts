import type { Host } from '../../../src/index.js';
import type { Kind } from './kinds.js';
import type { FakeToolManager } from './tool-manager.js';

/** One case of a vector file. */
export interface Case {
  readonly id: string;
  /** Watched: a key that nobody reads fails the case. */
  readonly given: { readonly [key: string]: unknown };
  readonly expect: { readonly [key: string]: unknown };
}

export interface Setting {
  readonly host: Host;
  readonly kinds: readonly Kind[];
  /** SillyTavern's, whose tools are bridged. */
  readonly manager: FakeToolManager;
}

/** What was seen, in the words of the vectors; one set for each variant that the case allows. */
export type Seen = { readonly variant: string; readonly facts: { readonly [key: string]: unknown } };

/** Plays one case. */
export type Play = (one: Case, setting: Setting) => Promise<readonly Seen[]>;
