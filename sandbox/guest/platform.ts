import { PARTS, type Part } from './globals.js';
import { create, defineProperty, getOwn, has, keys, parse, slice, stringify } from './primordials.js';
import { type GuestLimits, NATIVE } from './wire.js';

/** The host function for questions: answered at once. */
export type Ask = (op: number, text: string, buffer: unknown, offset: number, length: number) => unknown;

/** What a part may do when the guest's state changes. */
export interface Hooks {
  /** A call begins. */
  opened?: () => void;
  /** A call has ended. */
  closed?: () => void;
  /** The first timer is due. */
  timers?: () => void;
}

/** What each part is made with. */
export interface Kit {
  /** Asks the host and returns the text or the `ArrayBuffer` it answers. @throws the error that it answers. */
  readonly ask: (op: number, text: string, buffer?: ArrayBuffer, offset?: number, length?: number) => unknown;
  /** Calls one of the host's pure functions with JSON. */
  readonly compute: (name: string, ...input: unknown[]) => unknown;
  /** Starts one of the host's computations that take time; resolves to a value, or to an `ArrayBuffer`. */
  readonly start: (
    name: string,
    input: unknown,
    bytes?: ArrayBuffer,
    offset?: number,
    length?: number,
  ) => Promise<unknown>;
  /** What another part has made, by its globals' names. */
  readonly use: (part: Part) => Made;
  /** A request to the outside, as `ctx.request` sends it. */
  readonly request: (method: string, args: unknown) => Promise<unknown>;
  /** Writes a line of the log. */
  readonly log: (level: 'debug' | 'info' | 'warn' | 'error', values: unknown[]) => void;
  readonly limits: GuestLimits;
  readonly hooks: Hooks;
}

/** What a part makes, by name: its globals, and what only other parts use. */
export interface Made {
  // biome-ignore lint/suspicious/noExplicitAny: classes that the language's own types do not know.
  readonly [name: string]: any;
}

/** The function that a part's file exports as `make`. */
export type MakePart = (kit: Kit) => Made;

export interface Platform {
  readonly use: (part: Part) => Made;
  readonly ask: Kit['ask'];
  /** An error of the host's: of the language's class of that name, or a `DOMException`. */
  readonly errorOf: (name: string, message: string) => unknown;
  /** An error as the console shows it. */
  readonly showError: (error: object) => string;
  readonly hooks: Hooks;
}

// Parts come from the worker's own bundle, as text, by the one function that takes text.
// biome-ignore lint/security/noGlobalEval: it runs inside the guest, on our own source
const evaluate = globalThis.eval as (source: string) => unknown;

/** Defines the globals of all parts, each made at its first use, and answers a way to make one earlier. */
export function makePlatform(ask: Ask, rest: Omit<Kit, 'ask' | 'compute' | 'use' | 'hooks'>): Platform {
  const hooks: Hooks = {};
  const made = create(null as never) as { [part: string]: Made };
  /** Globals of the plugin's own in place of ours. */
  const replaced = create(null as never) as { [name: string]: true };
  const question: Kit['ask'] = (op, text, buffer, offset = 0, length = -1) => {
    const answer = ask(op, text, buffer, offset, length);
    if (typeof answer !== 'string') return answer;
    if (answer[0] === '=') return slice(answer, 1);
    // A text with NUL comes as JSON.
    if (answer[0] !== '!') return parse(answer);
    const [name, message] = parse(slice(answer, 1)) as [string, string];
    throw errorOf(name, message);
  };
  const errorOf = (name: string, message: string): unknown => {
    if (name === 'TypeError') return new TypeError(message);
    if (name === 'RangeError') return new RangeError(message);
    return new (use('events').DOMException)(message, name);
  };

  const use = (part: Part): Made => {
    const known = made[part];
    if (known) return known;
    const source = question(NATIVE.part, part) as string;
    const make = evaluate(source) as MakePart;
    question(NATIVE.part, '');
    const now = make(kit);
    made[part] = now;
    const names = PARTS[part];
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string;
      const value: unknown = now[name];
      // Whatever the bundler has called it.
      if (typeof value === 'function') defineProperty(value, 'name', { value: name, configurable: true });
      if (has(now, name)) {
        if (!replaced[name]) define(name, value);
      }
      // What this browser cannot give is not there, so that a library that looks for it finds nothing.
      else if (getOwn(globalThis, name)?.get) delete (globalThis as { [name: string]: unknown })[name];
    }
    return now;
  };
  const kit: Kit = {
    ...rest,
    ask: question,
    compute: (name, ...input) => parse(question(NATIVE.compute, stringify([name, ...input])) as string),
    use,
    hooks,
  };

  const parts = keys(PARTS) as Part[];
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as Part;
    for (let k = 0; k < PARTS[part].length; k++) {
      const name = PARTS[part][k] as string;
      if (has(globalThis, name)) continue;
      defineProperty(globalThis, name, {
        get: () => use(part)[name],
        set: (value: unknown) => {
          replaced[name] = true;
          define(name, value);
        },
        configurable: true,
        enumerable: false,
      });
    }
  }
  const showError = (error: object): string => (use('console').inspect as (value: object) => string)(error);
  return { use, ask: question, errorOf, showError, hooks };
}

const define = (name: string, value: unknown): void =>
  void defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
