import { decideTools, type FoundTool, findTools, type ImportDecision } from '../../../worker/protocol/card-lists.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Catalog } from '../../tools/calls/index.js';

/** The tools that were found, and the decision. */
export interface ImportReview<T> {
  readonly plan: 'keep' | 'strip' | 'drop';
  readonly found: readonly FoundTool[];
  /** The part that may be stored: a copy of the import, without the tools that were declined. */
  readonly result: T;
}

/** Characters of an import, as JSON, above which a worker searches it. */
const OWN_CHARS = 100_000;

/** Searches an import: a small one here, a large one in a worker. */
type Reader = Pick<Catalog, 'findTools' | 'decideTools'>;
const HERE: Reader = {
  findTools: async (json) => findTools(json),
  decideTools: async (json, decision) => decideTools(json, decision),
};

export type AskImport = (found: readonly FoundTool[]) => unknown;

export interface ReviewParts {
  /** Asked about imports if the caller passes no `ask`. */
  readonly askImport: AskImport | undefined;
  readonly catalog: () => Promise<Reader>;
}

/** Copies an import, so that a getter cannot answer differently later. */
function textOf(input: unknown): string {
  if (typeof input === 'string')
    throw new BulkheadError('BAD_ARGS', 'reviewImport takes what a text says: parse it first');
  try {
    return JSON.stringify(input) ?? 'null';
  } catch (cause) {
    const why = (cause as Error).message.split('\n', 1)[0];
    throw new BulkheadError('BAD_ARGS', `reviewImport takes plain JSON data: ${why}`, {}, { cause });
  }
}

/**
 * Asks about the handwritten tools of an import, before any of it is stored. Without tools nothing is
 * asked. An answer that is no decision removes the tools. Lists that are hidden where no card has them are
 * removed in any case. The result is a copy, so that exactly what was shown can be stored. A worker searches a large import.
 * @throws `BAD_ARGS` unless the import is a JSON value (parse JSON text first); `WORKER_LOST`.
 */
export async function reviewImport<T>(
  input: T,
  given: AskImport | undefined,
  { askImport, catalog }: ReviewParts,
): Promise<ImportReview<T>> {
  const ask = given ?? askImport;
  const json = textOf(input);
  const reader = json.length > OWN_CHARS ? await catalog() : HERE;
  const { found, hidden } = await reader.findTools(json);
  const kept = async (decision: ImportDecision) => JSON.parse(await reader.decideTools(json, decision)) as T;
  if (found.length === 0) return { plan: hidden ? 'strip' : 'keep', found, result: await kept('with') };
  let decision: unknown;
  try {
    decision = await ask?.(found);
  } catch (error) {
    console.warn('Bulkhead: nobody could be asked about an import, so its tools are left out:', error);
  }
  if (decision === 'with') return { plan: 'keep', found, result: await kept('with') };
  if (decision === 'cancel') return { plan: 'drop', found, result: await kept('cancel') };
  return { plan: 'strip', found, result: await kept('without') };
}
