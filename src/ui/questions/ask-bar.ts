import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { AskController, type AskHost } from './ask-controller.js';
import './asks.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { errorBox, errorStyles } from '../shared/error.js';
import { type ErrorView, viewError } from '../shared/error-text.js';
import { keepKeys } from '../shared/own-keys.js';
import { styles } from '../shared/styles.js';

/**
 * The questions of a host that wait for an answer, for a place such as above a chat's message box. While there are none it
 * has no height. Keys that are pressed in it stay in it.
 */
export class BulkheadAskBar extends BulkheadElement {
  static override properties = reactive<BulkheadAskBar>({
    host: { attribute: false, initial: null },
    failed: { state: true, initial: null },
  });
  static override styles = [
    ...styles,
    errorStyles,
    css`
      :host {
        position: relative;
      }
      .card {
        background: var(--_ground);
        margin-block-start: 8px;
      }
    `,
  ];
  /** Whose questions are shown. While this is connected, they are asked. */
  declare host: AskHost | null;
  /** Why what was said could not be carried out. */
  declare failed: ErrorView | null;
  readonly #controller = new AskController(
    () => this.host,
    () => this.#changed(),
    (error) => {
      this.failed = viewError(error);
    },
  );

  constructor() {
    super();
    this.#controller.listen(this);
    keepKeys(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#controller.follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#controller.leave();
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('host')) this.#controller.follow();
  }

  override render(): TemplateResult {
    const { asks, skipping } = this.#controller;
    return html`<bulkhead-asks bar skippable .asks=${asks} .skipping=${skipping}></bulkhead-asks>
      ${this.failed ? html`<div class="card">${errorBox(this.failed, 'failed', t('plugins.failed'))}</div>` : nothing}`;
  }

  #changed(): void {
    this.failed = null;
    this.requestUpdate();
  }
}

define('bulkhead-ask-bar', BulkheadAskBar);
