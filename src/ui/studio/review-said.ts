import type { Decision, ReviewState } from '../../studio/internal.js';
import type { Place } from './review-course.js';
import {
  Decided,
  decideChange,
  decideHunk,
  decideRest,
  markReviewed,
  NOTHING_SAID,
  saysTheSame,
} from './review-state.js';

interface Step {
  readonly state: ReviewState;
  readonly at: Place | null;
}

/** What is said of the changes, and what was said before: each decision can be taken back. */
export class ReviewSaid {
  state: ReviewState = NOTHING_SAID;
  decided = new Decided(NOTHING_SAID);
  #past: Step[] = [];
  #future: Step[] = [];

  get undoable(): boolean {
    return this.#past.length > 0 || Object.keys(this.state.decisions).length > 0;
  }

  /** Somebody else says so now: what they did not see cannot be taken back. */
  read(state: ReviewState): void {
    if (state === this.state) return;
    if (!saysTheSame(state, this.state)) this.forget();
    this.#put(state);
  }

  forget(): void {
    [this.#past, this.#future] = [[], []];
  }

  /** @param parts keys of all hunks of the change. A change that is decided as a whole was looked at. */
  decide({ change, hunk }: Place, decision: Decision | null, parts: readonly string[], at: Place | null): void {
    const next =
      hunk === undefined
        ? decideChange(this.state, change, decision)
        : decideHunk(this.state, change, hunk, decision, parts);
    const verdict = new Decided(next).verdict(change, parts);
    const whole = verdict !== 'open' && verdict !== 'partly';
    this.#step(whole ? markReviewed(next, change, true) : next, at);
  }

  rest(
    decision: Decision,
    changes: readonly string[],
    partsOf: (change: string) => readonly string[] | undefined,
    at: Place | null,
  ): void {
    const open = changes.filter((one) => ['open', 'partly'].includes(this.decided.verdict(one, partsOf(one))));
    this.#step(decideRest(this.state, changes, open, decision), at);
  }

  look(change: string, on: boolean, at: Place | null): void {
    this.#step(markReviewed(this.state, change, on), at);
  }

  /** Takes the last step back, or the last decision that was kept. @returns where the keyboard was; `undefined` if there was nothing. */
  undo(at: Place | null): Place | null | undefined {
    if (this.#past.length > 0) return this.#swap(this.#past, this.#future, at);
    const entries = Object.entries(this.state.decisions);
    const [key] = entries.pop() ?? [];
    if (key === undefined) return undefined;
    const [change = '', hunk] = key.split('\n');
    this.#future.push({ state: this.state, at });
    this.#put({ ...this.state, decisions: Object.fromEntries(entries) });
    return { change, ...(hunk !== undefined && { hunk }) };
  }

  redo(at: Place | null): Place | null | undefined {
    return this.#swap(this.#future, this.#past, at);
  }

  #swap(from: Step[], to: Step[], at: Place | null): Place | null | undefined {
    const step = from.pop();
    if (!step) return undefined;
    to.push({ state: this.state, at });
    this.#put(step.state);
    return step.at;
  }

  #step(next: ReviewState, at: Place | null): void {
    this.#past.push({ state: this.state, at });
    this.#future = [];
    this.#put(next);
  }

  #put(state: ReviewState): void {
    this.state = state;
    this.decided = new Decided(state);
  }
}
