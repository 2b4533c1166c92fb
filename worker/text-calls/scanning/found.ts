import type { TextCall } from '../../protocol/text-calls.js';

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
