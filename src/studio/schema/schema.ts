import type { NodeType } from '../../../worker/memory/schema/node-type.js';
import { normalizeTypes } from '../../../worker/memory/schema/normalize.js';
import type { RehearsalReport } from '../base/types.js';
import { checkOf } from '../editors/editor.js';
import type { Words } from '../editors/words.js';

/** What the editor of memory schemas edits. */
export interface MemorySchema {
  readonly types: readonly NodeType[];
}

/** Types at most, and characters of all of them: more is taken from no card. */
export const MOST_TYPES = 100;
/** @see MOST_TYPES */
export const MOST_CHARS = 200_000;

/** A schema as memory reads it: a copy, in which everything has its place. Of its own answer it makes the same again. */
export function readSchema(given: unknown): MemorySchema {
  const { types } = Object(given) as { readonly types?: unknown };
  const list = Array.isArray(types) ? types.slice(0, MOST_TYPES) : [];
  // The usual types are shared, and their fields stand in another order.
  return { types: normalizeTypes(normalizeTypes(list)) };
}

export const schemaText = (schema: MemorySchema): string => JSON.stringify(readSchema(schema));

export const fits = (schema: MemorySchema): boolean => JSON.stringify(schema.types).length <= MOST_CHARS;

/** How many entries of each type are kept. */
export type Counts = { readonly [type: string]: number };

/** What a schema would mean for what is kept already. */
export function trySchema(schema: MemorySchema, counts: Counts, words: Words): RehearsalReport {
  const known = new Set(schema.types.map(({ id }) => id));
  const lost = Object.entries(counts).filter(([type, count]) => count > 0 && !known.has(type.toLowerCase()));
  const isSmall = fits(schema);
  const tooLarge = isSmall ? '' : words('refused.size', MOST_TYPES, MOST_CHARS);
  const untyped = lost.map(([type, count]) => words('check.nodes.lost', type, count)).join('\n');
  const checks = [
    checkOf(words('check.reads'), isSmall, tooLarge),
    checkOf(words('check.nodes'), lost.length === 0, untyped),
  ];
  const passed = isSmall && lost.length === 0;
  return {
    ...{ verdict: passed ? 'passed' : 'failed', checks, log: [], effects: [] },
    summary: passed ? words('rehearsal.passed', schema.types.length) : tooLarge || words('rehearsal.failed'),
    forModel: passed
      ? 'passed: memory can be kept like this'
      : `failed: ${isSmall ? `entries would have no type any more: ${JSON.stringify(Object.fromEntries(lost))}` : 'it is too large'}`,
  };
}
