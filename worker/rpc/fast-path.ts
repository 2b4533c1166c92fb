/**
 * A fast path beside Comlink for small calls, and for all answers to them: several in one text. A text crosses threads
 * sooner than the objects it stands for, a batch of calls costs one message, and a call none of Comlink's proxies.
 * What carries ports, or is large, goes by Comlink.
 */

/** A call: id, method, input, number of its signal. */
export type FastCall = readonly [id: number, method: string, input: unknown, signal: number];
/** Its answer. */
export type FastAnswer = readonly [id: number, reply: unknown];

/** Characters of one message; longer texts are copied by the browser at no price. */
const SMALL_CHARS = 8_192;
/** Answers of a batch that go together, and the longest text that so many can make, all of it escaped. */
export const ANSWERS_AT_ONCE = 16;
const ANSWERS_CHARS = ANSWERS_AT_ONCE * (SMALL_CHARS * 6 + 2_048);

/** Characters that are left of a budget after plain data; negative if the value is too large, or no plain data. */
function spend(value: unknown, budget: number): number {
  if (typeof value === 'string') return budget - value.length;
  if (typeof value !== 'object' || value === null) return budget - 8;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return -1;
  let left = budget;
  for (const key in value) {
    left = spend((value as { [key: string]: unknown })[key], left - key.length);
    if (left < 0) return left;
  }
  return left;
}

/** True for a little plain data: the same after it was JSON. */
export const isSmall = (value: unknown): boolean => spend(value, SMALL_CHARS) >= 0;

/** The calls of a text; `undefined` when it holds none. */
export const readCalls = (text: string): readonly FastCall[] | undefined => read<FastCall>(text, 4);

/** The answers of a text; `undefined` when it holds none, or more than an honest worker sends. */
export const readAnswers = (text: string): readonly FastAnswer[] | undefined =>
  text.length > ANSWERS_CHARS ? undefined : read<FastAnswer>(text, 2);

/** Lists that begin with a number and have so many items. */
function read<T extends FastCall | FastAnswer>(text: string, items: T['length']): readonly T[] | undefined {
  try {
    const messages = JSON.parse(text) as T[];
    const ours = (message: unknown) =>
      Array.isArray(message) && message.length === items && typeof message[0] === 'number';
    return Array.isArray(messages) && messages.length > 0 && messages.every(ours) ? messages : undefined;
  } catch {
    return undefined;
  }
}

export interface FastPathOptions {
  /** Whether more messages follow at once, so that this one may wait for them. */
  readonly hold?: () => boolean;
  /** So many are sent without waiting for more. Default: any number. */
  readonly most?: number;
  /** Runs a flush soon, whatever happens. Default: when the present turn is over. */
  readonly later?: (flush: () => void) => void;
}

/** The sending end of either side. */
export class FastPath<T extends FastCall | FastAnswer> {
  readonly #port: MessagePort;
  readonly #options: Required<FastPathOptions>;
  #waiting: T[] = [];
  #scheduled = false;

  constructor(port: MessagePort, options: FastPathOptions = {}) {
    this.#port = port;
    this.#options = {
      hold: () => true,
      most: Number.POSITIVE_INFINITY,
      later: (flush) => queueMicrotask(flush),
      ...options,
    };
  }

  /** Sends a message, perhaps with others; their order stays. */
  send(message: T): void {
    const { hold, most, later } = this.#options;
    this.#waiting.push(message);
    if (!hold() || this.#waiting.length >= most) this.flush();
    else if (!this.#scheduled) {
      this.#scheduled = true;
      later(() => {
        this.#scheduled = false;
        this.flush();
      });
    }
  }

  /** Sends what waits: before anything else that goes out over the port. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    const text = JSON.stringify(this.#waiting);
    this.#waiting = [];
    this.#port.postMessage(text);
  }
}
