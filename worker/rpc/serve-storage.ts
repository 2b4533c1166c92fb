import { BulkheadError } from '../protocol/errors.js';
import type { HostStorage } from '../protocol/storage.js';
import { sameValue } from './same-value.js';
import { serveMethods } from './serve.js';
import {
  type CommitCall,
  type InsertAnswer,
  type InsertCall,
  KEY_VALUE_METHODS,
  LOG_METHODS,
  type PlainCall,
} from './storage-calls.js';

/** What a plain call may name: nothing else of an injected object is ever called. */
const ALLOWED: { readonly [on in keyof HostStorage]: readonly string[] } = {
  keyValue: KEY_VALUE_METHODS,
  log: LOG_METHODS,
};

/** Serves a storage of the page's own to one of our workers. Each call is one transaction of that storage. */
export function serveStorage(port: MessagePort, storage: HostStorage): void {
  const { keyValue, log } = storage;
  const commit = async ({ on, of, expected, changes, durability }: CommitCall): Promise<boolean> => {
    let stale = false;
    const decide = (values: Map<string, unknown>) => {
      stale = !sameValue(new Map(values), expected);
      return stale ? {} : changes;
    };
    if (on === 'log') await log.transact(of as readonly string[], decide, durability);
    else if (typeof of === 'string') await keyValue.change(of, decide);
    else await keyValue.transact(of, decide);
    return !stale;
  };
  const insert = async ({ guard, expected, pairs }: InsertCall): Promise<InsertAnswer> => {
    let stale = false;
    const holds = (value: unknown) => {
      stale = !sameValue(value, expected);
      return !stale;
    };
    if (await log.insert(guard, holds, pairs)) return 'added';
    return stale ? 'changed' : 'taken';
  };
  serveMethods(
    {
      plain: (input) =>
        typed(() => {
          const { on, method, args } = input as PlainCall;
          if (!ALLOWED[on]?.includes(method)) throw new BulkheadError('BAD_ARGS', 'a method that no storage has');
          const store = storage[on] as unknown as { [name: string]: (...args: readonly unknown[]) => Promise<unknown> };
          return store[method]?.(...args);
        }),
      commit: (input) => typed(() => commit(input as CommitCall)),
      insert: (input) => typed(() => insert(input as InsertCall)),
    },
    port,
  );
}

/** @throws `STORE_FAILED` for every error that is not one of ours. */
async function typed<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof BulkheadError) throw cause;
    const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    throw new BulkheadError('STORE_FAILED', `the storage of the page failed: ${why}`, {}, { cause });
  }
}
