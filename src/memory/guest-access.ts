import type { Effect, ReadMark } from '../../worker/protocol/effects.js';
import { BulkheadError, toErrorData } from '../../worker/protocol/errors.js';
import type { MemoryContract } from '../../worker/protocol/memory.js';
import type { MemoryGrant, MemoryGuestEvent } from '../../worker/protocol/memory-guests.js';
import type { PortDecision } from '../../worker/protocol/rights.js';
import type { MemoryChat } from '../contracts/index.js';
import type { MemoryEnd } from '../simulation/index.js';
import type { Service } from '../workers/index.js';
import type { GraphLink } from './graph-link.js';
import { bringUpToDate, chosen, type Embedding } from './vector-search.js';

/** The listener to a worker's events about ports, and to their loss. */
export interface GuestListener {
  readonly onEvent: (event: Exclude<MemoryGuestEvent, { mean: number }>) => void;
  readonly lost: (error: BulkheadError) => void;
}

export interface GuestAccessOptions {
  readonly service: Service<MemoryContract>;
  readonly link: (chat: MemoryChat | string) => Promise<GraphLink>;
  readonly embedding: () => Embedding | undefined;
}

const NOTHING: MemoryEnd = { items: [], reads: [], deltas: {} };

/** The page's side of plugins' ports into chats' memory: hands them over, closes them, and answers what their worker asks. */
export class GuestAccess {
  readonly #options: GuestAccessOptions;
  readonly #served = new Map<string, { readonly sends: boolean; link?: GraphLink }>();
  readonly #calls = new Map<number, AbortController>();
  #listener: GuestListener | undefined;
  /** How many workers have been lost, with what calls had written there. */
  lost = 0;

  constructor(options: GuestAccessOptions) {
    this.#options = options;
  }

  listen(listener: GuestListener): void {
    this.#listener = listener;
  }

  /**
   * Has a port served over one chat's graph. `sends`: whether a search may ask a server for a vector.
   * @throws what opening the chat throws.
   */
  async serve(chat: MemoryChat | string, grant: MemoryGrant, port: MessagePort, sends: boolean): Promise<void> {
    const served: { readonly sends: boolean; link?: GraphLink } = { sends };
    this.#served.set(grant.grant, served);
    const link = await this.#options.link(chat);
    // The call may be over before its chat is open.
    if (!this.#served.has(grant.grant)) return port.close();
    served.link = link;
    await link.call('serve', { grant, port }, undefined, [port]);
    // It may have waited for another worker, and the end of its call has come before it.
    if (!this.#served.has(grant.grant)) await this.#options.service.call('drop', { grants: [grant.grant] });
  }

  /** Resolves when nothing that was asked for over it has an effect any more. */
  async drop(grant: string): Promise<void> {
    const served = this.#served.get(grant);
    this.#served.delete(grant);
    if (served?.link && !this.#options.service.fresh) await this.#options.service.call('drop', { grants: [grant] });
  }

  async decide(decision: PortDecision): Promise<void> {
    if (!this.#options.service.fresh) await this.#options.service.call('decide', decision);
  }

  /** `lost`: as it was when the simulation began. @throws `WORKER_LOST` when what it had written is gone. */
  async end(id: string, lost: number): Promise<MemoryEnd> {
    if (lost !== this.lost) throw new BulkheadError('WORKER_LOST', 'the memory was lost during the simulation');
    return this.#options.service.fresh ? NOTHING : this.#options.service.call('endSimulation', { id });
  }

  /** Makes effects of one chat's memory real. @throws `EFFECTS_STALE`, `BAD_ARGS`. */
  async commit(chat: MemoryChat | string, id: string, items: readonly Effect[], reads: readonly ReadMark[]) {
    const link = await this.#options.link(chat);
    await link.call('commitEffects', { id, items: [...items], reads: [...reads] });
  }

  /** Takes such a commit back, where nothing has come after it. */
  async undo(chat: MemoryChat | string): Promise<void> {
    await (await this.#options.link(chat)).write('undo', {});
  }

  onEvent(event: MemoryGuestEvent): void {
    if ('mean' in event) void this.#mean(event);
    else this.#listener?.onEvent(event);
  }

  lose(error: BulkheadError): void {
    this.lost += 1;
    this.#served.clear();
    for (const call of this.#calls.values()) call.abort(error);
    this.#listener?.lost(error);
  }

  async #mean({ mean, grant, query }: { mean: number; grant: string; query: string }): Promise<void> {
    const { service, embedding } = this.#options;
    const { link, sends } = this.#served.get(grant) ?? {};
    const stop = new AbortController();
    this.#calls.set(mean, stop);
    try {
      if (!link) return;
      const now = chosen(embedding());
      if (now.embedder && !sends) {
        throw new BulkheadError('CAPABILITY_DENIED', 'not granted: a search by meaning that a server takes part in');
      }
      await bringUpToDate(link, now, stop.signal);
      const [vector] = now.embedder ? await now.embedder.embed([query], stop.signal) : [undefined];
      await service.call('meant', { mean, maker: now.maker, query: vector ?? query });
    } catch (thrown) {
      const { code, message } = toErrorData(thrown);
      if (!service.fresh) await service.call('meant', { mean, error: { code, message } }).catch(() => {});
    } finally {
      this.#calls.delete(mean);
    }
  }
}
