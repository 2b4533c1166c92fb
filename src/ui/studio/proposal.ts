import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { debounce } from '../../primitives/index.js';
import type { Comparison, SessionMessage, Studio } from '../../studio/internal.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define } from '../shared/element.js';
import { styles } from '../shared/styles.js';
import './changes.js';
import { Decided, NOTHING_SAID } from './review-state.js';
import './rehearsal.js';

/** Longer than two presses of one who presses twice. */
const SUDDEN_MS = 600;

/** A proposal that waits for a person: what it would change, what came of trying it, and the two answers. */
export class BulkheadStudioProposal extends BulkheadElement {
  static override properties = {
    studio: { attribute: false },
    message: { attribute: false },
    busy: { type: Boolean },
    comparison: { state: true },
    failed: { state: true },
    sudden: { state: true },
  };
  static override styles = [
    ...styles,
    css`
      :host {
        height: 100%;
        min-height: 0;
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        grid-template-rows: auto minmax(0, 1fr) auto;
      }
      .above {
        padding: 8px 12px 0;
        max-height: 45cqh;
        overflow: auto;
      }
      .above:empty {
        display: none;
      }
      @container (max-width: 600px) {
        .above {
          max-height: 26cqh;
        }
      }
      .body {
        grid-row: 2;
        min-height: 0;
        padding: 8px 12px;
      }
      .foot {
        grid-row: 3;
        padding: 8px 12px;
        border-block-start: 1px solid var(--_line);
        justify-content: flex-end;
      }
      .foot .grow {
        flex-basis: 120px;
      }
    `,
  ];
  declare studio: Studio | null;
  declare message: SessionMessage | null;
  declare busy: boolean;
  declare comparison: Comparison | null | undefined;
  /** Its changes cannot be computed, and it says so. */
  declare failed: boolean;
  /** It came by itself a moment ago: a press may have been meant for what stood there before. */
  declare sudden: boolean;
  readonly #settle = debounce(SUDDEN_MS, () => {
    this.sudden = false;
  });

  constructor() {
    super();
    this.studio = null;
    this.message = null;
    this.busy = false;
    this.comparison = undefined;
    this.failed = false;
    this.sudden = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#settle.cancel();
    this.sudden = false;
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('bulkhead-studio-changes')?.focus();
  }

  override willUpdate(changed: PropertyValues): void {
    const before = changed.get('message') as SessionMessage | null | undefined;
    if (!changed.has('message')) return;
    const isOther = before?.id !== this.message?.id;
    if (!isOther && before?.profileDelta === this.message?.profileDelta) return;
    this.comparison = undefined;
    this.failed = false;
    if (!isOther || !this.message?.auto) return;
    this.sudden = true;
    this.#settle.again();
  }

  override render(): TemplateResult | typeof nothing {
    const { studio, message, busy, comparison, failed, sudden } = this;
    if (!studio || !message) return nothing;
    const all = comparison?.changes.length ?? 0;
    const { touched, whole } = rejectedOf(message, comparison);
    const nothingLeft = all > 0 && whole === all;
    // Nobody has seen it yet.
    const unseen = sudden || (comparison === undefined && !failed);
    // Who tried to do what it may not is not one press away from being let do it.
    const doubtful = message.trial !== undefined && message.trial.verdict !== 'passed';
    return html`<div class="above stack">${message.trial ? html`<bulkhead-rehearsal data-testid="studio-rehearsal" .report=${message.trial}></bulkhead-rehearsal>` : nothing}</div>
      <div class="body" @bh-approve=${() => this.#approve(doubtful)}><bulkhead-studio-changes .studio=${studio} .message=${message} @bh-compared=${this.#compared} @bh-uncompared=${this.#uncompared}></bulkhead-studio-changes></div>
      <div class="row foot">
        <p class="grow small ${touched > 0 ? 'warn' : 'muted'}" data-testid="studio-summary" aria-live="polite">${this.#summary(all, touched, nothingLeft)}</p>
        <button data-testid="studio-reject" data-iter-action="reject" ?disabled=${busy}>${t(touched > 0 ? 'studio.rejectAll' : 'studio.reject')}</button>
        <button class="${doubtful ? 'stop' : 'primary'}" data-testid="studio-approve" data-iter-action="approve" ?disabled=${busy || nothingLeft || unseen}>${
          touched > 0 ? t('studio.approveRest') : all > 1 ? t('studio.approveAll', { count: all }) : t('studio.approve')
        }</button>
      </div>`;
  }

  #summary(all: number, touched: number, nothingLeft: boolean): string {
    if (nothingLeft) return t('studio.approveNone');
    if (touched > 0) return t('studio.partly', { count: touched, all });
    if (this.failed) return '';
    if (this.comparison === undefined) return t('studio.comparing');
    if (this.comparison === null) return this.message?.profileDelta === null ? '' : t('studio.proposesNone');
    return all === 1 ? t('studio.proposesOne') : t('studio.proposes', { count: all });
  }

  /** By the keyboard, out of the review: what is doubtful is pressed by itself. */
  #approve(doubtful: boolean): void {
    const button = this.renderRoot.querySelector<HTMLButtonElement>('[data-iter-action=approve]');
    if (doubtful) button?.focus();
    else button?.click();
  }

  #uncompared = (): void => {
    this.failed = true;
  };

  #compared = (event: Event): void => {
    this.comparison = (event as CustomEvent<Comparison | null>).detail;
  };
}

/** How many changes are rejected at least in part, and how many as a whole. */
function rejectedOf({ review = NOTHING_SAID }: SessionMessage, comparison: Comparison | null | undefined) {
  const decided = new Decided(review);
  const rejected = Object.entries(review.decisions).filter(([, decision]) => decision === 'reject');
  const touched = new Set(rejected.map(([key]) => key.split('\n', 1)[0]));
  const there = (comparison?.changes ?? []).map(({ id }) => id);
  return {
    touched: there.filter((id) => touched.has(id)).length,
    whole: there.filter((id) => decided.verdict(id) === 'reject').length,
  };
}

define('bulkhead-studio-proposal', BulkheadStudioProposal);
