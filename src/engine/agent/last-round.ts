import type { EngineSession } from '../turns/adapt.js';
import type { ToolOutcome } from '../turns/types.js';
import type { HookNotifier } from './hooks.js';

/** The round of calls that a turn ends in: none of it stays open in what is kept. */
export function lastRound(session: EngineSession, notifier: HookNotifier) {
  let sent: readonly ToolOutcome[] = [];
  return {
    /** Sets the results that the model is being sent; none when it has answered. */
    sends(results: readonly ToolOutcome[] = []): void {
      sent = results;
    },
    /** Answers open calls, by their results where these are known. What cannot be written now is written with the next turn. */
    async close(content: string): Promise<void> {
      try {
        await session.closeRound?.(content, sent);
      } catch (error) {
        notifier.error('engine.closeRound', error);
      }
    },
  };
}
