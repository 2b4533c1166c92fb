import { css, html, type TemplateResult } from 'lit';
import type { BreakerState } from '../../index.js';
import { t } from '../i18n/text.js';
import { formatMs } from '../shared/format.js';

export const breakerStyles = css`
  .breaker {
    border-inline-start: 2px solid var(--_edge);
    padding-inline-start: 8px;
  }
  .breaker.shut {
    border-color: var(--_danger);
  }
  .breaker .ok {
    color: var(--_ok);
  }
`;

/** True when a call would be refused now. */
export const isShut = ({ blocked, recoversInMs }: BreakerState): boolean => blocked || recoversInMs > 0;

/** Where the breaker stands, in one line. */
export function breakerLine(state: BreakerState): TemplateResult {
  const { count, limit, windowMs, blocked, recoversInMs } = state;
  const time = formatMs(Math.ceil(recoversInMs / 1_000) * 1_000).replace('.0', '');
  const used = t('breaker.count', { count, limit, window: formatMs(windowMs).replace('.0', '') });
  const shut = isShut(state);
  return html`<p class="breaker small ${shut ? 'shut' : ''}" data-testid="breaker" data-blocked=${blocked} data-count=${count}>
    <strong>${t('breaker.title')}</strong> <span class="muted">${used} ·</span>
    ${
      shut
        ? html`<span class=${blocked ? 'danger' : 'warn'}>${blocked ? html`<span aria-hidden="true">✕</span> ` : ''}${t(blocked ? 'breaker.blocked' : 'breaker.full', { time })}</span>`
        : html`<span class="ok"><span aria-hidden="true">✓</span> ${t('breaker.open')}</span>`
    }</p>`;
}
