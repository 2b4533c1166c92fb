import type { DialectChoice } from '../../../worker/protocol/dialects.js';
import type { ParsedMessage, TextTool } from '../../../worker/protocol/text-calls.js';
import type { TextCalls } from '../../text-calls/internal.js';
import { type ErrorView, viewError } from '../shared/error-text.js';

/** A text that is to be read, and how. */
export interface Wanted {
  readonly text: string;
  readonly dialect: DialectChoice;
  readonly tools?: readonly TextTool[];
}

/** How a text was read. */
export interface Answer {
  readonly wanted: Wanted;
  readonly message?: ParsedMessage;
  readonly error?: ErrorView;
}

const nextFrame = (): Promise<unknown> =>
  document.hidden ? Promise.resolve() : new Promise((resolve) => requestAnimationFrame(resolve));

/**
 * Has texts read, one at a time, at most one a frame. Only the newest counts: the answer to one that has been typed on
 * since is dropped.
 */
export class ParseController {
  readonly #reader: () => TextCalls | undefined;
  readonly #changed: () => void;
  #wanted: Wanted | null = null;
  #working = false;
  #answer: Answer | null = null;

  constructor(reader: () => TextCalls | undefined, changed: () => void) {
    this.#reader = reader;
    this.#changed = changed;
  }

  /** How the newest text that was read was read. */
  get answer(): Answer | null {
    return this.#answer;
  }

  /** True while a newer text waits for its answer. */
  get busy(): boolean {
    return this.#wanted !== null && this.#answer?.wanted !== this.#wanted;
  }

  /** Asks for a text to be read; `null` for none any more. */
  ask(wanted: Wanted | null): void {
    this.#wanted = wanted;
    if (wanted === null) this.#answer = null;
    this.#changed();
    if (!this.#working) void this.#work();
  }

  async #work(): Promise<void> {
    this.#working = true;
    while (this.busy) {
      await nextFrame();
      const wanted = this.#wanted;
      const reader = this.#reader();
      if (!wanted || !reader) break;
      const { text, ...options } = wanted;
      const answer = await reader.parse(text, options).then(
        (message): Answer => ({ wanted, message }),
        (thrown): Answer => ({ wanted, error: viewError(thrown) }),
      );
      if (wanted !== this.#wanted) continue;
      this.#answer = answer;
      this.#changed();
    }
    this.#working = false;
  }
}
