import { AbortController, abortError } from './abort.js';
import { formatLine } from './console.js';
import { describe, fault } from './errors.js';
import {
  bind,
  freeze,
  MapClass,
  mapDelete,
  mapGet,
  mapSet,
  PromiseClass,
  parse,
  resolved,
  stringify,
  then,
} from './primordials.js';
import type { Tools } from './tools.js';
import { type GuestLimits, SAY } from './wire.js';

export type Say = (kind: number, id: number, text: string) => void;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

export interface Calls {
  start(id: number, tool: string, simulate: boolean, args: string): Promise<void>;
  abort(id: number, reason: string): void;
  reply(id: number, text: string): void;
  refuse(id: number, text: string): void;
}

/** Runs the calls of one guest. What it keeps is reachable from closures only, never from plugin code. */
export function makeCalls(tools: Tools, limits: GuestLimits, say: Say, enter: (id: number) => void): Calls {
  const controllers = new MapClass<number, AbortController>();
  const waiting = new MapClass<number, Waiting>();
  let inFlight = 0;
  let requests = 0;

  const request = (call: number, method: unknown, args: unknown): Promise<unknown> => {
    if (typeof method !== 'string') return PromiseClass.reject(new TypeError('request takes a capability name'));
    const controller = mapGet(controllers, call);
    if (!controller) return PromiseClass.reject(abortError('the call is over'));
    if (inFlight >= limits.requestsInFlight) {
      return PromiseClass.reject(fault('CAPABILITY_LIMIT', `more than ${limits.requestsInFlight} requests at once`));
    }
    let text: string | undefined;
    try {
      text = stringify([method, args === undefined ? null : args]);
    } catch (error) {
      return PromiseClass.reject(error);
    }
    if (text.length > limits.requestChars) {
      return PromiseClass.reject(fault('CAPABILITY_LIMIT', `a request of more than ${limits.requestChars} characters`));
    }
    const id = ++requests;
    inFlight += 1;
    return new PromiseClass((resolve, reject) => {
      mapSet(waiting, id, { resolve, reject });
      say(SAY.request, call, stringify([id, text]));
    });
  };

  const context = (id: number, controller: AbortController) =>
    freeze({
      signal: controller.signal,
      log: (...values: unknown[]) => say(SAY.log, id, `info ${formatLine(values, limits)}`),
      // Answers a promise, so that `await ctx.progress(…)` is also the point where an abort gets in.
      progress: (value: unknown) => {
        const { done, total, label } = (
          typeof value === 'object' && value !== null ? value : { done: value }
        ) as Record<string, unknown>;
        const report = { done: Number(done), total: total === undefined ? undefined : Number(total), label };
        if (label !== undefined) report.label = formatLine([label], limits);
        say(SAY.progress, id, stringify(report));
        return resolved;
      },
      request: (method: unknown, args: unknown) => request(id, method, args),
    });

  const settle = (id: number) => mapDelete(controllers, id);

  return {
    async start(id, name, simulate, args) {
      let text: string | undefined;
      try {
        const tool = tools.get(name);
        const body = simulate ? (tool?.simulate ?? tool?.exec) : tool?.exec;
        if (!body) throw fault('TOOL_NOT_FOUND', `no tool ${name}`);
        const controller = new AbortController();
        mapSet(controllers, id, controller);
        enter(id);
        // Called by a job and not from here, so that a stack trace in the plugin shows the plugin only.
        const value = await then(
          resolved,
          bind(body, undefined, parse(args), context(id, controller)) as () => unknown,
        );
        if (typeof value === 'function' || typeof value === 'symbol') {
          throw fault('TOOL_RESULT_UNSERIALIZABLE', `a ${typeof value} is not JSON`, true);
        }
        try {
          text = stringify(value);
        } catch (error) {
          settle(id);
          say(SAY.failed, id, describe(error, limits, 'TOOL_RESULT_UNSERIALIZABLE'));
          return;
        }
        if (text !== undefined && text.length > limits.resultChars) {
          throw fault('TOOL_RESULT_TOO_LARGE', `the result takes ${text.length} characters of ${limits.resultChars}`);
        }
      } catch (error) {
        settle(id);
        say(SAY.failed, id, describe(error, limits));
        return;
      }
      settle(id);
      say(SAY.done, id, text ?? '');
    },
    abort(id, reason) {
      mapGet(controllers, id)?.abort(abortError(reason));
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
  };
}
