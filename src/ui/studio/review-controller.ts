import { Mutex } from '../../../worker/primitives/mutex.js';
import type { ChangeBody, ChangeHead, Comparison, Decision, ReviewState } from '../../studio/internal.js';
import { Bodies } from './review-bodies.js';
import { type Fold, hunksOf, isLong } from './review-card.js';
import { Course, type Place } from './review-course.js';
import type { ReviewAction } from './review-keys.js';
import { ReviewSaid } from './review-said.js';
import { isOpen, type Verdict } from './review-state.js';

/** The events of a controller for its element. */
export interface ReviewHost {
  draw(): void;
  decided(state: ReviewState): void;
  /** Where the controller is, is shown; `keyboard`: the keyboard goes there. */
  reveal(keyboard: boolean): void;
  /** Words to be read out: what was done to a change, or something of all. */
  spoken(what: 'saidAccept' | 'saidReject' | 'allDecided' | 'saidUndo' | 'nothingToUndo', head?: ChangeHead): void;
  perform(action: 'open' | 'view' | 'help' | 'approve' | 'find'): void;
  /** True for a change with a card of the adapter’s: it is decided as a whole. */
  own(change: string): boolean;
}

const NONE: readonly ChangeHead[] = [];

/** What somebody does with the changes of one comparison: where they are, what they decide, what is folded. */
export class ReviewController {
  readonly said = new ReviewSaid();
  readonly #host: ReviewHost;
  readonly #folds = new Map<string, Fold>();
  #changes = NONE;
  #course: Course | null = null;
  readonly #works = new Mutex();
  bodies: Bodies | null = null;
  done = false;
  at: Place | null = null;
  ids: readonly string[] = [];

  constructor(host: ReviewHost) {
    this.#host = host;
  }

  /** Another comparison. @param values with both sides of each change as they are. */
  begin(comparison: Comparison | null | undefined, values: boolean): void {
    this.#changes = comparison?.changes ?? NONE;
    this.ids = this.#changes.map(({ id }) => id);
    this.bodies = comparison ? new Bodies(comparison, values, () => this.#host.draw()) : null;
    this.#course = comparison
      ? new Course(this.#changes, {
          hunks: async (change) => (this.fold(change) === 'shut' ? [] : this.#parts(change)),
          parts: (change) => this.#parts(change),
        })
      : null;
    this.at = null;
    this.#folds.clear();
    this.said.forget();
  }

  index(change: string): number {
    return this.#course?.index(change) ?? -1;
  }

  /** Keys of the hunks that are decided one by one; `undefined` where they are not known yet. */
  known(change: string): readonly string[] | undefined {
    return this.#keys(change, this.bodies?.get(change));
  }

  verdict = (change: string): Verdict => this.said.decided.verdict(change, this.known(change));

  fold(change: string): Fold {
    const closed = !this.done && !isOpen(this.verdict(change));
    return this.#folds.get(change) ?? (closed ? 'shut' : 'open');
  }

  setFold(change: string, fold: Fold): void {
    this.#folds.set(change, fold);
    this.put({ change });
  }

  put(place: Place | null): void {
    this.at = place;
    this.#host.draw();
  }

  /** Somebody comes in: they go on where they were, at first at the first change. */
  enter(reveal: boolean): void {
    this.#do(async () => {
      const at = this.at ?? (await this.#course?.end(false)) ?? null;
      if (reveal) this.#go(at);
      else this.put(at);
    });
  }

  look(change: string, on: boolean): void {
    this.said.look(change, on, this.at);
    this.#notify();
  }

