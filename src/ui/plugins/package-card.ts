import { css, html, nothing, type TemplateResult } from 'lit';
import { DESCRIPTION_CHARS, displayLine, isolated } from '../../../worker/protocol/display-text.js';
import type { PermissionView, PluginInfo, PluginReview } from '../../index.js';
import { inRow, said, stranger } from '../shared/strangers.js';
import { originWords } from './origin.js';
import '../shared/copy.js';
import { localText } from '../i18n/language.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { formatBytes } from '../shared/format.js';
import { markStyles, marks, pluginMarks } from '../shared/marks.js';
import { pluginName } from '../shared/plugin-name.js';
import { styles } from '../shared/styles.js';
import { permissionStyles, permissionText } from './permission-row.js';

const NEVER = ['package.never.1', 'package.never.2', 'package.never.3'] as const;
/** What does not hold for a plugin that calls tools of others. */
const ELSEWHERE = NEVER[1];
const HASH_CHARS = 12;

/** Who made a plugin, what it is for, what it may do and never can, and whether it is what it was. */
export class BulkheadPackageCard extends BulkheadElement {
  static override properties = reactive<BulkheadPackageCard>({ review: { attribute: false, initial: null } });
  static override styles = [
    ...styles,
    markStyles,
    permissionStyles,
    css`
      .card {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 12px;
      }
      .facts {
        overflow-wrap: anywhere;
      }
      .description {
        max-width: 75ch;
        max-height: 12lh;
        overflow: auto;
        white-space: pre-line;
      }
      .never {
        margin: 4px 0 0;
        padding-inline-start: 20px;
        color: var(--_muted);
      }
      .never + p {
        margin-block-start: 4px;
      }
      .permissions + h3 {
        margin-block-start: 12px;
      }
      :host([bare]) .card {
        border: 0;
        padding: 0;
        background: none;
      }
      .foot {
        border-top: 1px solid var(--_line);
        padding-block-start: 8px;
        margin-block-end: -6px;
      }
    `,
  ];
  declare review: PluginReview | null;

  override render(): TemplateResult {
    const { review } = this;
    if (!review) return html``;
    const { plugin, permissions } = review;
    const needed = permissions.filter(({ optional }) => !optional);
    const later = permissions.filter(({ optional }) => optional);
    const found = pluginMarks(plugin);
    const callsOthers = permissions.some(({ permission }) => permission.cap === 'tool.call');
    return html`<article class="card" data-testid="package-card" data-plugin=${plugin.id}>
      ${who(plugin)}
      <div data-testid="package-marks">${found.length > 0 ? marks(found) : html`<p class="small muted">${t('mark.none')}</p>`}</div>
      <section><h3>${t('package.can')}</h3><slot name="permissions">${
        permissions.length === 0 ? html`<p class="muted">${t('package.nothing')}</p>` : rows(needed)
      }${later.length === 0 ? nothing : html`<h3>${t('package.later')}</h3>${rows(later)}`}</slot><slot name="more"></slot></section>
      ${left(review)}
      <section><h3>${t('package.never')}</h3>
        <ul class="never">${NEVER.filter((key) => key !== ELSEWHERE || !callsOthers).map((key) => html`<li>${t(key)}</li>`)}</ul>
        ${callsOthers ? html`<p class="small warn" data-testid="through-tools">${t('package.throughTools')}</p>` : nothing}</section>
      ${foot(plugin)}
    </article>`;
  }
}

function who(plugin: PluginInfo): TemplateResult {
  const { id, manifest, origin } = plugin;
  const description = localText(manifest?.description);
  const facts = [
    ...(manifest?.author ? [said('plugins.by', { name: displayLine(manifest.author.name) })] : []),
    originWords(plugin),
  ];
  return html`<div class="stack">
    <div><h2 class="foreign">${stranger(pluginName(plugin))} <span class="muted small">${manifest?.version ?? ''}</span></h2>
      <p class="small muted facts foreign" title=${isolated(origin)}>${inRow(facts)} · <code>${id}</code></p></div>
    <p class="description foreign ${description === '' ? 'muted' : ''}" tabindex=${description.length > 600 ? 0 : nothing}>${
      description === '' ? t('package.noDescription') : stranger(description, DESCRIPTION_CHARS)
    }</p>
  </div>`;
}

/** Before the first yes: what somebody of this name has left behind. */
function left({ changes, permissions, stored }: PluginReview): TemplateResult | typeof nothing {
  const first = changes === null && permissions.every(({ granted }) => granted.length === 0);
  if (!first || stored.keys === 0) return nothing;
  return html`<p class="warn" data-testid="package-left">${t('package.left', { size: formatBytes(stored.bytes) })}</p>`;
}

const rows = (list: readonly PermissionView[]): TemplateResult =>
  html`<ul class="permissions">${list.map(
    (view) =>
      html`<li class="permission" data-testid="permission" data-permission=${view.permission.id}>${permissionText(view)}</li>`,
  )}</ul>`;

function foot({ filesHash }: PluginInfo): TemplateResult {
  const short = filesHash.replace(/^sha256-/, '').slice(0, HASH_CHARS);
  return html`<div class="row foot small muted" data-testid="integrity">
    <span>${t('package.hash')} <code title=${filesHash}>${short}…</code></span>
    <bulkhead-copy .value=${() => filesHash}></bulkhead-copy>
  </div>`;
}

define('bulkhead-package-card', BulkheadPackageCard);
