import { css, html, type TemplateResult } from 'lit';
import type { SkillLogEntry } from '../../index.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define } from '../shared/element.js';
import { formatAgo, formatTime } from '../shared/format.js';
import { stranger } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';

const PROBLEMS: readonly SkillLogEntry['what'][] = ['warning', 'failed', 'unknown', 'refused', 'blocked'];
const GLYPHS: { readonly [what in SkillLogEntry['what']]: string } = {
  ...{ warning: '⚠', injected: '↑', found: '·', repaired: '~', done: '✓' },
  ...{ failed: '✕', unknown: '✕', refused: '✕', blocked: '✕', stopped: '■' },
};
const LINE_CHARS = 300;

export class BulkheadSkillLog extends BulkheadElement {
  static override properties = { entries: { attribute: false }, problems: { state: true } };
  static override styles = [
    ...styles,
    css`
      :host {
        container-type: inline-size;
      }
      .list {
        list-style: none;
        margin: 0;
        padding: 0;
        max-height: 60vh;
        overflow: auto;
      }
      .entry {
        display: grid;
        grid-template-columns: 15ch 14ch minmax(0, 1fr);
        gap: 0 12px;
        padding-block: 4px;
        border-top: 1px solid var(--_line);
      }
      .entry:first-child {
        border-top: 0;
      }
      .about {
        overflow-wrap: anywhere;
        white-space: pre-line;
      }
      .name {
        font-weight: 600;
      }
      .problem {
        color: var(--_danger);
      }
      .warning {
        color: var(--_warn);
      }
      .done {
        color: var(--_ok);
      }
      label {
        display: flex;
        align-items: center;
        gap: 8px;
        min-height: var(--_control);
        /* The heading stands where it does in a card without a control beside it. */
        margin-block: calc((20px - var(--_control)) / 2);
      }
      input {
        min-height: 0;
        width: 16px;
        height: 16px;
        margin: 0;
        accent-color: var(--_accent);
      }
      @container (max-width: 480px) {
        .entry {
          grid-template-columns: minmax(0, 1fr) auto;
        }
        .when {
          order: 1;
        }
        .about {
          order: 2;
          grid-column: 1 / -1;
        }
      }
    `,
  ];
  declare entries: readonly SkillLogEntry[];
  /** Only what went wrong is shown. */
  declare problems: boolean;

  constructor() {
    super();
    this.entries = [];
    this.problems = false;
  }

  override render(): TemplateResult {
    const shown = this.entries.filter(({ what }) => !this.problems || PROBLEMS.includes(what)).toReversed();
    return html`<section class="card stack" aria-labelledby="title" data-testid="skill-log">
      <div class="row"><h2 id="title" class="grow">${t('log.title')}</h2>
        <label class="small"><input type="checkbox" data-testid="log-problems" .checked=${this.problems} @change=${(
          event: Event,
        ) => {
          this.problems = (event.target as HTMLInputElement).checked;
        }} />${t('log.problems')}</label></div>
      ${
        shown.length === 0
          ? html`<p class="muted">${t(this.entries.length === 0 ? 'log.none' : 'log.noProblems')}</p>`
          : html`<ul class="list" tabindex="0" aria-labelledby="title">${shown.map(line)}</ul>`
      }
    </section>`;
  }
}

function line({ at, what, skill = '', text }: SkillLogEntry): TemplateResult {
  const look = what === 'warning' ? 'warning' : PROBLEMS.includes(what) ? 'problem' : what;
  const short = text.length > LINE_CHARS ? `${text.slice(0, LINE_CHARS)}…` : text;
  return html`<li class="entry small" data-testid="log-entry" data-what=${what}>
    <span class="when muted" title=${formatTime(at)}>${formatAgo(at)}</span>
    <span class="what ${look}"><span aria-hidden="true">${GLYPHS[what]}</span> ${t(`log.${what}`)}</span>
    <span class="about"><code class="name foreign">${stranger(skill)}</code> <span class="foreign muted">${short}</span></span>
  </li>`;
}

define('bulkhead-skill-log', BulkheadSkillLog);
