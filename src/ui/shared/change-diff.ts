import { css, html, nothing, type TemplateResult } from 'lit';
import type { Change, Permission, PluginReview } from '../../index.js';
import { localText } from '../i18n/language.js';
import { t } from '../i18n/text.js';
import { beforeAfter, beforeAfterStyles } from './before-after.js';
import { BulkheadElement, define, reactive } from './element.js';
import { formatList } from './format.js';
import { markStyles, marks, marksOf } from './marks.js';
import { methodWords, permissionWords } from './permission-words.js';
import { said, stranger } from './strangers.js';
import { listStyles, styles } from './styles.js';

/** Differences between a plugin and the version that its user agreed to: version, code, tools, permissions. */
export class BulkheadChangeDiff extends BulkheadElement {
  static override properties = reactive<BulkheadChangeDiff>({ changes: { attribute: false, initial: null } });
  static override styles = [
    ...styles,
    markStyles,
    beforeAfterStyles,
    listStyles,
    css`
      li {
        border-top: 1px solid var(--_line);
        padding-block: 8px;
      }
      .how.added {
        color: var(--_warn);
      }
      .card {
        border-color: var(--_warn);
      }
    `,
  ];
  declare changes: PluginReview['changes'];

  override render(): TemplateResult {
    const { changes } = this;
    if (!changes) return html``;
    const { version, files, list } = changes;
    return html`<section class="card stack" data-testid="change-diff" aria-labelledby="title">
      <h3 id="title">${t('change.title')}</h3>
      <p><span data-testid="change-version">${
        version.before === version.after ? said('change.sameVersion', version) : said('change.version', version)
      }</span> · <span class=${files ? 'warn' : ''} data-testid="change-code">${t(files ? 'change.code' : 'change.sameCode')}</span></p>
      ${list.length === 0 ? html`<p class="muted">${t('change.none')}</p>` : html`<ul>${list.map((change) => this.#change(change))}</ul>`}
    </section>`;
  }

  #change(change: Change): TemplateResult {
    const how = change.before === undefined ? 'added' : change.after === undefined ? 'removed' : 'changed';
    const name = change.what === 'tool' ? change.name : change.id;
    return html`<li data-testid="change" data-what=${change.what} data-name=${name} data-how=${how}>
      <div class="row"><span class="how badge small ${how}">${t(`change.${how}`)}</span>
        <span>${t(`change.${change.what}`)} <code class="foreign">${stranger(name)}</code></span>
        ${change.what === 'permission' && change.after ? marks(marksOf(change.after)) : nothing}</div>
      ${change.what === 'tool' ? tool(change) : permission(change)}
    </li>`;
  }
}

function tool({ before, after }: Extract<Change, { what: 'tool' }>): TemplateResult {
  const words = (one: typeof before) =>
    one &&
    [
      t(`tool.${one.mode}`),
      ...(one.uses ? [t('change.uses', { list: formatList(one.uses) })] : []),
      ...(one.consent === 'each' ? [t('change.each')] : []),
      ...(one.destructive ? [t('mark.final')] : []),
      one.description,
    ].join(' · ');
  const [was, is] = [words(before), words(after)];
  if (was !== undefined && was === is) return html`<p>${t('change.arguments')}</p>`;
  return beforeAfter(was, is);
}

function permission({ before, after }: Extract<Change, { what: 'permission' }>): TemplateResult {
  const words = (one: Permission | undefined) =>
    one && [permissionWords(one), methodWords(one)].filter(Boolean).join(', ');
  const reason = (one: Permission | undefined) => one && localText(one.reason);
  const [was, is] = [words(before), words(after)];
  const [reasonWas, reasonIs] = [reason(before), reason(after)];
  return html`${was === is ? html`<p>${is}. ${t('change.reason')}</p>` : beforeAfter(was, is)}
    ${reasonWas === reasonIs ? nothing : html`<p class="small muted">${t('package.reason')}</p>${beforeAfter(reasonWas, reasonIs)}`}`;
}

define('bulkhead-change-diff', BulkheadChangeDiff);
