import type { TurnOutcome } from './facade.js';
import { playRound, type Round } from './round.js';
import { isAutoApplied, type StudioState } from './studio-state.js';
import type { StudioParts, Work } from './work.js';

/** How often in a row a model may ask itself to go on. */
const AUTO_ROUNDS = 8;

/** The turns of a studio: a person’s request, and what the model asks of itself after it. */
export class StudioTurns<Profile, Settings> {
  readonly #parts: StudioParts<Profile, Settings>;
  readonly #state: StudioState<Profile, Settings>;

  constructor(parts: StudioParts<Profile, Settings>, state: StudioState<Profile, Settings>) {
    this.#parts = parts;
    this.#state = state;
  }

  /** Plays a person’s request, and what the model asks for after it. */
  async play(text: string, signal: AbortSignal): Promise<TurnOutcome> {
    return this.goOn(await this.#round(text, false, signal), signal);
  }

  async goOn(first: Round, signal: AbortSignal): Promise<TurnOutcome> {
    const { adapter } = this.#parts;
    let round = first;
    for (let count = 1; round.outcome === 'completed' && round.note !== undefined; count += 1) {
      if (count > AUTO_ROUNDS) {
        this.#state.notify({ kind: 'info', key: 'rounds' });
        break;
      }
      const { results, note } = round;
      this.#state.autoRound = count;
      this.#state.undo = undefined;
      const prompt = adapter.buildAutoContinuePrompt({ results, controlToolNames: adapter.controlToolNames, note });
      round = await this.#round(prompt, true, signal);
    }
    return { ok: true, outcome: round.outcome };
  }

  work(signal: AbortSignal): Work<Profile, Settings> {
    const { keeping: _keeping, fresh: _fresh, ...parts } = this.#parts;
    const state = this.#state;
    return {
      ...{ ...parts, session: state.session, signal },
      autoApply: isAutoApplied(parts.settings, parts.adapter.id),
      phase: (phase) => state.phase(phase),
      append(message) {
        signal.throwIfAborted();
        state.append(message);
        return state.keep();
      },
      replace: (message) => state.replace(message),
    };
  }

  async #round(text: string, auto: boolean, signal: AbortSignal): Promise<Round> {
    const round = await playRound(this.work(signal), text, auto);
    this.#state.settle((name) => this.#parts.adapter.describeTool(name));
    await this.#state.keep();
    return round;
  }
}
