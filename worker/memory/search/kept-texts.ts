import { grown } from '../graph/columns.js';

const NONE = 0xffff_ffff;

/** Texts by number, side by side in one array, where looking for a part of one costs little more than reading it. */
export class KeptTexts {
  #units = new Uint16Array(256);
  #starts = new Uint32Array(32);
  #lengths = new Uint32Array(32).fill(NONE);
  #used = 0;
  #live = 0;
  /** One more than the highest number that ever was. */
  end = 0;
  size = 0;

  get bytes(): number {
    return this.#units.byteLength + this.#starts.byteLength + this.#lengths.byteLength;
  }

  has(id: number): boolean {
    return (this.#lengths[id] ?? NONE) !== NONE;
  }

  set(id: number, text: string): void {
    this.remove(id);
    const room = this.#lengths.length;
    this.#lengths = grown(this.#lengths, id + 1);
    if (this.#lengths.length > room) this.#lengths.fill(NONE, room);
    this.#starts = grown(this.#starts, id + 1);
    if (this.#used + text.length > this.#units.length) this.#makeRoom(text.length);
    const start = this.#used;
    for (let i = 0; i < text.length; i++) this.#units[start + i] = text.charCodeAt(i);
    this.#used += text.length;
    this.#live += text.length;
    this.#starts[id] = start;
    this.#lengths[id] = text.length;
    this.end = Math.max(this.end, id + 1);
    this.size++;
  }

  /** False for a number without a text. */
  remove(id: number): boolean {
    const length = this.#lengths[id] ?? NONE;
    if (length === NONE) return false;
    this.#lengths[id] = NONE;
    this.#live -= length;
    this.size--;
    return true;
  }

  /** The text itself; empty for a number without one. */
  read(id: number): string {
    let text = '';
    if (!this.has(id)) return text;
    const start = this.#starts[id] ?? 0;
    const end = start + (this.#lengths[id] ?? 0);
    for (let i = start; i < end; i++) text += String.fromCharCode(this.#units[i] ?? 0);
    return text;
  }

  /** Whether these units, at least one, stand one after another in a text. */
  includes(id: number, wanted: Uint16Array): boolean {
    const length = this.#lengths[id] ?? NONE;
    if (length === NONE) return false;
    const units = this.#units;
    const first = wanted[0] ?? 0;
    const from = this.#starts[id] ?? 0;
    const last = from + length - wanted.length;
    for (let at = from; at <= last; at++) {
      if (units[at] !== first) continue;
      let same = 1;
      while (same < wanted.length && units[at + same] === wanted[same]) same++;
      if (same === wanted.length) return true;
    }
    return false;
  }

  /** Moves what is there together; into a larger array where that is more than half of what there was. */
  #makeRoom(length: number): void {
    const old = this.#units;
    const needed = this.#live + length;
    const units = needed * 2 > old.length ? grown(new Uint16Array(0), needed) : new Uint16Array(old.length);
    let used = 0;
    for (let id = 0; id < this.end; id++) {
      if (!this.has(id)) continue;
      const start = this.#starts[id] ?? 0;
      const end = start + (this.#lengths[id] ?? 0);
      units.set(old.subarray(start, end), used);
      this.#starts[id] = used;
      used += end - start;
    }
    this.#units = units;
    this.#used = used;
  }
}
