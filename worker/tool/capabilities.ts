import type { CapabilityReply, CapabilityRequest } from '../protocol/capability.js';
import { parseJson } from '../protocol/json.js';
import type { Limits } from '../protocol/limits.js';

/** Where the answer to a request goes: one guest, which may be gone by then. */
export interface Asker {
  answer(request: number, text: string): void;
  refuse(request: number, code: string, message: string): void;
}

/**
 * The guests' way out: a request goes to the port of its group, or nowhere. One per worker, because ports outlive
 * guests: an id on the wire is never used twice, so a late answer finds nobody.
 */
export class Capabilities {
  readonly #ports: { readonly [group: string]: MessagePort };
  readonly #open = new Map<number, { readonly asker: Asker; readonly request: number }>();
  #sent = 0;

  /** `ports`: one per granted group. What is not here is not granted. */
  constructor(ports: { readonly [group: string]: MessagePort }) {
    this.#ports = ports;
    for (const port of Object.values(ports)) port.onmessage = (event) => this.#receive(event.data);
  }

  /** Forwards a request. Its text is the guest's word: `[id, "[method, args]"]`. */
  send(asker: Asker, text: string, limits: Limits): void {
    const [request, body] = JSON.parse(text) as [number, string];
    let [method, args]: [string, unknown] = ['', null];
    try {
      [method, args] = parseJson(body) as [string, unknown];
    } catch (error) {
      asker.refuse(request, 'CAPABILITY_DENIED', (error as Error).message);
      return;
    }
    const group = method.split('.', 1)[0] ?? '';
    const denial = this.#denial(group, method, body, limits);
    if (denial) {
      asker.refuse(request, ...denial);
      return;
    }
    const id = ++this.#sent;
    this.#open.set(id, { asker, request });
    const message: CapabilityRequest = { request: id, method, args: JSON.stringify(args) };
    this.#ports[group]?.postMessage(message);
  }

  /** Forgets what a guest has asked for. */
  forget(asker: Asker): void {
    for (const [id, entry] of this.#open) if (entry.asker === asker) this.#open.delete(id);
  }

  #denial(group: string, method: string, body: string, limits: Limits): [code: string, message: string] | undefined {
    if (!Object.hasOwn(this.#ports, group)) return ['CAPABILITY_DENIED', `not granted: ${method.slice(0, 64)}`];
    if (this.#open.size >= limits.requestsInFlight) {
      return ['CAPABILITY_LIMIT', `more than ${limits.requestsInFlight} requests at once`];
    }
    return body.length > limits.requestBytes
      ? ['CAPABILITY_LIMIT', `a request of ${body.length} characters`]
      : undefined;
  }

  #receive(reply: CapabilityReply): void {
    const entry = this.#open.get(reply.request);
    if (!entry) return;
    this.#open.delete(reply.request);
    if ('text' in reply) entry.asker.answer(entry.request, reply.text);
    else entry.asker.refuse(entry.request, reply.error.code, reply.error.message);
  }
}
