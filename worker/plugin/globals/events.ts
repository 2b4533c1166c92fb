import type { Listener, Own } from './own.js';

interface EventInitShape {
  bubbles?: boolean;
  cancelable?: boolean;
  composed?: boolean;
}
interface EventShape {
  readonly type: string;
  readonly target: EventTarget | null;
  readonly currentTarget: EventTarget | null;
  /** @deprecated Use `target`. */
  readonly srcElement: EventTarget | null;
  readonly eventPhase: number;
  readonly bubbles: boolean;
  readonly cancelable: boolean;
  readonly composed: boolean;
  readonly defaultPrevented: boolean;
  readonly isTrusted: boolean;
  readonly timeStamp: number;
  /** @deprecated Use `stopPropagation`. */
  cancelBubble: boolean;
  /** @deprecated Use `preventDefault`. */
  returnValue: boolean;
  composedPath(): EventTarget[];
  preventDefault(): void;
  stopPropagation(): void;
  stopImmediatePropagation(): void;
  /** @deprecated Give the constructor its options. */
  initEvent(type: string, bubbles?: boolean, cancelable?: boolean): void;
  readonly NONE: 0;
  readonly CAPTURING_PHASE: 1;
  readonly AT_TARGET: 2;
  readonly BUBBLING_PHASE: 3;
}
interface EventClass {
  prototype: Event;
  new (type: string, init?: EventInit): Event;
  readonly NONE: 0;
  readonly CAPTURING_PHASE: 1;
  readonly AT_TARGET: 2;
  readonly BUBBLING_PHASE: 3;
}
interface ListenerOptions {
  readonly capture?: boolean;
  readonly once?: boolean;
  readonly passive?: boolean;
  readonly signal?: AbortSignal;
}
interface EventTargetShape {
  addEventListener(type: string, listener: Listener | null, options?: ListenerOptions | boolean): void;
  removeEventListener(
    type: string,
    listener: Listener | null,
    options?: { readonly capture?: boolean } | boolean,
  ): void;
  /** False where a listener has prevented the default. */
  dispatchEvent(event: Event): boolean;
}
interface CustomEventShape<T> extends Event {
  readonly detail: T;
  /** @deprecated Give the constructor its options. */
  initCustomEvent(type: string, bubbles?: boolean, cancelable?: boolean, detail?: T): void;
}
interface ErrorEventShape extends Event {
  readonly message: string;
  readonly filename: string;
  readonly lineno: number;
  readonly colno: number;
  readonly error: any;
}
interface MessageEventShape<T> extends Event {
  readonly data: T;
  readonly origin: string;
  readonly lastEventId: string;
  readonly source: null;
  readonly ports: readonly never[];
}
interface PromiseRejectionEventShape extends Event {
  readonly promise: Promise<any>;
  readonly reason: any;
}

declare global {
  interface EventInit extends Own<EventInitShape> {}
  interface Event extends Own<EventShape> {}
  interface EventTarget extends Own<EventTargetShape> {}
  interface CustomEvent<T = any> extends Own<CustomEventShape<T>> {}
  interface ErrorEvent extends Own<ErrorEventShape> {}
  interface MessageEvent<T = any> extends Own<MessageEventShape<T>> {}
  interface PromiseRejectionEvent extends Own<PromiseRejectionEventShape> {}

  var Event: typeof globalThis extends { onmessage: unknown; Event: infer T } ? T : EventClass;
  var EventTarget: typeof globalThis extends { onmessage: unknown; EventTarget: infer T }
    ? T
    : { prototype: EventTarget; new (): EventTarget };
  var CustomEvent: typeof globalThis extends { onmessage: unknown; CustomEvent: infer T }
    ? T
    : Omit<EventClass, 'prototype'> & {
        prototype: CustomEvent;
        new <T = any>(type: string, init?: EventInit & { detail?: T }): CustomEvent<T>;
      };
  var ErrorEvent: typeof globalThis extends { onmessage: unknown; ErrorEvent: infer T }
    ? T
    : Omit<EventClass, 'prototype'> & {
        prototype: ErrorEvent;
        new (type: string, init?: EventInit & Partial<Omit<ErrorEventShape, keyof Event>>): ErrorEvent;
      };
  var MessageEvent: typeof globalThis extends { onmessage: unknown; MessageEvent: infer T }
    ? T
    : Omit<EventClass, 'prototype'> & {
        prototype: MessageEvent;
        new <T = any>(type: string, init?: EventInit & { data?: T; origin?: string }): MessageEvent<T>;
      };
  var PromiseRejectionEvent: typeof globalThis extends { onmessage: unknown; PromiseRejectionEvent: infer T }
    ? T
    : Omit<EventClass, 'prototype'> & {
        prototype: PromiseRejectionEvent;
        new (type: string, init: EventInit & { promise: Promise<any>; reason?: any }): PromiseRejectionEvent;
      };
}
