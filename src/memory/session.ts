import { BulkheadError } from '../../worker/protocol/errors.js';
import type { MEMORY_WRITES } from '../../worker/protocol/memory.js';
import type { NodeView } from '../../worker/protocol/memory-types.js';
import type { GraphLink, Read } from './graph-link.js';
import type { MemorySession } from './session-types.js';
import type { MemoryReadApi } from './types.js';

type Write = (typeof MEMORY_WRITES)[number];
type Given = Readonly<Record<string, unknown>>;

/** Searches by meaning: the one read that needs more than the worker. */
export type VectorSearch = MemorySession['vectorSearch'];

const LISTS = ['visibleNodeIds', 'projectTo', 'types', 'edgeTypes', 'levels'];

/** What crosses of a method's options: lists for anything that can be walked, no signal, no function. */
function plain(options: unknown): { readonly given: Given; readonly signal: AbortSignal | undefined } {
  if (typeof options !== 'object' || options === null) return { given: {}, signal: undefined };
  const { signal, predicate: _, ...given } = options as Record<string, unknown>;
  for (const name of LISTS) if (isWalked(given[name])) given[name] = Array.from(given[name], String);
  return { given, signal: signal as AbortSignal | undefined };
}

const isWalked = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

/** @throws `BAD_ARGS` for what cannot be copied to another thread. */
const cloneable = (error: unknown): never => {
  if ((error as { name?: string } | null)?.name === 'DataCloneError') {
    throw new BulkheadError('BAD_ARGS', 'arguments must be plain data', {}, { cause: error });
  }
  throw error;
};

/** The reads of one chat's graph, over the worker. */
export function readsOf(
  link: GraphLink,
): Omit<MemoryReadApi, 'vectorSearch' | 'getInjectionState' | 'onInjectionChanged'> {
  const read = <T>(method: Read, args: readonly unknown[], signal?: AbortSignal): Promise<T> =>
    link.read(method, args, signal).catch(cloneable) as Promise<T>;
  /** A method of one object. */
  const one =
    (method: Read) =>
    async (options?: unknown): Promise<never> => {
      const { given, signal } = plain(options);
      return read(method, [given], signal);
    };
  /** A method of an id and an object. */
  const byId =
    (method: Read) =>
    async (id: string, options?: unknown): Promise<never> => {
      const { given, signal } = plain(options);
      return read(method, [id === undefined || id === null ? '' : String(id), given], signal);
    };
  return {
    getSchema: one('getSchema'),
    listVisibleCandidates: one('listVisibleCandidates'),
    getEdgeSummary: byId('getEdgeSummary'),
    getNodeBrief: byId('getNodeBrief'),
    async expandFromSeeds(ids, options) {
      const { given, signal } = plain(options);
      return read('expandFromSeeds', [isWalked(ids) ? Array.from(ids, String) : [], given], signal);
    },
    keywordSearch: one('keywordSearch'),
    fuzzySearch: one('fuzzySearch'),
    findByName: one('findByName'),
    compactionCandidates: one('compactionCandidates'),
    listNodes: one('listNodes'),
    getNode: byId('getNode'),
    listEdges: one('listEdges'),
    getNeighbors: byId('getNeighbors'),
    async getAncestor(id, options) {
      const { given, signal } = plain(options);
      const chain = await read<readonly NodeView[]>('ancestors', [String(id ?? ''), given], signal);
      const predicate = options?.predicate;
      return chain.find((node) => typeof predicate !== 'function' || predicate(node)) ?? null;
    },
    getDescendants: byId('getDescendants'),
    getNearestVisibleAncestor: byId('getNearestVisibleAncestor'),
    projectEdges: one('projectEdges'),
    page: one('page'),
    getNodeExposure: byId('getNodeExposure'),
  };
}

/** The sixteen methods that are given to others, frozen. It stays with its chat whatever the page shows. */
export function sessionOf(link: GraphLink, vectorSearch: VectorSearch): MemorySession {
  const write =
    (method: Write) =>
    async (options?: unknown): Promise<never> => {
      const { signal, ...given } = (typeof options === 'object' && options !== null ? options : {}) as Given & {
        readonly signal?: AbortSignal;
      };
      return link.write('write', { method, args: [given] }, signal).catch(cloneable) as Promise<never>;
    };
  const reads = readsOf(link);
  return Object.freeze({
    getSchema: reads.getSchema,
    listVisibleCandidates: reads.listVisibleCandidates,
    getEdgeSummary: reads.getEdgeSummary,
    getNodeBrief: reads.getNodeBrief,
    expandFromSeeds: reads.expandFromSeeds,
    keywordSearch: reads.keywordSearch,
    vectorSearch,
    findByName: reads.findByName,
    compactionCandidates: reads.compactionCandidates,
    createNode: write('createNode'),
    editNode: write('editNode'),
    deleteNode: write('deleteNode'),
    upsertLinks: write('upsertLinks'),
    deleteLinks: write('deleteLinks'),
    compactNodes: write('compactNodes'),
    applyExtractionBatch: write('applyExtractionBatch'),
  });
}
