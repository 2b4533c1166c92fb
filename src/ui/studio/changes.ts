import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Comparison, ReviewState, SessionMessage, Studio } from '../../studio/internal.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define } from '../shared/element.js';
import { errorBox, errorStyles } from '../shared/error.js';
import { type ErrorView, viewError } from '../shared/error-text.js';
import { styles } from '../shared/styles.js';
import { cardOf, labelOf, wholeBlockOf } from './adapter-hooks.js';
import { AdapterHtml } from './adapter-html.js';
import './review.js';
import { NOTHING_SAID } from './review-state.js';

/** What a message changes, or would change: compared when it is shown, and decided by hunk while it waits. */
export class BulkheadStudioChanges extends BulkheadElement {
  static override properties = {
    studio: { attribute: false },
    message: { attribute: false },
    comparison: { state: true },
    failure: { state: true },
  };
  static override styles = [
    ...styles,
    errorStyles,
    css`
      :host {
        height: 100%;
        min-height: 0;
      }
      bulkhead-studio-review {
        height: 100%;
        --bh-review-height: 100%;
      }
      .adapter {
        height: 100%;
        overflow: auto;
        /* Whatever classes it has, it stays in its place. */
        contain: strict;
        isolation: isolate;
      }
      .bone {
        height: 14px;
        border-radius: 4px;
        background: var(--_raised);
      }
      .short {
        width: 60%;
      }
    `,
  ];
  declare studio: Studio | null;
  declare message: SessionMessage | null;
  /** `undefined` while it is not known, `null` where nothing differs or the difference cannot be computed. */
  declare comparison: Comparison | null | undefined;
  declare failure: ErrorView | null;
  #asked = '';
  // The same as long as the studio is: each new one would have everything drawn anew.
  #labels: ReturnType<typeof labelOf> | null = null;
  #card: ReturnType<typeof cardOf> = null;
  #block: AdapterHtml | undefined;

  constructor() {
    super();
    this.studio = null;
    this.message = null;
    this.comparison = undefined;
    this.failure = null;
  }

  override focus(): void {
    const inner = this.renderRoot.querySelector<HTMLElement>('bulkhead-studio-review, .adapter');
    inner?.focus();
  }

  override willUpdate(changed: PropertyValues): void {
    const { studio, message } = this;
    if (!studio || !message) return;
    if (changed.has('studio')) {
      [this.#labels, this.#card] = [labelOf(studio), cardOf(studio)];
    }
    // What was decided of it does not make it another.
    const wanted = `${studio.popupId} ${message.id} ${message.toolState}`;
    const before = changed.get('message') as SessionMessage | null | undefined;
    const same = this.#asked === wanted && before?.profileDelta === message.profileDelta;
    if (changed.has('message') && !same) {
      this.#asked = wanted;
      void this.#compare(studio, message);
    }
  }

  override updated(): void {
    const { studio, message } = this;
    const block = studio && message ? wholeBlockOf(studio, message) : null;
    if (block === null) {
      this.#block?.place.remove();
      this.#block = undefined;
      return;
    }
    if (!this.#block) {
      // In the page itself, where the adapter’s own styles are.
      const place = document.createElement('div');
      place.slot = 'block';
      this.append(place);
      this.#block = new AdapterHtml(place);
    }
    this.#block.show(block).catch((error: unknown) => {
      this.failure = viewError(error);
    });
  }

  override render(): TemplateResult | typeof nothing {
    const { studio, message, comparison, failure } = this;
    if (!studio || !message) return nothing;
    if (failure) return html`${errorBox(failure, 'studio-changes-failed', t('studio.compareFailed'))}`;
    if (wholeBlockOf(studio, message) !== null) {
      return html`<div class="adapter" tabindex="0" role="region" aria-label=${t('studio.changes')}><slot name="block"></slot></div>`;
    }
    if (comparison === undefined) {
      return html`<div class="stack" role="status"><span class="visually-hidden">${t('studio.comparing')}</span><div class="bone"></div><div class="bone short"></div><div class="bone"></div></div>`;
    }
    if (comparison === null) {
      const { profileDelta, profileSnapshotAfter, toolState, toolResults = [] } = message;
      const known = profileDelta === null && (toolState !== 'pending' || profileSnapshotAfter !== undefined);
      const failures = toolResults.flatMap(({ result: { error } }) => (typeof error === 'string' ? [error] : []));
      return html`<p class="muted" data-testid="studio-no-change">${t(known ? 'studio.noChange' : 'studio.unknown')}</p>
        ${failures.map((error) => html`<p class="danger foreign">${error}</p>`)}`;
    }
    return html`<bulkhead-studio-review .comparison=${comparison} .review=${message.review ?? NOTHING_SAID} mode=${message.toolState === 'pending' ? 'pending' : 'done'}
      .labels=${this.#labels} .card=${this.#card} @bh-changes=${this.#decided}></bulkhead-studio-review>`;
  }

  #decided = (event: Event): void => {
    const { state } = (event as CustomEvent<{ readonly state: ReviewState }>).detail;
    event.stopPropagation();
    if (this.message) this.studio?.review(this.message.id, state);
  };

  async #compare(studio: Studio, message: SessionMessage): Promise<void> {
    const asked = this.#asked;
    this.comparison = undefined;
    this.failure = null;
    try {
      const found = await studio.comparison(message);
      if (asked !== this.#asked) return;
      this.comparison = found;
      this.dispatchEvent(new CustomEvent('bh-compared', { detail: found }));
    } catch (error) {
      if (asked !== this.#asked) return;
      this.failure = viewError(error);
      this.dispatchEvent(new CustomEvent('bh-uncompared'));
    }
  }
}

define('bulkhead-studio-changes', BulkheadStudioChanges);
