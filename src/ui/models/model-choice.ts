import type { ModelProfile } from '../../index.js';
import type { ErrorView } from '../shared/error-text.js';

/** Which model answers, as the form holds it: a profile, or the example that was recorded. */
export interface ModelChoice extends Omit<ModelProfile, 'kind'> {
  readonly kind: ModelProfile['kind'] | 'recorded';
}

declare module '../shared/element.js' {
  interface BulkheadEvents {
    /** Without a key the one that is kept stays. */
    'bh-model-save': { readonly profile: ModelChoice; readonly key?: string };
    'bh-model-test': { readonly profile: ModelChoice; readonly key?: string };
  }
}

/** One place that a model may be at. */
export interface ModelKind {
  readonly kind: ModelChoice['kind'];
  /** Whether it can be had now; without it, it can. */
  readonly state?: 'ready' | 'downloadable' | 'downloading' | 'unavailable';
  /** How much of it is there, from 0 to 1. */
  readonly progress?: number;
}

/** How the last test went; `null` before there was one. */
export type TestState =
  | { readonly state: 'running'; readonly startedAt: number }
  | { readonly state: 'ok'; readonly ms: number; readonly calls: boolean; readonly text?: string }
  | { readonly state: 'failed'; readonly error: ErrorView }
  | null;
