import { css, html, nothing, type TemplateResult } from 'lit';
import { DESCRIPTION_CHARS } from '../../../worker/protocol/display-text.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define } from '../shared/element.js';
import { said, stranger } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';
import { switchStyles } from '../shared/switch-styles.js';
import { toolRowStyles, toolWords } from '../tools/tool-row.js';

/** A tool that can be offered to the model. */
export interface Offer {
  readonly name: string;
  /** Who registered it. */
  readonly owner: string;
  readonly description: string;
  readonly mode: 'read' | 'write';
  /** It is offered to the model. */
  readonly on: boolean;
  /** What stands in the way, as one short line. */
  readonly note?: string;
}

/** The tools that can be offered to the model, each with a switch. */
export class BulkheadOffers extends BulkheadElement {
  static override properties = { offers: { attribute: false }, heading: {} };
  static override styles = [
    ...styles,
    switchStyles,
    toolRowStyles,
    css`
      .top {
        margin-block-end: 8px;
      }
    `,
  ];
  declare offers: readonly Offer[];
  /** Stands over the list in place of our own words. */
  declare heading: string;

  constructor() {
    super();
    this.offers = [];
    this.heading = '';
  }

  override render(): TemplateResult {
    const { offers, heading } = this;
    return html`<section class="card" aria-labelledby="title" data-testid="offers">
      <h2 id="title" class="foreign top">${heading === '' ? t('offers.title') : heading}${
        offers.length > 0
          ? html` <span class="muted">${offers.filter(({ on }) => on).length}/${offers.length}</span>`
          : nothing
      }</h2>
      ${
        offers.length === 0
          ? html`<div class="stack"><h3>${t('offers.none')}</h3><p class="muted">${t('offers.teach')}</p></div>`
          : html`<ul>${offers.map((offer) => this.#offer(offer))}</ul>`
      }
    </section>`;
  }

  #offer(offer: Offer): TemplateResult {
    const { name, owner, description, mode, on, note } = offer;
    const word = html`<span class="small ${mode === 'write' ? 'warn' : 'muted'}">${t(`tool.${mode}`)}</span>`;
    return html`<li class="tool" data-testid="offer" data-tool=${name} data-on=${on}>
      ${toolWords({ name, about: html`${said('tool.of', { plugin: owner })} · ${word}`, description })}
      <input type="checkbox" role="switch" data-testid="offer-switch" aria-label=${t('palette.switch', { name })}
        .checked=${on} @click=${this.#switch(offer)} />
      ${note === undefined ? nothing : html`<p class="small warn foreign note">${stranger(note, DESCRIPTION_CHARS)}</p>`}
    </li>`;
  }

  /** The switch shows what the application says, not what was pressed. */
  #switch({ name, on }: Offer) {
    return (event: Event): void => {
      event.preventDefault();
      this.emit('bh-offer', { tool: name, on: !on });
    };
  }
}

define('bulkhead-offers', BulkheadOffers);
