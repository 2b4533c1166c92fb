import { makeGroups } from './capabilities.js';
import { type Context, makeContext, makePlain } from './context.js';
import { abortError, describe, fault, isError } from './errors.js';
import { formatLine } from './log-line.js';
import type { Kit, Platform } from './platform.js';
import {
  bind,
  ErrorClass,
  MapClass,
  mapClear,
  mapDelete,
  mapGet,
  mapSet,
  PromiseClass,
  parse,
  push,
  rejected,
  slice,
  stringify,
  TypeErrorClass,
  toText,
} from './primordials.js';
import { callSoon } from './promises.js';
import type { Tools } from './tools.js';
import { type GuestLimits, NATIVE, SAY } from './wire.js';

export type Say = (kind: number, id: number, text: string) => void;

interface Controller {
  readonly signal: object;
  abort(reason: unknown): void;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

export interface Calls {
  /** Says what the next call's `ctx` holds beyond the guest API, as JSON text. */
  context(text: string): void;
  start(id: number, tool: string, simulate: boolean, args: string): void;
  abort(id: number, reason: string): void;
  reply(id: number, text: string): void;
  refuse(id: number, text: string): void;
  /** A request to the outside, for the open call. */
  request(method: string, args: unknown): Promise<unknown>;
  /** Starts a computation of the host; also while the plugin loads. */
  compute: Kit['start'];
  computed(id: number, text: string): void;
  /** The host has processed its messages: calls that await a progress report continue. */
  tick(): void;
}

/** Runs the calls of one guest, one at a time. Its state is reachable from closures only, never from plugin code. */
export function makeCalls(
  tools: Tools,
  limits: GuestLimits,
  say: Say,
  api: { readonly [name: string]: unknown },
  enter: (id: number) => void,
  platform: () => Platform,
): Calls {
  const waiting = new MapClass<number, Waiting>();
  let inFlight = 0;
  let requests = 0;
  let computing = 0;
  /** Computations that wait for one to end, and the next of them. */
  let queue: (() => void)[] = [];
  let next = 0;
  const startNext = (): void => {
    const start = queue[next];
    if (!start) return;
    next += 1;
    if (next === queue.length) {
      queue = [];
      next = 0;
    }
    start();
  };
  let ticking: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

  /** One promise for all that wait for the host's next turn. */
  const nextTick = (): Promise<void> => {
    if (!ticking) {
      let resolve: () => void = () => {};
      const promise = new PromiseClass<void>((done) => {
        resolve = done;
      });
      ticking = { promise, resolve };
    }
    return ticking.promise;
  };

  const request = (call: number, method: unknown, args: unknown): Promise<unknown> => {
    if (typeof method !== 'string') return rejected(new TypeErrorClass('request takes a capability name'));
    if (call === 0) return rejected(fault('CAPABILITY_DENIED', `${method}: a plugin asks for nothing while it loads`));
    if (call !== open) return rejected(abortError('the call is over'));
    if (inFlight >= limits.requestsInFlight) {
      return rejected(fault('CAPABILITY_LIMIT', `more than ${limits.requestsInFlight} requests at once`));
    }
    let text: string | undefined;
    try {
      text = stringify([method, args === undefined ? null : args]);
    } catch (error) {
      return rejected(error);
    }
    if (text.length > limits.requestChars) {
      return rejected(fault('CAPABILITY_LIMIT', `a request of more than ${limits.requestChars} characters`));
    }
    const id = ++requests;
    inFlight += 1;
    return new PromiseClass((resolve, reject) => {
      mapSet(waiting, id, { resolve, reject });
      say(SAY.request, call, stringify([id, text]));
    });
  };

  /** The call that is open; zero between calls. */
  let open = 0;
  let latest = 0;
  /** Its controller, made at its first use: most tools use none. */
  let controller: Controller | undefined;
  let aborted: Error | undefined;
  const signal = (): object => {
    if (!controller) {
      const made: Controller = new (platform().use('events').AbortController)();
      if (aborted) made.abort(aborted);
      controller = made;
    }
    return controller.signal;
  };

  // One call at a time: each request belongs to the open one.
  const groups = makeGroups((method, args) => request(latest, method, args));
  const functions = {
    ...api,
    log: (...values: unknown[]) => say(SAY.log, latest, `info ${formatLine(values, limits, platform().showError)}`),
    // Answers a promise, so that `await ctx.progress(…)` is also the point where an abort gets in.
    progress: (value: unknown) => {
      const { done, total, label } = (typeof value === 'object' && value !== null ? value : { done: value }) as Record<
        string,
        unknown
      >;
      const report = { done: Number(done), total: total === undefined ? undefined : Number(total), label };
      if (label !== undefined) report.label = formatLine([label], limits);
      say(SAY.progress, latest, stringify(report));
      return nextTick();
    },
    request: (method: unknown, args: unknown) => request(latest, method, args),
  };
  const shared = {
    groups,
    functions,
    signal,
    request: (method: string, args: unknown) => request(latest, method, args),
  };
  const plain = makePlain(shared);

  /** Ends a call and drops its requests that were not awaited. */
  const settle = (id: number, kind: number, text: string): void => {
    open = 0;
    if (inFlight + computing > 0) mapClear(waiting);
    inFlight = 0;
    computing = 0;
    queue = [];
    next = 0;
    platform().hooks.closed?.();
    say(kind, id, text);
  };
  const refuse = (id: number, code: string, error: unknown) => settle(id, SAY.failed, describe(error, limits, code));

  const tellActivated = (id: number, made: Context | undefined): void => {
    const added = made?.activated();
    if (added !== undefined) say(SAY.activated, id, added);
  };

  const finish = (id: number, made: Context, value: unknown): void => {
    tellActivated(id, made);
    if (isError(value)) {
      settle(id, SAY.failed, describe(value, limits));
      return;
    }
    if (typeof value === 'function' || typeof value === 'symbol') {
      refuse(id, 'TOOL_RESULT_UNSERIALIZABLE', new TypeErrorClass(`a ${typeof value} is not JSON`));
      return;
    }
    let result: string | undefined;
    try {
      result = stringify(value);
    } catch (error) {
      refuse(id, 'TOOL_RESULT_UNSERIALIZABLE', error);
      return;
    }
    if (result !== undefined && result.length > limits.resultChars) {
      if (made.inRun && (value as { ok?: unknown }).ok !== false) {
        settle(id, SAY.cut, slice(typeof value === 'string' ? value : result, 0, limits.errorMessageChars));
        return;
      }
      const what = `the result takes ${result.length} characters of ${limits.resultChars}`;
      refuse(id, 'TOOL_RESULT_TOO_LARGE', new ErrorClass(what));
      return;
    }
    settle(id, SAY.done, result ?? '');
  };

  let contextText = '';

  return {
    context(text) {
      contextText = text;
    },
    start(id, name, simulate, args) {
      const text = contextText;
      contextText = '';
      latest = id;
      open = id;
      controller = undefined;
      aborted = undefined;
      let made: Context | undefined;
      const fail = (error: unknown): void => {
        tellActivated(id, made);
        settle(id, SAY.failed, describe(error, limits));
      };
      const tool = tools.get(name);
      const body = simulate ? tool?.simulate : tool?.exec;
      if (!body) {
        fail(fault('TOOL_NOT_FOUND', `no tool ${name}`));
        return;
      }
      enter(id);
      platform().hooks.opened?.();
      try {
        const now = text === '' ? plain : makeContext(text, shared);
        made = now;
        const call = bind(body, undefined, parse(args), now.ctx, now.ctx) as () => unknown;
        callSoon(call, (value) => finish(id, now, value), fail);
      } catch (error) {
        fail(error);
      }
    },
    abort(id, reason) {
      if (id !== open || aborted) return;
      aborted = abortError(reason);
      controller?.abort(aborted);
    },
    reply(id, text) {
      const entry = mapGet(waiting, id);
      if (!entry) return;
      mapDelete(waiting, id);
      inFlight -= 1;
      entry.resolve(text === '' ? undefined : parse(text));
    },
    refuse(id, text) {
      const entry = mapGet(waiting, id);
      if (!entry) return;
      mapDelete(waiting, id);
      inFlight -= 1;
      const { code, message } = parse(text) as { code: string; message: string };
      entry.reject(fault(code, message));
    },
    request: (method, args) => request(latest, method, args),
    compute(name, input, bytes, offset = 0, length = bytes?.byteLength ?? -1) {
      return new PromiseClass((resolve, reject) => {
        const start = (): void => {
          const id = ++requests;
          computing += 1;
          mapSet(waiting, id, { resolve, reject });
          try {
            platform().ask(NATIVE.start, stringify([id, name, input]), bytes, offset, length);
          } catch (error) {
            computing -= 1;
            mapDelete(waiting, id);
            reject(error);
          }
        };
        if (computing < limits.requestsInFlight) start();
        else push(queue, start);
      });
    },
    computed(id, text) {
      const entry = mapGet(waiting, id);
      if (!entry) return;
      mapDelete(waiting, id);
      computing -= 1;
      startNext();
      const end = parse(text) as [kind: number, value?: unknown, message?: string];
      if (end[0] === 0) entry.resolve(platform().ask(NATIVE.take, toText(id)));
      else if (end[0] === 1) entry.resolve(end[1]);
      else entry.reject(platform().errorOf(end[1] as string, end[2] as string));
    },
    tick() {
      const { resolve } = ticking ?? {};
      ticking = undefined;
      resolve?.();
    },
  };
}
