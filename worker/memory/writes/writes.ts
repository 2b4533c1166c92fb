import { Mutex } from '../../primitives/mutex.js';
import { BulkheadError } from '../../protocol/errors.js';
import type { CodedError, Rejection } from '../../protocol/memory-types.js';
import type { Graph } from '../graph/graph.js';
import type { Journal } from '../graph/journal.js';
import type { Counters, GraphOp } from '../graph/records.js';
import { toNumber, toRecord, trimmed } from '../graph/text.js';
import type { TypeIndex } from '../schema/type-index.js';
import { applyBatch, type BatchResult } from './batch.js';
import { type Compaction, checkCompaction, compact } from './compact.js';

/** What a write changed, to be kept before it counts. */
export interface Change {
  readonly ops: readonly GraphOp[];
  readonly counters: Counters;
  readonly answer: unknown;
  readonly journal: Journal;
}

/** What became of a change: kept, or taken back because of newer ones, or because it was kept before with this answer. */
export type Kept = 'kept' | 'behind' | { readonly answer: unknown };

export interface WriteParts {
  readonly graph: () => Graph | null;
  readonly types: () => TypeIndex;
  /** Ordinal of a write that names none; `undefined` for the highest seen. */
  readonly turn?: () => number | undefined;
  /** Keeps a change. When it fails, the graph is made as it was and the call rejects with `STORE_FAILED`. */
  readonly keep: (change: Change) => Promise<Kept>;
}

type Given = Readonly<Record<string, unknown>>;

/** The writes of one graph, in turn, each kept whole or not at all. @see contract of the memory graph, write methods */
export class Writes {
  readonly #parts: WriteParts;
  readonly #mutex = new Mutex();

  constructor(parts: WriteParts) {
    this.#parts = parts;
  }

  async applyExtractionBatch(options?: unknown) {
    const { ops, maxSeq } = toRecord(options);
    if (!Array.isArray(ops)) throw bad('applyExtractionBatch needs ops, a list');
    const seq = maxSeq === undefined || maxSeq === null ? this.#parts.turn?.() : toNumber(maxSeq);
    return this.#write((graph) => {
      const { applied, rejected } = applyBatch(graph, ops as readonly unknown[], seq);
      return { answer: { applied, rejected }, changed: applied.length > 0 };
    });
  }

  async createNode(options?: unknown): Promise<{ readonly id: string; readonly ref?: string }> {
    const given = toRecord(options);
    if (trimmed(given.type) === '') throw bad('createNode needs a type');
    const op = { ...given, op: 'create' };
    return this.#one(op, ({ made, rejected, applied }) => {
      const id = made.get(op);
      if (applied.length === 0 || id === undefined) {
        throw new BulkheadError('OP_FAILED', 'the node was not made', { rejected });
      }
      return { answer: { id, ...(given.ref !== undefined && { ref: given.ref as string }) }, changed: true };
    });
  }

  async editNode(options?: unknown): Promise<{ readonly ok: boolean; readonly error?: CodedError }> {
    const { id, setFields, clearFields, title } = needsId(options, 'editNode');
    return this.#one({ op: 'edit', nodeId: id, setFields, clearFields, title }, okOf);
  }

  async deleteNode(options?: unknown): Promise<{ readonly ok: boolean; readonly error?: CodedError }> {
    const { id } = needsId(options, 'deleteNode');
    return this.#one({ op: 'delete', nodeId: id }, okOf);
  }

  async upsertLinks(
    options?: unknown,
  ): Promise<{ readonly applied: number; readonly rejected?: readonly Rejection[] }> {
    const { source, links } = toRecord(options);
    const { id, ref } = toRecord(source);
    if (trimmed(id) === '' && trimmed(ref) === '') throw bad('upsertLinks needs source.id or source.ref');
    if (!Array.isArray(links)) throw bad('upsertLinks needs links, a list');
    return this.#one({ op: 'link_upsert', sourceNodeId: id, sourceRef: ref, links }, ({ applied, rejected }) => ({
      answer: { applied: applied.length, ...(rejected.length > 0 && { rejected }) },
      changed: applied.length > 0,
    }));
  }

  async deleteLinks(options?: unknown): Promise<{ readonly removed: number }> {
    const { source, target, relation, direction } = toRecord(options);
    const [from, to] = [toRecord(source).id, toRecord(target).id];
    if (trimmed(from) === '') throw bad('deleteLinks needs source.id');
    if (trimmed(to) === '') throw bad('deleteLinks needs target.id');
    if (trimmed(relation) === '') throw bad('deleteLinks needs a relation');
    const op = { op: 'link_delete', sourceNodeId: from, targetNodeId: to, relation, direction };
    return this.#one(op, ({ removed }) => ({ answer: { removed }, changed: removed > 0 }));
  }

  async compactNodes(options?: unknown): Promise<{ readonly rollupNodeId: string }> {
    const given = toRecord(options) as Compaction;
    checkCompaction(given);
    return this.#write((graph) => ({
      answer: { rollupNodeId: compact(graph, this.#parts.types(), given) },
      changed: true,
    }));
  }

  /** A change that was worked out elsewhere. `plan` makes it, or throws where it does not fit; it may be asked twice. */
  commit(options: unknown): Promise<null> {
    const { plan } = options as { readonly plan: (graph: Graph) => void };
    return this.#write((graph) => {
      plan(graph);
      return { answer: null, changed: true };
    });
  }

  /** Runs when the writes that came before are over. Anything that changes the graph goes this way. */
  serialize<T>(work: () => Promise<T>): Promise<T> {
    return this.#mutex.run(work);
  }

  #one<T>(op: Given, read: (result: BatchResult) => { readonly answer: T; readonly changed: boolean }): Promise<T> {
    return this.#write((graph) => read(applyBatch(graph, [op], this.#parts.turn?.())));
  }

  #write<T>(work: (graph: Graph) => { readonly answer: T; readonly changed: boolean }): Promise<T> {
    if (this.#parts.graph() === null) throw missing();
    return this.serialize(async () => {
      for (;;) {
        const graph = this.#parts.graph();
        if (graph === null) throw missing();
        const journal = graph.begin();
        let done: { readonly answer: T; readonly changed: boolean };
        try {
          done = work(graph);
        } catch (error) {
          journal.rollback();
          throw error;
        }
        const ops = journal.close();
        if (!done.changed) return done.answer;
        const kept = await this.#keep({ ops, counters: graph.counters, answer: done.answer, journal });
        if (kept === 'kept') return done.answer;
        if (kept !== 'behind') return kept.answer as T;
      }
    });
  }

  async #keep(change: Change): Promise<Kept> {
    try {
      return await this.#parts.keep(change);
    } catch (cause) {
      change.journal.rollback();
      if (cause instanceof BulkheadError) throw cause;
      throw new BulkheadError('STORE_FAILED', `the change was not kept: ${(cause as Error)?.message}`, {}, { cause });
    }
  }
}

const missing = () => new BulkheadError('MEMORY_STORE_MISSING', 'no chat’s memory is open');

const okOf = ({ applied, rejected }: BatchResult) => {
  const [refusal] = rejected;
  const ok = applied.length > 0;
  return { answer: { ok, ...(!ok && refusal && { error: refusal.error }) }, changed: ok };
};

const bad = (message: string): BulkheadError => new BulkheadError('BAD_ARGS', message);

function needsId(options: unknown, method: string): Given {
  const given = toRecord(options);
  if (trimmed(given.id) === '') throw bad(`${method} needs id`);
  return given;
}
