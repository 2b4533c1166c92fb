import type { DialectId } from '../../protocol/text-calls.js';
import type { Scan } from './scan.js';
import type { Reading } from './source.js';

/** A call to be written, as an example for a model. */
export interface WrittenCall {
  readonly name: string;
  readonly arguments: { readonly [key: string]: unknown };
}

/** One format of calls: how it is read, and how it is written. */
export interface Dialect {
  readonly id: DialectId;
  /** Constant texts with which a call, or a section of calls, may begin. */
  readonly openers: readonly string[];
  /** Its own markers of reasoning, beside those that every dialect has. */
  readonly reasoning?: readonly ReasoningTag[];
  /** Tried once, at the very beginning of a message. */
  start?(s: Scan): Reading;
  /**
   * Reads on behind an opener. What it has found it tells `s`, up to where it stops.
   * @returns false when this is no call after all, and nothing has been told.
   */
  read(s: Scan, opener: string): Reading;
  /** A call as the dialect has it, markers included. */
  write(call: WrittenCall): string;
}

export interface ReasoningTag {
  readonly open: string;
  readonly close: string;
}
