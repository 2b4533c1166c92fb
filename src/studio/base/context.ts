import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { LLMAdapter } from '../../engine/internal.js';
import { type HostModels, type ModelHost, type ModelProfile, openModel } from '../../models/index.js';
import { askModel } from './task.js';
import type { StudioContext } from './types.js';

/** What a studio asks of a host: its model. */
export interface TaskHost extends ModelHost {
  readonly models: Pick<HostModels, 'get' | 'fetch'>;
}

/** What a context is made with. */
export interface ContextOptions {
  /** The model that answers. Default: the model of the host’s profile at the time of the request. */
  readonly model?: () => LLMAdapter | Promise<LLMAdapter>;
  /** What adapters find on it beside. */
  readonly more?: { readonly [name: string]: unknown };
}

/**
 * The context of a studio on a page of our own: its requests go to the host’s model, also to one that calls by text. There are no
 * presets here: their names are not read.
 */
export function studioContext(host: TaskHost, options: ContextOptions = {}): StudioContext {
  const model = options.model ?? profileModel(host);
  return {
    ...options.more,
    async generateTask(request) {
      request.signal.throwIfAborted();
      return askModel(await model(), request);
    },
  };
}

/** The model that is kept now. It is opened once for each profile: its pace is that of all requests. */
function profileModel(host: TaskHost): () => Promise<LLMAdapter> {
  let open: { readonly of: string; readonly model: LLMAdapter } | undefined;
  return async () => {
    const profile: ModelProfile | null = await host.models.get();
    if (!profile) throw new BulkheadError('MODEL_FAILED', 'no model is connected');
    const of = JSON.stringify(profile);
    // The studio makes its attempts itself, as many as its settings say.
    if (open?.of !== of) open = { of, model: openModel(host, profile, { retries: 0 }) };
    return open.model;
  };
}
