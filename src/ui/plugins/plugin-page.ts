import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { displayLine } from '../../../worker/protocol/display-text.js';
import { capabilityFacts } from '../../../worker/protocol/permission-facts.js';
import type { AuditEntry, Manifest, PermissionView, PluginReview, PluginUsage } from '../../index.js';
import { said, stranger } from '../shared/strangers.js';
import './audit.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { formatList } from '../shared/format.js';
import { markStyles } from '../shared/marks.js';
import { permissionWords, scopeWords } from '../shared/permission-words.js';
import { pluginName } from '../shared/plugin-name.js';
import { permissionStyles, permissionText } from './permission-row.js';
import { pageStyles, stateStyles } from './plugin-page-styles.js';
import { canReload } from './reload-controller.js';
import './secrets.js';
import { t } from '../i18n/text.js';
import { styles } from '../shared/styles.js';
import './usage.js';

/** Greatest length of an address in a manifest. */
const URL_CHARS = 300;

/** Everything about one plugin: what it may do, what it has used, what it has done; and how to end each. */
export class BulkheadPluginPage extends BulkheadElement {
  static override properties = reactive<BulkheadPluginPage>({
    review: { attribute: false, initial: null },
    usage: { attribute: false, initial: null },
    audit: { attribute: false, initial: [] },
    more: { type: Boolean, initial: false },
    back: { type: Boolean, initial: false },
    reloads: { type: Boolean, initial: false },
    leaving: { state: true, initial: false },
  });
  static override styles = [...styles, markStyles, permissionStyles, stateStyles, pageStyles];
  declare review: PluginReview | null;
  declare usage: PluginUsage | null;
  declare audit: readonly AuditEntry[];
  /** The log has older entries. */
  declare more: boolean;
  /** It stands in place of the list: its way out leads back there. */
  declare back: boolean;
  /** It is reloaded when its files change. */
  declare reloads: boolean;
  /** Its removal is being confirmed. */
  declare leaving: boolean;

  override willUpdate(changed: PropertyValues): void {
    const before = changed.get('review') as PluginReview | null | undefined;
    if (changed.has('review') && before?.plugin.id !== this.review?.plugin.id) this.leaving = false;
  }

