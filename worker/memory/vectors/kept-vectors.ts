import type { EmbeddingMaker } from '../../protocol/embeddings.js';
import type { LogStore } from '../../protocol/storage.js';
import { collectionId } from './embedding-text.js';

const PAGE = 500;
/** Spare vectors that stay in any case; more of them only as long as there are fewer than of those in use. */
const SPARES = 2_000;

/** A vector under the hash of what it was made of. */
export type KeptVector = readonly [hash: number, vector: Float32Array];

const collection = (chat: string): string => `${JSON.stringify([collectionId(chat)]).slice(0, -1)},`;

export async function removeVectors(logStore: LogStore, chat: string): Promise<void> {
  await logStore.transact([], () => ({ removeAll: [collection(chat)] }));
}

/** One chat's vectors by one maker on the disk; unused ones too, which another tab or swipe may need. */
export class KeptVectors {
  readonly #logStore: LogStore;
  readonly #chat: string;
  readonly #prefix: string;
  /** Kept, but in no index; those that were in use last stand last. */
  readonly #spares = new Set<number>();
  #isRead = false;
  #isTidy = false;

  constructor(logStore: LogStore, chat: string, { source, model }: EmbeddingMaker) {
    this.#logStore = logStore;
    this.#chat = chat;
    this.#prefix = `${JSON.stringify([collectionId(chat), source, model])}:`;
  }

  async put(pairs: readonly KeptVector[]): Promise<void> {
    if (pairs.length === 0) return;
    const set = pairs.map(([hash, vector]) => [this.#prefix + hash, vector] as const);
    await this.#logStore.transact([], () => ({ set }));
    for (const [hash] of pairs) this.#spares.delete(hash);
  }

  /** A vector is kept, and in no index any more. */
  spare(hash: number): void {
    this.#spares.delete(hash);
    this.#spares.add(hash);
  }

  /** The vectors that are wanted and kept, page by page: the first time from everything, then from what is spare. */
  async *read(isWanted: (hash: number) => boolean, wanted: Iterable<number>): AsyncGenerator<readonly KeptVector[]> {
    if (!this.#isRead) {
      yield* this.#readAll(isWanted);
      this.#isRead = true;
      return;
    }
    const known = [...wanted].filter((hash) => this.#spares.has(hash));
    for (let from = 0; from < known.length; from += PAGE) {
      const some = known.slice(from, from + PAGE);
      const found = await this.#logStore.read(some.map((hash) => this.#prefix + hash));
      for (const hash of some) this.#spares.delete(hash);
      yield this.#pairsOf(found);
    }
  }

  /** Deletes spare vectors that are too many, the longest unused first; once all are made, those of other makers. */
  async tidy(inUse: number, isWhole: boolean): Promise<void> {
    const over = [...this.#spares].slice(0, Math.max(0, this.#spares.size - Math.max(SPARES, inUse)));
    if (over.length > 0) {
      await this.#logStore.transact([], () => ({ remove: over.map((hash) => this.#prefix + hash) }));
      for (const hash of over) this.#spares.delete(hash);
    }
    if (this.#isTidy || !isWhole || inUse === 0) return;
    const removeAll = (await this.#prefixes()).filter((prefix) => prefix !== this.#prefix);
    if (removeAll.length > 0) await this.#logStore.transact([], () => ({ removeAll }));
    this.#isTidy = true;
  }

  async clear(): Promise<void> {
    this.#spares.clear();
    await removeVectors(this.#logStore, this.#chat);
  }

  async *#readAll(isWanted: (hash: number) => boolean): AsyncGenerator<readonly KeptVector[]> {
    for (let after = ''; ; ) {
      const page = await this.#logStore.after(this.#prefix, after, PAGE);
      const last = page.at(-1);
      if (!last) return;
      after = last[0];
      const pairs = this.#pairsOf(page);
      for (const [hash] of pairs) if (!isWanted(hash)) this.#spares.add(hash);
      yield pairs.filter(([hash]) => isWanted(hash));
    }
  }

  #pairsOf(found: Iterable<readonly [key: string, value: unknown]>): readonly KeptVector[] {
    return [...found].flatMap(([key, value]): KeptVector[] =>
      value instanceof Float32Array ? [[Number(key.slice(this.#prefix.length)), value]] : [],
    );
  }

  /** One for each maker of whom anything is kept. */
  async #prefixes(): Promise<readonly string[]> {
    const all = collection(this.#chat);
    const found: string[] = [];
    for (let after = ''; ; ) {
      const [key] = await this.#logStore.keysAfter(all, after, 1);
      if (key === undefined) return found;
      const prefix = key.slice(0, key.lastIndexOf(':') + 1);
      found.push(prefix);
      // Behind the colon that ends it comes the semicolon.
      after = `${prefix.slice(0, -1)};`;
    }
  }
}
