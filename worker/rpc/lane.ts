/**
 * Small messages of Comlink's, several of them in one text: a text crosses threads at half the price of the objects it
 * stands for, and a batch of calls costs one message. Large ones, and those with ports, go as they are.
 */

/** A call of Comlink's: id, method, input, signal; or an answer: id, value. */
type Short =
  | readonly [id: string, method: string, input: unknown, signal: unknown]
  | readonly [id: string, value: unknown];

interface Message {
  readonly id?: string;
  readonly type?: string;
  readonly path?: readonly string[];
  readonly argumentList?: readonly { readonly type: string; readonly value: unknown }[];
  readonly value?: unknown;
}

/** Longer texts inside a message are copied by the browser at no price. */
const TEXT_CHARS = 4_096;
/** Longest text that an honest sender makes: the messages of one moment, each of them small. */
const LANE_CHARS = 8 * 1024 * 1024;

/** True for plain data without long texts: the same after it was JSON. */
function isSmall(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= TEXT_CHARS;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isSmall);
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const key in value) if (!isSmall((value as { [key: string]: unknown })[key])) return false;
  return true;
}

function shorten({ id, type, path, argumentList, value }: Message): Short | undefined {
  if (id === undefined) return undefined;
  if (type === 'RAW') return isSmall(value) ? [id, value] : undefined;
  const [input, signal] = argumentList ?? [];
  const method = path?.[0];
  if (type !== 'APPLY' || method === undefined || input?.type !== 'RAW' || !isSmall(input.value)) return undefined;
  return [id, method, input.value, signal?.value];
}

function lengthen(short: unknown): Message | undefined {
  if (!Array.isArray(short) || typeof short[0] !== 'string') return undefined;
  if (short.length === 2) return { id: short[0], type: 'RAW', value: short[1] };
  const [id, method, input, signal] = short;
  const argumentList = [input, signal].map((value) => ({ type: 'RAW', value }));
  return { id, type: 'APPLY', path: [method], argumentList };
}

/** The messages of a text; `undefined` when it is none of ours. */
export function readLane(text: string): readonly Message[] | undefined {
  if (text.length > LANE_CHARS) return undefined;
  try {
    const messages = (JSON.parse(text) as unknown[]).map(lengthen);
    return messages.every((message) => message !== undefined) ? messages : undefined;
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

/** The sending end. */
export class Lane {
  readonly #port: MessagePort;
  readonly #hold: () => boolean;
  readonly #later: (flush: () => void) => void;
  readonly #most: number;
  #waiting: Short[] = [];
  #scheduled = false;

  constructor(
    port: MessagePort,
    { hold = () => true, later = (flush) => queueMicrotask(flush), most = Number.POSITIVE_INFINITY }: LaneOptions,
  ) {
    this.#most = most;
    this.#port = port;
    this.#hold = hold;
    this.#later = later;
  }

  /** Sends a message, perhaps with others; their order stays. */
  send(message: Message, transfer: Transferable[] = []): void {
    const short = transfer.length === 0 ? shorten(message) : undefined;
    if (!short) {
      this.flush();
      this.#port.postMessage(message, transfer);
      return;
    }
    this.#waiting.push(short);
    if (!this.#hold() || this.#waiting.length >= this.#most) this.flush();
    else if (!this.#scheduled) {
      this.#scheduled = true;
      this.#later(() => {
        this.#scheduled = false;
        this.flush();
      });
    }
  }

  flush(): void {
    if (this.#waiting.length === 0) return;
    const text = JSON.stringify(this.#waiting);
    this.#waiting = [];
    this.#port.postMessage(text);
  }
}