  /** By the mouse: the second time takes it back, and one stays where one is. */
  toggle(place: Place, decision: Decision): void {
    this.#do(async () => {
      const { change, hunk } = place;
      const parts = await this.#parts(change);
      const said = hunk === undefined ? this.verdict(change) : this.said.decided.of(change, hunk);
      this.#say(place, said === decision ? null : decision, parts);
      this.put(place);
    });
  }

  /** Goes to the next or previous change whose name has this text, or with 0 stays at one. @returns its number from 1, and how many there are. */
  find(text: string, by: -1 | 0 | 1, nameOf: (head: ChangeHead) => string): { at: number; count: number } {
    const wanted = text.trim().toLowerCase();
    const has = (head: ChangeHead) => `${nameOf(head)}\n${head.path}`.toLowerCase().includes(wanted);
    const found = wanted === '' ? [] : this.#changes.flatMap((head, index) => (has(head) ? [index] : []));
    if (found.length === 0) return { at: 0, count: 0 };
    const here = Math.max(0, this.index(this.at?.change ?? ''));
    const index =
      by < 0
        ? (found.findLast((one) => one < here) ?? found.at(-1))
        : (found.find((one) => (by === 0 ? one >= here : one > here)) ?? found[0]);
    const head = this.#changes[index ?? 0];
    if (head) this.#go({ change: head.id }, false);
    return { at: found.indexOf(index ?? 0) + 1, count: found.length };
  }

  back(): void {
    this.#go(this.at);
  }

  act = (action: ReviewAction): void => this.#do(() => this.#perform(action));

  #do(work: () => Promise<void>): void {
    void this.#works.run(work);
  }

  async #perform(action: ReviewAction): Promise<void> {
    const course = this.#course;
    const at = this.at ?? (await course?.end(false)) ?? null;
    if (!course || !at) return;
    switch (action) {
      case 'next':
      case 'previous':
        return this.#go(this.at ? await course.step(at, action === 'next' ? 1 : -1) : at);
      case 'nextChange':
      case 'previousChange':
        return this.#go(course.change(at, action === 'nextChange' ? 1 : -1));
      case 'first':
      case 'last':
        return this.#go(await course.end(action === 'last'));
      case 'accept':
      case 'reject':
        return this.#decide(course, at, action);
      case 'acceptRest':
      case 'rejectRest':
        return this.#rest(action === 'acceptRest' ? 'accept' : 'reject', at);
      case 'undo':
      case 'redo':
        return this.#back(action, at);
      case 'reviewed':
        return this.#seen(course, at);
      case 'unfold':
      case 'fold':
        return this.#turn(at.change, action === 'unfold' ? 1 : -1);
      default:
        this.put(at);
        this.#host.perform(action);
    }
  }

  async #decide(course: Course, at: Place, decision: Decision): Promise<void> {
    this.#say(at, decision, await this.#parts(at.change));
    const next = await course.nextOpen(at, this.said.decided);
    if (!next) this.#host.spoken('allDecided');
    this.#go(next ?? { change: at.change });
  }

  #say(place: Place, decision: Decision | null, parts: readonly string[]): void {
    this.said.decide(place, decision, parts, place);
    this.#folds.delete(place.change);
    if (decision)
      this.#host.spoken(decision === 'accept' ? 'saidAccept' : 'saidReject', this.#changes[this.index(place.change)]);
    this.#notify();
  }

  #rest(decision: Decision, at: Place): void {
    this.said.rest(decision, this.ids, (id) => this.known(id), at);
    this.#folds.clear();
    this.#host.spoken('allDecided');
    this.#notify();
    this.#go({ change: at.change });
  }

  #back(action: 'undo' | 'redo', at: Place): void {
    const was = this.said[action](at);
    this.#host.spoken(was === undefined ? 'nothingToUndo' : 'saidUndo');
    if (was === undefined) return;
    const place = was ?? at;
    this.#folds.delete(place.change);
    this.#notify();
    this.#go(place);
  }

  #seen(course: Course, at: Place): void {
    const on = !this.said.decided.reviewed(at.change);
    this.look(at.change, on);
    if (on) this.#go(course.nextUnseen(at, this.said.decided) ?? at);
  }

  #turn(change: string, by: 1 | -1): void {
    const body = this.bodies?.get(change);
    const folds: readonly Fold[] = body && isLong(body) ? ['shut', 'open', 'whole'] : ['shut', 'open'];
    const next = folds[folds.indexOf(this.fold(change)) + by];
    if (next === undefined) return;
    this.#folds.set(change, next);
    this.#go({ change });
  }

  #go(place: Place | null, keyboard = true): void {
    if (!place) return;
    this.at = place;
    this.#host.reveal(keyboard);
  }

  #notify(): void {
    this.#host.decided(this.said.state);
  }

  async #parts(change: string): Promise<readonly string[]> {
    return this.#keys(change, await this.bodies?.need(change)) ?? [];
  }

  #keys(change: string, body: ChangeBody | undefined): readonly string[] | undefined {
    if (!body) return undefined;
    return this.#host.own(change) ? [] : hunksOf(body).map(({ key }) => key);
  }
}
