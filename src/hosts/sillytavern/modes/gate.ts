import { onDemand } from '../../../primitives/index.js';
import type { Context } from '../base/context.js';
import { readSettings } from '../base/settings.js';
import { capsuleOf, keepCapsule } from './capsules.js';
import type { Modes, ModesParts } from './modes.js';

const parts = onDemand(() => import('./modes.js'));

/** The door to orchestrations: loads them when one is wanted, by hand or before a message. */
export class ModesGate {
  /** What has been loaded. */
  now: Modes | undefined;
  readonly #parts: ModesParts;
  #closed = false;

  constructor(given: ModesParts) {
    this.#parts = given;
  }

  /** Loads it, once. @throws `ASSET_UNREACHABLE`; the next time it is tried again. */
  async load(): Promise<Modes> {
    const { Modes } = await parts();
    if (this.#closed) throw new Error('Bulkhead is gone');
    this.now ??= new Modes(this.#parts);
    return this.now;
  }

  /** True where a request that is about to be composed has to wait for a run, or for what one has found. */
  isWanted(context: Context): boolean {
    return readSettings(context).modes.auto || capsuleOf(context) !== undefined;
  }

  /** @returns true where the host is to generate nothing. Never rejects. */
  async beforeMessage(type: string): Promise<boolean> {
    try {
      return await (await this.load()).beforeMessage(type);
    } catch (error) {
      reportError(error);
      return false;
    }
  }

  /** Deletes what the last run has found, also from the chat. */
  forgetCapsule(context: Context): void {
    keepCapsule(context, undefined);
    this.now?.forgetCapsule();
  }

  close(): void {
    this.#closed = true;
    this.now?.close();
  }
}
