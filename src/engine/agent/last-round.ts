import type { EngineSession } from '../turns/adapt.js';
import type { ToolOutcome } from '../turns/types.js';
import type { Told } from './hooks.js';

/** The round of calls that a turn ends in: none of it stays open in what is kept. */
export class LastRound {
  readonly #session: EngineSession;
  readonly #told: Told;
  /** The results that the model is being sent. */
  #results: readonly ToolOutcome[] = [];

  constructor(session: EngineSession, told: Told) {
    this.#session = session;
    this.#told = told;
  }

  /** Sets the results that the model is being sent; `undefined` when it has answered. */
  tell(results: readonly ToolOutcome[] = []): void {
    this.#results = results;
  }

  /** Answers what nobody has answered, where it is known by its result. What cannot be written now is with the next words. */
  async close(content: string): Promise<void> {
    try {
      await this.#session.closeRound?.(content, this.#results);
    } catch (error) {
      this.#told.error('engine.closeRound', error);
    }
  }
}
