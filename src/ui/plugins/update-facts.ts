import { css, html, nothing, type TemplateResult } from 'lit';
import type { PluginUpdate } from '../../index.js';
import { t } from '../i18n/text.js';
import { asWritten, said, stranger } from '../shared/strangers.js';

/** Paths that are shown of each kind. */
const MOST_PATHS = 50;

/** The look of what an update changes. */
export const updateStyles = css`
  .update ul {
    margin: 0;
    padding: 0;
    list-style: none;
    overflow-wrap: anywhere;
  }
  .update h4 {
    margin: 0;
  }
  .update pre {
    margin: 0;
    max-height: 12lh;
    overflow: auto;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;

/** Which files an update adds, removes and changes, and what its author says about it: plain text, as it is written. */
export function updateFacts({ version, files, changelog }: PluginUpdate): TemplateResult {
  const kinds = (['added', 'removed', 'changed'] as const).filter((kind) => files[kind].length > 0);
  return html`<section class="card stack update" data-testid="update-facts">
    <h3>${t('update.title')}</h3>
    <p>${version.before === version.after ? said('change.sameVersion', version) : said('change.version', version)}</p>
    ${
      kinds.length === 0
        ? nothing
        : html`<h4>${t('update.files')}</h4><ul>${kinds.flatMap((kind) => files[kind].slice(0, MOST_PATHS).map((path) => row(kind, path)))}</ul>
          ${kinds.filter((kind) => files[kind].length > MOST_PATHS).map((kind) => html`<p class="small muted">${t(`change.${kind}`)}: +${files[kind].length - MOST_PATHS}</p>`)}`
    }
    ${
      changelog === undefined
        ? nothing
        : html`<p class="small muted">${t('update.changelog')}</p><pre class="foreign" tabindex="0" data-testid="update-changelog">${asWritten(changelog)}</pre>`
    }
  </section>`;
}

const row = (kind: 'added' | 'removed' | 'changed', path: string): TemplateResult =>
  html`<li data-testid="update-file" data-how=${kind}><span class="badge small">${t(`change.${kind}`)}</span> <code class="foreign">${stranger(path, 300)}</code></li>`;
