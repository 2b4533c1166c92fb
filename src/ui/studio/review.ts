import { html, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ChangeHead, Comparison, ReviewState } from '../../studio/internal.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define } from '../shared/element.js';
import { errorStyles } from '../shared/error.js';
import { styles } from '../shared/styles.js';
import type { PathLabel } from './adapter-hooks.js';
import { diffStyles } from './diff-styles.js';
import { type OwnCard, OwnCards } from './own-cards.js';
import { itemOf } from './review-bodies.js';
import { type CardView, type CardWork, reviewCard } from './review-card.js';
import { keepReviewChoice, type ReviewChoice, reviewChoice, withinSplit } from './review-choices.js';
import { ReviewController } from './review-controller.js';
import { type FindView, reviewEmpty, reviewFoot, reviewHead } from './review-frame.js';
import './review-help.js';
import type { BulkheadReviewHelp } from './review-help.js';
import { actionOf, decides, REVIEW_KEYS, type ReviewKeys } from './review-keys.js';
import { ReviewRows } from './review-rows.js';
import { NOTHING_SAID } from './review-state.js';
import { reviewStyles } from './review-styles.js';
import './review-zoom.js';
import type { BulkheadReviewZoom } from './review-zoom.js';

/** Narrower than this, two columns are too narrow to read. */
const SIDE_WIDTH = 600;
/** How high a change is thought to be until it was drawn. */
const SHUT_HEIGHT = 45;
const OPEN_HEIGHT = 170;

/**
 * The changes of a message, decided one by one or hunk by hunk, by mouse or keyboard. Only those near what is seen are drawn. Sends
 * `bh-changes` with all that is said of them, and `bh-approve` where the keyboard asks for what follows.
 */
export class BulkheadStudioReview extends BulkheadElement {
  static override properties = {
    comparison: { attribute: false },
    review: { attribute: false },
    mode: {},
    labels: { attribute: false },
    card: { attribute: false },
    failure: { attribute: false },
    keys: { attribute: false },
    choice: { state: true },
    spoken: { state: true },
    found: { state: true },
  };
  static override styles = [...styles, errorStyles, diffStyles, reviewStyles];
  /** `undefined` until it is there, `null` where nothing has changed. Whoever gives it releases it. */
  declare comparison: Comparison | null | undefined;
  declare review: ReviewState;
  /** `done`: nothing is to be decided any more. */
  declare mode: 'pending' | 'done';
  declare labels: PathLabel | null;
  /** A change’s whole card as HTML, which is made harmless and put into the light DOM; `null` for ours. */
  declare card: OwnCard | null | undefined;
  declare failure: unknown;
  declare keys: ReviewKeys;
  declare choice: ReviewChoice;
  declare spoken: string;
  declare found: FindView['found'];
  readonly #rows = new ReviewRows(this, () => this.requestUpdate());
  readonly #own = new OwnCards(this, () => this.requestUpdate());
  readonly #controller = new ReviewController({
    draw: () => this.requestUpdate(),
    decided: (state) => {
      this.review = state;
      this.emit('bh-changes', { state });
      this.requestUpdate();
    },
    reveal: (keyboard) => {
      this.#reveal = this.#zoom?.open ? null : { keyboard };
      this.requestUpdate();
    },
    spoken: (what, head) => {
      this.spoken = t(`review.${what}`, { path: head ? this.#label(head) : '' });
    },
    perform: (action) => {
      if (action === 'view') this.#choose({ view: this.choice.view === 'side' ? 'inline' : 'side' });
      else if (action === 'approve') this.emit('bh-approve', null);
      else if (action === 'find') this.renderRoot.querySelector<HTMLElement>('[type=search]')?.focus();
      else if (action === 'help') this.renderRoot.querySelector<BulkheadReviewHelp>('bulkhead-review-help')?.toggle();
      else this.#zoom?.show();
    },
    own: (change) => this.#own.slot(change) !== undefined,
  });
  /** Where the controller is, is to be shown once it is drawn, and the keyboard is to go there. */
  #reveal: { readonly keyboard: boolean } | null = null;

  constructor() {
    super();
    this.review = NOTHING_SAID;
    this.mode = 'pending';
    [this.labels, this.card] = [null, null];
    this.keys = REVIEW_KEYS;
    this.choice = reviewChoice();
    this.spoken = '';
    this.found = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#rows.stop();
  }

  /** The keyboard goes on where it was, at first with the first change. */
  override focus(): void {
    void this.updateComplete.then(() => this.#controller.enter(true));
  }

  override willUpdate(changed: PropertyValues): void {
    const controller = this.#controller;
    controller.done = this.mode === 'done';
    // Another function draws the same cards, and calls them the same.
    const isOther = (hook: 'card' | 'labels') =>
      changed.has(hook) && Boolean(changed.get(hook)) !== Boolean(this[hook]);
    if (changed.has('comparison') || isOther('card') || isOther('labels')) {
      this.found = null;
      controller.begin(this.comparison, Boolean(this.card || this.labels));
      this.#own.clear();
      this.#rows.reset();
    }
    if (changed.has('review')) controller.said.read(this.review);
    this.#rows.set(controller.ids, (index) =>
      controller.fold(controller.ids[index] ?? '') === 'shut' ? SHUT_HEIGHT : OPEN_HEIGHT,
    );
    const shown = this.#changes.slice(this.#rows.first, this.#rows.end);
    controller.bodies?.want(shown.map(({ id }) => id).filter((id) => controller.fold(id) !== 'shut'));
    this.#own.draw(shown, (id) => controller.bodies?.get(id), this.card);
  }

