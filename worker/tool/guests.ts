import type { Image } from '../../sandbox/image.js';
import { ImageError } from '../../sandbox/isolate.js';
import { packImage, unpackImage } from '../../sandbox/packed.js';
import { GUEST_PACE } from '../protocol/guest-pace.js';
import type { FreshState, PackedGuest } from '../protocol/tool.js';
import { Guest } from './guest.js';
import type { GuestOptions } from './guest-options.js';

export interface GuestsOptions extends Omit<GuestOptions, 'image'> {
  /** The image of an empty guest, or why there is none. */
  readonly base: Image | string;
  readonly freshState: FreshState;
}

/** The state of one source. */
interface Kept {
  /** Of a guest that has just loaded it. */
  readonly image: Image | undefined;
  /** A healthy guest that is free. */
  idle: Guest | undefined;
  /** True while it holds what the call before has left. */
  used: boolean;
}

/** Guests that are kept for the next call. */
const IDLE_GUESTS = 4;

/** The guests of one worker: loads sources, and gives each call a guest that no other has used. */
export class Guests {
  readonly #options: GuestsOptions;
  readonly #kept = new Map<string, Kept>();
  #base: Image | undefined;
  #cleaning = false;
  /** Why guests start from nothing; empty while they start from an image. */
  fresh: string;

  constructor(options: GuestsOptions) {
    this.#options = options;
    [this.#base, this.fresh] = typeof options.base === 'string' ? [undefined, options.base] : [options.base, ''];
  }

  /** Loads a source in a guest that is kept for the first call. @returns JSON text of `[manifest text, tools text]`. */
  async load(source: string): Promise<string> {
    const [guest, declared] = await this.#start(source);
    const image = this.#base && guest.capture();
    this.#kept.set(source, { image, idle: guest, used: false });
    this.#makeRoom(source);
    return declared;
  }

  /** Loads a source from another worker's image, without evaluating it. @returns its declarations; `undefined` on failure. */
  async restore(source: string, { image: packed, declared }: PackedGuest): Promise<string | undefined> {
    const image = this.#base && unpackImage(packed, this.#base, this.#options.limits.memoryBytes);
    if (!image) return undefined;
    try {
      this.#kept.set(source, { image, idle: await this.#wake(source, image), used: false });
      return declared;
    } catch (error) {
      // It is this plugin's own word: whatever is wrong with it, its source is evaluated.
      this.fresh = `the plugin’s image: ${(error as Error).message}`;
      return undefined;
    }
  }

  /** A memory image for the next worker of this plugin, in place of evaluating the source. */
  pack(source: string, declared: string): PackedGuest | null {
    const { image } = this.#kept.get(source) ?? {};
    const packed = image && this.#base && packImage(image, this.#base, GUEST_PACE.packedBytes);
    return packed ? { image: packed, declared } : null;
  }

  /** A guest of a loaded source, in its state after loading, unless state is kept between calls. */
  async take(source: string): Promise<Guest> {
    const kept = this.#kept.get(source);
    if (kept) this.#clean(kept);
    const { idle, image } = kept ?? {};
    if (kept) kept.idle = undefined;
    if (idle?.alive) return idle;
    if (image) {
      try {
        return await this.#wake(source, image);
      } catch (error) {
        if (!(error instanceof ImageError)) throw error;
        this.#kept.set(source, { image: undefined, idle: undefined, used: false });
        this.fresh = error.message;
      }
    }
    return (await this.#start(source))[0];
  }

  giveBack(source: string, guest: Guest): void {
    const kept = this.#kept.get(source);
    if (!kept || !guest.alive || kept.idle) return;
    kept.idle = guest;
    kept.used = true;
    this.#makeRoom(source);
    // Once the answer is on its way, and unless the next call is here before.
    if (this.#cleaning) return;
    this.#cleaning = true;
    void this.#options.nextTask().then(() => {
      this.#cleaning = false;
      this.#clean(kept);
    });
  }

  /** Restores a free guest to its state after loading, or drops it. */
  #clean(kept: Kept): void {
    const { idle, image } = kept;
    if (!kept.used || !idle || this.#options.freshState === 'guest') return;
    kept.used = false;
    if (!image || !idle.alive || !idle.reset(image)) kept.idle = undefined;
  }

  async #wake(source: string, image: Image): Promise<Guest> {
    const guest = new Guest({ ...this.#options, image });
    await guest.wake(source);
    return guest;
  }

  #makeRoom(but: string): void {
    if (this.#kept.size < IDLE_GUESTS) return;
    const idle = [...this.#kept].filter(([source, kept]) => kept.idle && source !== but);
    for (const [, kept] of idle.slice(0, Math.max(0, idle.length + 1 - IDLE_GUESTS))) kept.idle = undefined;
  }

  async #start(source: string): Promise<[guest: Guest, declared: string]> {
    const image = this.#base;
    const guest = new Guest({ ...this.#options, image });
    try {
      return [guest, await guest.load(source)];
    } catch (error) {
      if (!(error instanceof ImageError)) throw error;
      [this.#base, this.fresh] = [undefined, error.message];
      return this.#start(source);
    }
  }
}
