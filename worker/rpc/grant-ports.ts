import type { AuditNote } from '../protocol/audit.js';
import { BulkheadError } from '../protocol/errors.js';
import { utf8Bytes } from '../protocol/json.js';
import type { PortDecision, PortEvent, PortGrant, PortUse } from '../protocol/rights.js';
import { Gate } from './gate.js';
import { type RequestPort, serveRequests } from './requests.js';

/** The log entry of one request. The answer fills it in as it learns more. */
export interface LogEntry {
  what: string;
  permission?: string;
}

/** Answers a request of one call. Its errors reach the guest. */
export type Answer = (
  method: string,
  args: unknown,
  signal: AbortSignal,
  about: { readonly entry: LogEntry; readonly gate: Gate },
) => Promise<unknown>;

/** The functions of the worker that serves the ports. */
export interface PortsOptions<G extends PortGrant> {
  /** The answers that a grant entitles to. */
  readonly answerFor: (grant: G) => Answer;
  readonly note: (note: AuditNote) => void;
  readonly emit: (event: PortEvent) => void;
}

const NO_USE: PortUse = { requests: 0, bytesOut: 0 };
/** Outcomes of requests that a plugin was not allowed to make. */
const REFUSALS = ['CAPABILITY_DENIED', 'NET_REDIRECT', 'PROTOCOL_VIOLATION'];

/** The open ports of calls: each is served with its own rights, and logged. */
export class Ports<G extends PortGrant> {
  readonly #options: PortsOptions<G>;
  readonly #open = new Map<string, { readonly port: RequestPort; readonly gate: Gate }>();

  constructor(options: PortsOptions<G>) {
    this.#options = options;
  }

  /** @throws `BAD_ARGS` for a grant whose port is open already, or if `port` is no port. */
  open({ grant, port }: { readonly grant: G; readonly port: object }): void {
    const { answerFor, emit } = this.#options;
    if (!(port instanceof MessagePort)) throw new BulkheadError('BAD_ARGS', 'open: a MessagePort, transferred');
    if (this.#open.has(grant.grant)) throw new BulkheadError('BAD_ARGS', `the grant ${grant.grant} has been used`);
    const gate = new Gate((permission, what) => emit({ ask: { grant: grant.grant, permission, what } }));
    const answer = answerFor(grant);
    const served = serveRequests(port, {
      answer: (method, args, signal) => this.#answer(grant, gate, answer, method, args, signal),
      requestsPerCall: grant.requestsPerCall,
      bytesOutPerCall: grant.bytesOutPerCall,
      onForged: () => {
        const entry = { what: 'what no honest worker sends' };
        this.#note(grant, entry, { type: 'refused', outcome: 'PROTOCOL_VIOLATION' });
        emit({ forged: grant.grant });
      },
    });
    this.#open.set(grant.grant, { port: served, gate });
  }

  /** The user's answer to a question; unknown ones are no error. */
  decide({ grant, permission, allowed }: PortDecision): void {
    this.#open.get(grant)?.gate.decide(permission, allowed);
  }

  /** Closes ports. Resolves, with what went over each, when nothing asked over them has an effect any more. */
  drop(grants: readonly string[]): Promise<PortUse[]> {
    const closing = grants.map(async (grant) => {
      const port = this.#open.get(grant)?.port;
      this.#open.delete(grant);
      await port?.close();
      return port?.use ?? NO_USE;
    });
    return Promise.all(closing);
  }

  async #answer(
    grant: PortGrant,
    gate: Gate,
    answer: Answer,
    method: string,
    args: unknown,
    signal: AbortSignal,
  ): Promise<unknown> {
    const entry: LogEntry = { what: method.slice(0, 64) };
    const began = performance.now();
    const measures = () => ({
      bytesOut: utf8Bytes(JSON.stringify(args) ?? ''),
      ms: Math.round(performance.now() - began),
    });
    try {
      const value = await answer(method, args, signal, { entry, gate });
      const bytesIn = utf8Bytes(JSON.stringify(value) ?? '');
      this.#note(grant, entry, { type: 'use', outcome: 'ok', ...measures(), bytesIn });
      return value;
    } catch (thrown) {
      const outcome = thrown instanceof BulkheadError ? thrown.code : 'INTERNAL';
      this.#note(grant, entry, { type: REFUSALS.includes(outcome) ? 'refused' : 'use', outcome, ...measures() });
      throw thrown instanceof BulkheadError ? thrown : new BulkheadError('INTERNAL', 'the request failed');
    }
  }

  #note(
    grant: PortGrant,
    entry: LogEntry,
    note: Pick<AuditNote, 'type' | 'outcome' | 'bytesOut' | 'bytesIn' | 'ms'>,
  ): void {
    const { plugin, tool, call, simulation } = grant;
    this.#options.note({ plugin, tool, call, ...entry, ...note, simulated: simulation !== undefined });
  }
}
