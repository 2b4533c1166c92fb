import { GUEST_READS, MEMORY_GUEST_LIMITS as MOST } from '../../protocol/memory-guests.js';
import { Given } from './given.js';

export type GuestRead = (typeof GUEST_READS)[number];

/** One read as its method takes it: an id or ids where it begins with one, and options. */
export interface ReadRequest {
  readonly kind: 'read';
  readonly method: GuestRead;
  readonly seeds: string | readonly string[] | undefined;
  readonly options: Readonly<Record<string, unknown>>;
}

type Reader = (given: Given) => Omit<ReadRequest, 'kind' | 'method'>;

/** Neighbours that one summary may show. */
const SAMPLES = 100;
/** Ordinals and depths are far below. */
const HIGHEST = 1_000_000_000;

const known = (method: string): method is GuestRead => (GUEST_READS as readonly string[]).includes(method);
const types = (given: Given) => ({ types: (name: string) => given.names(name, MOST.types) });
const range = (given: Given) => (name: string) => {
  const inner = given.inner(name, ['from', 'to']);
  const end = (one: string) => inner.count(one, HIGHEST);
  return inner.only({ from: end, to: end });
};
const search: Reader = (given) => ({
  seeds: undefined,
  options: {
    k: 20,
    query: given.text('query', 0, MOST.queryChars),
    ...given.only({ k: (name) => given.count(name, MOST.hits, 1), ...types(given) }),
  },
});
const SEARCH = ['query', 'types', 'k'];

/** For each read its fields, and how they are read. */
const READERS: { readonly [method in GuestRead]: readonly [fields: readonly string[], reader: Reader] } = {
  getSchema: [[], () => ({ seeds: undefined, options: {} })],
  listVisibleCandidates: [
    ['seqWindow', 'types', 'excludeRecentMessages', 'limit'],
    (given) => ({
      seeds: undefined,
      options: {
        limit: MOST.candidates,
        ...given.only({
          seqWindow: range(given),
          ...types(given),
          excludeRecentMessages: (name) => given.count(name, HIGHEST),
          limit: (name) => given.count(name, MOST.candidates, 1),
        }),
      },
    }),
  ],
  getEdgeSummary: [
    ['id', 'options'],
    (given) => {
      const inner = given.inner('options', ['visibleNodeIds', 'edgeTypes', 'limit']);
      const options = inner.only({
        visibleNodeIds: (name) => inner.names(name, MOST.ids),
        edgeTypes: (name) => inner.names(name, MOST.types),
        limit: (name) => inner.count(name, SAMPLES, 1),
      });
      return { seeds: given.name('id'), options };
    },
  ],
  getNodeBrief: [
    ['id', 'options'],
    (given) => {
      const inner = given.inner('options', ['visibleNodeIds', 'includeEdgeSummary', 'edgeSummaryLimit']);
      const options = inner.only({
        visibleNodeIds: (name) => inner.names(name, MOST.ids),
        includeEdgeSummary: (name) => inner.flag(name),
        edgeSummaryLimit: (name) => inner.count(name, SAMPLES, 1),
      });
      return { seeds: given.name('id'), options };
    },
  ],
  expandFromSeeds: [
    ['ids', 'options'],
    (given) => {
      const inner = given.inner('options', ['hops', 'edgeTypes', 'projectTo', 'includeChildren', 'excludeInternal']);
      const options = inner.only({
        hops: (name) => inner.count(name, MOST.hops),
        edgeTypes: (name) => inner.names(name, MOST.types),
        projectTo: (name) =>
          Array.isArray(inner.value(name))
            ? inner.names(name, MOST.ids)
            : inner.choice(name, ['raw', 'visible'], 'raw'),
        includeChildren: (name) => inner.flag(name),
        excludeInternal: (name) => inner.flag(name),
      });
      return { seeds: given.names('ids', MOST.ids), options };
    },
  ],
  keywordSearch: [SEARCH, search],
  vectorSearch: [SEARCH, search],
  findByName: [
    ['query', 'types'],
    (given) => ({
      seeds: undefined,
      options: { query: given.text('query', 0, MOST.queryChars), ...given.only(types(given)) },
    }),
  ],
  compactionCandidates: [
    ['type', 'depth'],
    (given) => ({
      seeds: undefined,
      options: { type: given.name('type'), ...given.only({ depth: (name) => given.count(name, HIGHEST) }) },
    }),
  ],
};

/** Reads the request of a read; nothing for any other. @throws `BAD_ARGS`. */
export function toReadRequest(method: string, args: unknown): ReadRequest | undefined {
  const name = method.slice('memory.'.length);
  if (!method.startsWith('memory.') || !known(name)) return undefined;
  const [fields, reader] = READERS[name];
  return { kind: 'read', method: name, ...reader(new Given(method, args, fields)) };
}
