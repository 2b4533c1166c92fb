import { css, html, nothing, type TemplateResult } from 'lit';
import type { RehearsalCheck, RehearsalReport } from '../../studio/internal.js';
import { BulkheadElement, define } from '../shared/element.js';
import { asWritten } from '../shared/strangers.js';
import '../shared/fold.js';
import { t } from '../i18n/text.js';
import { formatMs } from '../shared/format.js';
import { styles } from '../shared/styles.js';
import { withUnseen } from '../shared/unseen.js';

const GLYPHS = { passed: '✓', failed: '✕', contained: '▣' } as const;

/** What came of trying a proposal: whether it holds, what was tried, what it would have done, and what it has said. */
export class BulkheadRehearsal extends BulkheadElement {
  static override properties = { report: { attribute: false } };
  static override styles = [
    ...styles,
    css`
      h2 {
        font-size: inherit;
      }
      .verdict {
        display: inline-flex;
        align-items: center;
        gap: 4px;
        border: 1px solid currentcolor;
        border-radius: 6px;
        padding: 0 6px;
        font-weight: 600;
      }
      .passed {
        color: var(--_ok);
      }
      .failed {
        color: var(--_danger);
      }
      .contained {
        color: var(--_warn);
      }
      ul {
        list-style: none;
        margin: 4px 0 0;
        padding: 0;
        display: grid;
        gap: 4px;
      }
      li {
        display: grid;
        grid-template-columns: 2ch fit-content(calc(100% - 12ch)) minmax(6ch, 1fr);
        gap: 0 8px;
      }
      li > :nth-child(n + 4) {
        grid-column: 2 / -1;
      }
      .effects li {
        grid-template-columns: 2ch minmax(0, 1fr);
      }
      summary {
        cursor: pointer;
        min-height: var(--_control);
        align-content: center;
      }
      .card:has(> details:not([open])) {
        padding-block: 4px;
      }
      summary > .head {
        display: inline-flex;
        width: calc(100% - 24px);
        vertical-align: middle;
      }
      .rest {
        margin-block-start: 8px;
      }
      .log {
        max-height: 18lh;
        overflow: auto;
        border-inline-start: 2px solid var(--_line);
        padding-inline-start: 10px;
      }
      .log p {
        white-space: pre-wrap;
      }
      .error {
        color: var(--_danger);
      }
      .warn {
        color: var(--_warn);
      }
    `,
  ];
  declare report: RehearsalReport | null;

  constructor() {
    super();
    this.report = null;
  }

  override render(): TemplateResult {
    const { report } = this;
    if (!report) return html``;
    const { verdict, summary, checks, effects, log, forModel } = report;
    const head = html`<div class="row head"><h2 id="title">${t('rehearsal.title')}</h2>${word(verdict)}<span class="grow foreign">${asWritten(summary)}</span></div>`;
    const rest = html`${verdict === 'contained' ? html`<p class="small contained">${t('rehearsal.contain')}</p>` : nothing}
      ${checks.length === 0 ? nothing : html`<div><h3 class="small muted">${t('rehearsal.checks')}</h3><ul>${checks.map(check)}</ul></div>`}
      ${
        effects.length === 0
          ? nothing
          : html`<div><h3 class="small muted">${t('rehearsal.effects')}</h3><ul class="effects" data-testid="rehearsal-effects">${effects.map((one) => html`<li><span aria-hidden="true">→</span><span class="foreign">${asWritten(one)}</span></li>`)}</ul></div>`
      }
      ${
        log.length === 0
          ? nothing
          : html`<details data-testid="rehearsal-log" ?open=${verdict !== 'passed'}><summary class="small">${t('rehearsal.log', { count: log.length })}</summary>
              <div class="log mono" tabindex="0" role="log" aria-label=${t('rehearsal.log', { count: log.length })}>${log.map(({ level, text }) => html`<p class="foreign ${level === 'error' || level === 'warn' ? level : ''}"><span class="muted">${level}</span> ${withUnseen(text)}</p>`)}</div></details>`
      }
      ${forModel === undefined || forModel === '' ? nothing : html`<details data-testid="rehearsal-model"><summary class="small">${t('rehearsal.model')}</summary><bulkhead-fold prose .text=${forModel}></bulkhead-fold></details>`}`;
    // What holds, and would have done nothing, takes no room from what is to be decided.
    const isQuiet = verdict === 'passed' && effects.length === 0;
    return html`<section class="card" role="group" data-testid="rehearsal" data-verdict=${verdict} aria-labelledby="title">${
      isQuiet
        ? html`<details data-testid="rehearsal-fold"><summary>${head}</summary><div class="stack rest">${rest}</div></details>`
        : html`<div class="stack">${head}${rest}</div>`
    }</section>`;
  }
}

const word = (verdict: RehearsalReport['verdict']): TemplateResult =>
  html`<span class="verdict small ${verdict}"><span aria-hidden="true">${GLYPHS[verdict]}</span> ${t(`rehearsal.${verdict}`)}</span>`;

function check({ name, verdict, detail, ms }: RehearsalCheck): TemplateResult {
  return html`<li data-testid="rehearsal-check" data-verdict=${verdict}><span class=${verdict} aria-hidden="true">${GLYPHS[verdict]}</span>
    <span class="foreign">${asWritten(name)}<span class="visually-hidden">, ${t(`rehearsal.${verdict}`)}</span></span><span class="small muted">${ms === undefined ? nothing : formatMs(ms)}</span>
    ${detail === undefined || detail === '' ? nothing : html`<bulkhead-fold .text=${withUnseen(detail)}></bulkhead-fold>`}</li>`;
}

define('bulkhead-rehearsal', BulkheadRehearsal);
