interface EventInit {
  readonly bubbles?: boolean;
  readonly cancelable?: boolean;
  readonly composed?: boolean;
}

/** What `EventTarget` changes of an event while it is dispatched. */
export interface Dispatch {
  target: object | null;
  current: object | null;
  dispatching: boolean;
  stopped: boolean;
  passive: boolean;
}

/** Returns the state of an event's dispatch. @throws a TypeError for anything that is no event. */
export let dispatchOf: (event: Event) => Dispatch;

const read = (init: unknown, name: string): unknown =>
  init === null || init === undefined ? undefined : (init as Record<string, unknown>)[name];

/** Events that the platform itself has made. */
const trusted = new WeakSet<Event>();
/** An own property of each event, so that no class can say otherwise. */
const IS_TRUSTED = {
  get(this: Event): boolean {
    return trusted.has(this);
  },
  enumerable: true,
};
/** Says whether an event is the platform's own. */
export function trust(event: Event, own: boolean): void {
  if (own) trusted.add(event);
  else trusted.delete(event);
}

/** An event of the DOM standard, without a tree: its path is its target. */
export class Event {
  static readonly NONE = 0;
  static readonly CAPTURING_PHASE = 1;
  static readonly AT_TARGET = 2;
  static readonly BUBBLING_PHASE = 3;
  #type: string;
  #bubbles: boolean;
  #cancelable: boolean;
  readonly #composed: boolean;
  readonly #time = Date.now();
  #prevented = false;
  #halted = false;
  readonly #dispatch: Dispatch = { target: null, current: null, dispatching: false, stopped: false, passive: false };

  constructor(type: string, init?: EventInit) {
    if (arguments.length === 0) throw new TypeError('Event needs a type');
    if (init !== undefined && init !== null && typeof init !== 'object' && typeof init !== 'function') {
      throw new TypeError('the options of an event are an object');
    }
    this.#type = `${type}`;
    this.#bubbles = Boolean(read(init, 'bubbles'));
    this.#cancelable = Boolean(read(init, 'cancelable'));
    this.#composed = Boolean(read(init, 'composed'));
    Object.defineProperty(this, 'isTrusted', IS_TRUSTED);
  }

  static {
    dispatchOf = (event) => event.#dispatch;
  }

  get type(): string {
    return this.#type;
  }
  get target(): object | null {
    return this.#dispatch.target;
  }
  get srcElement(): object | null {
    return this.#dispatch.target;
  }
  get currentTarget(): object | null {
    return this.#dispatch.current;
  }
  get eventPhase(): number {
    return this.#dispatch.current ? Event.AT_TARGET : Event.NONE;
  }
  get bubbles(): boolean {
    return this.#bubbles;
  }
  get cancelable(): boolean {
    return this.#cancelable;
  }
  get composed(): boolean {
    return this.#composed;
  }
  get defaultPrevented(): boolean {
    return this.#prevented;
  }
  declare readonly isTrusted: boolean;
  get timeStamp(): number {
    return this.#time;
  }
  get cancelBubble(): boolean {
    return this.#halted;
  }
  set cancelBubble(value: boolean) {
    if (value) this.#halted = true;
  }
  get returnValue(): boolean {
    return !this.#prevented;
  }
  set returnValue(value: boolean) {
    if (!value) this.preventDefault();
  }

  composedPath(): object[] {
    const { current } = this.#dispatch;
    return current ? [current] : [];
  }
  stopPropagation(): void {
    this.#halted = true;
  }
  stopImmediatePropagation(): void {
    this.#halted = true;
    this.#dispatch.stopped = true;
  }
  preventDefault(): void {
    if (this.#cancelable && !this.#dispatch.passive) this.#prevented = true;
  }
  initEvent(type: string, bubbles = false, cancelable = false): void {
    if (this.#dispatch.dispatching) return;
    [this.#type, this.#bubbles, this.#cancelable] = [`${type}`, Boolean(bubbles), Boolean(cancelable)];
    this.#prevented = false;
    this.#halted = false;
    this.#dispatch.stopped = false;
    this.#dispatch.target = null;
  }
  get [Symbol.toStringTag](): string {
    return this.constructor === Event ? 'Event' : this.constructor.name;
  }
}
['NONE', 'CAPTURING_PHASE', 'AT_TARGET', 'BUBBLING_PHASE'].forEach((name, value) => {
  for (const target of [Event, Event.prototype])
    Object.defineProperty(target, name, { value, enumerable: true, writable: false });
});

/** An event with something to say. */
export class CustomEvent extends Event {
  #detail: unknown;
  constructor(type: string, init?: EventInit & { readonly detail?: unknown }) {
    super(type, init);
    this.#detail = init?.detail ?? null;
  }
  get detail(): unknown {
    return this.#detail;
  }
  initCustomEvent(type: string, bubbles = false, cancelable = false, detail: unknown = null): void {
    this.initEvent(type, bubbles, cancelable);
    this.#detail = detail;
  }
}

/** An error that nobody caught. */
export class ErrorEvent extends Event {
  readonly #init: Record<string, unknown>;
  constructor(type: string, init: EventInit & Record<string, unknown> = {}) {
    super(type, init);
    this.#init = { ...init };
  }
  get message(): string {
    return `${this.#init.message ?? ''}`;
  }
  get filename(): string {
    return `${this.#init.filename ?? ''}`;
  }
  get lineno(): number {
    return Number(this.#init.lineno ?? 0);
  }
  get colno(): number {
    return Number(this.#init.colno ?? 0);
  }
  get error(): unknown {
    return this.#init.error;
  }
}

/** A message of a port. */
export class MessageEvent extends Event {
  readonly #init: Record<string, unknown>;
  constructor(type: string, init: EventInit & Record<string, unknown> = {}) {
    super(type, init);
    this.#init = { ...init };
  }
  get data(): unknown {
    return this.#init.data ?? null;
  }
  get origin(): string {
    return `${this.#init.origin ?? ''}`;
  }
  get lastEventId(): string {
    return `${this.#init.lastEventId ?? ''}`;
  }
  get source(): unknown {
    return this.#init.source ?? null;
  }
  get ports(): readonly unknown[] {
    return Object.freeze([...((this.#init.ports as unknown[] | undefined) ?? [])]);
  }
}

/** A promise whose rejection nobody handled. */
export class PromiseRejectionEvent extends Event {
  readonly #init: { readonly promise: Promise<unknown>; readonly reason?: unknown };
  constructor(type: string, init: EventInit & { readonly promise: Promise<unknown>; readonly reason?: unknown }) {
    super(type, init);
    if (!init || !('promise' in init)) throw new TypeError('PromiseRejectionEvent needs a promise');
    this.#init = init;
  }
  get promise(): Promise<unknown> {
    return this.#init.promise;
  }
  get reason(): unknown {
    return this.#init.reason;
  }
}
