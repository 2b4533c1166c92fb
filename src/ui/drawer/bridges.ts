import { css, html, nothing, type TemplateResult } from 'lit';
import { t } from '../i18n/text.js';
import { BulkheadElement, define } from '../shared/element.js';
import { stranger } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';
import { toolRowStyles, toolWords } from '../tools/tool-row.js';

/** A function tool of the host application. */
export interface BridgeOffer {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  /** What it is used for; `null` for nothing. */
  readonly mode: 'read' | 'write' | null;
  /** It was chosen, and the application has it no more. */
  readonly missing?: boolean;
}

const USES = ['unused', 'read', 'write'] as const;

/** The function tools of the host application that plugins' tools and orchestrations may use, folded until wanted. */
export class BulkheadBridges extends BulkheadElement {
  static override properties = { bridges: { attribute: false } };
  static override styles = [
    ...styles,
    toolRowStyles,
    css`
      summary {
        min-height: var(--_control);
        margin: -6px -4px;
        padding: 4px;
        border-radius: 6px;
        cursor: pointer;
        align-content: center;
      }
      summary h2 {
        display: inline;
      }
      dl {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 2px 12px;
        margin: 0;
      }
      dd {
        margin: 0;
        color: var(--_muted);
      }
      .open {
        margin-block-start: 10px;
        gap: 12px;
      }
      select {
        width: auto;
      }
    `,
  ];
  declare bridges: readonly BridgeOffer[];

  constructor() {
    super();
    this.bridges = [];
  }

  override render(): TemplateResult {
    const { bridges } = this;
    const all = bridges.length;
    const count = bridges.filter(({ mode }) => mode !== null).length;
    return html`<details class="card" data-testid="bridges">
      <summary><h2>${t('bridges.title')}</h2> ${all > 0 ? html`<span class="small muted">${t('bridges.used', { count, all })}</span>` : nothing}</summary>
      <div class="open stack">${all === 0 ? html`<p class="muted">${t('bridges.none')}</p>` : this.#list()}</div>
    </details>`;
  }

  #list(): TemplateResult {
    return html`<p class="muted">${t('bridges.teach')}</p>
      <dl class="small">${USES.map((use) => html`<dt>${t(`bridges.${use}`)}</dt><dd>${t(`bridges.${use}Teach`)}</dd>`)}</dl>
      <ul>${this.bridges.map((bridge) => this.#bridge(bridge))}</ul>`;
  }

  #bridge(bridge: BridgeOffer): TemplateResult {
    const { name, displayName, description, mode, missing } = bridge;
    const about = displayName === name ? '' : stranger(displayName);
    return html`<li class="tool" data-testid="bridge" data-tool=${name} data-mode=${mode ?? 'unused'}>
      ${toolWords({ name, about, description })}
      <select data-testid="bridge-mode" aria-label=${t('bridges.mode', { name })} @change=${this.#choose(bridge)}>
        ${USES.map((use) => html`<option value=${use} .selected=${use === (mode ?? 'unused')}>${t(`bridges.${use}`)}</option>`)}</select>
      ${missing ? html`<p class="small warn note">${t('bridges.missing')}</p>` : nothing}
    </li>`;
  }

  /** The list shows what the application says, not what was chosen. */
  #choose({ name, mode }: BridgeOffer) {
    return (event: Event): void => {
      const select = event.target as HTMLSelectElement;
      const { value } = select;
      select.value = mode ?? 'unused';
      this.emit('bh-bridge', { name, mode: value === 'read' || value === 'write' ? value : null });
    };
  }
}

define('bulkhead-bridges', BulkheadBridges);
