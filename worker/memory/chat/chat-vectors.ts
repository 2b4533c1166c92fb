import { Mutex } from '../../primitives/mutex.js';
import { sleep } from '../../primitives/timers.js';
import type { EmbeddingMaker } from '../../protocol/embeddings.js';
import { BulkheadError } from '../../protocol/errors.js';
import type { WantedTexts } from '../../protocol/memory.js';
import type { LogStore } from '../../protocol/storage.js';
import type { Graph } from '../graph/graph.js';
import { GONE } from '../graph/nodes.js';
import type { TypeIndex } from '../schema/type-index.js';
import type { Hit } from '../search/best.js';
import { indexedText, vectorHash } from '../vectors/embedding-text.js';
import { KeptVectors } from '../vectors/kept-vectors.js';
import type { Embed } from '../vectors/local-makers.js';
import { VectorIndex } from '../vectors/vector-index.js';
import type { ChatGraph } from './chat-graph.js';

/** Vectors that are made at once. */
const PAGE = 500;
/** Nodes whose text is looked at without a break. */
const SLICE_NODES = 200;

/** A chat's vectors by one maker, each under the hash of its text: an edit makes a new one, a stopped indexing goes on. */
export class ChatVectors {
  readonly #chat: ChatGraph;
  readonly #maker: EmbeddingMaker;
  readonly #kept: KeptVectors | undefined;
  readonly #embed: Embed | undefined;
  #index: VectorIndex | undefined;
  /** What the graph and its types were when they were last looked at. */
  #graph: Graph | undefined;
  #types: TypeIndex | undefined;
  #changes: { take(): readonly number[] } | undefined;
  /** Slots that have changed and were not looked at yet. */
  readonly #pending = new Set<number>();
  readonly #hashOf = new Map<number, number>();
  readonly #slotOf = new Map<number, number>();
  readonly #missing = new Map<number, string>();
  /** What is in the index may be of another graph. */
  #strays = false;
  /** Two that look at once would each see a part of it. */
  readonly #mutex = new Mutex();

  /** `embed`: how texts become vectors here; nothing where the page makes them. */
  constructor(logStore: LogStore, chat: ChatGraph, maker: EmbeddingMaker, embed?: Embed) {
    this.#chat = chat;
    this.#maker = maker;
    this.#embed = embed;
    // Vectors that are made here are made again faster than they are read.
    if (!embed) this.#kept = new KeptVectors(logStore, chat.chat, maker);
  }

  /** Brings the index up to date with the graph, in slices. Reports how many are still missing. */
  async wanted(limit: number, signal: AbortSignal): Promise<WantedTexts> {
    await this.#mutex.run(async () => {
      await this.#look(signal);
      await this.#load();
      if (this.#kept) await this.#kept.tidy(this.#slotOf.size, this.#missing.size === 0);
      if (this.#embed) await this.#embedHere(this.#embed, signal);
    });
    const texts = [...this.#missing].slice(0, Math.max(0, limit)).map(([hash, text]) => {
      return { hash, id: this.#chat.graph.nodes.ids[this.#slotOf.get(hash) ?? -1] ?? '', text };
    });
    return { texts, indexed: this.#hashOf.size - this.#missing.size, total: this.#hashOf.size };
  }

  /** Takes vectors for hashes that were wanted, and keeps those that still are. @throws `BAD_ARGS` for other dimensions. */
  async put(hashes: readonly number[], dims: number, vectors: Float32Array): Promise<void> {
    await this.#mutex.run(async () => {
      await this.#look(new AbortController().signal);
      const pairs = hashes
        .map((hash, at) => [hash, vectors.slice(at * dims, (at + 1) * dims)] as const)
        .filter(([hash]) => this.#slotOf.has(hash));
      this.#add(pairs);
      await this.#kept?.put(pairs);
    });
  }

