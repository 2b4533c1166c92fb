import type { ModelProfile } from '../../models/internal.js';
import type { TextKey } from '../i18n/text.js';
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

/** What the form of a model holds, as it is typed. */
export interface ModelDraft {
  readonly kind: ModelChoice['kind'];
  readonly endpoint: string;
  readonly model: string;
  readonly tools: ModelChoice['tools'];
  readonly rate: string;
  /** In seconds. */
  readonly timeout: string;
  readonly key: string;
}

/** A field of it that can be wrong. */
export type DraftField = 'endpoint' | 'model' | 'rate' | 'timeout';

export const draftOf = (profile: ModelChoice | null): ModelDraft => ({
  kind: profile?.kind ?? 'openai',
  endpoint: profile?.endpoint ?? '',
  model: profile?.model ?? '',
  tools: profile?.tools ?? 'native',
  rate: profile?.requestsPerMinute === undefined ? '' : String(profile.requestsPerMinute),
  timeout: profile?.timeoutMs === undefined ? '' : String(profile.timeoutMs / 1_000),
  key: '',
});

/** What is wrong with each field; empty when all is well. */
export function draftErrors({ kind, endpoint, model, rate, timeout }: ModelDraft): Map<DraftField, TextKey> {
  const wrong = new Map<DraftField, TextKey>();
  if (kind === 'recorded') return wrong;
  if (kind === 'openai') {
    const url = addressOf(endpoint);
    if (!url) wrong.set('endpoint', 'model.endpointBad');
    else if (url.protocol === 'http:' && !isHere(url)) wrong.set('endpoint', 'model.endpointPlain');
    else if (url.username !== '' || url.password !== '') wrong.set('endpoint', 'model.endpointSecret');
    if (model.trim() === '') wrong.set('model', 'model.nameBad');
    if (rate.trim() !== '' && !(Number.isSafeInteger(Number(rate)) && Number(rate) >= 1))
      wrong.set('rate', 'model.rateBad');
  }
  const seconds = Number(timeout);
  if (timeout.trim() !== '' && !(Number.isFinite(seconds) && seconds > 0)) wrong.set('timeout', 'model.timeoutBad');
  return wrong;
}

/** The profile that a form without errors stands for. */
export function profileOf({ kind, endpoint, model, tools, rate, timeout }: ModelDraft): ModelChoice {
  if (kind === 'recorded') return { kind, tools: 'native' };
  const waits = timeout.trim() === '' ? {} : { timeoutMs: Math.round(Number(timeout) * 1_000) };
  if (kind === 'browser') return { kind, tools: 'text', ...waits };
  const paced = rate.trim() === '' ? {} : { requestsPerMinute: Number(rate) };
  return { kind, endpoint: endpoint.trim(), model: model.trim(), tools, ...paced, ...waits };
}

export function addressOf(text: string): URL | null {
  try {
    const url = new URL(text.trim());
    return ['http:', 'https:'].includes(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

/** True for this machine, which alone is spoken to without encryption. */
export const isHere = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
