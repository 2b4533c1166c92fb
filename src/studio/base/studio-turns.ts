import type { Adapter } from './adapter.js';
import { isAutoApplied } from './auto-apply.js';
import type { Comparisons } from './comparisons.js';
import type { TurnOutcome } from './face.js';
import type { Keeping } from './keeping.js';
import type { Pacer } from './requests.js';
import { playRound, type Round } from './round.js';
import type { StudioState } from './studio-state.js';
import type { StudioContext, StudioSession } from './types.js';
import type { Work } from './work.js';

/** How often in a row a model may ask itself to go on. */
const AUTO_ROUNDS = 8;

/** What an open studio is made of. */
export interface StudioParts<Profile, Settings> {
  readonly adapter: Adapter<Profile, Settings>;
  readonly context: StudioContext;
  readonly settings: Settings;
  readonly session: StudioSession<Profile>;
  readonly comparisons: Comparisons;
  readonly keeping: Keeping<Profile>;
  readonly pacer: Pacer;
  now(): number;
  /** A session that begins with what the artifact is now. */
  fresh(): StudioSession<Profile>;
}

/** The turns of a studio: a person’s request, and what the model asks of itself after it. */
export class StudioTurns<Profile, Settings> {
  readonly #parts: StudioParts<Profile, Settings>;
  readonly #state: StudioState<Profile>;

  constructor(parts: StudioParts<Profile, Settings>, state: StudioState<Profile>) {
    this.#parts = parts;
    this.#state = state;
  }

  /** Plays a person’s request, and what the model asks for after it. */
  async play(text: string, signal: AbortSignal): Promise<TurnOutcome> {
    return this.goOn(await this.#round(text, false, signal), signal);
  }

  async #round(text: string, auto: boolean, signal: AbortSignal): Promise<Round> {
    const round = await playRound(this.work(signal), text, auto);
    this.#state.settle((name) => this.#parts.adapter.describeTool(name));
    await this.#state.keep();
    return round;
  }

  /** Plays the rounds that the model asks for after one that is done. */
  async goOn(first: Round, signal: AbortSignal): Promise<TurnOutcome> {
    const { controlToolNames } = this.#parts.adapter;
    let round = first;
    for (let count = 1; round.outcome === 'completed' && round.note !== undefined; count += 1) {
      if (count > AUTO_ROUNDS) {
        this.#state.tell({ kind: 'info', key: 'rounds' });
        break;
      }
      const { results, note } = round;
      this.#state.autoRound = count;
      this.#state.undo = undefined;
      round = await this.#round(
        this.#parts.adapter.buildAutoContinuePrompt({ results, controlToolNames, note }),
        true,
        signal,
      );
    }
    return { ok: true, outcome: round.outcome };
  }

  /** What one of a person’s acts works with. */
  work(signal: AbortSignal): Work<Profile, Settings> {
    const { adapter, context, settings, comparisons, pacer, now } = this.#parts;
    const state = this.#state;
    const { session } = state;
    return {
      ...{ adapter, context, settings, comparisons, pacer, session, signal, now },
      autoApply: isAutoApplied(settings, adapter.id),
      phase: (phase) => state.phase(phase),
      append(message) {
        signal.throwIfAborted();
        state.append(message);
        return state.keep();
      },
      replace: (message) => state.replace(message),
    };
  }
}
