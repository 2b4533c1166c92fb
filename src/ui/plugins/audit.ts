import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { AuditEntry, AuditType } from '../../index.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { errorWords } from '../shared/error-text.js';
import { formatAgo, formatBytes, formatMs, formatTime } from '../shared/format.js';
import { markStyles, marks } from '../shared/marks.js';
import { stranger } from '../shared/strangers.js';
import { listStyles, styles } from '../shared/styles.js';

const TYPES = [
  'install',
  'remove',
  'grant',
  'revoke',
  'ask',
  'call',
  'use',
  'refused',
  'end',
  'safe-mode',
] as const satisfies AuditType[];

/** Requests to a server are named by their method. */
const REQUEST = /^(GET|POST|PUT|PATCH|DELETE) /;

/** What was logged of a plugin, the newest first. */
export class BulkheadAudit extends BulkheadElement {
  static override properties = reactive<BulkheadAudit>({
    plugin: { initial: '' },
    entries: { attribute: false, initial: [] },
    more: { type: Boolean, initial: false },
    type: { state: true, initial: '' },
  });
  static override styles = [
    ...styles,
    markStyles,
    listStyles,
    css`
      :host {
        container-type: inline-size;
      }
      .list {
        max-height: 50vh;
        overflow: auto;
      }
      .entry {
        display: grid;
        grid-template-columns: 15ch 8ch minmax(0, 1fr) auto;
        gap: 0 12px;
        align-items: baseline;
        padding-block: 5px;
        border-top: 1px solid var(--_line);
      }
      .outcome {
        text-align: end;
      }
      .ok {
        color: var(--_ok);
      }
      select {
        width: auto;
      }
      @container (max-width: 430px) {
        h3.grow {
          flex-basis: 100%;
        }
        .entry {
          grid-template-columns: minmax(0, 1fr) auto;
        }
        .what {
          grid-column: 1 / -1;
          grid-row: 2;
        }
        .entry .type {
          display: none;
        }
        .entry .what .type {
          display: inline;
        }
      }
      .what .type {
        display: none;
      }
    `,
  ];
  /** Id of the plugin; empty for all of them. */
  declare plugin: string;
  declare entries: readonly AuditEntry[];
  /** There are older ones. */
  declare more: boolean;
  declare type: AuditType | '';

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('plugin')) this.type = '';
  }

  override render(): TemplateResult {
    const { entries } = this;
    return html`<section class="stack" aria-labelledby="title" data-testid="audit">
      <div class="row"><h3 id="title" class="grow">${t(this.plugin === '' ? 'drawer.logTitle' : 'page.audit')}</h3>
        <select data-testid="audit-type" aria-label=${t('page.auditType')} @change=${this.#filter}>
          <option value="" ?selected=${this.type === ''}>${t('page.auditAll')}</option>
          ${TYPES.map((type) => html`<option value=${type} ?selected=${this.type === type}>${t(`audit.${type}`)}</option>`)}</select>
        <button data-testid="audit-export" title=${t('page.exportTeach')} @click=${() => this.emit('bh-export', null)}>${t('page.export')}</button></div>
      ${
        entries.length === 0
          ? html`<p class="muted">${t('page.auditNone')}</p>`
          : html`<ul class="list" tabindex="0" aria-labelledby="title">${entries.map((entry) => entryRow(entry, this.plugin === ''))}</ul>`
      }
      ${this.more ? html`<div><button class="plain small" data-testid="audit-older" @click=${this.#older}>${t('page.older')}</button></div>` : nothing}
    </section>`;
  }

  #filter = (event: Event): void => {
    const value = (event.target as HTMLSelectElement).value;
    const type = TYPES.find((one) => one === value);
    this.type = type ?? '';
    this.emit('bh-audit', { id: this.plugin, ...(type && { type }) });
  };

  #older = (): void => {
    const before = this.entries.at(-1)?.seq;
    const { type } = this;
    this.emit('bh-audit', { id: this.plugin, ...(type !== '' && { type }), ...(before !== undefined && { before }) });
  };
}

/** `named`: whose it is stands in it. */
function entryRow(
  { at, type, tool, permission, what, outcome, bytesOut = 0, ms, simulated, seq, plugin = '' }: AuditEntry,
  named: boolean,
): TemplateResult {
  const about = what ?? tool ?? permission ?? '';
  const also = what === undefined ? '' : (tool ?? permission ?? '');
  const cost = [bytesOut > 0 ? formatBytes(bytesOut) : '', ms === undefined ? '' : formatMs(ms)]
    .filter(Boolean)
    .join(' · ');
  return html`<li class="entry small" data-testid="audit-entry" data-type=${type} data-seq=${seq}>
    <span class="muted" title=${formatTime(at)}>${formatAgo(at)}</span>
    <span class="type">${t(`audit.${type}`)}</span>
    <span class="what"><span class="type">${t(`audit.${type}`)} </span>${named ? html`<span class="muted foreign">${stranger(plugin, 80)}</span> ` : nothing}<span class="foreign">${stranger(about, 200)}</span>
      <span class="muted foreign">${stranger(also, 200)}</span> ${cost === '' ? nothing : html`<span class="muted">${cost}</span>`}
      ${REQUEST.test(what ?? '') && type === 'use' && !simulated ? marks(['leaves'], false) : nothing}
      ${simulated ? html`<span class="badge muted">${t('badge.simulated')}</span>` : nothing}</span>
    <span class="outcome">${outcomeWords(outcome)}</span>
  </li>`;
}

function outcomeWords(outcome: string | undefined): TemplateResult | typeof nothing {
  if (outcome === undefined) return nothing;
  if (outcome === 'ok') return html`<span class="ok"><span aria-hidden="true">✓</span> ${t('outcome.ok')}</span>`;
  if (outcome === 'denied')
    return html`<span class="danger"><span aria-hidden="true">✕</span> ${t('outcome.denied')}</span>`;
  return html`<span class="danger" title=${errorWords(outcome)}><span aria-hidden="true">✕</span> <code class="foreign">${outcome}</code></span>`;
}

define('bulkhead-audit', BulkheadAudit);
