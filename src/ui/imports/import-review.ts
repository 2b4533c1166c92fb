import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { DESCRIPTION_CHARS } from '../../../worker/protocol/display-text.js';
import type { FoundTool, ImportDecision } from '../../index.js';
import { dialogStyles } from '../shared/dialog-styles.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { said, stranger } from '../shared/strangers.js';
import '../shared/fold.js';
import { t } from '../i18n/text.js';
import { styles } from '../shared/styles.js';

const DECISIONS: readonly string[] = ['with', 'without', 'cancel'] satisfies ImportDecision[];

/** A sheet that shows the handwritten tools of an import and asks what becomes of them. `Esc` leaves them out. */
export class BulkheadImportReview extends BulkheadElement {
  static override properties = reactive<BulkheadImportReview>({ found: { attribute: false, initial: null } });
  static override styles = [
    ...styles,
    dialogStyles,
    css`
      ul {
        list-style: none;
        margin: 0;
        padding: 0 16px;
        overflow: auto;
      }
      li {
        border-top: 1px solid var(--_line);
        padding-block: 10px;
        gap: 4px;
      }
      .name {
        font-weight: 600;
      }
      summary {
        cursor: pointer;
        min-height: var(--_control);
        align-content: center;
        color: var(--_muted);
      }
      bulkhead-fold {
        display: block;
        background: var(--_raised);
        border-radius: 6px;
        padding: 8px 10px;
      }
      .cancel {
        margin-inline-end: auto;
      }
      @media (max-width: 480px) {
        .foot {
          display: grid;
          justify-content: stretch;
        }
        .cancel {
          margin: 0;
        }
      }
    `,
  ];
  /** What to ask about; `null` closes the sheet. */
  declare found: readonly FoundTool[] | null;
  #answer: (decision: ImportDecision) => void = () => {};

  /** Shows the sheet and waits for its answer; for `reviewImport` of a host. */
  ask(found: readonly FoundTool[]): Promise<ImportDecision> {
    this.#decide('without');
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.found = found;
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#decide('without');
  }

  override updated(changed: PropertyValues): void {
    if (!changed.has('found')) return;
    const dialog = this.renderRoot.querySelector('dialog');
    if (!dialog || dialog.open === (this.found !== null)) return;
    if (this.found) {
      dialog.returnValue = '';
      dialog.showModal();
      this.renderRoot.querySelector<HTMLElement>('[value=without]')?.focus();
    } else dialog.close();
  }

  override render(): TemplateResult {
    const found = this.found ?? [];
    const count = found.length;
    return html`<dialog aria-labelledby="title" data-testid="import-review" @close=${this.#close}>
      <div class="head stack"><h2 id="title">${t(count === 1 ? 'import.titleOne' : 'import.title', { count })}</h2>
        <p class="muted">${t('import.teach')}</p></div>
      <ul>${found.map((tool) => this.#tool(tool))}</ul>
      <form class="row foot" method="dialog">
        <button class="plain cancel" value="cancel" data-testid="import-cancel">${t('import.cancel')}</button>
        <button value="with" data-testid="import-with">${t(count === 1 ? 'import.withOne' : 'import.with', { count })}</button>
        <button class="primary" value="without" data-testid="import-without">${t('import.without')} <kbd>Esc</kbd></button>
      </form>
    </dialog>`;
  }

  #tool({ name, mode, toolMode, description, place, body, simulateBody }: FoundTool): TemplateResult {
    const does = toolMode === 'read' ? t('tool.read') : toolMode === 'write' ? t('tool.write') : toolMode;
    return html`<li class="stack" data-testid="import-tool" data-tool=${name}>
      <p class="foreign"><span class="mono name">${stranger(name)}</span>
        <span class="small muted">${[does, ...(mode === '' ? [] : [t('import.mode', { mode })])].filter(Boolean).join(' · ')}</span></p>
      ${description.trim() === '' ? nothing : html`<p class="foreign">${said('import.quoted', { words: description.trim() })}</p>`}
      <p class="small muted mono foreign">${stranger(place, DESCRIPTION_CHARS)}</p>
      ${source(t('import.source'), body)} ${simulateBody === '' ? nothing : source(t('import.simulateSource'), simulateBody)}
    </li>`;
  }

  #close = (): void => {
    const value = this.renderRoot.querySelector('dialog')?.returnValue ?? '';
    // Closed without a button, as by Esc, the tools stay out.
    this.#decide(DECISIONS.includes(value) ? (value as ImportDecision) : 'without');
  };

  #decide(decision: ImportDecision): void {
    if (!this.found) return;
    this.found = null;
    this.#answer(decision);
    this.#answer = () => {};
    this.emit('bh-import', { decision });
  }
}

const source = (label: string, code: string): TemplateResult =>
  html`<details><summary class="small">${label}</summary><bulkhead-fold .text=${code}></bulkhead-fold></details>`;

define('bulkhead-import-review', BulkheadImportReview);