  /** The chat was removed: nothing of it stays, and what was asked for is wanted no more. */
  async forget(): Promise<void> {
    await this.#mutex.run(async () => {
      this.#graph = undefined;
      this.#index = undefined;
      this.#clear();
      await this.#kept?.clear();
    });
  }

  /** Finds the nearest active nodes, best first; `read` gets their slots before the graph can become another object. */
  async nearest<T>(
    query: string | Float32Array,
    k: number,
    signal: AbortSignal,
    read: (hits: readonly Hit[]) => T,
  ): Promise<T> {
    do await this.wanted(0, signal);
    while (this.#graph !== this.#chat.graph);
    const { nodes } = this.#chat.graph;
    return read(this.search(query, k, (slot) => nodes.isActive(slot)));
  }

  /** Searches what the graph was when it was last looked at. */
  search(query: string | Float32Array, k: number, accept: (slot: number) => boolean): readonly Hit[] {
    const vector = typeof query === 'string' ? this.#embed?.(query) : query;
    if (!vector) throw new BulkheadError('BAD_ARGS', 'a text is no vector: the page makes those of this maker');
    const slots = this.#slotOf;
    const hits = this.#index?.search(vector, k, (hash) => {
      const slot = slots.get(hash);
      return slot !== undefined && accept(slot);
    });
    return (hits ?? []).map(({ key, score }) => ({ doc: slots.get(key) ?? -1, score }));
  }

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

  /** Looks at what changed, in slices; whoever stops it loses nothing, for the rest is looked at the next time. */
  async #look(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    while (this.#follow() > 0) {
      let left = SLICE_NODES;
      for (const slot of this.#pending) {
        this.#pending.delete(slot);
        this.#visit(slot);
        left -= 1;
        if (left === 0) break;
      }
      if (this.#pending.size === 0) continue;
      await sleep();
      signal.throwIfAborted();
    }
    if (!this.#strays) return;
    this.#strays = false;
    for (const hash of [...(this.#index?.keys() ?? [])]) if (!this.#slotOf.has(hash)) this.#drop(hash);
  }

  /** Takes in what is new, all of it where the graph or its types are others. @returns how many slots are to be looked at. */
  #follow(): number {
    const { graph, reads } = this.#chat;
    const { types } = reads;
    if (this.#graph !== graph) {
      this.#graph = graph;
      this.#changes = graph.watch();
      this.#clear();
    } else if (this.#types !== types) for (const slot of graph.nodes.slots()) this.#pending.add(slot);
    this.#types = types;
    for (const slot of this.#changes?.take() ?? []) this.#pending.add(slot);
    return this.#pending.size;
  }

  #clear(): void {
    this.#pending.clear();
    this.#hashOf.clear();
    this.#slotOf.clear();
    this.#missing.clear();
    this.#strays = true;
  }

  #visit(slot: number): void {
    const before = this.#hashOf.get(slot);
    const now = this.#textOf(slot);
    if (before === now?.hash) return;
    if (before !== undefined) {
      this.#hashOf.delete(slot);
      // A node that came back may have it in another slot.
      if (this.#slotOf.get(before) === slot) this.#drop(before);
    }
    if (!now) return;
    this.#hashOf.set(slot, now.hash);
    this.#slotOf.set(now.hash, slot);
    if (!this.#index?.has(now.hash)) this.#missing.set(now.hash, now.text);
  }

  #drop(hash: number): void {
    this.#slotOf.delete(hash);
    this.#missing.delete(hash);
    if (this.#index?.remove(hash)) this.#kept?.spare(hash);
  }

  /** Reads those of the missing ones that are kept. */
  async #load(): Promise<void> {
    if (!this.#kept || this.#missing.size === 0) return;
    for await (const pairs of this.#kept.read((hash) => this.#missing.has(hash), this.#missing.keys())) {
      // One of other dimensions than the others is made anew.
      const dims = this.#index?.dims ?? pairs[0]?.[1].length;
      this.#add(pairs.filter(([hash, vector]) => vector.length === dims && this.#missing.has(hash)));
    }
  }

  #textOf(slot: number): { readonly hash: number; readonly text: string } | undefined {
    const { graph } = this.#chat;
    if ((graph.nodes.flags[slot] ?? GONE) & GONE || slot >= graph.nodes.size) return undefined;
    const node = graph.nodes.read(slot);
    const text = indexedText(node, this.#chat.reads.types.of(slot));
    return text === undefined ? undefined : { hash: vectorHash(node, text, this.#maker), text };
  }

  async #embedHere(embed: Embed, signal: AbortSignal): Promise<void> {
    while (this.#missing.size > 0) {
      const some = [...this.#missing].slice(0, PAGE).map(([hash, text]) => [hash, embed(text)] as const);
      this.#add(some);
      await sleep();
      signal.throwIfAborted();
    }
  }
}
