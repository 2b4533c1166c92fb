import type { EdgeRecord, NodeRecord } from '../graph/records.js';
import { levelOf, normalizeText } from '../graph/text.js';
import { withFewMarks } from '../graph/values.js';
import { cloneJson, isObject } from './json-data.js';

/** Every run of white space as one space, none at the ends. */
export const plainText = (value: unknown): string => (typeof value === 'string' ? normalizeText(value) : '');

/** An ordinal as it counts: a whole number, 0 for what is none. */
export function ordinalOf(value: unknown): number {
  const number = typeof value === 'number' || typeof value === 'string' ? Math.floor(Number(value)) : 0;
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads a node as it may have been kept under `id`; `undefined` for what is none, or not a semantic one. */
export function normalizeNode(id: string, value: unknown): NodeRecord | undefined {
  if (!isObject(value) || levelOf(value.level) !== 'semantic' || id === '') return undefined;
  const { childrenIds, floorRange, supersededBy } = value;
  return {
    id,
    type: plainText(value.type) || 'semantic',
    level: 'semantic',
    // An id may hold any white space. A title never does, so that a copy of a copy is the same.
    title: plainText(value.title) || plainText(id) || id,
    parentId: textOf(value.parentId),
    childrenIds: Array.isArray(childrenIds) ? childrenIds.filter((child) => typeof child === 'string') : [],
    fields: isObject(value.fields) ? (withFewMarks(cloneJson(value.fields)) as NodeRecord['fields']) : {},
    semanticDepth: ordinalOf(value.semanticDepth),
    semanticRollup: value.semanticRollup === true,
    seqTo: ordinalOf(value.seqTo),
    archived: value.archived === true,
    ...(isObject(floorRange) && {
      floorRange: { start: ordinalOf(floorRange.start), end: ordinalOf(floorRange.end) },
    }),
    ...(textOf(supersededBy) !== '' && { supersededBy: textOf(supersededBy) }),
  };
}

/** Reads an edge as it may have been kept; `undefined` for one without an end, or from a node to itself. */
export function normalizeEdge(value: unknown): EdgeRecord | undefined {
  if (!isObject(value)) return undefined;
  const [from, to] = [textOf(value.from), textOf(value.to)];
  if (from === '' || to === '' || from === to) return undefined;
  const known = value.seqTo !== undefined && value.seqTo !== null;
  return { from, to, type: plainText(value.type) || 'related', ...(known && { seqTo: ordinalOf(value.seqTo) }) };
}
