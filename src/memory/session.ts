import type { MEMORY_WRITES } from '../../worker/protocol/memory.js';
import type { NodeView } from '../../worker/protocol/memory-types.js';
import { saysAwait } from './answers.js';
import { idText, idTexts, readArguments } from './arguments.js';
import type { GraphLink, Read } from './graph-link.js';
import type { MemorySession } from './session-types.js';
import type { MemoryReadApi } from './types.js';

type Write = (typeof MEMORY_WRITES)[number];

/** Searches by meaning: the one read that needs more than the worker. */
export type VectorSearch = MemorySession['vectorSearch'];

/** The reads of one chat's graph, over the worker. */
export function readsOf(
  link: GraphLink,
): Omit<MemoryReadApi, 'vectorSearch' | 'recall' | 'getInjectionState' | 'onInjectionChanged'> {
  const read = <T>(method: Read, args: readonly unknown[], signal?: AbortSignal): Promise<T> =>
    link.read(method, args, signal) as Promise<T>;
  /** A method of one object. */
  const one =
    (method: Read) =>
    async (options?: unknown): Promise<never> => {
      const { given, signal } = readArguments(options);
      return read(method, [given], signal);
    };
  /** A method of an id and an object. */
  const byId =
    (method: Read) =>
    async (id: string, options?: unknown): Promise<never> => {
      const { given, signal } = readArguments(options);
      return read(method, [idText(id), given], signal);
    };
  return {
    getSchema: one('getSchema'),
    listVisibleCandidates: one('listVisibleCandidates'),
    getEdgeSummary: byId('getEdgeSummary'),
    getNodeBrief: byId('getNodeBrief'),
    async expandFromSeeds(ids, options) {
      const { given, signal } = readArguments(options);
      return read('expandFromSeeds', [idTexts(ids), given], signal);
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
      const { given, signal, predicate } = readArguments(options);
      const chain = await read<readonly NodeView[]>('ancestors', [idText(id), given], signal);
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
      const { given, signal } = readArguments(options);
      return link.write('write', { method, args: [given] }, signal) as Promise<never>;
    };
  const reads = readsOf(link);
  return Object.freeze({
    getSchema: saysAwait('getSchema', reads.getSchema),
    listVisibleCandidates: saysAwait('listVisibleCandidates', reads.listVisibleCandidates),
    getEdgeSummary: saysAwait('getEdgeSummary', reads.getEdgeSummary),
    getNodeBrief: saysAwait('getNodeBrief', reads.getNodeBrief),
    expandFromSeeds: saysAwait('expandFromSeeds', reads.expandFromSeeds),
    keywordSearch: saysAwait('keywordSearch', reads.keywordSearch),
    vectorSearch,
    findByName: saysAwait('findByName', reads.findByName),
    compactionCandidates: saysAwait('compactionCandidates', reads.compactionCandidates),
    createNode: write('createNode'),
    editNode: write('editNode'),
    deleteNode: write('deleteNode'),
    upsertLinks: write('upsertLinks'),
    deleteLinks: write('deleteLinks'),
    compactNodes: write('compactNodes'),
    applyExtractionBatch: write('applyExtractionBatch'),
  });
}
