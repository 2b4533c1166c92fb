import type { MakePart } from '../platform.js';

/** `MessageChannel`, by the HTML standard, for two parts of one plugin: both ports are in the guest, and each message is a task. */
export const make: MakePart = (kit) => {
  const { EventTarget, MessageEvent, Event, dispatch, handler } = kit.use('events');
  const { structuredClone } = kit.use('clone');
  const { post } = kit.use('timers');
  const own = {};
  let entangle: (one: MessagePort, other: MessagePort) => void = () => {};

  class MessagePort extends EventTarget {
    #other: MessagePort | undefined;
    /** What came before `start()`; nothing of it is lost where there is no room for its tasks. */
    #waiting: unknown[] | undefined = [];
    #closed = false;

    static {
      entangle = (one, other) => {
        one.#other = other;
        other.#other = one;
      };
    }

    constructor(key?: unknown) {
      if (key !== own) throw new TypeError('a MessagePort comes from a MessageChannel');
      super();
    }

    postMessage(...given: unknown[]): void {
      if (given.length === 0) throw new TypeError('postMessage needs a message');
      const [message, options] = given as [unknown, { readonly [Symbol.iterator]?: unknown } | undefined];
      const data = structuredClone(message, options?.[Symbol.iterator] ? { transfer: options } : options);
      if (this.#other) this.#other.#take(data);
    }

    start(): void {
      const came = this.#waiting ?? [];
      for (; came.length > 0; came.shift()) this.#deliver(came[0]);
      this.#waiting = undefined;
    }

    close(): void {
      this.#closed = true;
      const other = this.#other;
      this.#other = undefined;
      if (!other) return;
      other.#other = undefined;
      post(() => dispatch(other, new Event('close')));
    }

    #take(data: unknown): void {
      if (this.#waiting) this.#waiting.push(data);
      else this.#deliver(data);
    }

    #deliver(data: unknown): void {
      post(() => this.#closed || dispatch(this, new MessageEvent('message', { data })));
    }

    get [Symbol.toStringTag](): string {
      return 'MessagePort';
    }
  }
  for (const type of ['message', 'messageerror', 'close']) handler(MessagePort.prototype, type);
  const { get, set } = Object.getOwnPropertyDescriptor(
    MessagePort.prototype,
    'onmessage',
  ) as Required<PropertyDescriptor>;
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    ...{ get, configurable: true, enumerable: true },
    set(this: MessagePort, value: unknown) {
      set.call(this, value);
      this.start();
    },
  });

  class MessageChannel {
    readonly #ports = [new MessagePort(own), new MessagePort(own)] as const;
    constructor() {
      entangle(...this.#ports);
    }
    get port1(): MessagePort {
      return this.#ports[0];
    }
    get port2(): MessagePort {
      return this.#ports[1];
    }
    get [Symbol.toStringTag](): string {
      return 'MessageChannel';
    }
  }
  return { MessageChannel, MessagePort };
};
