import { css, html, nothing, svg, type TemplateResult } from 'lit';
import type { HostStatus, WallStatus } from '../../index.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define } from '../shared/element.js';
import { said } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';

/** The five walls as nested outlines, each with a word, and how many workers are inside. */
export class BulkheadWalls extends BulkheadElement {
  static override properties = { status: { attribute: false } };
  static override styles = [
    ...styles,
    css`
      :host {
        container-type: inline-size;
      }
      .card {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 8px 20px;
        align-items: center;
      }
      svg {
        width: 112px;
        height: 72px;
        fill: none;
        stroke-width: 1.5;
      }
      ol {
        list-style: none;
        margin: 0;
        padding: 0;
        display: grid;
        gap: 8px 16px;
        grid-template-columns: repeat(5, minmax(0, 1fr));
        align-items: start;
      }
      .yes {
        stroke: var(--_ok);
        color: var(--_ok);
      }
      .no {
        stroke: var(--_danger);
        stroke-dasharray: 3 3;
        color: var(--_danger);
      }
      .unknown {
        stroke: var(--_faint);
        stroke-dasharray: 1 3;
        color: var(--_muted);
      }
      .guest {
        fill: var(--_faint);
      }
      .guest.busy {
        fill: var(--_accent);
        animation: pulse 1.2s ease-out infinite;
      }
      @keyframes pulse {
        50% {
          opacity: 0.35;
        }
      }
      .title {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 12px;
        align-items: baseline;
        margin-block-end: 6px;
      }
      .report {
        margin-block-start: 8px;
      }
      .why {
        overflow-wrap: anywhere;
      }
      @container (max-width: 400px) {
        .card {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      @container (max-width: 696px) {
        .card {
          align-items: start;
        }
        ol {
          grid-template-columns: minmax(0, 1fr);
          gap: 4px;
        }
        li {
          display: flex;
          flex-wrap: wrap;
          gap: 0 8px;
        }
      }
    `,
  ];
  declare status: HostStatus | null;

  constructor() {
    super();
    this.status = null;
  }

  override render(): TemplateResult {
    const { walls = [], workers = { live: 0, terminating: 0 }, calls = 0 } = this.status ?? {};
    return html`<section class="card" aria-labelledby="title">
      <svg viewBox="0 0 112 72" role="img" aria-label=${t('walls.picture')}>
        ${walls.map(({ wall, stands }) => {
          const inset = (5 - wall) * 7 + 1;
          return svg`<rect class=${look(stands)} x=${inset} y=${inset} width=${112 - 2 * inset} height=${72 - 2 * inset} rx="3" />`;
        })}
        <circle class="guest ${calls > 0 ? 'busy' : ''}" cx="56" cy="36" r="3.5" />
      </svg>
      <div>
        <div class="title"><h2 id="title">${t('walls.title')}</h2>
          <span class="small muted" data-testid="workers">${said('walls.workers', { ...workers, calls })}</span></div>
        <ol>${walls.map((wall) => this.#wall(wall))}</ol>
        <button class="small report" data-testid="report" @click=${() => this.emit('bh-report', null)}>${t('report.copy')}</button>
      </div>
    </section>`;
  }

  #wall({ wall, stands, why }: WallStatus): TemplateResult {
    const word = stands === null ? 'unknown' : stands ? 'stands' : 'missing';
    return html`<li data-testid="wall" data-wall=${wall} data-stands=${stands ?? 'unknown'}>
      <div><span class="muted">${wall}</span> ${t(`walls.${wall}`)}</div>
      <div class="small"><span class=${look(stands)}>${t(`walls.${word}`)}</span>${
        why === undefined ? nothing : html` <span class="muted why">${whyWords(why)}</span>`
      }</div>
    </li>`;
  }
}

/** The host gives its reasons in English; the two good ones are known. */
function whyWords(why: string): string {
  const means = ['served', 'srcdoc'].find((kind) => why === `by a ${kind} frame`);
  return means ? t(means === 'served' ? 'walls.served' : 'walls.srcdoc') : why;
}

const look = (stands: boolean | null) => (stands === null ? 'unknown' : stands ? 'yes' : 'no');

define('bulkhead-walls', BulkheadWalls);
