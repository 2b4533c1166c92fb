import { css, html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { DESCRIPTION_CHARS, displayLine, isolated } from '../../../worker/protocol/display-text.js';
import type { PluginInfo } from '../../index.js';
import { localText } from '../i18n/language.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { formatAgo, formatBytes, formatTime } from '../shared/format.js';
import { markStyles, marks, pluginMarks } from '../shared/marks.js';
import { pluginName } from '../shared/plugin-name.js';
import { inRow, said, stranger } from '../shared/strangers.js';
import { listStyles, styles } from '../shared/styles.js';
import { switchStyles } from '../shared/switch-styles.js';
import { originWords } from './origin.js';
import { stateStyles } from './plugin-page-styles.js';

/** A plugin the page offers to install with one press. */
export interface Example {
  readonly id: string;
  readonly name: { readonly en: string; readonly [language: string]: string };
  readonly url: string;
}

/** Fewer than this are seen at a glance. */
const FILTERED_FROM = 6;

/** The installed packages: what each is, its switch, its removal; and what to do when there are none. */
export class BulkheadPluginList extends BulkheadElement {
  static override properties = reactive<BulkheadPluginList>({
    plugins: { attribute: false, initial: [] },
    examples: { attribute: false, initial: [] },
    busy: { type: Boolean, initial: false },
    filter: { state: true, initial: '' },
  });
  static override styles = [
    ...styles,
    switchStyles,
    markStyles,
    listStyles,
    stateStyles,
    css`
      .plugin {
        border-top: 1px solid var(--_line);
        padding-block: 10px;
      }
      .plugin:last-child {
        padding-block-end: 0;
      }
      button.name {
        font-weight: 600;
        text-align: start;
        padding-inline: 0;
        border: 0;
        background: none;
      }
      button.name:hover {
        text-decoration: underline;
      }
      .review {
        color: var(--_warn);
        margin-inline-start: -8px;
      }
      .list {
        max-height: 70vh;
        overflow: auto;
      }
      .list:empty {
        display: none;
      }
      .meta {
        overflow-wrap: anywhere;
      }
      .empty {
        border-top: 1px solid var(--_line);
        padding-block-start: 10px;
      }
    `,
  ];
  declare plugins: readonly PluginInfo[];
  declare examples: readonly Example[];
  /** No example can be installed now. */
  declare busy: boolean;
  declare filter: string;

  override render(): TemplateResult {
    const wanted = this.plugins.length >= FILTERED_FROM ? this.filter.trim().toLowerCase() : '';
    const matches = (plugin: PluginInfo) =>
      wanted === '' ||
      pluginName(plugin).toLowerCase().includes(wanted) ||
      plugin.tools.some((tool) => `${tool.name} ${tool.displayName}`.toLowerCase().includes(wanted));
    const shown = this.plugins.filter(matches);
    const offered = this.examples.filter(({ id }) => !this.plugins.some((plugin) => plugin.id === id));
    return html`<section class="card stack" aria-labelledby="title">
      <div class="row">
        <h2 id="title" class="grow">${t('plugins.title')}${this.plugins.length > 0 ? html` <span class="muted">${this.plugins.length}</span>` : nothing}</h2>
      </div>
      ${
        this.plugins.length >= FILTERED_FROM
          ? html`<input type="search" placeholder=${t('plugins.filter')} aria-label=${t('plugins.filter')} data-testid="plugin-filter"
              .value=${this.filter} @input=${this.#filter} @keydown=${this.#key} />`
          : nothing
      }
      ${
        this.plugins.length === 0
          ? html`<div class="stack"><h3>${t('plugins.none')}</h3><p class="muted">${t('plugins.teach')}</p></div>`
          : nothing
      }
      <ul class="list">${repeat(
        shown,
        ({ id }) => id,
        (plugin) => this.#plugin(plugin),
      )}</ul>
      ${this.plugins.length > 0 && shown.length === 0 ? html`<p class="muted">${said('plugins.noMatch', { filter: this.filter })}</p>` : nothing}
      ${
        offered.length > 0
          ? html`<div class="row empty">${offered.map(
              (example) => html`<button data-testid="example" data-example=${example.id} ?disabled=${this.busy}
                @click=${() => this.emit('bh-install', { source: { url: example.url } })}>${said('plugins.example', { name: localText(example.name) })}</button>`,
            )}</div>`
          : nothing
      }
    </section>`;
  }

  #plugin(plugin: PluginInfo): TemplateResult {
    const { id, manifest, state, notice, origin } = plugin;
    const name = pluginName(plugin);
    const facts = [
      t('plugins.tools', { count: plugin.tools.length }),
      ...(manifest?.author ? [said('plugins.by', { name: displayLine(manifest.author.name) })] : []),
      originWords(plugin),
      formatBytes(plugin.sourceBytes),
    ];
    return html`<li class="plugin" data-testid="plugin-row" data-plugin=${id} data-state=${state}>
      <div class="row">
        <div class="grow">
          <button class="plain name foreign" data-testid="plugin-open" title=${t('plugins.open', { name })}
            @click=${() => this.emit('bh-open', { id })}>${stranger(name)}</button>
          <span class="muted small">${manifest?.version ?? ''}</span>
          <div class="row small">${
            state === 'changed'
              ? html`<button class="plain small review" data-testid="plugin-review" @click=${() => this.emit('bh-review', { id })}><span class="dot changed" aria-hidden="true"></span> ${t('state.changed')}</button>`
              : html`<span><span class="dot ${state}" aria-hidden="true"></span> ${t(`state.${state}`)}</span>`
          }
            ${marks(pluginMarks(plugin), false)}</div>
        </div>
        <input type="checkbox" role="switch" data-testid="plugin-switch" aria-label=${t('plugins.switch', { name })}
          .checked=${state === 'on'} @click=${this.#switch(plugin)} />
        <button class="plain small muted" data-testid="plugin-remove" aria-label=${t('plugins.removeName', { name })}
          @click=${() => this.emit('bh-remove', { id })}>${t('plugins.remove')}</button>
      </div>
      <p class="small muted meta foreign" title=${isolated(origin)}>${inRow(facts)} ·
        <span title=${formatTime(plugin.installedAt)}>${t('plugins.installed', { time: formatAgo(plugin.installedAt) })}</span></p>
      ${notice === undefined ? nothing : html`<p class="small danger foreign">${stranger(notice, DESCRIPTION_CHARS)}</p>`}
    </li>`;
  }

  /**
   * The switch shows what the host says, not what was pressed: it turns when the host has turned the plugin. What asks for
   * permissions is asked about first.
   */
  #switch({ id, state, manifest }: PluginInfo) {
    return (event: Event): void => {
      event.preventDefault();
      const asks = [...(manifest?.permissions ?? []), ...(manifest?.optionalPermissions ?? [])].length > 0;
      if (state !== 'on' && (asks || state === 'changed')) this.emit('bh-review', { id });
      else this.emit('bh-switch', { id, on: state !== 'on' });
    };
  }

  #filter = (event: InputEvent): void => {
    this.filter = (event.target as HTMLInputElement).value;
  };

  #key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || this.filter === '') return;
    // Done with: whatever is around the list does not close for it, too.
    event.preventDefault();
    this.filter = '';
  };
}

define('bulkhead-plugin-list', BulkheadPluginList);
