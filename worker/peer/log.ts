import { LIMITS, PACE } from '../protocol/limits.js';
import type { CallEvent, LogLine } from '../protocol/tool.js';

/** The log of one call: lines go out at once while the host's credit lasts, the rest with the next, or the answer. */
export class PeerLog {
  readonly #call: number;
  readonly #emit: (event: CallEvent) => boolean;
  #kept: LogLine[] = [];
  lines = 0;
  dropped = 0;

  constructor(call: number, emit: (event: CallEvent) => boolean) {
    this.#call = call;
    this.#emit = emit;
  }

  add(text: string): void {
    if (this.lines >= LIMITS.logLines) {
      this.dropped += 1;
      return;
    }
    this.lines += 1;
    this.#kept.push({ level: 'info', text: text.slice(0, PACE.logLineChars) });
    if (this.#emit({ call: this.#call, log: this.#kept })) this.#kept = [];
  }

  /** Lines that no event has carried. */
  rest(): readonly LogLine[] {
    return this.#kept;
  }
}
