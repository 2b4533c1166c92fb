import { css, html, nothing, type TemplateResult } from 'lit';
import { t } from '../i18n/text.js';

/** The look of what ends everything, and of the words that everything is ended. */
export const stopStyles = css`
  .stops {
    flex-wrap: nowrap;
  }
  .safe {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
    padding: 8px 20px;
    border-block: 1px solid var(--_warn);
    background: var(--_surface);
  }
`;

/** What the stops do. */
export interface Stops {
  readonly safeMode: boolean;
  readonly stopAll: () => void;
  readonly kill: () => void;
}

/** What ends every call, and the kill switch. */
export const stopButtons = ({ safeMode, stopAll, kill }: Stops): TemplateResult =>
  html`<span class="row stops"><button class="stop" data-testid="stop-all" @click=${stopAll}>${t('app.stopAll')}</button>
    <button class="stop" data-testid="kill" title=${t('app.killTeach')} ?disabled=${safeMode} @click=${kill}>${t('app.kill')}</button></span>`;

/** Says that everything is ended, and takes it back. */
export const safeBanner = (safeMode: boolean, resume: () => void): TemplateResult | typeof nothing =>
  safeMode
    ? html`<div class="safe" role="status" data-testid="safe-mode"><p class="grow">${t('app.safeMode')}</p>
        <button data-testid="resume" @click=${resume}>${t('app.resume')}</button></div>`
    : nothing;
