import { BulkheadError } from '../protocol/errors.js';
import type { HostStorage } from '../protocol/storage.js';
import { serveMethods } from './serve.js';
import { type CommitCall, type InsertAnswer, type InsertCall, PLAIN_METHODS, type PlainCall } from './storage-calls.js';

/** The methods that a call may name. No other method of an injected object is ever called. */
const ALLOWED: { readonly [on in keyof HostStorage]: readonly string[] } = PLAIN_METHODS;

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

/** True for two values that are copies of each other: everything that JSON can say, and maps, dates and buffers. */
function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  if (one instanceof Map) return other instanceof Map && sameValue([...one], [...other]);
  if (one instanceof Set) return other instanceof Set && sameValue([...one], [...other]);
  if (one instanceof Date) return other instanceof Date && Object.is(one.getTime(), other.getTime());
  if (ArrayBuffer.isView(one) || one instanceof ArrayBuffer) {
    return sameBytes(bytesOf(one), bytesOf(other as ArrayBufferView | ArrayBuffer));
  }
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every(
    (key) => Object.hasOwn(other, key) && sameValue(one[key as keyof typeof one], other[key as keyof typeof other]),
  );
}

const bytesOf = (data: ArrayBufferView | ArrayBuffer): Uint8Array =>
  ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, i) => byte === other[i]);
