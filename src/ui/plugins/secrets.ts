import { css, html, type TemplateResult } from 'lit';
import type { PluginReview } from '../../index.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { formatList } from '../shared/format.js';
import { said } from '../shared/strangers.js';
import { listStyles, styles } from '../shared/styles.js';

/** The secrets of a plugin: whether each is set, never what it is. */
export class BulkheadSecrets extends BulkheadElement {
  static override properties = reactive<BulkheadSecrets>({
    plugin: { initial: '' },
    secrets: { attribute: false, initial: [] },
    editing: { state: true, initial: '' },
  });
  static override styles = [
    ...styles,
    listStyles,
    css`
      li {
        border-top: 1px solid var(--_line);
        padding-block: 6px;
      }
      form {
        flex: 1 1 100%;
        display: flex;
        gap: 8px;
      }
    `,
  ];
  /** Id of the plugin. */
  declare plugin: string;
  declare secrets: PluginReview['secrets'];
  /** Name of the secret that is being typed. */
  declare editing: string;

  override render(): TemplateResult {
    return html`<ul>${this.secrets.map((secret) => this.#secret(secret))}</ul>`;
  }

  #secret({ name, hosts, set }: PluginReview['secrets'][number]): TemplateResult {
    return html`<li class="row" data-testid="secret" data-secret=${name} data-set=${set}>
      <div class="grow"><code class="foreign">${name}</code> <span class="small">${t(set ? 'page.secretSet' : 'page.secretUnset')}</span>
        <p class="small muted foreign">${said('consent.secretFor', { hosts: formatList(hosts) })}</p></div>
      ${
        this.editing === name
          ? html`<form autocomplete="off" @submit=${this.#save} @keydown=${this.#key}>
              <input type="password" autocomplete="new-password" spellcheck="false" minlength="8" data-testid="secret-value" aria-label=${t('page.secretValue', { name })} />
              <button data-testid="secret-save">${t('app.save')}</button>
              <button type="button" class="plain" @click=${() => this.#edit('')}>${t('app.cancel')}</button></form>`
          : html`<button data-testid="secret-edit" aria-label="${t(set ? 'page.replace' : 'page.set')}: ${name}" @click=${() => this.#edit(name)}>${t(set ? 'page.replace' : 'page.set')}</button>
              ${set ? html`<button class="plain muted" data-testid="secret-forget" aria-label="${t('page.forget')}: ${name}" @click=${() => this.emit('bh-secret', { id: this.plugin, name, value: null })}>${t('page.forget')}</button>` : ''}`
      }
    </li>`;
  }

  async #edit(name: string): Promise<void> {
    const last = this.editing;
    this.editing = name;
    await this.updateComplete;
    const target = name === '' ? `[data-secret="${last}"] [data-testid=secret-edit]` : '[data-testid=secret-value]';
    this.renderRoot.querySelector<HTMLElement>(target)?.focus();
  }

  #save = (event: SubmitEvent): void => {
    event.preventDefault();
    const field = this.renderRoot.querySelector<HTMLInputElement>('[data-testid=secret-value]');
    const value = field?.value ?? '';
    if (!field || value === '') return;
    field.value = '';
    this.emit('bh-secret', { id: this.plugin, name: this.editing, value });
    void this.#edit('');
  };

  #key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    void this.#edit('');
  };
}

define('bulkhead-secrets', BulkheadSecrets);
