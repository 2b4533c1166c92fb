import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { codePhrases } from '../i18n/code-phrases.js';
import { language } from '../i18n/language.js';
import { BulkheadElement, define } from '../shared/element.js';
import { styles } from '../shared/styles.js';
import type { CodeEditor, CodeSettings } from './editor.js';

/** A text of code, to be read or edited. The editor is loaded with the first one; until then, and without it, it is a plain field. */
export class BulkheadCode extends BulkheadElement {
  static override properties = {
    value: {},
    language: {},
    readonly: { type: Boolean },
    label: {},
    loaded: { state: true },
  };
  static override styles = [
    ...styles,
    css`
      :host {
        display: grid;
        grid-template: minmax(0, 1fr) / minmax(0, 1fr);
        min-height: 120px;
      }
      .editor,
      textarea {
        border: 1px solid var(--_line);
        border-radius: 6px;
        height: 100%;
        min-width: 0;
        overflow: hidden;
      }
      .editor:has(.cm-focused) {
        border-color: var(--_accent);
        outline: 1px solid var(--_accent);
      }
      textarea {
        overflow: auto;
        resize: none;
      }
    `,
  ];
  /** The text; after each change of the user it is what stands there. */
  declare value: string;
  declare language: CodeSettings['language'];
  declare readonly: boolean;
  /** What it is, for those who cannot see it. */
  declare label: string;
  declare loaded: boolean;
  #editor: CodeEditor | undefined;
  #shown = '';

  constructor() {
    super();
    this.value = '';
    this.language = 'text';
    this.readonly = false;
    this.label = '';
    this.loaded = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#editor?.destroy();
    this.#editor = undefined;
    this.loaded = false;
  }

  override focus(): void {
    if (this.#editor) this.#editor.focus();
    else this.renderRoot.querySelector('textarea')?.focus();
  }

  override updated(changed: PropertyValues): void {
    const editor = this.#editor;
    if (!editor) return;
    if (changed.has('value')) editor.text = this.value;
    const settings = this.#settings();
    const now = JSON.stringify(settings);
    if (now !== this.#shown) editor.set(settings);
    this.#shown = now;
  }

  override render(): TemplateResult {
    return html`<div class="editor" data-testid="code" ?hidden=${!this.loaded}></div>${
      this.loaded
        ? nothing
        : html`<textarea data-testid="code-plain" spellcheck="false" autocomplete="off" aria-label=${this.label}
            .value=${this.value} ?readonly=${this.readonly} @input=${this.#typed}></textarea>`
    }`;
  }

  #settings(): CodeSettings {
    return { language: this.language, readOnly: this.readonly, label: this.label, phrases: codePhrases(language()) };
  }

  async #load(): Promise<void> {
    const { openEditor } = await import('./editor.js').catch(() => ({ openEditor: undefined }));
    await this.updateComplete;
    const parent = this.renderRoot.querySelector<HTMLElement>('.editor');
    const root = this.shadowRoot;
    // It may have gone meanwhile, and come again.
    if (!openEditor || !parent || !root || !this.isConnected || this.#editor) return;
    const typing = root.activeElement !== null;
    this.#editor = openEditor(parent, root, this.value, this.#settings(), () => {
      const text = this.#editor?.text ?? '';
      // A text that it was given is nobody's change.
      if (text === this.value) return;
      this.value = text;
      this.emit('bh-code', { text });
    });
    this.loaded = true;
    await this.updateComplete;
    if (typing) this.focus();
  }

  #typed = (event: Event): void => {
    this.value = (event.target as HTMLTextAreaElement).value;
    this.emit('bh-code', { text: this.value });
  };
}

define('bulkhead-code', BulkheadCode);
