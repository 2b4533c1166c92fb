import { parseJson } from '../protocol/json.js';
import type { CallEvent, LogLevel, LogLine, Progress } from '../protocol/tool.js';

/** How often a call may send an event while it runs. */
const PACE_MS = 50;

export interface CallLogOptions {
  readonly call: number;
  readonly lines: number;
  readonly bytes: number;
  readonly now: () => number;
  readonly setTimer: (work: () => void, ms: number) => number;
  /** Answers `false` when main has not caught up yet. */
  readonly emit: (event: CallEvent) => boolean;
}

/** Console and progress of one call: capped, paced, and never lost while under the cap. */
export class CallLog {
  readonly #options: CallLogOptions;
  #pending: LogLine[] = [];
  #progress: Progress | undefined;
  #sentAt = Number.NEGATIVE_INFINITY;
  #timer: number | undefined;
  #bytes = 0;
  lines = 0;
  dropped = 0;

  constructor(options: CallLogOptions) {
    this.#options = options;
  }

  /** Adds a line as the guest says it: its level, a space, its text. */
  say(line: string): void {
    const space = line.indexOf(' ');
    const text = line.slice(space + 1);
    if (this.lines >= this.#options.lines || this.#bytes + text.length > this.#options.bytes) {
      this.dropped += 1;
      return;
    }
    this.lines += 1;
    this.#bytes += text.length;
    this.#pending.push({ level: line.slice(0, space) as LogLevel, text });
    this.#pace();
  }

  /** Takes progress as the guest says it, in JSON. */
  report(text: string): void {
    const { done, total, label } = parseJson(text) as { done: unknown; total?: unknown; label?: unknown };
    if (typeof done !== 'number' || !Number.isFinite(done)) return;
    this.#progress = {
      done,
      ...(typeof total === 'number' && { total }),
      ...(typeof label === 'string' && { label }),
    };
    this.#pace();
  }

  /** Sends the last progress, and answers the lines that no event has carried. */
  close(): LogLine[] {
    if (this.#progress) this.#send([]);
    const rest = this.#pending;
    this.#pending = [];
    return rest;
  }

  #pace(): void {
    const wait = this.#sentAt + PACE_MS - this.#options.now();
    if (wait <= 0) this.#flush();
    else this.#timer ??= this.#options.setTimer(() => this.#flush(), wait);
  }

  #flush(): void {
    this.#timer = undefined;
    this.#sentAt = this.#options.now();
    if (this.#send(this.#pending)) this.#pending = [];
  }

  #send(log: LogLine[]): boolean {
    const progress = this.#progress;
    if (log.length === 0 && !progress) return true;
    const event = { call: this.#options.call, ...(log.length > 0 && { log }), ...(progress && { progress }) };
    if (!this.#options.emit(event)) return false;
    this.#progress = undefined;
    return true;
  }
}
