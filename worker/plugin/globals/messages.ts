import type { Listener, Own } from './own.js';

interface MessagePortShape extends EventTarget {
  /** Setting it starts the port. */
  onmessage: ((this: MessagePort, event: MessageEvent) => any) | null;
  onmessageerror: ((this: MessagePort, event: MessageEvent) => any) | null;
  onclose: ((this: MessagePort, event: Event) => any) | null;
  /** Sends a copy, as `structuredClone` makes it. Ports cannot be transferred. */
  postMessage(message: any, options?: { readonly transfer?: readonly ArrayBuffer[] } | readonly ArrayBuffer[]): void;
  /** Delivers what came, and what comes. */
  start(): void;
  close(): void;
  addEventListener(
    type: 'message',
    listener: Listener<MessageEvent> | null,
    options?: { readonly once?: boolean } | boolean,
  ): void;
  addEventListener(...given: Parameters<EventTarget['addEventListener']>): void;
}
interface MessageChannelShape {
  readonly port1: MessagePort;
  readonly port2: MessagePort;
}

declare global {
  interface MessagePort extends Own<MessagePortShape> {}
  interface MessageChannel extends Own<MessageChannelShape> {}

  var MessagePort: typeof globalThis extends { onmessage: unknown; MessagePort: infer T }
    ? T
    : { prototype: MessagePort };
  /** Two ports, both in the guest. Messages are delivered while a call is open, with timers at most 1,000 at once. */
  var MessageChannel: typeof globalThis extends { onmessage: unknown; MessageChannel: infer T }
    ? T
    : { prototype: MessageChannel; new (): MessageChannel };
}
