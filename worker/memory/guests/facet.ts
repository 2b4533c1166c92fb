import { BulkheadError } from '../../protocol/errors.js';
import { type MemoryGrant, type MemoryRight, MEMORY_GUEST_LIMITS as MOST } from '../../protocol/memory-guests.js';
import type { Answer } from '../../rpc/grant-ports.js';
import type { ChatGraph } from '../chat/chat-graph.js';
import type { ChatReads } from '../chat/chat-reads.js';
import type { Graph } from '../graph/graph.js';
import { latestSeq } from '../reads/latest-seq.js';
import type { SearchKind } from '../search/live-search.js';
import type { FreshVectors } from './fresh-vectors.js';
import { narrowAnswer, narrowOptions } from './narrow.js';
import type { Overlays } from './overlays.js';
import { ReadBudget } from './read-budget.js';
import { type GuestRead, type ReadRequest, toReadRequest } from './read-request.js';
import { toWriteRequest, type WriteRequest } from './write-request.js';

/** What reads are done on: a chat's graph, or a copy of it. */
export interface ReadTarget {
  readonly graph: Graph;
  readonly reads: Pick<ChatReads, 'api' | 'search' | 'types'>;
  /** Of a copy: what of it the chat's vectors know nothing of. */
  readonly fresh?: FreshVectors;
}

export interface FacetParts {
  readonly overlays: Overlays;
  readonly prepare: (target: ReadTarget, kind: SearchKind, signal: AbortSignal) => Promise<void>;
  /** Asks for what a search by meaning needs. @returns how its hits are found, as the reads answer them. */
  readonly meaning: (
    grant: string,
    target: ReadTarget,
    options: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<() => unknown>;
}

/** What reads need beforehand, when the graph is large. */
const SEARCHES: { readonly [method: string]: SearchKind } = { keywordSearch: 'keyword', findByName: 'names' };

/** Answers one call's requests for one chat. Everything is checked, bounded and counted here: the tool's worker is not trusted. */
export function facetOf(grant: MemoryGrant, chat: () => ChatGraph, parts: FacetParts): Answer {
  const { plugin, rights, simulation, staging } = grant;
  const run = simulation ?? staging;
  if (run !== undefined) parts.overlays.enter(run);
  const budget = new ReadBudget();
  let [ops, batches] = [0, 0];

  const read = async (request: ReadRequest, types: readonly string[] | null, signal: AbortSignal) => {
    budget.check();
    const graph = chat();
    const target: ReadTarget = (run !== undefined && parts.overlays.read(run, graph)) || graph;
    const options = narrowOptions(request, types);
    if (!options) return request.method === 'findByName' ? { matches: [] } : [];
    const kind = SEARCHES[request.method];
    if (kind) await parts.prepare(target, kind, signal);
    const narrow = (answer: unknown) => narrowAnswer(request, answer, types, target.reads.api);
    if (request.method !== 'vectorSearch') return budget.spend(() => call(request, target, options), narrow);
    const found = await parts.meaning(grant.grant, target, options, signal);
    return budget.spend(found, narrow);
  };
  const call = ({ method, seeds }: ReadRequest, { reads: { api } }: ReadTarget, options: ReadRequest['options']) => {
    const work = api[method as Exclude<GuestRead, 'vectorSearch'>] as (...args: unknown[]) => unknown;
    if (method === 'expandFromSeeds') return work.call(api, seeds, options, MOST.expanded);
    return work.apply(api, seeds === undefined ? [options] : [seeds, options]);
  };
  const write = async (request: WriteRequest, { types }: MemoryRight, signal: AbortSignal) => {
    const graph = chat();
    signal.throwIfAborted();
    checkOrdinal(graph, request);
    if (run !== undefined) {
      const overlay = await parts.overlays.write(run, graph);
      signal.throwIfAborted();
      return overlay.write({ plugin, types }, request);
    }
    if (rights.mode !== 'direct' || types) throw denied(`memory.${request.method}: nobody has seen what it changes`);
    batches += 1;
    return graph.write(`${grant.grant}-${batches}`, request.method, [request.options]);
  };

  return async (method, args, signal, { entry, gate }) => {
    entry.what = method.slice(0, 64);
    const request = toReadRequest(method, args) ?? toWriteRequest(method, args);
    if (!request) throw denied(`there is no ${entry.what}`);
    const cap = request.kind === 'read' ? 'memory.read' : 'memory.write';
    const right = request.kind === 'read' ? rights.read : rights.write;
    if (request.kind === 'write' && rights.mode === 'reader') throw denied(`${method} for a tool that only reads`);
    if (!right) throw denied(`${cap} is in no permission of the manifest`);
    entry.permission = right.permission;
    if (request.kind === 'write') {
      ops += request.ops;
      if (ops > MOST.opsPerCall) throw limit(`more than ${MOST.opsPerCall} ops in one call`);
    }
    await gate.allow(cap, right, entry.what, signal);
    return request.kind === 'read' ? read(request, right.types, signal) : write(request, right, signal);
  };
}

const denied = (why: string) => new BulkheadError('CAPABILITY_DENIED', `not granted: ${why}`);
const limit = (why: string) => new BulkheadError('CAPABILITY_LIMIT', why);

/** An ordinal of the future would make everything that comes look old. @throws `BAD_ARGS` */
function checkOrdinal({ graph, timeline }: ChatGraph, { method, options: { maxSeq } }: WriteRequest): void {
  if (maxSeq === undefined) return;
  const { turn = 0 } = timeline.anchor(() => latestSeq(graph));
  const highest = Math.max(graph.counters.seqCounter, turn);
  if (Number(maxSeq) > highest) throw new BulkheadError('BAD_ARGS', `memory.${method}: maxSeq: at most ${highest}`);
}
