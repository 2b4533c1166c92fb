import { GUEST_READS, MEMORY_GUEST_LIMITS as MOST } from '../../protocol/memory-guests.js';
import { choice, count, flag, inner, name, names, type Plain, readFields, type Shape, text } from './given.js';

export type GuestRead = (typeof GUEST_READS)[number];

/** One read as its method takes it: an id or ids where it begins with one, and options. */
export interface ReadRequest {
  readonly kind: 'read';
  readonly method: GuestRead;
  readonly seeds: string | readonly string[] | undefined;
  readonly options: Plain;
}

interface Options extends Shape {
  /** The field with the id or ids it begins with; the options stand beside it then, in an object. */
  readonly seeds?: 'id' | 'ids';
  readonly defaults?: Plain;
}

/** Neighbours that one summary may show. */
const SAMPLES = 100;
/** Ordinals and depths are far below. */
const HIGHEST = 1_000_000_000;

const known = (method: string): method is GuestRead => (GUEST_READS as readonly string[]).includes(method);
const types = names(MOST.types);
const ids = names(MOST.ids);
const query = text(0, MOST.queryChars);
const end = count(HIGHEST);
const search: Options = { needs: { query }, may: { k: count(MOST.hits, 1), types }, defaults: { k: 20 } };
const projection = choice(['raw', 'visible'], 'raw');

const READS: { readonly [method in GuestRead]: Options } = {
  getSchema: {},
  listVisibleCandidates: {
    may: {
      seqWindow: inner({ may: { from: end, to: end } }),
      types,
      excludeRecentMessages: count(HIGHEST),
      limit: count(MOST.candidates, 1),
    },
    defaults: { limit: MOST.candidates },
  },
  getEdgeSummary: { seeds: 'id', may: { visibleNodeIds: ids, edgeTypes: types, limit: count(SAMPLES, 1) } },
  getNodeBrief: {
    seeds: 'id',
    may: { visibleNodeIds: ids, includeEdgeSummary: flag, edgeSummaryLimit: count(SAMPLES, 1) },
  },
  expandFromSeeds: {
    seeds: 'ids',
    may: {
      hops: count(MOST.hops),
      edgeTypes: types,
      projectTo: (given, field) => (Array.isArray(given.value(field)) ? ids : projection)(given, field),
      includeChildren: flag,
      excludeInternal: flag,
    },
  },
  keywordSearch: search,
  vectorSearch: search,
  findByName: { needs: { query }, may: { types } },
  compactionCandidates: { needs: { type: name }, may: { depth: count(HIGHEST) } },
};

/** Reads the request of a read; nothing for any other. @throws `BAD_ARGS`. */
export function toReadRequest(method: string, args: unknown): ReadRequest | undefined {
  const read = method.slice('memory.'.length);
  if (!method.startsWith('memory.') || !known(read)) return undefined;
  const { seeds: field, defaults, ...shape } = READS[read];
  const whole: Shape = field ? { needs: { options: inner(shape), [field]: field === 'id' ? name : ids } } : shape;
  const given = readFields(method, args, whole);
  const options = { ...defaults, ...((field ? given.options : given) as Plain) };
  const seeds = field && (given[field] as string | readonly string[]);
  return { kind: 'read', method: read, seeds, options };
}
