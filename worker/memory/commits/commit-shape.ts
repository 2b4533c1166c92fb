import {
  COUNTERS,
  type Commit,
  type Counters,
  countersOf,
  type EdgeRecord,
  type GraphOp,
  type NodeRecord,
} from '../graph/records.js';
import { isOrdinal } from './chat.js';
import { DEPTH, isObject } from './json-data.js';

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');
const absentOr = (value: unknown, is: (value: unknown) => boolean): boolean => value === undefined || is(value);
/** True for a value of at most as many levels as are ever taken in; nothing recurses deeper into what is kept. */
const isShallow = (value: unknown, levels = DEPTH): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels >= 0 && Object.values(value).every((member) => isShallow(member, levels - 1)));
const isRange = (value: unknown): boolean => isObject(value) && isOrdinal(value.start) && isOrdinal(value.end);

/** True for a node as we keep it. */
export const isNode = (value: unknown): value is NodeRecord =>
  isObject(value) &&
  ['id', 'type', 'title', 'parentId'].every((name) => typeof value[name] === 'string') &&
  absentOr(value.level, (level) => typeof level === 'string') &&
  value.id !== '' &&
  isTexts(value.childrenIds) &&
  isObject(value.fields) &&
  isShallow(value.fields) &&
  isOrdinal(value.semanticDepth) &&
  typeof value.semanticRollup === 'boolean' &&
  typeof value.archived === 'boolean' &&
  absentOr(value.seqTo, isOrdinal) &&
  absentOr(value.floorRange, isRange) &&
  absentOr(value.supersededBy, (id) => typeof id === 'string');

/** True for an edge as we keep it. */
export const isEdge = (value: unknown): value is EdgeRecord =>
  isObject(value) &&
  ['from', 'to', 'type'].every((name) => typeof value[name] === 'string') &&
  absentOr(value.seqTo, isOrdinal);

/** True for the counters of a graph: these four, and nothing besides. */
export const isCounters = (value: unknown): value is Counters =>
  isObject(value) &&
  Object.keys(value).length === COUNTERS.length &&
  COUNTERS.every((name) => Object.hasOwn(value, name) && isOrdinal(value[name]));

/** True for one change of a graph. */
export function isGraphOp(value: unknown): value is GraphOp {
  if (!isObject(value)) return false;
  switch (value.op) {
    case 'upsert_node':
      return isNode(value.node);
    case 'delete_node':
      return typeof value.nodeId === 'string';
    case 'upsert_edge':
    case 'delete_edge':
      return isEdge(value.edge);
    default:
      return false;
  }
}

/** True for the letters of the device that began a memory. */
export const isFamily = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-z]{6}$/.test(value);

/** A commit, or whatever it is, with the four counters alone: whole stores were kept there once. */
export function withoutStore(commit: unknown): unknown {
  if (!isObject(commit) || !isObject(commit.counters)) return commit;
  if (Object.keys(commit.counters).length <= COUNTERS.length) return commit;
  return { ...commit, counters: countersOf(commit.counters as unknown as Counters) };
}

/** True for a commit as we keep it. */
export const isCommit = (value: unknown): value is Commit =>
  isObject(value) &&
  typeof value.batch === 'string' &&
  value.batch !== '' &&
  (value.floor === null || isOrdinal(value.floor)) &&
  isOrdinal(value.swipe) &&
  Array.isArray(value.ops) &&
  value.ops.every(isGraphOp) &&
  isCounters(value.counters);
