import { Mutex } from '../../primitives/mutex.js';
import { BulkheadError } from '../../protocol/errors.js';
import type { MemoryWrites } from '../../protocol/memory-methods.js';
import type { Rejection } from '../../protocol/memory-types.js';
import { plainData } from '../../protocol/plain-data.js';
import { Graph, type RawStore } from '../graph/graph.js';
import { typesInForce } from '../schema/normalize.js';
import { TypeIndex } from '../schema/type-index.js';
import { Writes } from '../writes/writes.js';
import { writeInto } from './store.js';
import type { MemoryGraphContext } from './types.js';

/** Every write of a plain store. @experimental */
export interface MemoryGraphWriteApi extends MemoryWrites {}

/** Keeps a changed store; when it fails, the store is made as it was. */
export type OnCommit<S extends object> = (store: S) => void | Promise<void>;

const WRITES = [
  ...['applyExtractionBatch', 'createNode', 'editNode', 'deleteNode', 'upsertLinks', 'deleteLinks', 'compactNodes'],
] as const satisfies readonly (keyof MemoryGraphWriteApi & keyof Writes)[];

type Call = (options: unknown) => Promise<unknown>;
interface Batch {
  readonly ops?: unknown;
}

/** What a write is given, read once; a signal is no data. @throws `BAD_ARGS`; the signal's reason when it is aborted. */
function dataOf(options: unknown): unknown {
  const signal = signalOf(options);
  signal?.throwIfAborted();
  return plainData(signal ? { ...(options as object), signal: undefined } : options);
}

function signalOf(options: unknown): AbortSignal | undefined {
  try {
    const { signal } = (options ?? {}) as { readonly signal?: unknown };
    return signal instanceof AbortSignal ? signal : undefined;
  } catch {
    // A getter that throws: it will be refused when it is read for good.
    return undefined;
  }
}

/** The answer with the caller's own ops in it, in the place of the copies that were worked with. */
function asGiven(answer: object, given: unknown, options: unknown): object {
  const [copies, own] = [(given as Batch | null)?.ops, (options as Batch | null)?.ops];
  if (!('applied' in answer) || !Array.isArray(copies) || !Array.isArray(own)) return answer;
  const originals = new Map(copies.map((copy, at) => [copy as unknown, own[at] as unknown]));
  const { applied, rejected } = answer as {
    readonly applied: readonly unknown[];
    readonly rejected: readonly Rejection[];
  };
  return {
    applied: Object.freeze(applied.map((op) => originals.get(op))),
    rejected: Object.freeze(rejected.map(({ op, error }) => Object.freeze({ op: originals.get(op), error }))),
  };
}

/** The writes of each store, by whichever API: two never overlap. */
const mutexes = new WeakMap<object, Mutex>();

/**
 * The writes of a store that the caller holds. A change is made in that very object, then `onCommit` is awaited; when it fails,
 * the object is made as it was and the call rejects with `STORE_FAILED`. Without a store every write rejects with
 * `MEMORY_STORE_MISSING`. @experimental
 *
 * @example
 * import { getMemoryGraphWriteApi, normalizeStore, type StoreData } from 'bulkhead/memory';
 * const store = normalizeStore({});
 * const onCommit = (changed: StoreData) => localStorage.setItem('memory', JSON.stringify(changed));
 * const writes = getMemoryGraphWriteApi(store, null, { onCommit });
 * const { id } = await writes.createNode({ type: 'location_state', title: 'The Old Inn' });
 */
export function getMemoryGraphWriteApi<S extends object>(
  store: S | null | undefined,
  context?: MemoryGraphContext | null,
  { onCommit }: { readonly onCommit?: OnCommit<S> | undefined } = {},
): MemoryGraphWriteApi {
  const writes = new Writes({
    graph: () => (store ? Graph.from(store as RawStore) : null),
    types: () => new TypeIndex(typesInForce(context?.schemaOverride, context?.schema), new Graph().nodes),
    turn: () => context?.turn,
    async keep({ ops, counters }) {
      if (!store) return 'kept';
      const takeBack = writeInto(store, ops, counters);
      try {
        await onCommit?.(store);
      } catch (error) {
        takeBack();
        throw new BulkheadError(
          'STORE_FAILED',
          `the change was not kept: ${(error as Error)?.message}`,
          {},
          { cause: error },
        );
      }
      return 'kept';
    },
  });
  const inTurn = (work: () => Promise<unknown>): Promise<unknown> => {
    if (!store) return work();
    const mutex = mutexes.get(store) ?? new Mutex();
    mutexes.set(store, mutex);
    return mutex.run(work);
  };
  const api: { [method: string]: Call } = {};
  for (const method of WRITES) {
    api[method] = (options) =>
      inTurn(async () => {
        const given = dataOf(options);
        return Object.freeze(asGiven(await writes[method](given), given, options));
      });
  }
  return Object.freeze(api) as unknown as MemoryGraphWriteApi;
}
