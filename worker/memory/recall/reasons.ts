import type { RecallReason } from '../../protocol/memory-types.js';

const REASONS: readonly RecallReason[] = ['always', 'words', 'name', 'meaning', 'time', 'link', 'near'];

/** Reasons as one number: a recall has thousands of candidates, and a set for each would be most of its work. */
export const bitOf = (reason: RecallReason): number => 1 << REASONS.indexOf(reason);

export const reasonsOf = (bits: number): readonly RecallReason[] =>
  REASONS.filter((reason) => (bits & bitOf(reason)) !== 0);
