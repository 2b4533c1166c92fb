import { css, html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { SessionLine } from '../../studio/internal.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define } from '../shared/element.js';
import { formatAgo, formatTime } from '../shared/format.js';
import { stranger } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';

/** The studio's sessions, the newest first. Its buttons say what they do by `data-iter-*`; who shows it does that. */
export class BulkheadStudioSessions extends BulkheadElement {
  static override properties = { sessions: { attribute: false }, busy: { type: Boolean } };
  static override styles = [
    ...styles,
    css`
      ul {
        list-style: none;
        margin: 0;
        padding: 0;
        display: grid;
        gap: 2px;
        grid-template-columns: minmax(0, 1fr);
      }
      li {
        display: flex;
        align-items: center;
        border-radius: 6px;
        border-inline-start: 2px solid transparent;
      }
      li:hover,
      li[data-current] {
        background: var(--_raised);
      }
      li[data-current] {
        border-color: var(--_accent);
      }
      .open {
        flex: 1;
        min-width: 0;
        display: grid;
        text-align: start;
        padding: 6px 8px;
        border-color: transparent;
        background: none;
        font-weight: inherit;
      }
      @media (hover: hover) {
        li {
          position: relative;
        }
        .delete {
          position: absolute;
          inset-inline-end: 4px;
          background: var(--_raised);
        }
        li:not(:hover, :focus-within) .delete {
          opacity: 0;
        }
      }
      .new {
        width: 100%;
      }
    `,
  ];
  declare sessions: readonly SessionLine[];
  declare busy: boolean;

  constructor() {
    super();
    this.sessions = [];
    this.busy = false;
  }

  override render(): TemplateResult {
    const { busy } = this;
    const newest = [...this.sessions].sort((one, other) => other.updatedAt - one.updatedAt);
    return html`<div class="stack">
      <button class="new" data-testid="studio-new" data-iter-action="new-session" ?disabled=${busy}>${t('studio.newSession')}</button>
      ${newest.length === 0 ? html`<p class="small muted">${t('studio.noSessions')}</p>` : html`<ul aria-label=${t('studio.sessions')}>${repeat(newest, ({ id }) => id, this.#line)}</ul>`}</div>`;
  }

  #line = ({ id, summary, turns, waits, updatedAt, current }: SessionLine): TemplateResult => {
    const name = summary || t('studio.unsaid');
    return html`<li data-testid="studio-session" data-session=${id} ?data-current=${current}>
      <button class="open" data-iter-action="load-session" data-iter-id=${id} aria-current=${current ? 'true' : 'false'} ?disabled=${this.busy}>
        <span class="cut foreign ${summary === '' ? 'muted' : ''}">${stranger(name, 200)}</span>
        <span class="small muted cut" title=${formatTime(updatedAt)}>${turns === 1 ? t('studio.turn') : t('studio.turns', { count: turns })} · ${formatAgo(updatedAt)}</span>
        ${waits ? html`<span class="small warn cut" data-testid="studio-session-waits">${t('studio.lineWaits')}</span>` : nothing}</button>
      <button class="plain small muted delete" data-testid="studio-delete" data-iter-action="delete-session" data-iter-id=${id} aria-label=${t('studio.deleteName', { name })} ?disabled=${this.busy}>${t('studio.delete')}</button>
    </li>`;
  };
}

define('bulkhead-studio-sessions', BulkheadStudioSessions);
