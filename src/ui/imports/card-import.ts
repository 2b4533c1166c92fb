import { html, nothing, type TemplateResult } from 'lit';
import { DESCRIPTION_CHARS } from '../../../worker/protocol/display-text.js';
import type { FoundTool, ImportReview } from '../../index.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { stranger } from '../shared/strangers.js';
import type { BulkheadImportReview } from './import-review.js';
import './import-review.js';
import { t } from '../i18n/text.js';
import { styles } from '../shared/styles.js';

/** Reviews what an import brings, asking by `ask`. */
export type ReviewCard = (
  card: unknown,
  ask: (found: readonly FoundTool[]) => unknown,
) => Promise<ImportReview<unknown>>;

/** Takes a card as a `.json` file, lets its handwritten tools be reviewed, and says what was decided. */
export class BulkheadCardImport extends BulkheadElement {
  static override properties = reactive<BulkheadCardImport>({
    review: { attribute: false, initial: null },
    said: { state: true, initial: null },
  });
  static override styles = styles;
  declare review: ReviewCard | null;
  declare said: { readonly file: string; readonly answer: ImportReview<unknown> } | { readonly error: string } | null;

  /** Reads a card and asks about its tools. */
  async take(file: File): Promise<void> {
    let card: unknown;
    this.said = null;
    try {
      card = JSON.parse(await file.text());
    } catch (error) {
      this.said = { error: t('card.unread', { name: file.name, message: (error as Error).message }) };
      return;
    }
    const sheet = this.renderRoot.querySelector<BulkheadImportReview>('bulkhead-import-review');
    try {
      const answer = await this.review?.(card, (found) => sheet?.ask(found));
      if (answer) this.said = { file: file.name, answer };
    } catch (error) {
      this.said = { error: t('card.unread', { name: file.name, message: (error as Error).message }) };
    }
    await this.updateComplete;
    this.renderRoot.querySelector('[data-testid=card-said]')?.scrollIntoView({ block: 'nearest' });
  }

  override render(): TemplateResult {
    return html`<section class="card stack" aria-labelledby="title">
      <h2 id="title">${t('card.title')}</h2>
      <p class="muted">${t('card.teach')}</p>
      <div class="row"><button @click=${() => this.#picker()?.click()}>${t('card.choose')}</button>
        <input class="visually-hidden" type="file" tabindex="-1" accept=".json,application/json" aria-label=${t('card.choose')}
          data-testid="card-file" @change=${this.#picked} /></div>
      <div role="status">${this.said ? this.#said() : nothing}</div>
    </section>
    <bulkhead-import-review></bulkhead-import-review>`;
  }

  #said(): TemplateResult {
    const { said } = this;
    if (!said) return html``;
    if ('error' in said)
      return html`<p class="danger foreign" data-testid="card-error">${stranger(said.error, DESCRIPTION_CHARS)}</p>`;
    const { plan, found } = said.answer;
    const none = plan === 'keep' ? t('card.nothing') : t('card.hidden');
    const words = found.length === 0 ? none : t(`card.${plan}`, { count: found.length });
    return html`<p class="foreign" data-testid="card-said" data-plan=${plan} data-found=${found.length}><strong>${stranger(said.file, 200)}</strong> — ${words}</p>`;
  }

  #picker = (): HTMLInputElement | null => this.renderRoot.querySelector<HTMLInputElement>('input[type=file]');

  #picked = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    // The same file may be chosen again.
    input.value = '';
    if (file) void this.take(file);
  };
}

define('bulkhead-card-import', BulkheadCardImport);
