import { Mutex } from '../../../../worker/primitives/mutex.js';
import type { ChatMessages } from '../../../contracts/index.js';
import type { MemoryGraph } from '../../../memory/index.js';
import { atMost } from '../../../primitives/index.js';
import type { StoredMessage } from '../base/context.js';

/** A copy of the messages for a memory, because the host changes its own. */
export const outlined = (messages: readonly StoredMessage[]): ChatMessages =>
  messages.map((message) => {
    const { is_user, is_system, mes, swipe_id } = message ?? {};
    return {
      ...(typeof is_user === 'boolean' && { is_user }),
      ...(typeof is_system === 'boolean' && { is_system }),
      ...(typeof mes === 'string' && { mes }),
      ...(typeof swipe_id === 'number' && { swipe_id }),
    };
  });

/** One chat's memory, moved by what happens to its messages: one thing after another, in the order in which they happened. */
export class OpenChat {
  readonly id: string;
  readonly graph: MemoryGraph;
  /** `true` when the memory has got its messages. */
  followed: boolean;
  #types: string;
  readonly #mutex = new Mutex();

  /** `followed`: the graph was opened with its messages. */
  constructor(id: string, graph: MemoryGraph, ownTypes: unknown, followed: boolean) {
    this.id = id;
    this.graph = graph;
    this.followed = followed;
    this.#types = JSON.stringify(ownTypes ?? null);
  }

  /** Resolves when everything that has happened is in the graph. */
  get settled(): Promise<unknown> {
    return this.#mutex.idle;
  }

  follow(messages: readonly StoredMessage[]): Promise<unknown> {
    this.followed = true;
    // As they are now, whatever becomes of them until it is this one's turn.
    const now = outlined(messages);
    return this.next(() => this.graph.follow(now));
  }

  /** The card's own node types are these now. */
  types(ownTypes: unknown): Promise<unknown> {
    const types = JSON.stringify(ownTypes ?? null);
    if (types === this.#types) return Promise.resolve();
    this.#types = types;
    return this.next(() => this.graph.setTypes(undefined, ownTypes));
  }

  /** Does something when everything before it is done. */
  next<T>(work: () => Promise<T>): Promise<T> {
    return this.#mutex.run(work);
  }
}

/** The host waits for its listeners, but not for ever: what takes longer goes on behind its back. */
const LISTENER_MS = 3_000;

/** Waits for something, within bounds. */
export const inTime = (work: Promise<unknown>): Promise<void> => atMost(LISTENER_MS, work);