  override render(): TemplateResult {
    const { failure, comparison, mode, choice, keys } = this;
    const changes = this.#changes;
    if (failure !== undefined || changes.length === 0) return reviewEmpty(failure, comparison);
    const { said, verdict, act } = this.#controller;
    const { first, end } = this.#rows;
    const pending = mode !== 'done';
    return html`<div class="review" data-testid="studio-review" data-mode=${mode} role="region" aria-label=${t('review.title')} @keydown=${this.#key}>
      ${reviewHead({ changes, said, verdict, pending, narrow: this.#narrow, choice, act, find: this.#find })}
      <div class="list" role="feed" tabindex="0" data-testid="review-list" data-total=${changes.length} aria-label=${t('review.title')} @scroll=${() => this.#rows.scrolled()} @focus=${this.#entered}>
        <div class="before"></div>${repeat(
          changes.slice(first, end),
          ({ id }) => id,
          (head, index) => reviewCard(this.#view(head, first + index), this.#work(head.id)),
        )}<div class="after"></div></div>
      ${reviewFoot(pending, keys)}
      <div class="visually-hidden" aria-live="polite" data-testid="review-spoken">${this.spoken}</div>
      <bulkhead-review-help .keys=${keys} ?done=${!pending} @review-help-close=${this.#return}></bulkhead-review-help>
      <bulkhead-review-zoom @review-zoom-close=${this.#return}></bulkhead-review-zoom></div>`;
  }

  override updated(changed: PropertyValues): void {
    if (changed.has('choice')) this.style.setProperty('--_split', String(this.choice.split));
    this.#rows.drawn();
    const { at } = this.#controller;
    if (this.#reveal && at) {
      const find = (row: HTMLElement) =>
        [...row.querySelectorAll<HTMLElement>('.hunk')].find(({ dataset }) => dataset.hunk === at.hunk) ?? null;
      if (this.#rows.reveal(at.change, find, this.#reveal.keyboard)) this.#reveal = null;
    }
    this.#enlarge();
  }

  get #changes(): readonly ChangeHead[] {
    return this.comparison?.changes ?? [];
  }

  get #narrow(): boolean {
    return this.#rows.width > 0 && this.#rows.width < SIDE_WIDTH;
  }

  get #zoom() {
    return this.renderRoot.querySelector<BulkheadReviewZoom>('bulkhead-review-zoom');
  }

  #view(head: ChangeHead, place: number): CardView {
    const { id } = head;
    const controller = this.#controller;
    const at = controller.at?.change === id;
    const { view, split } = this.choice;
    return {
      ...{ head, at, place, count: controller.ids.length, label: this.#label(head) },
      body: controller.bodies?.get(id),
      failure: controller.bodies?.failure(id),
      slot: this.#own.slot(id),
      verdict: controller.verdict(id),
      reviewed: controller.said.decided.reviewed(id),
      decided: (hunk) => controller.said.decided.of(id, hunk),
      atHunk: at ? controller.at?.hunk : undefined,
      pending: this.mode !== 'done',
      fold: controller.fold(id),
      ...{ side: view === 'side' && !this.#narrow, split },
    };
  }

  #work(change: string): CardWork {
    const controller = this.#controller;
    const place = (hunk?: string) => ({ change, ...(hunk !== undefined && { hunk }) });
    return {
      decide: (decision, hunk) => controller.toggle(place(hunk), decision),
      look: (on) => controller.look(change, on),
      fold: (fold) => controller.setFold(change, fold),
      enlarge: () => {
        controller.put(place());
        controller.act('open');
      },
      at: (hunk) => controller.put(place(hunk)),
      retry: () => {
        controller.bodies?.retry();
        this.requestUpdate();
      },
      expand: (gap) => void controller.bodies?.expand(change, gap),
      act: controller.act,
      split: {
        set: (percent, kept) => {
          const split = withinSplit(percent);
          this.style.setProperty('--_split', String(split));
          if (kept) this.#choose({ split });
        },
      },
    };
  }

  #label({ id, path }: ChangeHead): string {
    const body = this.#controller.bodies?.get(id);
    try {
      return this.labels?.(path, body && itemOf(path, body)) || path;
    } catch {
      return path;
    }
  }

  get #find(): FindView {
    return {
      found: this.found,
      look: (text, by) => {
        this.found = text.trim() === '' ? null : this.#controller.find(text, by, (head) => this.#label(head));
      },
      leave: () => this.#controller.enter(true),
    };
  }

  #choose(some: Partial<ReviewChoice>): void {
    this.choice = { ...this.choice, ...some };
    keepReviewChoice(this.choice);
  }

  #entered = (): void => {
    if (!this.#controller.at) this.#controller.enter(false);
  };

  #return = (): void => this.#controller.back();

  #key = (event: KeyboardEvent): void => {
    const action = actionOf(event, this.keys);
    if (!action || (this.mode === 'done' && decides(action))) return;
    event.preventDefault();
    event.stopPropagation();
    this.#controller.act(action);
  };

  /** What is shown enlarged is what the keyboard is at. */
  #enlarge(): void {
    const [zoom, controller] = [this.#zoom, this.#controller];
    const index = controller.index(controller.at?.change ?? '');
    const head = this.#changes[index];
    if (!zoom?.open || !head) return;
    const { view, split } = this.choice;
    Object.assign(zoom, {
      comparison: this.comparison,
      view: { ...this.#view(head, index), side: view === 'side', split },
      work: this.#work(head.id),
      choice: this.choice,
    });
    void controller.bodies?.need(head.id);
  }
}

define('bulkhead-studio-review', BulkheadStudioReview);
