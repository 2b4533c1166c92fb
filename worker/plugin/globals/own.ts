/** Types of the guest's globals give way where a page's are loaded: in a project whose `lib` has the DOM, everything is the DOM's. */
export type Own<Shape> = typeof globalThis extends { onmessage: unknown } ? {} : Shape;

/** Bytes, as most functions take them. */
export type Bytes = ArrayBufferView | ArrayBuffer;

/** A listener of an event: a function, or an object that has one. */
export type Listener<E extends Event = Event> = ((event: E) => void) | { handleEvent(event: E): void };
