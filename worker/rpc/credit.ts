import { type Debounce, debounce } from '../primitives/timers.js';

/** How often the other side gets new credit, so that it can not buy more than we have time for. */
const ACKNOWLEDGE_MS = 50;

/** The receiving end of a credit: counts what arrives unasked, and acknowledges it now and then. */
export class Intake {
  readonly #credits: number;
  readonly #acknowledge: Debounce;
  #received = 0;
  #acknowledged = 0;

  constructor(credits: number, acknowledge: (received: number) => void) {
    this.#credits = credits;
    this.#acknowledge = debounce(ACKNOWLEDGE_MS, () => {
      this.#acknowledged = this.#received;
      acknowledge(this.#received);
    });
  }

  /** Counts one message; `false` when it was one too many. */
  take(): boolean {
    this.#received += 1;
    if (this.#received - this.#acknowledged > this.#credits) return false;
    this.#acknowledge.soon();
    return true;
  }

  close(): void {
    this.#acknowledge.cancel();
  }
}

/** The sending end: an honest sender uses half of the other side's credit, and waits for more. */
export class Outlet {
  readonly #credit: number;
  readonly #waiting: (() => void)[] = [];
  #sent = 0;
  #acknowledged = 0;

  constructor(credits = Number.POSITIVE_INFINITY) {
    this.#credit = Math.floor(credits / 2);
  }

  /** Counts a message that goes out in any case. */
  spend(): void {
    this.#sent += 1;
  }

  /** Sends if there is credit. @returns whether it did. */
  try(send: () => void): boolean {
    if (this.#sent - this.#acknowledged >= this.#credit) return false;
    this.#sent += 1;
    send();
    return true;
  }

  /** Sends now, or as soon as there is credit, in order. */
  send(send: () => void): void {
    if (this.#waiting.length > 0 || !this.try(send)) this.#waiting.push(send);
  }

  acknowledge(received: number): void {
    this.#acknowledged = received;
    for (;;) {
      const [next] = this.#waiting;
      if (!next || !this.try(next)) return;
      this.#waiting.shift();
    }
  }
}
