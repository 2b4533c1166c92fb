import { css, html, svg, type TemplateResult } from 'lit';
import type { PluginUsage } from '../../index.js';
import { language } from '../i18n/language.js';
import { type TextKey, t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { formatBytes, formatMs } from '../shared/format.js';
import { styles } from '../shared/styles.js';

const BAR = 6;
const GAP = 2;
const HEIGHT = 32;
const MOST = 30;

/** The look of `sparkline`. */
const sparklineStyles = css`
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

/** What a plugin has used, next to what it may use. */
export class BulkheadUsage extends BulkheadElement {
  static override properties = reactive<BulkheadUsage>({ usage: { attribute: false, initial: null } });
  static override styles = [
    ...styles,
    sparklineStyles,
    css`
      .meters {
        display: grid;
        gap: 8px 20px;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 220px), 1fr));
      }
      .line {
        display: flex;
        justify-content: space-between;
        flex-wrap: wrap;
        gap: 0 8px;
      }
      .bar {
        height: 4px;
        border-radius: 2px;
        background: var(--_raised);
        border: 1px solid var(--_line);
        box-sizing: content-box;
        overflow: hidden;
      }
      .bar i {
        display: block;
        height: 100%;
        background: var(--_accent);
      }
      .bar.high i {
        background: var(--_warn);
      }
      @media (forced-colors: active) {
        .bar i {
          forced-color-adjust: none;
        }
      }
    `,
  ];
  declare usage: PluginUsage | null;

  override render(): TemplateResult {
    const { usage } = this;
    if (!usage) return html``;
    const { calls, failures, refusals, limits, storage, recent } = usage;
    const each = (sum: number) => sum / Math.max(1, calls);
    const count = (value: number) => value.toLocaleString(language(), { maximumFractionDigits: 1 });
    return html`<div class="stack" data-testid="usage">
      <p class="small muted">${t('page.calls', { calls, failures, refusals })}</p>
      <div class="meters">
        ${meter('page.cpu', 'page.perCall', each(usage.cpuMs), limits.cpuMs, formatMs)}
        ${meter('page.memory', 'page.of', usage.peakMemoryBytes, limits.memoryBytes, formatBytes)}
        ${meter('page.requests', 'page.perCall', each(usage.requests), limits.requestsPerCall, count)}
        ${meter('page.bytesOut', 'page.perCall', each(usage.bytesOut), limits.bytesOutPerCall, formatBytes)}
        ${storage.quotaBytes > 0 ? meter('page.storage', 'page.of', storage.bytes, storage.quotaBytes, formatBytes) : ''}
      </div>
      ${recent.length > 0 ? sparkline(recent) : html`<p class="muted">${t('page.unused')}</p>`}
    </div>`;
  }
}

const HIGH = 0.8;

function meter(
  label: TextKey,
  words: TextKey,
  value: number,
  limit: number,
  format: (value: number) => string,
): TemplateResult {
  const part = limit > 0 ? Math.min(1, value / limit) : 0;
  const text = t(words, { value: format(value), limit: format(limit) });
  return html`<div data-testid="meter" data-meter=${label}>
    <div class="line small"><span>${t(label)}</span><span class="muted">${text}</span></div>
    <div class="bar ${part >= HIGH ? 'high' : ''}" role="meter" aria-label=${t(label)} aria-valuetext=${text} aria-valuemin="0" aria-valuemax="100"
      aria-valuenow=${Math.round(part * 100)}><i style="width: ${(part * 100).toFixed(1)}%"></i></div>
  </div>`;
}

/** The last calls as bars, the newest at the end: how long each took, and which failed (in red, and with a notch). */
function sparkline(recent: PluginUsage['recent']): TemplateResult {
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

define('bulkhead-usage', BulkheadUsage);
