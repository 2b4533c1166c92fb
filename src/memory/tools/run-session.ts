import { RUN_FIELD } from '../../engine/internal-compat.js';
import type { MemorySession } from '../session-types.js';

/** Opens the session of the chat that a tool's context belongs to; `null` where there is none. */
export type OpenMemorySession = (context: object) => MemorySession | null | Promise<MemorySession | null>;

const FIELD = '__memoryGraphSession';

/** A context and everything it inherits from, the nearest first. */
function* chainOf(context: object): Generator<object> {
  for (let one: object | null = context; one !== null; one = Object.getPrototypeOf(one)) yield one;
}

/** One session for each run: opened by its first memory tool, kept on the run's context for all that follow. */
export class RunSessions {
  readonly #open: OpenMemorySession;
  readonly #opening = new WeakMap<object, Promise<MemorySession | null>>();

  constructor(open: OpenMemorySession) {
    this.#open = open;
  }

  /** The session of the run that a context belongs to, or inherits from; `null` where there is none. */
  async of(context: unknown): Promise<MemorySession | null> {
    if (typeof context !== 'object' || context === null) return null;
    // `null` stands there where whoever began the run has looked already.
    const kept = (context as { readonly [FIELD]?: MemorySession | null })[FIELD];
    if (kept !== undefined) return kept;
    for (const one of chainOf(context)) {
      const opening = this.#opening.get(one);
      if (opening) return opening;
    }
    const home = homeOf(context);
    const opening = this.#openFor(context, home);
    this.#opening.set(home, opening);
    return opening;
  }

  async #openFor(context: object, home: object): Promise<MemorySession | null> {
    let session: MemorySession | null = null;
    try {
      session = (await this.#open(context)) ?? null;
    } finally {
      // No session is nothing to keep: the next call may find one.
      if (session === null) queueMicrotask(() => this.#opening.delete(home));
    }
    // A context that takes no fields still has its session, by the map.
    if (session) {
      Reflect.defineProperty(home, FIELD, { value: session, enumerable: true, configurable: true, writable: true });
    }
    return session;
  }
}

/** The object that is the run's own: tools may be handed something that inherits from it. Outside a run, the context. */
export function homeOf(context: object): object {
  for (const one of chainOf(context)) if (Object.hasOwn(one, RUN_FIELD)) return one;
  return context;
}