  override render(): TemplateResult {
    const { review, usage } = this;
    if (!review) return html``;
    const { plugin, permissions, secrets, calls, previous } = review;
    const { id, manifest, state } = plugin;
    return html`<article class="card" aria-labelledby="title" data-testid="plugin-page" data-plugin=${id} @keydown=${this.#key}>
      ${this.back ? html`<div class="back"><button class="plain" data-testid="page-close" @click=${this.#close}><span aria-hidden="true">←</span> ${t('page.toList')} <kbd>Esc</kbd></button></div>` : nothing}
      <div class="row top"><div class="grow"><h2 id="title" class="foreign" tabindex="-1">${stranger(pluginName(plugin))} <span class="small muted">${manifest?.version ?? ''}</span></h2>
          <p class="small"><span class="dot ${state}" aria-hidden="true"></span> ${t(`state.${state}`)} <code class="muted">${id}</code></p></div>
        ${this.back ? nothing : html`<button class="plain" data-testid="page-close" @click=${this.#close}>${t('app.close')} <kbd>Esc</kbd></button>`}</div>
      ${about(manifest)}
      <div class="row">
        <button class="stop" data-testid="page-stop" ?disabled=${state !== 'on'} @click=${() => this.emit('bh-plugin-stop', { id })}>${t('page.stop')}</button>
        <button data-testid="page-review" @click=${() => this.emit('bh-review', { id })}>${t('page.review')}</button>
        ${/^https?:/.test(plugin.origin) ? html`<button data-testid="page-update" @click=${() => this.emit('bh-update', { id })}>${t('page.update')}</button>` : nothing}
        ${previous === undefined ? nothing : html`<button class="cut" data-testid="page-rollback" @click=${() => this.emit('bh-rollback', { id })}>${previous === '' ? t('page.rollbackNow') : said('page.rollback', { version: previous })}</button>`}
        ${permissions.some(hasYes) ? html`<button data-testid="revoke-all" @click=${() => this.emit('bh-revoke', { id })}>${t('page.revokeAll')}</button>` : nothing}
        <button data-testid="page-remove" aria-expanded=${this.leaving} @click=${() => {
          this.leaving = !this.leaving;
        }}>${t('page.remove')}</button></div>
      ${canReload(plugin) ? html`<label class="check"><input type="checkbox" data-testid="page-reload" .checked=${this.reloads} @change=${() => this.emit('bh-reload', { id })} /> <span>${t('page.reload')}</span></label>` : nothing}
      ${this.leaving ? this.#removal(review) : nothing}
      <section><h3>${t('package.can')}</h3>
        ${permissions.length === 0 ? html`<p class="muted">${t('package.nothing')}</p>` : html`<ul class="permissions">${permissions.map((view) => this.#grant(id, view))}${calls.map((call) => this.#unasked(id, call))}</ul>`}</section>
      ${
        secrets.length > 0
          ? html`<section><h3>${t('consent.secrets')}</h3><p class="small muted">${t('consent.secretsTeach')}</p><bulkhead-secrets .plugin=${id} .secrets=${secrets}></bulkhead-secrets></section>`
          : nothing
      }
      ${usage ? html`<section class="stack"><h3>${t('page.costs')}</h3><bulkhead-usage .usage=${usage}></bulkhead-usage></section>` : nothing}
      <bulkhead-audit .plugin=${id} .entries=${this.audit} ?more=${this.more}></bulkhead-audit>
    </article>`;
  }

  #grant(id: string, view: PermissionView): TemplateResult {
    const { permission, granted, asked } = view;
    const has = hasYes(view);
    const how = [
      ...granted.map((scope) => scopeWords(scope, true)),
      ...(asked ? [t(capabilityFacts(permission.cap).asksEach ? 'consent.askedThen' : 'page.askedElsewhere')] : []),
    ];
    return html`<li class="permission" data-testid="grant" data-permission=${permission.id} data-granted=${has}>
      ${permissionText(view)}
      <div class="side grant"><span class="small ${has ? '' : 'muted'}">${
        has ? formatList(how) : t('page.notGranted')
      }</span>
      ${
        has
          ? html`<button data-testid="revoke" aria-label=${t('page.revokeName', { what: permissionWords(permission) })}
              @click=${() => this.emit('bh-revoke', { id, permission: permission.id })}>${t('page.revoke')}</button>`
          : nothing
      }</div>
    </li>`;
  }

  #unasked(id: string, { tool, scopes }: PluginReview['calls'][number]): TemplateResult {
    const words = t('page.unasked', { tool });
    return html`<li class="permission" data-testid="unasked" data-tool=${tool}><span class="grow">${words}</span>
      <div class="side grant"><span class="small">${formatList(scopes.map((scope) => scopeWords(scope, true)))}</span>
        <button aria-label=${`${words}: ${t('page.askAgain')}`} @click=${() => this.emit('bh-revoke', { id, permission: { call: tool } })}>${t('page.askAgain')}</button></div>
    </li>`;
  }

  #removal({ plugin }: PluginReview): TemplateResult {
    return html`<form class="removal stack" @submit=${this.#remove}>
      <label class="check"><input type="checkbox" name="wipe" data-testid="page-wipe" /> <span>${t('page.wipe')}</span></label>
      <div class="row"><button class="stop cut" data-testid="page-remove-now">${said('plugins.removeName', { name: pluginName(plugin) })}</button>
        <button type="button" class="plain" @click=${() => {
          this.leaving = false;
        }}>${t('app.cancel')}</button></div>
    </form>`;
  }

  #remove = (event: SubmitEvent): void => {
    event.preventDefault();
    const wipe = this.renderRoot.querySelector<HTMLInputElement>('[data-testid=page-wipe]')?.checked ?? false;
    this.leaving = false;
    if (this.review) this.emit('bh-remove', { id: this.review.plugin.id, wipe });
  };

  #key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    this.#close();
  };

  #close = (): void => this.emit('bh-close', null);
}

/** What the manifest says of its author and its addresses: plain text, never a link. */
function about(manifest: Manifest | null): TemplateResult | typeof nothing {
  const { author, license, homepage, repository } = manifest ?? {};
  const facts = [
    ...(author ? [said('plugins.by', { name: displayLine(author.name) })] : []),
    ...(license === undefined ? [] : [said('page.license', { license: displayLine(license) })]),
    ...Object.entries({ author: author?.url, homepage, repository } as const).flatMap(([key, url]) =>
      url === undefined ? [] : [said(`page.${key as 'homepage'}Url`, { url: displayLine(url, URL_CHARS) })],
    ),
  ];
  if (facts.length === 0) return nothing;
  return html`<ul class="about small muted foreign" data-testid="page-about">${facts.map((fact) => html`<li>${fact}</li>`)}</ul>`;
}

const hasYes = ({ granted, asked }: PermissionView): boolean => granted.length > 0 || asked === true;

define('bulkhead-plugin-page', BulkheadPluginPage);
