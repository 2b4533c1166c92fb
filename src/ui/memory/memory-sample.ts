import { css, html, type TemplateResult } from 'lit';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { formatCount } from '../shared/format.js';
import { styles } from '../shared/styles.js';

const SIZES: readonly number[] = [200, 2_000, 10_000];

/** Makes up a graph to look around in: a file that a memory’s `import` takes. */
export type MakeSample = (options: { readonly nodes: number; readonly seed: number }) => string | Promise<string>;

/** Offers a made-up graph to look around in. */
export class BulkheadMemorySample extends BulkheadElement {
  static override properties = reactive<BulkheadMemorySample>({ busy: { type: Boolean, initial: false } });
  static override styles = [
    ...styles,
    css`
      .row {
        align-items: end;
      }
      label {
        gap: 2px;
        min-width: 96px;
      }
      input,
      select {
        width: auto;
      }
      input {
        max-width: 96px;
      }
    `,
  ];
  declare busy: boolean;

  override render(): TemplateResult {
    return html`<form class="row" data-testid="memory-sample" @submit=${this.#submit}>
      <label class="stack"><span class="small muted">${t('memory.sampleSize')}</span><select id="nodes" data-testid="sample-size">${SIZES.map(
        (size) => html`<option value=${size}>${formatCount(size)}</option>`,
      )}</select></label>
      <label class="stack"><span class="small muted">${t('memory.sampleSeed')}</span><input id="seed" data-testid="sample-seed" type="number" step="1" value="1" /></label>
      <button data-testid="sample-go" ?disabled=${this.busy}>${t('memory.sample')}</button>
    </form>`;
  }

  #submit = (event: Event): void => {
    event.preventDefault();
    const value = (id: string) => Number(this.renderRoot.querySelector<HTMLInputElement>(id)?.value);
    this.emit('bh-memory-sample', { nodes: value('#nodes') || 200, seed: Math.trunc(value('#seed')) || 1 });
  };
}

/** The form and what stands above it. */
export const sampleForm = (busy: boolean): TemplateResult =>
  html`<p>${t('memory.orSample')}</p><bulkhead-memory-sample ?busy=${busy}></bulkhead-memory-sample>`;

define('bulkhead-memory-sample', BulkheadMemorySample);
