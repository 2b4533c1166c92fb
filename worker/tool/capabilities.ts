import type { CapabilityReply, CapabilityRequest } from '../protocol/capability.js';
import { parseJson } from '../protocol/json.js';
import type { Limits } from '../protocol/limits.js';

export interface CapabilitiesOptions {
  /** One port per granted group. What is not here is not granted. */
  readonly ports: { readonly [group: string]: MessagePort };
  readonly answer: (call: number, request: number, text: string) => void;
  readonly refuse: (call: number, request: number, code: string, message: string) => void;
}

/** The guest's way out: a request goes to the port of its group, or nowhere. */
export class Capabilities {
  readonly #options: CapabilitiesOptions;
  readonly #open = new Map<number, number>();

  constructor(options: CapabilitiesOptions) {
    this.#options = options;
    for (const port of Object.values(options.ports)) port.onmessage = (event) => this.#receive(event.data);
  }

  /** Forwards a request of an open call. Its text is the guest's word. */
  send(call: number, text: string, limits: Limits): void {
    const [request, body] = parseJson(text) as [number, string];
    const [method, args] = parseJson(body) as [string, unknown];
    const group = method.split('.', 1)[0] ?? '';
    const denial = this.#denial(group, method, body, limits);
    if (denial) {
      this.#options.refuse(call, request, ...denial);
      return;
    }
    this.#open.set(request, call);
    const message: CapabilityRequest = { request, method, args: JSON.stringify(args) };
    this.#options.ports[group]?.postMessage(message);
  }

  /** Forgets the requests of a call that is over, or of all calls. */
  forget(call?: number): void {
    for (const [request, owner] of this.#open) if (call === undefined || owner === call) this.#open.delete(request);
  }

  #denial(group: string, method: string, body: string, limits: Limits): [code: string, message: string] | undefined {
    if (!Object.hasOwn(this.#options.ports, group)) return ['CAPABILITY_DENIED', `not granted: ${method.slice(0, 64)}`];
    if (this.#open.size >= limits.requestsInFlight) {
      return ['CAPABILITY_LIMIT', `more than ${limits.requestsInFlight} requests at once`];
    }
    return body.length > limits.requestBytes
      ? ['CAPABILITY_LIMIT', `a request of ${body.length} characters`]
      : undefined;
  }

  #receive(reply: CapabilityReply): void {
    const call = this.#open.get(reply.request);
    if (call === undefined) return;
    this.#open.delete(reply.request);
    if ('text' in reply) this.#options.answer(call, reply.request, reply.text);
    else this.#options.refuse(call, reply.request, reply.error.code, reply.error.message);
  }
}
