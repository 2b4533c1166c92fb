import { BulkheadError } from '../../worker/protocol/errors.js';
import { plainData } from '../../worker/protocol/plain-data.js';

/** What a caller gave a method, as it crosses to the worker, and what stays here. */
export interface Arguments {
  readonly given: { readonly [name: string]: unknown };
  readonly signal: AbortSignal | undefined;
  readonly predicate: unknown;
}

/** Options that may be anything that can be walked. */
const LISTS = ['visibleNodeIds', 'projectTo', 'types', 'edgeTypes', 'levels'];

const isWalked = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

/** @throws `BAD_ARGS` in the place of what a getter, a proxy or an iterator throws. */
function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof BulkheadError) throw cause;
    throw new BulkheadError('BAD_ARGS', 'the arguments could not be read', {}, { cause });
  }
}

/**
 * Reads a method's options, once. Nothing given is the same as no options.
 * @throws `BAD_ARGS` for what is no plain data; the signal's reason when it is aborted.
 */
export function readArguments(options: unknown): Arguments {
  if (typeof options !== 'object' || options === null) return { given: {}, signal: undefined, predicate: undefined };
  const { signal, predicate, rest } = reading(() => {
    const { signal, predicate, ...rest } = options as { readonly [name: string]: unknown };
    return { signal, predicate, rest: rest as { [name: string]: unknown } };
  });
  if (signal !== undefined && signal !== null && !(signal instanceof AbortSignal)) {
    throw new BulkheadError('BAD_ARGS', 'signal must be an AbortSignal');
  }
  signal?.throwIfAborted();
  const given = reading(() => {
    for (const name of LISTS) {
      const list = rest[name];
      if (isWalked(list)) rest[name] = Array.from(list, String);
    }
    return plainData(rest) as Arguments['given'];
  });
  return { given, signal: signal ?? undefined, predicate };
}

/** An id as it crosses; nothing for none. */
export const idText = (id: unknown): string => (id === undefined || id === null ? '' : reading(() => String(id)));

/** A list of ids as it crosses; what cannot be walked is for the worker to refuse. */
export const idTexts = (ids: unknown): unknown => reading(() => (isWalked(ids) ? Array.from(ids, String) : null));
