import { randomId } from '../primitives/random-id.js';
import type { AuditNote } from '../protocol/audit.js';
import { BulkheadError } from '../protocol/errors.js';
import type { MemoryGrant, MemoryGuestEvent } from '../protocol/memory-guests.js';
import type { PortUse } from '../protocol/rights.js';
import { Ports } from '../rpc/grant-ports.js';
import type { ChatGraph } from './chat/chat-graph.js';
import { planOf } from './guests/commit.js';
import { type FacetParts, facetOf, type ReadTarget } from './guests/facet.js';
import { type Meaning, Meanings } from './guests/meanings.js';
import { Overlays } from './guests/overlays.js';

/** What guests need of the rest of the worker. */
export interface MemoryGuestsOptions {
  /** @throws `MEMORY_STORE_MISSING` for a graph that was closed. */
  readonly find: (graph: number) => ChatGraph;
  readonly prepare: FacetParts['prepare'];
  /** The ids nearest to a meaning, of nodes that are active, the most similar first. */
  readonly nearest: (
    chat: ChatGraph,
    meaning: Meaning,
    k: number,
    signal: AbortSignal,
  ) => Promise<readonly { readonly id: string; readonly score: number }[]>;
  readonly emit: (event: MemoryGuestEvent) => void;
}

/** Hits that an index is asked for at the least. */
const LEAST_HITS = 20;

type Committed = Parameters<typeof planOf>;

/** The door for plugins: ports that main has made for one call each, with rights over one chat's memory. */
export class MemoryGuests {
  readonly #options: MemoryGuestsOptions;
  /** Tells this worker from any other. */
  readonly #name = randomId(2);
  readonly overlays = new Overlays(this.#name);
  readonly meanings: Meanings;
  readonly ports: Ports<MemoryGrant>;
  readonly #graphs = new Map<string, number>();
  #notes: AuditNote[] = [];

  constructor(options: MemoryGuestsOptions) {
    this.#options = options;
    const { emit, find, prepare } = options;
    this.meanings = new Meanings((mean, grant, query) => emit({ mean, grant, query }));
    this.ports = new Ports({
      answerFor: (grant) => {
        const graph = this.#graphs.get(grant.grant) ?? 0;
        const meaning: FacetParts['meaning'] = (name, target, given, signal) =>
          this.#mean(name, find(graph), target, given, signal);
        return facetOf(grant, () => find(graph), { overlays: this.overlays, prepare, meaning });
      },
      note: (note) => this.#note(note),
      emit,
    });
  }

  /** Serves a port over one graph. @throws `BAD_ARGS`, `MEMORY_STORE_MISSING`. */
  serve(graph: number, grant: MemoryGrant, port: object): void {
    this.#options.find(graph);
    if (this.#graphs.has(grant.grant)) throw new BulkheadError('BAD_ARGS', `the grant ${grant.grant} has been used`);
    this.#graphs.set(grant.grant, graph);
    this.ports.open({ grant, port });
  }

  drop(grants: readonly string[]): Promise<PortUse[]> {
    for (const grant of grants) this.#graphs.delete(grant);
    return this.ports.drop(grants);
  }

  /** Makes effects real, as one commit that can be undone. @throws `EFFECTS_STALE`, `BAD_ARGS`. */
  async commit(graph: number, id: string, items: Committed[2], reads: Committed[3]): Promise<void> {
    const chat = this.#options.find(graph);
    const plan = planOf(chat, this.#name, items, reads);
    await chat.write(id, 'commit', [{ plan }]);
  }

  /** Closes every port: the graphs are gone. */
  close(): void {
    void this.drop([...this.#graphs.keys()]);
    this.overlays.close();
  }

  async #mean(
    grant: string,
    chat: ChatGraph,
    { graph, reads, fresh }: ReadTarget,
    options: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<() => unknown> {
    const query = String(options.query).trim();
    if (query === '') return () => [];
    const meaning = await this.meanings.of(grant, query, signal);
    const k = Math.max(LEAST_HITS, Number(options.k) || 0);
    // Some of them may be others by now in what was written beside them.
    const found = await this.#options.nearest(chat, meaning, k + (fresh?.size ?? 0), signal);
    return () => {
      const hits = found.map(({ id, score }) => ({ doc: graph.nodes.find(id), score })).filter(({ doc }) => doc >= 0);
      return reads.api.rankVectors(fresh?.among(hits, meaning, k) ?? hits, options as never);
    };
  }

  /** Notes of one moment go to the log as one message. */
  #note(note: AuditNote): void {
    if (this.#notes.length === 0) {
      setTimeout(() => {
        const notes = this.#notes;
        this.#notes = [];
        this.#options.emit({ notes });
      });
    }
    this.#notes.push(note);
  }
}
