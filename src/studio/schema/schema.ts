import type { NodeType } from '../../../worker/memory/schema/node-type.js';
import { normalizeTypes } from '../../../worker/memory/schema/normalize.js';

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

/** As it is compared. */
export const schemaText = (schema: MemorySchema): string => JSON.stringify(readSchema(schema));

/** True for one that is taken everywhere. */
export const fits = (schema: MemorySchema): boolean => JSON.stringify(schema.types).length <= MOST_CHARS;
