import type { CodedError, ExtractionOp, Rejection } from '../../protocol/memory-types.js';
import type { Graph } from '../graph/graph.js';
import { NONE, SEMANTIC } from '../graph/nodes.js';
import { normalizeText, toRecord, trimmed } from '../graph/text.js';
import { copyValue } from '../graph/values.js';
import { createNode, toOrdinal } from './create.js';
import { coded, makeLink, type Refs, removeLinks, resolveNode } from './links.js';

/** What a batch did. `applied` are the very ops that were given. */
export interface BatchResult {
  readonly applied: readonly ExtractionOp[];
  readonly rejected: readonly Rejection[];
  /** Ids of the nodes that were made, by op. */
  readonly made: ReadonlyMap<unknown, string>;
  readonly removed: number;
}

/** How creates are done by others than the contract's batch; `undefined` for "as always". */
export type Creator = (op: Readonly<Record<string, unknown>>, maxSeq: number) => string | undefined;

const skip = (message: string): CodedError => coded('VALIDATION_SKIP', message);

/** Applies all ops but new links, then these: a ref may point forward. @see contract of the memory graph, batch pipeline */
export function applyBatch(
  graph: Graph,
  ops: readonly unknown[],
  maxSeq: number | undefined,
  create: Creator = () => undefined,
): BatchResult {
  const seq = toOrdinal(maxSeq !== undefined && Number.isFinite(maxSeq) ? maxSeq : graph.counters.seqCounter);
  const run = new BatchRun(graph, seq, create);
  for (const op of ops) run.first(op);
  run.linkAll();
  return run;
}

class BatchRun implements BatchResult {
  readonly applied: ExtractionOp[] = [];
  readonly rejected: Rejection[] = [];
  readonly made = new Map<unknown, string>();
  removed = 0;
  readonly #graph: Graph;
  readonly #seq: number;
  readonly #create: Creator;
  readonly #refs = new Map<string, string>();
  readonly #linksOf: { readonly op: unknown; readonly id: string; readonly links: readonly unknown[] }[] = [];
  readonly #linkOps: unknown[] = [];

  constructor(graph: Graph, seq: number, create: Creator) {
    this.#graph = graph;
    this.#seq = seq;
    this.#create = create;
  }

  first(op: unknown): void {
    const given = toRecord(op);
    const kind = typeof given.op === 'string' ? given.op : '';
    if (kind === 'link_upsert') this.#linkOps.push(op);
    else this.#settle(op, this.#do(kind, given, op));
  }

  linkAll(): void {
    const refs: Refs = this.#refs;
    for (const { op, id, links } of this.#linksOf) this.#link(op, this.#graph.nodes.find(id), links, refs);
    for (const op of this.#linkOps) {
      const { sourceNodeId, source_node_id, sourceRef, source_ref, links } = toRecord(op);
      const id = sourceNodeId ?? source_node_id;
      const source = resolveNode(this.#graph, id, sourceRef ?? source_ref, refs, 'SOURCE_NOT_FOUND');
      this.#settle(op, typeof source === 'number' ? undefined : source);
      if (typeof source === 'number') this.#link(op, source, Array.isArray(links) ? links : [], refs);
    }
  }

  #link(op: unknown, source: number, links: readonly unknown[], refs: Refs): void {
    for (const link of links) {
      const error = this.#graph.nodes.isActive(source)
        ? makeLink(this.#graph, source, link, refs, this.#seq)
        : coded('SOURCE_NOT_FOUND', 'the node was deleted by a later op of the batch');
      if (error) this.rejected.push({ op: op as ExtractionOp, error });
    }
  }

  #settle(op: unknown, error: CodedError | undefined): void {
    if (error) this.rejected.push({ op: op as ExtractionOp, error });
    else this.applied.push(op as ExtractionOp);
  }

  #do(kind: string, given: Readonly<Record<string, unknown>>, op: unknown): CodedError | undefined {
    if (kind === 'create') return this.#doCreate(given, op);
    if (kind === 'edit') return this.#edit(given);
    if (kind === 'delete') return this.#delete(given);
    if (kind === 'link_delete') return this.#unlink(given);
    return skip(`not an op: ${kind.slice(0, 40) || 'op is missing'}`);
  }

  #doCreate(given: Readonly<Record<string, unknown>>, op: unknown): undefined {
    const id = this.#create(given, this.#seq) ?? createNode(this.#graph, given, this.#seq);
    this.made.set(op, id);
    const ref = normalizeText(given.ref);
    if (ref) this.#refs.set(ref, id);
    if (Array.isArray(given.links)) this.#linksOf.push({ op, id, links: given.links });
  }

  #edit(given: Readonly<Record<string, unknown>>): CodedError | undefined {
    const { nodes } = this.#graph;
    const id = trimmed(given.nodeId);
    if (id === '') return skip('an edit needs nodeId');
    const slot = nodes.find(id);
    if (slot === NONE) return coded('NODE_NOT_FOUND', `no node has the id ${id.slice(0, 80)}`);
    if (!nodes.isActive(slot)) return coded('NODE_ARCHIVED', `the node ${id.slice(0, 80)} is archived`);
    if (!nodes.has(slot, SEMANTIC)) return coded('NODE_NOT_SEMANTIC', `the node ${id.slice(0, 80)} is not semantic`);
    const type = trimmed(given.type).toLowerCase();
    if (type && type !== nodes.types.key(nodes.typeKey(slot))) {
      return coded('TYPE_MISMATCH', `the node ${id.slice(0, 80)} is of type ${nodes.typeOf(slot)}`);
    }
    const fields = new Map(Object.entries(nodes.fields(slot)));
    for (const [column, value] of Object.entries(toRecord(given.setFields))) {
      if (value !== null && value !== undefined) fields.set(column, copyValue(value));
    }
    for (const column of Array.isArray(given.clearFields) ? given.clearFields : []) fields.delete(trimmed(column));
    const title = normalizeText(given.title);
    const before = nodes.seq[slot] || 0;
    this.#graph.patchNode(slot, {
      fields: Object.fromEntries(fields),
      seqTo: Math.max(before, this.#seq),
      ...(title !== '' && { title }),
    });
    return undefined;
  }

  #delete(given: Readonly<Record<string, unknown>>): CodedError | undefined {
    const id = trimmed(given.nodeId);
    if (id === '') return skip('a delete needs nodeId');
    const slot = this.#graph.nodes.find(id);
    if (!this.#graph.nodes.isActive(slot))
      return coded('NODE_NOT_FOUND', `no active node has the id ${id.slice(0, 80)}`);
    this.#graph.patchNode(slot, { archived: true });
    return undefined;
  }

  #unlink(given: Readonly<Record<string, unknown>>): CodedError | undefined {
    const [source, target, relation] = [given.sourceNodeId, given.targetNodeId, given.relation].map(normalizeText);
    if (!source || !target || !relation) return skip('a link_delete needs sourceNodeId, targetNodeId and relation');
    this.removed += removeLinks(this.#graph, source, target, relation, given.direction);
    return undefined;
  }
}
