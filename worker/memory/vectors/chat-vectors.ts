import type { Ledger } from '../../doors/ledger.js';
import { type EmbeddingMaker, LOCAL_MAKER } from '../../protocol/embeddings.js';
import type { WantedTexts } from '../../protocol/memory.js';
import type { ChatGraph } from '../chat/chat-graph.js';
import type { Graph } from '../graph/graph.js';
import { GONE } from '../graph/nodes.js';
import type { Hit } from '../search/best.js';
import { collectionId, embeddingText, vectorHash } from './embedding-text.js';
import { featureHash } from './feature-hash.js';
import { VectorIndex } from './vector-index.js';

/** Vectors that are read or written at once. */
const PAGE = 500;
/** Nodes whose text is looked at without a break. */
const SLICE_NODES = 200;

/**
 * The vectors of one chat by one maker: kept under the hash of what they were made of, so that an edit makes a new one and an
 * interrupted indexing goes on where it was.
 */
export class ChatVectors {
  readonly #ledger: Ledger;
  readonly #chat: ChatGraph;
  readonly #maker: EmbeddingMaker;
  readonly #prefix: string;
  #index: VectorIndex | undefined;
  /** What the graph was when it was last looked at. */
  #graph: Graph | undefined;
  #changes: { take(): readonly number[] } | undefined;
  readonly #hashOf = new Map<number, number>();
  readonly #slotOf = new Map<number, number>();
  readonly #missing = new Map<number, string>();
  #loaded: Promise<void> | undefined;

  constructor(ledger: Ledger, chat: ChatGraph, maker: EmbeddingMaker) {
    this.#ledger = ledger;
    this.#chat = chat;
    this.#maker = maker;
    this.#prefix = `${JSON.stringify([collectionId(chat.chat), maker.source, maker.model])}:`;
  }

  /** Brings the index up to date with the graph, in slices; what is still missing is told. */
  async wanted(limit: number, signal: AbortSignal): Promise<WantedTexts> {
    this.#loaded ??= this.#load().catch((error) => {
      this.#loaded = undefined;
      throw error;
    });
    await this.#loaded;
    await this.#look(signal);
    if (this.#maker.source === LOCAL_MAKER.source) await this.#embedHere(signal);
    const texts = [...this.#missing].slice(0, Math.max(0, limit)).map(([hash, text]) => {
      return { hash, id: this.#chat.graph.nodes.ids[this.#slotOf.get(hash) ?? -1] ?? '', text };
    });
    return { texts, indexed: this.#hashOf.size - this.#missing.size, total: this.#hashOf.size };
  }

  /** Takes vectors for hashes that were wanted, and keeps them. @throws `BAD_ARGS` for other dimensions. */
  async put(hashes: readonly number[], dims: number, vectors: Float32Array): Promise<void> {
    this.#add(hashes.map((hash, at) => [hash, vectors.slice(at * dims, (at + 1) * dims)] as const));
    await this.#keep(hashes, (at) => vectors.slice(at * dims, (at + 1) * dims));
  }

  /** The nearest nodes: slots, the most similar first. */
  async search(query: string | Float32Array, k: number, accept: (slot: number) => boolean): Promise<readonly Hit[]> {
    const vector = typeof query === 'string' ? featureHash(query) : query;
    const slots = this.#slotOf;
    const hits = this.#index?.search(vector, k, (hash) => {
      const slot = slots.get(hash);
      return slot !== undefined && accept(slot);
    });
    return (hits ?? []).map(({ key, score }) => ({ doc: slots.get(key) ?? -1, score }));
  }

  /** Nodes that are in the index. */
  get size(): number {
    return this.#index?.size ?? 0;
  }

  #add(pairs: readonly (readonly [hash: number, vector: Float32Array])[]): void {
    for (const [hash, vector] of pairs) {
      this.#index ??= new VectorIndex(vector.length);
      this.#index.set(hash, vector);
      this.#missing.delete(hash);
    }
  }

  async #load(): Promise<void> {
    for (let after = ''; ; ) {
      const pairs = await this.#ledger.after(this.#prefix, after, PAGE);
      this.#add(pairs.map(([key, value]) => [Number(key.slice(this.#prefix.length)), value as Float32Array] as const));
      const last = pairs.at(-1);
      if (!last) return;
      after = last[0];
    }
  }

  /** Looks at what changed; forgets vectors of texts that are no more. */
  async #look(signal: AbortSignal): Promise<void> {
    const { graph } = this.#chat;
    if (this.#graph !== graph) {
      this.#graph = graph;
      this.#changes = graph.watch();
      this.#hashOf.clear();
      this.#slotOf.clear();
      this.#missing.clear();
    }
    const gone: number[] = [];
    const changed = this.#changes?.take() ?? [];
    for (const [at, slot] of changed.entries()) {
      if (at % SLICE_NODES === SLICE_NODES - 1) {
        await new Promise((resolve) => setTimeout(resolve));
        if (signal.aborted) {
          // What was not looked at is looked at the next time.
          for (const rest of changed.slice(at)) graph.touch(rest);
          break;
        }
      }
      const before = this.#hashOf.get(slot);
      const now = this.#textOf(slot);
      if (before === now?.hash) continue;
      if (before !== undefined) {
        this.#hashOf.delete(slot);
        this.#slotOf.delete(before);
        this.#missing.delete(before);
        if (this.#index?.remove(before)) gone.push(before);
      }
      if (!now) continue;
      this.#hashOf.set(slot, now.hash);
      this.#slotOf.set(now.hash, slot);
      if (!this.#index?.has(now.hash)) this.#missing.set(now.hash, now.text);
    }
    signal.throwIfAborted();
    const unknown = [...(this.#index?.keys() ?? [])].filter((hash) => !this.#slotOf.has(hash));
    for (const hash of unknown) this.#index?.remove(hash);
    const remove = [...gone, ...unknown].map((hash) => this.#prefix + hash);
    if (remove.length > 0) await this.#ledger.transact([], () => ({ remove }));
  }

  #textOf(slot: number): { readonly hash: number; readonly text: string } | undefined {
    const { graph } = this.#chat;
    if ((graph.nodes.flags[slot] ?? GONE) & GONE || slot >= graph.nodes.size) return undefined;
    const node = graph.nodes.read(slot);
    if (node.archived || (node.semanticRollup && node.type.toLowerCase() === 'event')) return undefined;
    const text = embeddingText(node, this.#chat.reads.types.of(slot));
    return text === '' ? undefined : { hash: vectorHash(node, text, this.#maker), text };
  }

  async #embedHere(signal: AbortSignal): Promise<void> {
    while (this.#missing.size > 0) {
      const some = [...this.#missing].slice(0, PAGE).map(([hash, text]) => [hash, featureHash(text)] as const);
      this.#add(some);
      // Its vectors are made again faster than they are read.
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
    }
  }

  async #keep(hashes: readonly number[], vector: (at: number) => Float32Array): Promise<void> {
    const set = hashes.map((hash, at) => [this.#prefix + hash, vector(at)] as const);
    await this.#ledger.transact([], () => ({ set }));
  }
}
