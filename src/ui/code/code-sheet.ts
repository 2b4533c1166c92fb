import { css, html, nothing, type TemplateResult } from 'lit';
import './code.js';
import { t } from '../i18n/text.js';
import { dialogStyles } from '../shared/dialog-styles.js';
import { BulkheadElement, type BulkheadEvent, define } from '../shared/element.js';
import { styles } from '../shared/styles.js';
import type { BulkheadCode } from './code.js';

export interface CodeEdit {
  readonly title: string;
  readonly text: string;
  readonly language: 'javascript' | 'json';
  /** Why a text will not do, in the user’s words; `null` where it will. */
  readonly wrong: (text: string) => string | null;
}

/** A sheet in which a text is edited; what has been written is not lost without a question. */
export class BulkheadCodeSheet extends BulkheadElement {
  static override properties = {
    edit: { attribute: false },
    text: { state: true },
    trouble: { state: true },
    leaving: { state: true },
  };
  static override styles = [
    ...styles,
    dialogStyles,
    css`
      dialog {
        width: min(1000px, calc(100vw - 24px));
        height: min(800px, calc(100dvh - 32px));
      }
      .body {
        padding: 4px;
        overflow: hidden;
        gap: 0;
        grid-template-rows: minmax(0, 1fr);
        align-content: stretch;
      }
      .foot p {
        flex: 1 1 200px;
        overflow-wrap: anywhere;
      }
      @media (pointer: coarse) {
        .keys {
          visibility: hidden;
        }
      }
      @media (max-width: 480px) {
        .keys {
          display: none;
        }
        .foot p {
          grid-column: 1 / -1;
        }
      }
    `,
  ];
  declare edit: CodeEdit | null;
  declare text: string;
  declare trouble: string;
  declare leaving: boolean;
  /** Called with the text that is taken over, or `null`. */
  done: (text: string | null) => void = () => {};

  constructor() {
    super();
    this.edit = null;
    this.text = '';
    this.trouble = '';
    this.leaving = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#end(null);
  }

  /** Opens the sheet. @returns the text that the user takes over; `null` for none. */
  open(edit: CodeEdit): Promise<string | null> {
    this.edit = edit;
    this.text = edit.text;
    this.trouble = '';
    this.leaving = false;
    return new Promise((resolve) => {
      this.done = resolve;
      void this.updateComplete.then(() => {
        this.renderRoot.querySelector('dialog')?.showModal();
        this.renderRoot.querySelector<BulkheadCode>('bulkhead-code')?.focus();
      });
    });
  }

  override render(): TemplateResult | typeof nothing {
    const { edit } = this;
    if (!edit) return nothing;
    return html`<dialog aria-labelledby="title" data-testid="code-sheet" @cancel=${this.#cancelled} @keydown=${this.#key}>
      <div class="head"><h2 id="title" class="foreign">${edit.title}</h2></div>
      <div class="body"><bulkhead-code .value=${edit.text} .language=${edit.language} .label=${edit.title} @bh-code=${this.#typed}></bulkhead-code></div>
      <div class="row foot">${this.leaving ? this.#question() : this.#answers()}</div>
    </dialog>`;
  }

  #answers(): TemplateResult {
    return html`<p class="small ${this.trouble ? 'danger' : 'muted keys'}" role="status" data-testid="code-trouble">${this.trouble || t('code.keys')}</p>
      <button data-testid="code-cancel" @click=${this.#leave}>${t('code.cancel')} <kbd>Esc</kbd></button>
      <button class="primary" data-testid="code-take" @click=${this.#take}>${t('code.take')}</button>`;
  }

  #question(): TemplateResult {
    return html`<p class="small warn" role="alert">${t('code.discardAsk')}</p>
      <button class="stop" data-testid="code-discard" @click=${() => this.#end(null)}>${t('code.discard')}</button>
      <button class="primary" data-testid="code-on" @click=${this.#stay}>${t('code.on')} <kbd>Esc</kbd></button>`;
  }

  #typed = (event: BulkheadEvent<'bh-code'>): void => {
    event.stopPropagation();
    this.text = event.detail.text;
    this.trouble = '';
  };

  #take = (): void => {
    const { edit, text } = this;
    this.trouble = edit?.wrong(text) ?? '';
    if (this.trouble === '') this.#end(text === edit?.text ? null : text);
  };

  #leave = async (): Promise<void> => {
    if (this.text === this.edit?.text) {
      this.#end(null);
      return;
    }
    this.leaving = true;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[data-testid=code-on]')?.focus();
  };

  #stay = async (): Promise<void> => {
    this.leaving = false;
    await this.updateComplete;
    this.renderRoot.querySelector<BulkheadCode>('bulkhead-code')?.focus();
  };

  #cancelled = (event: Event): void => event.preventDefault();

  /** The page’s own keys must not act here. Esc is taken here: a browser closes a sheet at the second one, whatever is said. */
  #key = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    event.preventDefault();
    void (this.leaving ? this.#stay() : this.#leave());
  };

  #end(text: string | null): void {
    if (!this.edit) return;
    this.renderRoot.querySelector('dialog')?.close();
    this.edit = null;
    this.done(text);
  }
}

define('bulkhead-code-sheet', BulkheadCodeSheet);
