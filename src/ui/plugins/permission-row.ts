import { css, html, nothing, type TemplateResult } from 'lit';
import type { PermissionView, Scope } from '../../index.js';
import { localText } from '../i18n/language.js';
import { t } from '../i18n/text.js';
import { marks, marksOf } from '../shared/marks.js';
import { methodWords, permissionWords } from '../shared/permission-words.js';
import { stranger } from '../shared/strangers.js';

/** The look of `permissionText`, and of a list of them. */
export const permissionStyles = css`
  .permissions {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .permission {
    display: flex;
    align-items: flex-start;
    gap: 8px;
    padding-block: 8px;
    border-top: 1px solid var(--_line);
  }
  .permission:first-child {
    border-top: 0;
  }
  .sentence {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    align-items: center;
  }
  .permission .side {
    flex: none;
    max-width: 45%;
  }
  .author {
    border-inline-start: 2px solid var(--_line);
    padding-inline-start: 8px;
    margin-block-start: 4px;
  }
  .author q {
    quotes: auto;
  }
  .refused-here .words {
    text-decoration: line-through;
  }
`;

/** True when a yes to it would count here, be it that each use is asked about. */
export const isGrantable = ({ refused }: PermissionView): boolean => refused === undefined;

/** How far a yes may be kept, the farthest last: a yes for one call is never kept. */
export const keptScopes = ({ scopes }: PermissionView): readonly Scope[] =>
  scopes.filter(({ kind }) => kind !== 'call');

/** One permission: what it comes to, its marks, and the author's reason, shown as the author's words. */
export function permissionText({ permission, refused, earlier }: PermissionView): TemplateResult {
  const methods = methodWords(permission);
  const reason = localText(permission.reason);
  return html`<div class="grow ${refused === undefined ? '' : 'refused-here'}">
    <p class="sentence"><span class="foreign"><span class="words">${permissionWords(permission)}</span>${
      methods === '' ? nothing : html` <span class="small muted">${methods}</span>`
    }</span> ${marks(marksOf(permission))}</p>
    ${refused === undefined ? nothing : html`<p class="small danger">${t(`package.${refused}`)}</p>`}
    ${earlier ? html`<p class="small muted" data-testid="permission-earlier">${t('package.earlier')}</p>` : nothing}
    ${
      reason === ''
        ? nothing
        : html`<p class="author small muted">${t('package.reason')} <q class="foreign">${stranger(reason)}</q></p>`
    }
  </div>`;
}
