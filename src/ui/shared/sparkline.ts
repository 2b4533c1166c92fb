import { css, html, svg, type TemplateResult } from 'lit';
import type { PluginUsage } from '../../index.js';
import { t } from '../i18n/text.js';
import { formatMs } from './format.js';

const BAR = 6;
const GAP = 2;
const HEIGHT = 32;
const MOST = 30;

/** The look of `sparkline`. */
export const sparklineStyles = css`
  .sparkline {
    display: block;
    width: 100%;
    max-width: ${MOST * (BAR + GAP)}px;
    height: ${HEIGHT}px;
  }
  .sparkline rect {
    fill: var(--_accent);
  }
  .sparkline .failed {
    fill: var(--_danger);
  }
`;

/** The last calls as bars, the newest at the end: how long each took, and which failed (in red, and with a notch). */
export function sparkline(recent: PluginUsage['recent']): TemplateResult {
  const longest = Math.max(1, ...recent.map(({ ms }) => ms));
  const failed = recent.filter(({ ok }) => !ok).length;
  const words = t('page.recent', { count: recent.length, failed, longest: formatMs(longest) });
  return html`<div><svg class="sparkline" viewBox="0 0 ${MOST * (BAR + GAP)} ${HEIGHT}" preserveAspectRatio="xMinYMax meet" role="img" aria-label=${words}>
    ${recent.slice(-MOST).map(({ ms, ok }, index) => {
      const height = Math.max(2, Math.round((ms / longest) * (HEIGHT - 8)));
      const x = index * (BAR + GAP);
      const bar = svg`<rect class=${ok ? '' : 'failed'} x=${x} y=${HEIGHT - height} width=${BAR} height=${height} rx="1"><title>${formatMs(ms)}</title></rect>`;
      return ok
        ? bar
        : svg`${bar}<rect class="failed" x=${x + 1} y=${HEIGHT - height - 6} width=${BAR - 2} height="4" />`;
    })}
  </svg><p class="small muted">${words}</p></div>`;
}
