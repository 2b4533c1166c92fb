import { css, html, nothing, type TemplateResult } from 'lit';
import { DESCRIPTION_CHARS } from '../../../worker/protocol/display-text.js';
import { t } from '../i18n/text.js';
import { type ErrorView, errorWords, ringWords } from './error-text.js';
import { longText } from './long-text.js';
import { stranger } from './strangers.js';

/** The look of `errorBox`. */
export const errorStyles = css`
  .error {
    border-inline-start: 2px solid var(--_danger);
    padding-inline-start: 10px;
    min-width: 0;
  }
  .error.calm {
    border-color: var(--_edge);
  }
  .error.calm strong {
    color: inherit;
  }
  .error .hint {
    max-height: 4lh;
    overflow: auto;
  }
  .error .message {
    max-height: 12lh;
    overflow: auto;
    white-space: pre-wrap;
  }
`;

/** An error in words: what it means, its code, what was said, where, and which ring stopped it. */
export function errorBox(error: ErrorView, testId: string, heading = ''): TemplateResult {
  const { line, column = 1, stoppedBy } = error;
  const place = error.column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  const said = line === undefined || error.message.includes(place);
  // A source that does not load has not been stopped by anybody.
  const ring = heading !== '' && stoppedBy === 'guest' ? '' : ringWords(error);
  return html`<div class="error ${error.code === 'STOPPED' ? 'calm' : ''}" data-testid=${testId} data-code=${error.code} role=${heading === '' ? nothing : 'alert'}>
    <p><strong class="danger">${heading === '' ? '' : `${heading} · `}${errorWords(error.code)}</strong>
      <code class="muted">${error.code}</code>
      ${error.ownCode === undefined ? nothing : html`<code class="muted foreign">${stranger(error.ownCode)}</code>`}</p>
    ${error.message === '' ? nothing : html`<p class="message mono foreign">${longText(error.message)}</p>`}
    ${error.hint === undefined ? nothing : html`<p class="small foreign hint"><span class="muted">${t('call.hint')}</span> ${stranger(error.hint, DESCRIPTION_CHARS)}</p>`}
    ${said ? nothing : html`<p class="small muted">${t('call.position', { line, column })}</p>`}
    ${ring === '' ? nothing : html`<p class="small muted">${ring}</p>`}
  </div>`;
}
