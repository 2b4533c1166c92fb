import { type CapabilityReply, type CapabilityRequest, METHOD_CHARS } from '../protocol/capability.js';
import { parseJson, utf8Bytes } from '../protocol/json.js';
import type { Limits } from '../protocol/limits.js';

/** Receives the answers to requests: one guest, which may have ended by then. */
export interface Asker {
  answer(request: number, text: string): void;
  refuse(request: number, code: string, message: string): void;
}

export interface CallPortsOptions {
  /** One port per capability group that this call holds. A group without a port is not granted. */
  readonly ports: { readonly [group: string]: MessagePort };
  /** The reason why a group has no port, where there is a special one. */
  readonly denials: { readonly [group: string]: string };
  readonly limits: Limits;
}

/** Greatest number of refusals that are reported by name, and of denials that are recognised. */
const REFUSED = 32;
/** A method as capabilities have it. A refusal reaches people, so it repeats nothing else of a guest. */
const NAME = /^[\w-]+(\.[\w-]+)*$/;

/** What a guest was denied: the request, and what of it a manifest would have to name. */
export interface Denied {
  readonly method: string;
  readonly host?: string;
  readonly http?: string;
  readonly tool?: string;
}

/** One call's way out: a request goes to the port of its group, or nowhere. The ports are this call's alone and end with it. */
export class CallPorts {
  readonly #options: CallPortsOptions;
  readonly #open = new Map<number, { readonly asker: Asker; readonly group: string; readonly about: Denied }>();
  readonly #revoked = new Map<string, string>();
  /** Requests, and UTF-8 bytes, that have gone out. */
  requests = 0;
  bytesOut = 0;
  /** Names of what was asked for and is not granted. */
  readonly refused = new Set<string>();
  /** The latest denials of this call, by the message of the error that the guest got. */
  readonly #denied = new Map<string, Denied>();

  constructor(options: CallPortsOptions) {
    this.#options = options;
    for (const port of Object.values(options.ports)) port.onmessage = (event) => this.#receive(event.data);
  }

  /** Forwards a request. Its text is the guest's word: `[id, "[method, args]"]`. */
  send(asker: Asker, text: string): void {
    const [request, body] = JSON.parse(text) as [number, string];
    let [method, args]: [string, unknown] = ['', null];
    try {
      [method, args] = parseJson(body) as [string, unknown];
    } catch {
      this.#refuse(
        { asker, about: { method: '' } },
        request,
        'CAPABILITY_DENIED',
        'not granted: a request that is not JSON',
      );
      return;
    }
    if (typeof method !== 'string' || method.length > METHOD_CHARS) {
      asker.refuse(request, 'CAPABILITY_LIMIT', `a method's name is a text of at most ${METHOD_CHARS} characters`);
      return;
    }
    const group = method.split('.', 1)[0] ?? '';
    const message: CapabilityRequest = { request, method, args: JSON.stringify(args) };
    const bytes = utf8Bytes(message.args);
    const denial = this.#denial(group, method, bytes);
    const about = aboutOf(method, args);
    if (denial) {
      if (this.refused.size < REFUSED) this.refused.add(method);
      this.#refuse({ asker, about }, request, ...denial);
      return;
    }
    this.requests += 1;
    this.bytesOut += bytes;
    this.#open.set(request, { asker, group, about });
    this.#options.ports[group]?.postMessage(message);
  }

  /** Returns the denial with this message, if the host issued one during this call. */
  denied(message: string): Denied | undefined {
    return this.#denied.get(message);
  }

  /** Refuses all open and later requests over the port of a group. */
  revoke(group: string, why: string): void {
    this.#revoked.set(group, why);
    for (const [request, open] of this.#open) {
      if (open.group !== group) continue;
      this.#open.delete(request);
      this.#refuse(open, request, 'CAPABILITY_DENIED', `not granted: ${group}: ${why}`);
    }
  }

  /** Closes all ports and drops the open requests. */
  close(): void {
    this.#open.clear();
    for (const port of Object.values(this.#options.ports)) {
      port.onmessage = null;
      port.close();
    }
  }

  #denial(group: string, method: string, bytes: number): [code: string, message: string] | undefined {
    const { ports, denials, limits } = this.#options;
    const revoked = this.#revoked.get(group);
    if (revoked !== undefined) return ['CAPABILITY_DENIED', `not granted: ${group}: ${revoked}`];
    if (!Object.hasOwn(ports, group)) {
      const why = Object.hasOwn(denials, group) ? denials[group] : undefined;
      return ['CAPABILITY_DENIED', `not granted: ${why ?? (NAME.test(method) ? method : 'an unknown capability')}`];
    }
    const over = (what: string, most: number): [string, string] => ['CAPABILITY_LIMIT', `more than ${most} ${what}`];
    if (this.#open.size >= limits.requestsInFlight) return over('requests at once', limits.requestsInFlight);
    if (bytes > limits.requestBytes) return over('bytes in one request', limits.requestBytes);
    if (this.requests >= limits.requestsPerCall) return over('requests in one call', limits.requestsPerCall);
    if (this.bytesOut + bytes > limits.bytesOutPerCall) return over('bytes out in one call', limits.bytesOutPerCall);
    return undefined;
  }

  #receive(reply: CapabilityReply): void {
    const open = this.#open.get(reply.request);
    if (!open) return;
    this.#open.delete(reply.request);
    if ('text' in reply) open.asker.answer(reply.request, reply.text);
    else this.#refuse(open, reply.request, reply.error.code, reply.error.message);
  }

  #refuse(
    open: { readonly asker: Asker; readonly about: Denied },
    request: number,
    code: string,
    message: string,
  ): void {
    if (code === 'CAPABILITY_DENIED') {
      this.#denied.delete(message);
      this.#denied.set(message, open.about);
      const [oldest] = this.#denied.keys();
      if (this.#denied.size > REFUSED && oldest !== undefined) this.#denied.delete(oldest);
    }
    open.asker.refuse(request, code, message);
  }
}

/** What of a request a manifest would name. */
function aboutOf(method: string, args: unknown): Denied {
  const { url, method: http, name } = Object(args) as { readonly [field: string]: unknown };
  const host = typeof url === 'string' && URL.canParse(url) ? new URL(url).host : '';
  return {
    method,
    ...(host !== '' && { host }),
    ...(typeof http === 'string' && { http }),
    ...(typeof name === 'string' && { tool: name }),
  };
}
