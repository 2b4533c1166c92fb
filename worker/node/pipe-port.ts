/** Taken before the realm of a tool worker loses it. */
const { setImmediate } = globalThis;

/** A listener of a port, as the `onmessage` of one. */
type Listener = ((event: { readonly data: unknown }) => void) | null;

/**
 * The face of a `MessagePort` on one channel of a pipe. What is posted is written at once, in the turn of its sender: a guest that
 * computes lets no message of a real port leave its thread.
 */
export class PipePort {
  onmessageerror: Listener = null;
  readonly #write: (messages: readonly unknown[]) => void;
  readonly #closed = new Set<() => void>();
  /** What has come and waits for a listener. */
  readonly #queue: unknown[] = [];
  #listener: Listener = null;
  #busy = false;
  #open = true;

  /** `write`: sends a list of one message, or an empty one for the end. */
  constructor(write: (messages: readonly unknown[]) => void) {
    this.#write = write;
  }

  get onmessage(): Listener {
    return this.#listener;
  }

  set onmessage(listener: Listener) {
    this.#listener = listener;
    this.#next();
  }

  postMessage(message: unknown): void {
    if (this.#open) this.#write([message]);
  }

  addEventListener(type: string, listener: () => void): void {
    if (type === 'close') this.#closed.add(listener);
  }

  removeEventListener(_type: string, listener: () => void): void {
    this.#closed.delete(listener);
  }

  start(): void {}

  close(): void {
    if (!this.#open) return;
    this.ended();
    this.#write([]);
  }

  /** A message has come. */
  receive(data: unknown): void {
    this.#queue.push(data);
    this.#next();
  }

  /** Each message is delivered in a turn of its own, as those of a real port. */
  #next(): void {
    if (this.#busy || !this.#listener || this.#queue.length === 0) return;
    this.#busy = true;
    setImmediate(() => {
      this.#busy = false;
      const data = this.#queue.shift();
      this.#listener?.({ data });
      this.#next();
    });
  }

  /** The other end has closed. */
  ended(): void {
    if (!this.#open) return;
    this.#open = false;
    for (const listener of [...this.#closed]) listener();
  }
}
