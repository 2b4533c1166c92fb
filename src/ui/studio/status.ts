import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { StudioStatus, StudioView } from '../../studio/internal.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define } from '../shared/element.js';
import { errorBox, errorStyles } from '../shared/error.js';
import { viewError } from '../shared/error-text.js';
import { formatMs } from '../shared/format.js';
import { said } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';

const TICK_MS = 500;
const SAID_CHARS = 300;

/** The line that says what the studio is doing, what went wrong, and what can be taken back. */
export class BulkheadStudioStatus extends BulkheadElement {
  static override properties = { view: { attribute: false }, now: { state: true }, said: { state: true } };
  static override styles = [
    ...styles,
    errorStyles,
    css`
      .line {
        min-height: var(--_control);
        gap: 4px 12px;
      }
      .line .grow {
        flex-basis: 160px;
      }
      .bar {
        inline-size: 48px;
        block-size: 4px;
        border-radius: 2px;
        background: linear-gradient(90deg, var(--_accent) 40%, var(--_line) 0) 0 / 200% 100%;
        animation: along 1.2s linear infinite;
      }
      @keyframes along {
        from {
          background-position: 200% 0;
        }
        to {
          background-position: 0 0;
        }
      }
      .keys {
        margin-inline-start: 16px;
      }
      @media (pointer: coarse), (max-width: 860px) {
        .keys {
          display: none;
        }
      }
      .failed {
        align-items: start;
        padding-block-end: 4px;
      }
    `,
  ];
  declare view: StudioView | null;
  declare now: number;
  declare said: string;
  #timer = 0;

  constructor() {
    super();
    this.view = null;
    this.now = 0;
    this.said = '';
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
    this.#timer = 0;
  }

  override willUpdate(changed: PropertyValues): void {
    if (!changed.has('view')) return;
    const { view } = this;
    this.now = Date.now();
    const busy = view !== null && view.phase !== 'idle';
    if (busy && this.#timer === 0) {
      this.#timer = window.setInterval(() => {
        this.now = Date.now();
      }, TICK_MS);
    } else if (!busy) {
      clearInterval(this.#timer);
      this.#timer = 0;
    }
    const before = changed.get('view') as StudioView | null | undefined;
    if (view && before && before.session.id === view.session.id) this.#say(before, view);
  }

  override render(): TemplateResult {
    const { view } = this;
    return html`<div data-testid="studio-status">
      ${view?.status ? this.#status(view.status) : nothing}
      <div class="row line small">${view ? this.#doing(view) : nothing}</div>
      <p class="visually-hidden" aria-live="polite" data-testid="studio-said">${this.said}</p></div>`;
  }

  #doing(view: StudioView): TemplateResult {
    const { phase, since, autoRound, undoable, deleted, session } = view;
    if (phase !== 'idle') {
      return html`<span class="bar" aria-hidden="true"></span><span class="grow" data-testid="studio-phase" data-phase=${phase}>${t(`studio.phase.${phase}`)}${
        autoRound > 0 ? ` · ${t('studio.round', { count: autoRound })}` : nothing
      } · <span class="muted">${formatMs(Math.floor(Math.max(0, this.now - since) / 100) * 100)}</span></span>`;
    }
    return html`<span class="grow muted" data-testid="studio-phase" data-phase="idle">${t(session.pendingApproval ? 'studio.waiting' : 'studio.ready')}<span class="keys"><kbd>F6</kbd> ${t('studio.nextPart')}</span></span>
      ${
        deleted
          ? html`<span class="row"><span class="cut foreign">${said('studio.deleted', { name: deleted.summary || t('studio.unsaid') })}</span><button data-testid="studio-restore" data-iter-action="restore-session">${t('studio.undo')}</button></span>`
          : nothing
      }
      ${
        undoable
          ? html`<span class="row">${t(`studio.undo.${undoable}`)}<button data-testid="studio-undo" data-iter-action="undo">${t('studio.undo')}</button></span>`
          : nothing
      }`;
  }

  #status(status: StudioStatus): TemplateResult {
    const dismiss = html`<button class="plain" data-testid="studio-dismiss" data-iter-action="dismiss-status">${t('studio.dismiss')}</button>`;
    const words = t(`studio.status.${status.key}`);
    if (status.kind === 'error' && status.error !== undefined) {
      return html`<div class="row failed"><div class="grow">${errorBox(viewError(status.error), 'studio-error', words)}</div>${dismiss}</div>`;
    }
    return html`<div class="row failed"><p class="grow foreign ${status.kind === 'error' ? 'danger' : ''}" data-testid="studio-${status.kind}" role=${status.kind === 'error' ? 'alert' : 'status'}>${words}</p>${dismiss}</div>`;
  }

  /** What a person who sees nothing has to know: not each tick, but how it ended. */
  #say(before: StudioView, { phase, session }: StudioView): void {
    if (phase !== before.phase && phase !== 'idle') this.said = t(`studio.phase.${phase}`);
    if (session.pendingApproval && !before.session.pendingApproval) this.said = t('studio.saidProposal');
    const last = session.messages.at(-1);
    if (session.pendingApproval || last?.role !== 'assistant' || last === before.session.messages.at(-1)) return;
    if (last.toolState === 'completed') this.said = t('studio.saidApplied');
    else if (last.toolState === undefined) {
      this.said = t('studio.saidAnswer', { text: last.content.slice(0, SAID_CHARS) });
    }
  }
}

define('bulkhead-studio-status', BulkheadStudioStatus);
