import { BulkheadError } from '../../worker/protocol/errors.js';
import { type LLMAdapter, openAiModel } from '../engine/internal.js';
import type { TextCalls } from '../text-calls/internal.js';
import { type BrowserModelOptions, browserModel } from './browser-model.js';
import { callsByText } from './calls-by-text.js';
import type { HostModels, ModelProfile } from './types.js';

export interface ModelHost {
  readonly models: Pick<HostModels, 'fetch'>;
  readonly textCalls: TextCalls;
}

export interface OpenModelOptions extends Omit<BrowserModelOptions, 'textCalls'> {
  /** Only for a server: number of retries after a failed attempt. Default: 2. Use 0 if the caller retries itself. */
  readonly retries?: number;
}

/**
 * The model of a profile, as an agent takes it. A server’s requests go by the host, which puts the key in and sends to the address of
 * the profile that it keeps: one that is not kept reaches nothing.
 * @throws `BAD_ARGS` for a profile without what its kind needs.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { openModel } from 'bulkhead/models';
 * const host = createHost();
 * const profile = await host.models.get();
 * const model = profile && openModel(host, profile);
 */
export function openModel(
  { models, textCalls }: ModelHost,
  profile: ModelProfile,
  { retries, ...options }: OpenModelOptions = {},
): LLMAdapter {
  const { kind, endpoint, model, tools, requestsPerMinute, timeoutMs } = profile;
  if (kind === 'browser') return browserModel({ ...options, textCalls });
  if (kind !== 'openai') throw new BulkheadError('BAD_ARGS', 'a profile is of the kind openai or browser');
  if (!endpoint || !model)
    throw new BulkheadError('BAD_ARGS', 'the profile of a server needs its endpoint, and a model');
  const fetched = models.fetch as typeof fetch;
  const server = openAiModel({ endpoint, model, requestsPerMinute, timeoutMs, retries, fetch: fetched });
  return tools === 'text' ? callsByText(server, textCalls) : server;
}
