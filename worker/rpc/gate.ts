import { untilAborted } from '../primitives/until-aborted.js';
import { BulkheadError } from '../protocol/errors.js';

/** A right as a gate needs it. */
export interface Right {
  readonly permission: string;
  readonly state: 'granted' | 'askable' | 'denied';
  readonly line: string;
}

/**
 * What stands between the requests of one call and a permission that the user may have to be asked for. Requests that
 * need the same one share a question; a yes holds as long as the port.
 */
export class Gate {
  readonly #ask: (permission: string, what: string) => void;
  readonly #allowed = new Set<string>();
  readonly #waiting = new Map<
    string,
    { readonly answer: Promise<boolean>; readonly decide: (allowed: boolean) => void }
  >();

  constructor(ask: (permission: string, what: string) => void) {
    this.#ask = ask;
  }

  /** Resolves when the right is there. @throws `CAPABILITY_DENIED` naming it, `STOPPED` when the call ends first. */
  async allow(cap: string, { permission, state, line }: Right, what: string, signal: AbortSignal): Promise<void> {
    if (state === 'granted' || this.#allowed.has(permission)) return;
    const allowed = state === 'askable' && (await this.#answer(permission, what, signal));
    if (!allowed) throw new BulkheadError('CAPABILITY_DENIED', `not granted: ${cap}, ${line}`, { permission });
  }

  /** The user's answer. The request may have ended meanwhile. */
  decide(permission: string, allowed: boolean): void {
    const waiting = this.#waiting.get(permission);
    this.#waiting.delete(permission);
    if (waiting && allowed) this.#allowed.add(permission);
    waiting?.decide(allowed);
  }

  #answer(permission: string, what: string, signal: AbortSignal): Promise<boolean> {
    let waiting = this.#waiting.get(permission);
    if (!waiting) {
      let decide: (allowed: boolean) => void = () => {};
      const answer = new Promise<boolean>((resolve) => {
        decide = resolve;
      });
      waiting = { answer, decide };
      this.#waiting.set(permission, waiting);
      this.#ask(permission, what);
    }
    return untilAborted(waiting.answer, signal);
  }
}
