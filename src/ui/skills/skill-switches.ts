import { css, html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { isolated } from '../../../worker/protocol/display-text.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define } from '../shared/element.js';
import { forModels, said, stranger } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';
import { switchStyles } from '../shared/switch-styles.js';

/** A skill of the engine, and whether the model may use it. */
export interface SkillSwitch {
  readonly name: string;
  readonly description: string;
  readonly on: boolean;
  /** It cannot be switched on here. */
  readonly locked?: boolean;
}

/** So many can be looked through without a search. */
const FIND_FROM = 8;

/** The skills that a model may use, each with its switch. */
export class BulkheadSkillSwitches extends BulkheadElement {
  static override properties = { skills: { attribute: false }, query: { state: true } };
  static override styles = [
    ...styles,
    switchStyles,
    css`
      ul {
        list-style: none;
        margin: 0;
        padding: 0;
      }
      li + li {
        border-top: 1px solid var(--_line);
      }
      label {
        display: flex;
        gap: 12px;
        align-items: center;
        padding-block: 8px;
        cursor: pointer;
      }
      .locked {
        display: block;
      }
      label:has(:disabled) {
        cursor: default;
      }
      .name {
        font-weight: 600;
      }
      .description {
        display: -webkit-box;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 3;
        overflow: hidden;
      }
    `,
  ];
  declare skills: readonly SkillSwitch[];
  declare query: string;

  constructor() {
    super();
    this.skills = [];
    this.query = '';
  }

  override willUpdate(): void {
    // What cannot be seen any more filters nothing.
    if (this.skills.length < FIND_FROM) this.query = '';
  }

  override render(): TemplateResult {
    const { skills, query } = this;
    const words = query.trim().toLowerCase();
    const found = skills.filter(({ name, description }) => `${name}\n${description}`.toLowerCase().includes(words));
    return html`<section class="stack" aria-labelledby="title" data-testid="skill-switches">
      <div class="row"><h2 class="grow" id="title">${t('switches.title')}</h2>${
        skills.length > 0
          ? html`<span class="small muted">${t('switches.on', { count: `${skills.filter(({ on }) => on).length}/${skills.length}` })}</span>`
          : nothing
      }</div>
      ${
        skills.length >= FIND_FROM
          ? html`<input type="search" data-testid="skill-find" aria-label=${t('switches.find')} placeholder=${t('switches.find')} .value=${query}
              @input=${(event: InputEvent) => {
                this.query = (event.target as HTMLInputElement).value;
              }} />`
          : nothing
      }
      ${
        skills.length === 0
          ? html`<div class="stack" data-testid="skill-switches-empty"><h3>${t('switches.none')}</h3><p class="muted">${t('switches.teach')}</p><slot name="empty"></slot></div>`
          : found.length === 0
            ? html`<p class="muted foreign" role="status">${said('switches.noMatch', { query })}</p>`
            : html`<ul>${repeat(
                found,
                ({ name }) => name,
                (skill) => this.#row(skill),
              )}</ul>`
      }</section>`;
  }

  #row({ name, description, on, locked = false }: SkillSwitch): TemplateResult {
    return html`<li><label data-testid="skill-row" data-skill=${name}><span class="grow"><span class="name mono foreign">${stranger(name)}</span>${
      description === ''
        ? nothing
        : html`<span class="small muted foreign description" title=${isolated(description)}>${forModels(description)}</span>`
    }${locked ? html`<span class="small muted locked">${t('switches.locked')}</span>` : nothing}</span>
      <input type="checkbox" role="switch" data-testid="skill-on" aria-label=${t('switches.switch', { name })} .checked=${on} ?disabled=${locked}
        @change=${(event: Event) => this.emit('bh-skill', { name, on: (event.target as HTMLInputElement).checked })} /></label></li>`;
  }
}

define('bulkhead-skill-switches', BulkheadSkillSwitches);
