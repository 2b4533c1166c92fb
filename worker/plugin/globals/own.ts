/** Types of the guest's globals give way where a page's are loaded: in a project whose `lib` has the DOM, everything is the DOM's. */
export type Own<Shape> = typeof globalThis extends { onmessage: unknown } ? {} : Shape;

/** Bytes, as most functions take them. */
export type Bytes = ArrayBufferView | ArrayBuffer;

/** Who hears an event. */
export type Listener<E extends Event = Event> = ((event: E) => void) | { handleEvent(event: E): void };
