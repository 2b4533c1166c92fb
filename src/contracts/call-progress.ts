import type { LogLine, Progress, Usage } from '../../worker/protocol/tool.js';

/** What is known of one call of a tool while it runs and afterwards. A new object each time something about it changes. */
export interface CallProgress {
  readonly id: number;
  readonly tool: string;
  readonly args: unknown;
  readonly state: 'running' | 'done' | 'failed' | 'stopped';
  /** Both by `performance.now()`. */
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly progress?: Progress;
  readonly log: readonly LogLine[];
  readonly logDropped: number;
  readonly result?: { readonly value: unknown };
  readonly usage?: Usage;
}
