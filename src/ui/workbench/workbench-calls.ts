import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import '../tools/call.js';
import { t } from '../i18n/text.js';
import type { CallView } from '../tools/call-book.js';

/** The calls, newest first, the newest open. */
export function workbenchCalls(calls: readonly CallView[], clear: () => void): TemplateResult {
  return html`<section class="stack calls" aria-labelledby="calls">
    <div class="row calls-head"><h2 id="calls" class="grow">${t('calls.title')}</h2>
      ${calls.some(({ state }) => state !== 'running') ? html`<button class="plain small muted" @click=${clear}>${t('calls.clear')}</button>` : nothing}</div>
    ${calls.length === 0 ? html`<p class="muted">${t('calls.none')}</p>` : nothing}
    ${repeat(
      calls,
      ({ id }) => id,
      (call, index) =>
        html`<bulkhead-call data-testid="call" data-state=${call.state} data-tool=${call.tool} .call=${call} ?expanded=${index === 0}></bulkhead-call>`,
    )}
  </section>`;
}
