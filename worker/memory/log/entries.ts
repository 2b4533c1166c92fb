import { BulkheadError } from '../../protocol/errors.js';
import { isOrdinal } from '../commits/chat.js';
import { isCommit, withoutStore } from '../commits/commit-shape.js';
import { isObject } from '../commits/json-data.js';
import type { Commit } from '../graph/records.js';

/** Version of each record. Whoever raises it writes it to a log's head first, so that older code is refused there. */
export const SCHEMA = 1;

/** What a record says: a commit, or that messages or swipes have gone, and what was tied to them with them. */
export type LogEntry = { readonly kind: 'commit'; readonly batch: string; readonly commit: Commit } | FloorEvent;

/** What happened to the chat. `batch` is its own name: one that is sent twice is kept once. */
export type FloorEvent =
  | { readonly kind: 'truncate'; readonly batch: string; readonly length: number }
  | { readonly kind: 'removeSwipe'; readonly batch: string; readonly floor: number; readonly swipe: number }
  /** Another device has taken these commits away. */
  | { readonly kind: 'drop'; readonly batch: string; readonly batches: readonly string[] };

/** A record with its place in the log, counted from 1. */
export interface LogRecord {
  readonly key: number;
  readonly entry: LogEntry;
}

/** The head of a chat's log. It is written once: what grows is the log alone. */
export interface Head {
  readonly schema: number;
  /** Which of the logs that the chat has had. */
  readonly generation: string;
}

/** Rewrites a record of the version that is its index into one of the next. Nothing before version 1 was ever kept. */
const UPGRADES: readonly ((record: { readonly [name: string]: unknown }) => { readonly [name: string]: unknown })[] =
  [];

export const toRecord = (entry: LogEntry): object => ({ schema: SCHEMA, ...entry });

/** Reads an entry as it was kept; `undefined` for one that is broken. @throws `STORE_NEWER`. */
export function entryOf(value: unknown): LogEntry | undefined {
  if (!isObject(value) || !isOrdinal(value.schema)) return undefined;
  refuseNewer(value.schema);
  let record = value;
  for (const upgrade of UPGRADES.slice(value.schema)) record = upgrade(record);
  const healed = record.kind === 'commit' ? { ...record, commit: withoutStore(record.commit) } : record;
  return isEntry(healed) ? healed : undefined;
}

/** Reads a head; `null` for one that is broken. @throws `STORE_NEWER`. */
export function headOf(value: unknown): Head | undefined | null {
  if (value === undefined) return undefined;
  if (!isObject(value) || !isOrdinal(value.schema)) return null;
  refuseNewer(value.schema);
  const { schema, generation } = value;
  return typeof generation === 'string' && generation !== '' ? { schema, generation } : null;
}

export function isEntry(value: unknown): value is LogEntry {
  if (!isObject(value) || typeof value.batch !== 'string' || value.batch === '') return false;
  switch (value.kind) {
    case 'commit':
      return isCommit(value.commit) && value.commit.batch === value.batch;
    case 'truncate':
      return isOrdinal(value.length);
    case 'removeSwipe':
      return isOrdinal(value.floor) && isOrdinal(value.swipe);
    case 'drop':
      return Array.isArray(value.batches) && value.batches.every((batch) => typeof batch === 'string');
    default:
      return false;
  }
}

function refuseNewer(schema: number): void {
  if (schema <= SCHEMA) return;
  throw new BulkheadError('STORE_NEWER', `the log has version ${schema}; ${SCHEMA} is known here`);
}
