import { randomId } from '../../worker/primitives/random-id.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import { untilAborted } from '../primitives/index.js';
import { readArguments } from './arguments.js';
import type { GraphLink } from './graph-link.js';
import type { MemoryGraph } from './types.js';

/**
 * Exports of a chat's memory as a file, and imports that replace it. Aborting an import leaves what was there before, or
 * an answer where it was kept already: never a part.
 */
export function filesOf(link: GraphLink): Pick<MemoryGraph, 'export' | 'import' | 'importChat'> {
  return {
    async *export(format, options) {
      const { signal } = readArguments(options);
      let from: number | null = 0;
      try {
        while (from !== null) {
          const part: { readonly text: string; readonly next: number | null } = await link.call(
            'export',
            { format, from },
            signal,
          );
          from = part.next;
          signal?.throwIfAborted();
          yield part.text;
        }
      } finally {
        // The worker has a copy of all that was still to come.
        if (from) link.call('export', { format, from, stop: true }).catch(() => {});
      }
    },
    async import(parts, options) {
      const { signal } = readArguments(options);
      const [upload, batch] = [randomId(), randomId()];
      try {
        for await (const text of stoppable(partsOf(parts), signal)) {
          await link.call('import', { upload, batch, text, last: false }, signal);
        }
        const info = await link.call('import', { upload, batch, text: '', last: true }, signal);
        return info ?? link.call('info', {});
      } catch (error) {
        // What has arrived of it would wait for the rest; with the worker it has gone.
        if ((error as Partial<BulkheadError> | null)?.code !== 'WORKER_LOST') {
          link.call('import', { upload, batch, text: '', last: true, stop: true }).catch(() => {});
        }
        throw error;
      }
    },
    async importChat(text, options) {
      const { signal } = readArguments(options);
      return link.write('importChat', { text }, signal);
    },
  };
}

type Parts = Iterable<string> | AsyncIterable<string>;

/** A whole text is one part. @throws `BAD_ARGS` for what cannot be walked. */
function partsOf(parts: Parts): Parts {
  if (typeof parts === 'string') return [parts];
  const walked =
    typeof parts === 'object' && parts !== null && (Symbol.iterator in parts || Symbol.asyncIterator in parts);
  if (!walked) throw new BulkheadError('BAD_ARGS', 'a file is given as its parts');
  return parts;
}

/** The same parts; a part that does not come is not waited for when the signal aborts. */
async function* stoppable(parts: Parts, signal: AbortSignal | undefined): AsyncGenerator<string> {
  const walk = Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]();
  let over = false;
  try {
    for (;;) {
      const next = await untilAborted(Promise.resolve(walk.next()), signal);
      over = next.done === true;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // An import that still waits for its part notices the stop when the part has come.
    if (!over) void Promise.resolve(walk.return?.()).catch(() => {});
  }
}
