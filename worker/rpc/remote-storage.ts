import { BulkheadError } from '../protocol/errors.js';
import type { Changes, HostStorage } from '../protocol/storage.js';
import { connect } from './connect.js';
import { type CommitCall, type InsertAnswer, type InsertCall, PLAIN_METHODS, type PlainCall } from './storage-calls.js';

/** Greatest number of attempts of a write that others keep overtaking. */
const ATTEMPTS = 100;

type Values = Map<string, unknown>;

/**
 * The page's own storage, as a worker sees it. Functions do not cross threads: a transaction reads, decides here, and is
 * written if nothing that it has read was changed. Otherwise it begins again.
 */
export function remoteStorage(port: MessagePort): HostStorage {
  const connection = connect(port);
  const call = async <T>(
    method: 'plain' | 'commit' | 'insert',
    input: PlainCall | CommitCall | InsertCall,
  ): Promise<T> => {
    try {
      return (await connection.call(method as never, input as never)) as T;
    } catch (cause) {
      const { code, message } = cause as BulkheadError;
      if (code.startsWith('STORE_')) throw cause;
      throw new BulkheadError('STORE_FAILED', `the storage of the page failed: ${message}`, {}, { cause });
    }
  };
  const plain = <On extends keyof HostStorage>(on: On) =>
    Object.fromEntries(
      PLAIN_METHODS[on].map((method) => [method, (...args: unknown[]) => call('plain', { on, method, args })]),
    ) as unknown as Pick<HostStorage[On], (typeof PLAIN_METHODS)[On][number] & keyof HostStorage[On]>;
  const [keyValue, log] = [plain('keyValue'), plain('log')];

  const write = async (
    target: Pick<CommitCall, 'on' | 'of' | 'durability'>,
    read: () => Promise<Values>,
    decide: (values: Values) => Changes,
  ): Promise<void> => {
    const blind = typeof target.of !== 'string' && target.of.length === 0;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const expected: Values = blind ? new Map() : await read();
      const changes = decide(structuredClone(expected));
      if (await call<boolean>('commit', { ...target, expected, changes })) return;
    }
    throw tooBusy();
  };
  return {
    keyValue: {
      ...keyValue,
      change: (prefix, decide) => write({ on: 'keyValue', of: prefix }, () => keyValue.list(prefix), decide),
      transact: (keys, decide) => write({ on: 'keyValue', of: keys }, () => keyValue.read(keys), decide),
      close: async () => {},
    },
    log: {
      ...log,
      async insert(guard, holds, pairs) {
        for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
          const expected = (await log.read([guard])).get(guard);
          if (!holds(structuredClone(expected))) return false;
          const answer = await call<InsertAnswer>('insert', { guard, expected, pairs });
          if (answer !== 'changed') return answer === 'added';
        }
        throw tooBusy();
      },
      transact: (keys, decide, durability) => write({ on: 'log', of: keys, durability }, () => log.read(keys), decide),
      close: async () => {},
    },
  };
}

const tooBusy = () =>
  new BulkheadError('STORE_FAILED', 'the storage of the page is written too often by somebody else');
