import type { TextKey } from '../i18n/text.js';

/** A number that limits a run. */
export interface Limit {
  readonly name: string;
  readonly initial: number;
  readonly least: number;
  readonly most: number;
}

const limit = (name: string, initial: number, least: number, most: number): Limit => ({ name, initial, least, most });

/** What limits each mode. */
export const LIMITS_OF = {
  loop: [limit('max_rounds', 20, 1, 50), limit('wall_clock_s', 300, 10, 3_600)],
  spec: [limit('nodeIterationMaxRounds', 8, 1, 20), limit('reviewRerunMaxRounds', 2, 0, 20)],
  agenda: [
    limit('plannerMaxRounds', 6, 1, 20),
    limit('maxConcurrentAgents', 3, 1, 12),
    limit('maxTotalRuns', 24, 1, 200),
  ],
  director: [
    limit('mainRounds', 20, 1, 50),
    limit('maxConcurrentSubAgents', 4, 1, 12),
    limit('maxSubAgentRuns', 16, 0, 200),
    limit('subAgentRounds', 16, 1, 50),
  ],
} as const satisfies Readonly<Record<string, readonly Limit[]>>;

/** What limits all of them. */
export const SHARED_LIMITS: readonly Limit[] = [limit('messages', 20, 1, 200), limit('replyTokens', 1_500, 1, 100_000)];

/** The words for one. */
export const limitKey = ({ name }: Limit): TextKey => `modes.limit.${name}` as TextKey;
