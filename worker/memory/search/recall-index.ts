import { grown } from '../graph/columns.js';
import { DayBook } from './day-book.js';
import { InvertedIndex } from './inverted-index.js';
import { NameBook } from './name-book.js';
import type { NodeText } from './node-text.js';
import { isSingle } from './recall-words.js';
import { type Scored, Top } from './top.js';
import { WordSource } from './word-source.js';

/** How much a long text loses against a short one that has the same words: 0 nothing, 1 in proportion. */
const BY_LENGTH = 0.3;
/** How soon more words count for less. */
const SATURATION = 0.8;
/** What a text of no length would gain. */
const MOST_GAIN = (SATURATION + 1) / (1 + SATURATION * (1 - BY_LENGTH));
/** A word in the title counts so much more. */
const TITLE = 0.7;
/** A character by itself counts so much of a word. */
const SINGLE = 0.35;
/** Entries that are read for one query at most: the rarest words come first, and say the most. */
const MOST_READ = 400_000;
/** A title or a beginning that stands once may be anything. */
const SPEAKS = 2;
/** Marks words of titles. */
const TITLE_MARK = '^';

/** Finds nodes by words that stand in few of them. A document is a slot of the graph. */
export class RecallIndex {
  readonly #source = new WordSource();
  readonly #index = new InvertedIndex(this.#source);
  readonly #probe = new WordSource();
  /** Documents that a model is always shown. */
  readonly held = new Set<number>();
  readonly days = new DayBook();
  readonly names = new NameBook();
  readonly speakers = new NameBook();
  /** Those of whom a field says that they speak. */
  readonly #sure = new NameBook();
  /** Words of each document. */
  #lengths = new Uint16Array(64);
  #all = 0;
  #scores = new Float64Array(64);

  /** `held`: a model is always shown it. */
  set(doc: number, { title, body, names, speaker, isSure, date }: NodeText, held = false): void {
    this.#forget(doc);
    if (held) this.held.add(doc);
    this.#index.set(doc, title === '' ? body : `${title}${this.#source.titleEnd}${body}`);
    this.names.set(doc, names);
    this.days.set(doc, date, body);
    this.speakers.set(doc, speaker === '' ? [] : [speaker]);
    this.#sure.set(doc, speaker === '' || !isSure ? [] : [speaker]);
    this.#lengths = grown(this.#lengths, doc + 1);
    const length = Math.min(65_535, this.#source.count);
    this.#lengths[doc] = length;
    this.#all += length;
  }

  remove(doc: number): void {
    this.#forget(doc);
    this.#index.remove(doc);
    this.names.remove(doc);
    this.days.remove(doc);
    this.speakers.remove(doc);
    this.#sure.remove(doc);
  }

  /** The folded names in a text of those who speak: whoever is only guessed to does so more than once. */
  speakersIn(text: string, words: readonly string[]): readonly string[] {
    return [...new Set([...this.speakers.namesIn(text, words, SPEAKS), ...this.#sure.namesIn(text, words)])];
  }

  /** In how much of the memory a word stands: high for a rare one, 0 for one that stands nowhere. */
  rarityOf(word: string): number {
    return this.rarity(this.#countOf(word));
  }

  /** How rare something is that so many nodes have; 0 where none has it. */
  rarity(count: number): number {
    return count === 0 ? 0 : Math.log(1 + (this.#index.entries.size - count + 0.5) / (count + 0.5));
  }

  /** In which part of the memory a word stands, from 0 to 1. */
  shareOf(word: string): number {
    return this.#countOf(word) / Math.max(1, this.#index.entries.size);
  }

  /** The `k` best accepted documents for words with their weights. */
  search(words: ReadonlyMap<string, number>, k: number, accept: (doc: number) => boolean): Scored[] {
    const { entries } = this.#index;
    if (entries.size === 0) return [];
    this.#scores = entries.size > this.#scores.length ? grown(new Float64Array(0), entries.size) : this.#scores.fill(0);
    this.#add(words);
    const average = this.#all / Math.max(1, entries.size - entries.dead);
    const top = new Top(k);
    for (let entry = 0; entry < entries.size; entry++) {
      const score = this.#scores[entry] as number;
      // A shorter text than none is not to be had.
      if (score === 0 || !top.wants(score * MOST_GAIN)) continue;
      if ((entries.liveBits(entry >>> 5) & (1 << (entry & 31))) === 0) continue;
      const doc = entries.docOf(entry);
      const length = (this.#lengths[doc] as number) / average;
      const fit = (score * (SATURATION + 1)) / (1 + SATURATION * (1 - BY_LENGTH + BY_LENGTH * length));
      if (top.wants(fit) && accept(doc)) top.offer(doc, fit);
    }
    return top.sorted();
  }

  #add(words: ReadonlyMap<string, number>): void {
    const terms: { readonly term: number; readonly count: number; readonly weight: number }[] = [];
    for (const [word, weight] of words) {
      const rarity = this.rarityOf(word) * weight * (isSingle(word) ? SINGLE : 1);
      for (const [form, share] of [
        [word, 1],
        [TITLE_MARK + word, TITLE],
      ] as const) {
        this.#probe.take(form);
        const term = this.#index.find(this.#probe);
        if (term >= 0) terms.push({ term, count: this.#index.countOf(term), weight: rarity * share });
      }
    }
    terms.sort((a, b) => a.count - b.count);
    const scores = this.#scores;
    let read = 0;
    for (const { term, count, weight } of terms) {
      if (read > 0 && read + count > MOST_READ) break;
      read += count;
      const add = (entry: number): void => {
        scores[entry] = (scores[entry] as number) + weight;
      };
      this.#index.read(term, {
        add,
        addBits(bits, length) {
          for (let block = 0; block < length; block++)
            for (let rest = bits[block] as number; rest !== 0; rest &= rest - 1)
              add(block * 32 + 31 - Math.clz32(rest & -rest));
        },
      });
    }
  }

  #countOf(word: string): number {
    this.#probe.take(word);
    const term = this.#index.find(this.#probe);
    return term < 0 ? 0 : this.#index.countOf(term);
  }

  #forget(doc: number): void {
    this.#all -= this.#lengths[doc] ?? 0;
    if (doc < this.#lengths.length) this.#lengths[doc] = 0;
    this.held.delete(doc);
  }
}
