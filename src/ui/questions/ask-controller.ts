import type { Ask, Asks, Host } from '../../index.js';
import { listenTo } from '../shared/element.js';

/** What of a host takes part in questions and answers. */
export type AskHost = Pick<Host, 'asks'>;

/** The questions of a host: keeps them up to date and passes answers on. `changed` is called after each change. */
export class AskController {
  readonly #host: () => AskHost | null;
  readonly #changed: () => void;
  readonly #fail: (error: unknown) => void;
  #off: (() => void) | undefined;

  constructor(host: () => AskHost | null, changed: () => void, fail: (error: unknown) => void) {
    this.#host = host;
    this.#changed = changed;
    this.#fail = fail;
  }

  get asks(): readonly Ask[] {
    return this.#host()?.asks.list() ?? [];
  }

  get skipping(): Asks['skipping'] {
    return this.#host()?.asks.skipping ?? [];
  }

  /** Listens to new questions from now on. The host then knows that somebody can answer them. */
  follow(): void {
    this.leave();
    this.#off = this.#host()?.asks.onChange(this.#changed);
  }

  leave(): void {
    this.#off?.();
    this.#off = undefined;
  }

  /** Answers the events of the elements inside. */
  listen(element: EventTarget): void {
    listenTo(element, 'bh-answer', ({ id, scope }) => this.#host()?.asks.answer(id, scope));
    listenTo(element, 'bh-skip', ({ ms, plugin }) => {
      try {
        this.#host()?.asks.skipFor(ms, plugin);
      } catch (error) {
        this.#fail(error);
      }
    });
  }
}
