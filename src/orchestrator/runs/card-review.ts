import type { FoundTool, ImportDecision } from '../../../worker/protocol/card-lists.js';
import { decideTools, findTools } from '../../../worker/protocol/card-lists.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Catalog } from '../../tools/calls/index.js';

/** What was found and decided. */
export interface ImportReview<T> {
  readonly plan: 'keep' | 'strip' | 'drop';
  readonly found: readonly FoundTool[];
  /** What may be stored: a copy of the import, without what was decided against. */
  readonly result: T;
}

/** Characters of an import, as JSON, above which another thread looks through it. */
const OWN_CHARS = 100_000;

/** Looks through an import: here a small one, in a worker a large one. */
type Reader = Pick<Catalog, 'findTools' | 'decideTools'>;
const HERE: Reader = {
  findTools: async (json) => findTools(json),
  decideTools: async (json, decision) => decideTools(json, decision),
};

/** Decides about what was found. */
export type AskImport = (found: readonly FoundTool[]) => unknown;

/** What a review needs of its host. */
export interface ReviewParts {
  /** Asked about imports where the caller brings nobody to ask. */
  readonly askImport: AskImport | undefined;
  /** Looks through large imports. */
  readonly catalog: () => Promise<Reader>;
}

/** What an import says, once and for all: a getter cannot say something else later. */
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
 * Lets somebody decide about the handwritten tools of an import, before any of it is stored. Without tools nobody is
 * asked. An answer that is no decision, or none at all, strips them. Lists that are hidden where no card has them are
 * stripped in any case. The result is a copy: what was shown is what can be stored. A worker looks through a large import.
 * @throws `BAD_ARGS` for what is no JSON value, or is the text of one: parse it first; `WORKER_LOST`.
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
