import { BulkheadError } from '../../protocol/errors.js';
import type { Logs } from '../log/logs.js';
import type { ChatGraph } from './chat-graph.js';

/** Types at most, and characters of all of them. */
const MOST_TYPES = 100;
const MOST_CHARS = 200_000;

interface Following {
  readonly graph: ChatGraph;
  readonly store: string | null;
  readonly ownTypes: unknown;
}

/** Node types that a store keeps for all its chats, and the open graphs that use them, because they have no types of their own. */
export class KeptTypes {
  readonly #logs: (store: string | null) => Logs;
  readonly #following = new Map<number, Following>();

  constructor(logs: (store: string | null) => Logs) {
    this.#logs = logs;
  }

  /** `null` for none. */
  async of(store: string | null): Promise<readonly object[] | null> {
    const kept = await this.#logs(store).types();
    return Array.isArray(kept) && kept.length > 0 ? (kept as readonly object[]) : null;
  }

  /** The types of a graph: its own ones, or the stored ones if it has none. */
  inForce = async (store: string | null, types: unknown): Promise<unknown> =>
    types === undefined ? ((await this.of(store)) ?? undefined) : types;

  /** From now on a graph uses the stored types, unless it has types of its own. */
  follow(number: number, types: unknown, following: Following): void {
    if (types === undefined) this.#following.set(number, following);
    else this.#following.delete(number);
  }

  /** @see follow */
  forget(number: number): void {
    this.#following.delete(number);
  }

  /** Keeps other types, and gives them to whoever goes by them. @throws `BAD_ARGS` for what is no list, or too long. */
  async keep(store: string | null, types: unknown): Promise<void> {
    if (types !== null) check(types);
    await this.#logs(store).keepTypes(types ?? undefined);
    for (const one of this.#following.values()) {
      if (one.store === store) one.graph.setTypes(types ?? undefined, one.ownTypes);
    }
  }
}

function check(types: unknown): void {
  const isList = Array.isArray(types) && types.length <= MOST_TYPES;
  if (!isList || types.some((one) => typeof one !== 'object' || one === null || Array.isArray(one))) {
    throw new BulkheadError('BAD_ARGS', `node types are a list of at most ${MOST_TYPES} objects`);
  }
  if (JSON.stringify(types).length > MOST_CHARS) {
    throw new BulkheadError('BAD_ARGS', `node types have at most ${MOST_CHARS} characters in all`);
  }
}
