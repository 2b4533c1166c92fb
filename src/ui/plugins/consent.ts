import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Allow, PermissionView, PluginInfo, PluginReview } from '../../index.js';
import { said } from '../shared/strangers.js';
import '../shared/change-diff.js';
import { dialogStyles } from '../shared/dialog-styles.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { formatList } from '../shared/format.js';
import { markStyles } from '../shared/marks.js';
import { type Choice, choiceOfAll, firstChoice, firstScope, isGrave } from './consent-choice.js';
import { consentStyles } from './consent-styles.js';
import './package-card.js';
import { t } from '../i18n/text.js';
import { permissionWords, sameScope, scopeWords } from '../shared/permission-words.js';
import { pluginName } from '../shared/plugin-name.js';
import { styles } from '../shared/styles.js';
import { isGrantable, keptScopes, permissionStyles, permissionText } from './permission-row.js';
import { updateFacts, updateStyles } from './update-facts.js';

/** So long after another plugin has come into the sheet it takes no yes. */
const FRESH_MS = 1_000;

/** A sheet that shows what a plugin asks for, or what about it has changed, and takes a yes, a part of it, or a no. */
export class BulkheadConsent extends BulkheadElement {
  static override properties = reactive<BulkheadConsent>({
    review: { attribute: false, initial: null },
    replaced: { type: Boolean, initial: false },
    choice: { state: true, initial: null },
    renewed: { state: true, initial: 0 },
  });
  static override styles = [...styles, dialogStyles, markStyles, permissionStyles, consentStyles, updateStyles];
  /** What to ask about; `null` closes the sheet. */
  declare review: PluginReview | null;
  /** The plugin is not the one that the last answer was about: the sheet says so. */
  declare replaced: boolean;
  /** What is ticked; `null` until the user begins to choose. */
  declare choice: Choice | null;
  /** `performance.now()` at which another plugin came into the open sheet; 0 for never. */
  declare renewed: number;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#decide(null);
  }

  override willUpdate(changed: PropertyValues): void {
    if (!changed.has('review')) return;
    const before = changed.get('review') as PluginReview | null | undefined;
    const { review } = this;
    if (before?.plugin.id !== review?.plugin.id) {
      this.choice = null;
      this.renewed = 0;
    } else if (before && review && !isSamePlugin(before.plugin, review.plugin)) {
      // What was chosen was chosen of another.
      this.choice = null;
      this.renewed = performance.now();
    }
  }

  override updated(changed: PropertyValues): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (!dialog || !changed.has('review')) return;
    const { review } = this;
    if (this.#isFresh) this.#renew();
    if (!review) dialog.close();
    else if (!dialog.open || changed.get('review')?.plugin.id !== review.plugin.id) {
      if (!dialog.open) dialog.showModal();
      // A yes that matters is never one press of Enter away.
      this.#button(isGrave(review) ? 'cancel' : 'allow')?.focus();
    }
  }

  override render(): TemplateResult {
    const { review, choice } = this;
    return html`<dialog aria-labelledby="title" data-testid="consent" @close=${this.#closed} @keydown=${this.#key}>
      ${review ? this.#sheet(review, choice) : nothing}
    </dialog>`;
  }

  #sheet(review: PluginReview, choice: Choice | null): TemplateResult {
    const { plugin, permissions, changes, update } = review;
    const name = pluginName(plugin);
    const all = permissions.filter(isGrantable).length;
    const allow =
      choice === null
        ? t(all === 0 ? 'tool.switchOn' : 'consent.allow')
        : choice.size === 0
          ? t('consent.allowNone')
          : t('consent.allowSome', { count: choice.size, all });
    return html`
      <div class="head"><h2 id="title" class="foreign">${said(changes ? 'consent.titleChanged' : 'consent.title', { name })}</h2></div>
      <div class="body" tabindex="-1">
        ${this.replaced || this.renewed > 0 ? html`<p class="warn" role="alert" data-testid="consent-replaced">${t('consent.replaced')}</p>` : nothing}
        ${update ? updateFacts(update) : nothing}
        <bulkhead-change-diff .changes=${changes} ?hidden=${changes === null}></bulkhead-change-diff>
        <bulkhead-package-card bare .review=${review}>${choice === null ? nothing : this.#rows(permissions, choice)}
          <div slot="more" class="more">${choice === null && all > 0 ? html`<p class="small muted">${t(changes ? 'consent.update' : 'consent.all')}</p>` : nothing}
            ${this.#secrets(review)}</div></bulkhead-package-card>
      </div>
      <div class="row foot">
        <button class="first" data-testid="consent-cancel" @click=${() => this.#decide(null)}>${t('app.cancel')} <kbd>Esc</kbd></button>
        ${
          choice === null && all > 0
            ? html`<button data-testid="consent-customise" @click=${this.#customise}>${t('consent.customise')}</button>`
            : nothing
        }
        <button class="primary" data-testid="consent-allow" ?disabled=${this.#isFresh} @click=${this.#allow}>${allow}</button>
      </div>`;
  }

  #rows(permissions: readonly PermissionView[], choice: Choice): TemplateResult {
    return html`<div slot="permissions" data-testid="consent-rows">
      <ul class="permissions">${permissions.map((view) => this.#row(view, choice))}</ul>
      <p class="small muted">${t('consent.teach')}</p></div>`;
  }

  #row(view: PermissionView, choice: Choice): TemplateResult {
    const { permission, optional } = view;
    const { id } = permission;
    const able = isGrantable(view);
    const scopes = keptScopes(view);
    const ticked = choice.get(id);
    const words = permissionWords(permission);
    const at = ticked ? scopes.findIndex((scope) => ticked.some((one) => sameScope(one, scope))) : firstScope(view);
    return html`<li class="permission" data-testid="permission" data-permission=${id}>
      <label class="tick"><input type="checkbox" data-testid="consent-tick" aria-label=${words} .checked=${ticked !== undefined} ?disabled=${!able}
        @change=${(event: Event) => this.#tick(view, (event.target as HTMLInputElement).checked, at)} /></label>
      ${permissionText(view)}
      ${
        able
          ? html`<div class="side">${
              scopes.length === 0
                ? html`<p class="small muted">${t('consent.askedThen')}</p>`
                : html`<select data-testid="consent-scope" aria-label=${t('consent.howFar', { what: words })}
              @change=${(event: Event) => this.#tick(view, true, Number((event.target as HTMLSelectElement).value))}>
              ${at === -1 ? html`<option value="-1" selected>${t('consent.asBefore')}</option>` : nothing}
              ${scopes.map((scope, index) => html`<option value=${index} ?selected=${index === at}>${scopeWords(scope)}</option>`)}</select>`
            }
              ${optional ? html`<p class="small muted">${t('package.later')}</p>` : nothing}</div>`
          : nothing
      }
    </li>`;
  }

  #secrets({ secrets }: PluginReview): TemplateResult | typeof nothing {
    const missing = secrets.filter(({ set }) => !set);
    if (missing.length === 0) return nothing;
    return html`<form class="stack" autocomplete="off" @submit=${(event: Event) => event.preventDefault()}>
      <h3>${t('consent.secrets')}</h3><p class="small muted">${t('consent.secretsTeach')}</p>
      ${missing.map(
        ({
          name,
          hosts,
        }) => html`<label class="secret"><span><code>${name}</code> <span class="small muted foreign">${said('consent.secretFor', { hosts: formatList(hosts) })}</span></span>
          <input type="password" autocomplete="new-password" spellcheck="false" minlength="8" data-testid="consent-secret" data-secret=${name} /></label>`,
      )}</form>`;
  }

  #tick({ permission: { id }, ...view }: PermissionView, on: boolean, at: number): void {
    const choice = new Map(this.choice ?? []);
    const scope = view.scopes.filter(({ kind }) => kind !== 'call')[at];
    if (on) choice.set(id, scope ? [scope] : view.granted);
    else choice.delete(id);
    this.choice = choice;
  }

  #customise = async (): Promise<void> => {
    if (!this.review) return;
    this.choice = firstChoice(this.review);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[data-testid=consent-tick]:not(:disabled)')?.focus();
  };

  /** A yes that was meant for what stood there before must not hit what has come. */
  get #isFresh(): boolean {
    return this.renewed > 0 && performance.now() - this.renewed < FRESH_MS;
  }

  #renew(): void {
    for (const field of this.renderRoot.querySelectorAll<HTMLInputElement>('[data-secret]')) field.value = '';
    this.#button('cancel')?.focus();
    this.redrawAfter(FRESH_MS);
  }

  #allow = (): void => {
    if (this.#isFresh) return;
    if (this.renderRoot.querySelector('form')?.reportValidity() === false) return;
    if (this.review) this.#decide(Object.fromEntries(this.choice ?? choiceOfAll(this.review)));
  };

  /** Esc. A sheet that has been opened anew meanwhile is not meant. */
  #closed = (event: Event): void => {
    if (!(event.target as HTMLDialogElement).open) this.#decide(null);
  };

  /** The host page’s own keys must not act while this is asked. */
  #key = (event: KeyboardEvent): void => event.stopPropagation();

  #button = (name: string): HTMLElement | null => this.renderRoot.querySelector(`[data-testid=consent-${name}]`);

  #decide(allow: Allow | null): void {
    const { review } = this;
    if (!review) return;
    const fields = [...this.renderRoot.querySelectorAll<HTMLInputElement>('[data-secret]')];
    const filled = allow === null ? [] : fields.filter(({ value }) => value !== '');
    const secrets = Object.fromEntries(filled.map(({ dataset, value }) => [dataset.secret ?? '', value] as const));
    for (const field of fields) field.value = '';
    this.review = null;
    const { id, filesHash, toolsHash, manifest } = review.plugin;
    const shown = allow === null ? {} : { expected: { filesHash, toolsHash, manifest } };
    this.emit('bh-consent', { id, allow, ...shown, secrets });
  }
}

const isSamePlugin = (a: PluginInfo, b: PluginInfo): boolean =>
  a.filesHash === b.filesHash &&
  a.toolsHash === b.toolsHash &&
  JSON.stringify(a.manifest) === JSON.stringify(b.manifest);

define('bulkhead-consent', BulkheadConsent);
