import type { DialectId, TextCall } from '../../protocol/text-calls.js';
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
  readonly reasoning?: readonly { readonly open: string; readonly close: string }[];
  /** Tried once, at the very beginning of a message. */
  start?(s: Scan): Reading;
  /**
   * Reads on behind an opener. It emits what it finds on `s`, up to where it stops.
   * @returns false when this is no call after all, and nothing was emitted.
   */
  read(s: Scan, opener: string): Reading;
  /** A call as the dialect has it, markers included. */
  write(call: WrittenCall): string;
}

/** What a dialect's reader found. */
export interface FoundCall {
  readonly arguments: unknown;
  readonly repaired?: boolean;
  readonly callId?: string | undefined;
  readonly bare?: boolean | undefined;
  /** Where the arguments stand, when not from `startArguments` to here. */
  readonly raw?: string;
}

/** Knows the tools: gives a call's arguments their types and says where they miss the schema. */
export type FinishCall = (
  name: string,
  args: unknown,
) => Pick<TextCall, 'known' | 'issues'> & { readonly arguments: unknown };
