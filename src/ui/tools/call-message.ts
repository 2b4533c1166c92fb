import { css, html, nothing, type TemplateResult } from 'lit';
import type { CallView } from './call-history.js';
import '../shared/copy.js';
import '../shared/fold.js';
import '../shared/json.js';
import { type TextKey, t } from '../i18n/text.js';

/** The look of `messageBox` and `badges`. */
export const messageStyles = css`
  .badge {
    flex: none;
    color: var(--_muted);
  }
  .badge.truncated {
    color: var(--_warn);
  }
  .message-head {
    min-height: 0;
  }
  .message-head bulkhead-copy {
    margin-inline-start: auto;
  }
  .for-model {
    max-height: 16lh;
    overflow: auto;
    white-space: pre-wrap;
    background: var(--_raised);
    border-radius: 6px;
    padding: 8px 10px;
  }
`;

/** The one word each that says how a call differs from a plain one: simulated, nothing ran, cut. */
export const badges = ({ simulated, ran, truncated }: CallView): TemplateResult[] => [
  ...(simulated ? [badge('simulated')] : []),
  ...(ran === 'none' ? [badge('nothing')] : []),
  ...(truncated ? [badge('truncated')] : []),
];

/** The very message that a model would get, with what there is to know about it. */
export function messageBox({ message, simulated, ran, error, truncated }: CallView): TemplateResult | typeof nothing {
  if (!message) return nothing;
  const text = JSON.stringify(message, null, 2);
  const placeholder = simulated && ran === 'none' && !error;
  return html`<div data-testid="call-message" data-ran=${ran ?? ''}>
    <div class="row message-head"><h3>${t('call.message')}</h3>
      <bulkhead-copy .value=${() => text}></bulkhead-copy></div>
    ${placeholder ? note('call.placeholder') : nothing}
    ${simulated && ran === 'exec' && !error ? note('call.simulatedRead') : nothing}
    ${truncated ? note('call.cut') : nothing}
    <pre class="mono foreign for-model" tabindex="0" aria-label=${t('call.message')}>${text}</pre>
  </div>`;
}

/** What a tool returned: text folded, anything else as a tree. */
export function resultBox(value: unknown): TemplateResult {
  if (value === undefined) return html`<p class="muted">${t('call.nothing')}</p>`;
  if (typeof value !== 'string')
    return html`<bulkhead-json .label=${t('call.result')} .value=${value}></bulkhead-json>`;
  return html`<bulkhead-fold .text=${value}></bulkhead-fold><bulkhead-copy .value=${() => value}></bulkhead-copy>`;
}

const badge = (what: 'simulated' | 'nothing' | 'truncated'): TemplateResult =>
  html`<span class="badge small ${what}" data-testid="badge" data-badge=${what}>${t(`badge.${what}`)}</span>`;

const note = (key: TextKey): TemplateResult => html`<p class="small muted">${t(key)}</p>`;
