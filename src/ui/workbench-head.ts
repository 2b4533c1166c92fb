import { html, nothing, type TemplateResult } from 'lit';
import './frame-strip.js';
import { LANGUAGES, language, setLanguage } from './language.js';
import { t } from './text.js';

/** What the head of the workbench shows and does. */
export interface WorkbenchHead {
  readonly safeMode: boolean;
  readonly keys: () => void;
  readonly stopAll: () => void;
  readonly kill: () => void;
  readonly resume: () => void;
}

/** The head of the workbench: language, keys, and what ends everything; and whether everything is ended. */
export function workbenchHead({ safeMode, keys, stopAll, kill, resume }: WorkbenchHead): TemplateResult {
  return html`<header class="row">
      <h1>Bulkhead</h1>
      <span class="muted tagline grow">${t('app.tagline')}</span>
      <bulkhead-frame-strip></bulkhead-frame-strip>
      <select class="language" data-testid="language" aria-label=${t('app.language')} @change=${(event: Event) => setLanguage((event.target as HTMLSelectElement).value)}>
        ${Object.entries(LANGUAGES).map(([tag, name]) => html`<option value=${tag} ?selected=${tag === language()}>${name}</option>`)}
      </select>
      <button class="plain" data-testid="keys-open" @click=${keys}>${t('app.keys')} <kbd>?</kbd></button>
      <span class="row stops"><button class="stop" data-testid="stop-all" @click=${stopAll}>${t('app.stopAll')}</button>
        <button class="stop" data-testid="kill" title=${t('app.killTeach')} ?disabled=${safeMode} @click=${kill}>${t('app.kill')}</button></span>
    </header>
    ${
      safeMode
        ? html`<div class="safe" role="status" data-testid="safe-mode"><p class="grow">${t('app.safeMode')}</p>
            <button data-testid="resume" @click=${resume}>${t('app.resume')}</button></div>`
        : nothing
    }`;
}
