import { html, type TemplateResult } from 'lit';
import { t } from '../i18n/text.js';
import { said } from '../shared/strangers.js';
import { formatCount } from './memory-words.js';

/** Asks whether a file may take the place of what a memory holds. The keyboard starts on no, and Esc is no. */
export function replaceQuestion(name: string, nodes: number, answer: (yes: boolean) => void): TemplateResult {
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // Done with: whatever is around does not close for it, too.
    event.preventDefault();
    answer(false);
  };
  return html`<section class="card stack" role="group" aria-labelledby="replace" aria-describedby="replace-what" data-testid="import-ask" @keydown=${key}>
    <h3 id="replace" class="foreign">${said('memory.replace', { name })}</h3>
    <p id="replace-what">${t('memory.replaceWhat', { count: formatCount(nodes) })}</p>
    <div class="row"><button data-testid="import-no" @click=${() => answer(false)}>${t('memory.replaceNo')} <kbd>Esc</kbd></button>
      <button class="stop" data-testid="import-yes" @click=${() => answer(true)}>${t('memory.replaceYes')}</button></div>
  </section>`;
}
