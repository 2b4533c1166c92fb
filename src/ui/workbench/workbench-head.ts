import { html, type TemplateResult } from 'lit';
import '../shared/frame-strip.js';
import { LANGUAGES, language, setLanguage } from '../i18n/language.js';
import { t } from '../i18n/text.js';
import { type Stops, safeBanner, stopButtons } from '../plugins/stops.js';
import { type Place, placeNav } from './workbench-places.js';

/** What the head of the workbench shows and does. */
export interface WorkbenchHead extends Stops {
  readonly place: Place;
  /** There is such a place to go to. */
  readonly there: (place: Place) => boolean;
  readonly go: (place: Place) => void;
  readonly keys: () => void;
  readonly resume: () => void;
}

/** The head of the workbench: language, keys, and what ends everything; and whether everything is ended. */
export function workbenchHead(head: WorkbenchHead): TemplateResult {
  return html`<header class="row">
      <h1>Bulkhead</h1>
      ${placeNav(head.place, head.go, head.there)}
      <span class="muted tagline grow">${t('app.tagline')}</span>
      <bulkhead-frame-strip></bulkhead-frame-strip>
      <select class="language" data-testid="language" aria-label=${t('app.language')} @change=${(event: Event) => setLanguage((event.target as HTMLSelectElement).value)}>
        ${Object.entries(LANGUAGES).map(([tag, name]) => html`<option value=${tag} ?selected=${tag === language()}>${name}</option>`)}
      </select>
      <button class="plain" data-testid="keys-open" @click=${head.keys}>${t('app.keys')} <kbd>?</kbd></button>
      ${stopButtons(head)}
    </header>
    ${safeBanner(head.safeMode, head.resume)}`;
}
