import type { ModelConnection } from '../../chat/index.js';
import type { KeptLine } from '../../studio/internal.js';

export type StudioKind = 'plugin' | 'schema' | 'profile';

/** One thing that can be edited. */
export interface StudioOffer {
  readonly id: string;
  readonly kind: StudioKind;
  /** What it is called, where there is such a thing already; absent: a new one. */
  readonly name?: string;
}

/** A conversation that can be gone on with. */
export interface StudioKept extends KeptLine {
  readonly offer: string;
  readonly kind: StudioKind;
}

/** How it stands with the studios of a page. Replaced as a whole whenever something changes. */
export interface StudioControllerState {
  readonly offers: readonly StudioOffer[];
  /** The newest first; `null` until it is read. */
  readonly kept: readonly StudioKept[] | null;
  readonly keptFailure?: unknown;
  /** The page’s own recorded example can be played. */
  readonly example: boolean;
}

/** All that a page shows of studios before one is open. */
export interface StudioController {
  readonly models: ModelConnection;
  readonly state: StudioControllerState;
  /** Called after each change. @returns a function that ends it. */
  onChange(listener: () => void): () => void;
  refresh(): Promise<void>;
  /** Opens a studio for an offer: with a session that is kept, or a new one. Resolves when it is closed. `root`: for adapters. */
  open(offer: string, session: string | null, root: Element): Promise<void>;
  /** Opens a studio in which a recorded model answers. Resolves when it is closed. */
  play(root: Element): Promise<void>;
}
