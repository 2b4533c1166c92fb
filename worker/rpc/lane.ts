/**
 * A lane beside Comlink for small calls, and for all answers to them: several in one text. A text crosses threads at half
 * the price of the objects it stands for, a batch of calls costs one message, and a call none of Comlink's proxies.
 * What carries ports, or is large, goes by Comlink.
 */

/** A call: id, method, input, number of its signal. */
export type LaneCall = readonly [id: number, method: string, input: unknown, signal: number];
/** Its answer. */
export type LaneAnswer = readonly [id: number, reply: unknown];

/** Longer texts inside a message are copied by the browser at no price. */
const TEXT_CHARS = 4_096;
/** Longest text that an honest sender makes: the messages of one moment, each of them small. */
const LANE_CHARS = 8 * 1024 * 1024;

/** True for plain data without long texts: the same after it was JSON. */
export function isSmall(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= TEXT_CHARS;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isSmall);
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const key in value) if (!isSmall((value as { [key: string]: unknown })[key])) return false;
  return true;
}

/** The messages of a text: lists that begin with a number and have so many items; `undefined` when it is none of ours. */
export function readLane<T extends LaneCall | LaneAnswer>(text: string, items: T['length']): readonly T[] | undefined {
  if (text.length > LANE_CHARS) return undefined;
  try {
    const messages = JSON.parse(text) as T[];
    const ours = (message: unknown) =>
      Array.isArray(message) && message.length === items && typeof message[0] === 'number';
    return Array.isArray(messages) && messages.every(ours) ? messages : undefined;
  } catch {
    return undefined;
  }
}

export interface LaneOptions {
  /** Whether more will be sent at once, so that what is there may wait for it. */
  readonly hold?: () => boolean;
  /** So many are sent without waiting for more. Default: any number. */
  readonly most?: number;
  /** Runs a flush soon, whatever happens. Default: when the present turn is over. */
  readonly later?: (flush: () => void) => void;
}

/** The sending end of either side. */
export class Lane<T extends LaneCall | LaneAnswer> {
  readonly #port: MessagePort;
  readonly #hold: () => boolean;
  readonly #later: (flush: () => void) => void;
  readonly #most: number;
  #waiting: T[] = [];
  #scheduled = false;

  constructor(port: MessagePort, options: LaneOptions = {}) {
    const { hold = () => true, later = (flush) => queueMicrotask(flush), most = Number.POSITIVE_INFINITY } = options;
    this.#port = port;
    this.#hold = hold;
    this.#later = later;
    this.#most = most;
  }

  /** Sends a message, perhaps with others; their order stays. */
  send(message: T): void {
    this.#waiting.push(message);
    if (!this.#hold() || this.#waiting.length >= this.#most) this.flush();
    else if (!this.#scheduled) {
      this.#scheduled = true;
      this.#later(() => {
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
