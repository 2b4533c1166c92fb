import { normalizeText, toNumber, toRecord, toText } from '../graph/text.js';
import { DEFAULT_TYPES } from './defaults.js';
import type { Compression, NodeType } from './node-type.js';

/**
 * The node types of any definition; the default ones where it has none. @see contract of the memory graph, schema
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { normalizeTypes } from 'bulkhead/memory';
 * const types = normalizeTypes([{ id: 'rumour', label: 'Rumour', tableColumns: ['summary', 'source'] }]);
 * await createHost().memory.setTypes(types);
 */
export function normalizeTypes(input: unknown): readonly NodeType[] {
  const given = (Array.isArray(input) ? (input as readonly unknown[]) : []).filter(
    (one) => typeof one === 'object' && one !== null && !Array.isArray(one),
  );
  if (given.length === 0) return DEFAULT_TYPES;
  const taken = new Set<string>();
  return given.map((one, index) => {
    const type = normalizeType(one as Record<string, unknown>, index);
    let id = type.id;
    for (let copy = 2; taken.has(id); copy++) id = `${type.id}_${copy}`;
    taken.add(id);
    return { ...type, id };
  });
}

/** The types of one call: a character's own where it has some, else those of everybody. */
export function typesInForce(override: unknown, global: unknown): readonly NodeType[] {
  return normalizeTypes(Array.isArray(override) && override.length > 0 ? override : global);
}

function normalizeType(given: Record<string, unknown>, index: number): NodeType {
  const raw = normalizeText(given.id);
  const id = raw.toLowerCase().replace(/[^a-z0-9_-]/g, '_') || `custom_${index + 1}`;
  const event = id === 'event';
  const columns = texts(given.tableColumns);
  const tableColumns = columns.length > 0 ? columns : ['title'];
  const among = (names: readonly string[]) => [...new Set(names)].filter((name) => tableColumns.includes(name));
  const embedding = among(texts(given.embeddingColumns));
  const name = raw || id;
  return {
    id,
    label: normalizeText(given.label) || name,
    tableName: normalizeText(given.tableName) || name,
    tableColumns,
    embeddingColumns: embedding.length > 0 ? embedding : tableColumns,
    columnHints: hints(given.columnHints),
    level: 'semantic',
    extractHint: toText(given.extractHint),
    extractionInstructions: toText(given.extractionInstructions),
    extractEveryN: atLeast(given.extractEveryN, 1, 1),
    ragPerTypeK: atLeast(given.ragPerTypeK, 0, 0),
    rule: toText(given.rule),
    keywords: texts(given.keywords),
    requiredColumns: Array.isArray(given.requiredColumns) ? texts(given.requiredColumns) : event ? ['summary'] : [],
    forceUpdate: given.forceUpdate === undefined ? event : Boolean(given.forceUpdate),
    editable: given.editable === undefined ? !event : Boolean(given.editable),
    alwaysInject: Boolean(given.alwaysInject),
    latestOnly: Boolean(given.latestOnly),
    recordsFloorRange: Boolean(given.recordsFloorRange),
    primaryKeyColumns: among(texts(given.primaryKeyColumns)),
    compression: normalizeCompression(toRecord(given.compression)),
  };
}

function normalizeCompression(given: Readonly<Record<string, unknown>>): Compression {
  return {
    mode: normalizeText(given.mode).toLowerCase() === 'hierarchical' ? 'hierarchical' : 'none',
    threshold: atLeast(given.threshold, 2, 6),
    fanIn: atLeast(given.fanIn, 2, 3),
    maxDepth: atLeast(given.maxDepth, 1, 6),
    keepRecentLeaves: atLeast(given.keepRecentLeaves, 0, 0),
    rule: toText(given.rule),
    summarizeInstruction: toText(given.summarizeInstruction),
  };
}

/** A whole number; what is none, or is 0 where that is too little, becomes the default; less than the least, the least. */
function atLeast(value: unknown, least: number, otherwise: number): number {
  const count = Math.floor(toNumber(value));
  return Number.isFinite(count) && count !== 0 && value !== null ? Math.max(least, count) : otherwise;
}

const texts = (list: unknown): readonly string[] =>
  Array.isArray(list) ? (list as readonly unknown[]).map(normalizeText).filter(Boolean) : [];

const hints = (given: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(toRecord(given)).map(([column, hint]) => [column, toText(hint)]));
