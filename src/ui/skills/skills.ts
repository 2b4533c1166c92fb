import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Host, SkillInfo } from '../../index.js';
import { breakerLine, breakerStyles, isShut } from './breaker-line.js';
import '../shared/copy.js';
import { BulkheadElement, define } from '../shared/element.js';
import './skill-log.js';
import { t } from '../i18n/text.js';
import { styles } from '../shared/styles.js';
import { switchStyles } from '../shared/switch-styles.js';
import { toolRowStyles } from '../tools/tool-row.js';
import { skillRow, skillRowStyles } from './skill-row.js';

const example = (): string => `host.skills.register({
  name: 'roll_dice',
  description: '${t('skills.example')}',
  parameters: {
    type: 'object',
    properties: { sides: { type: 'integer' } },
  },
  action: ({ args }) => 1 + Math.floor(Math.random() * args.sides),
});`;

/** What models can do by writing it: the skills of a host with their switches, the breaker, and the log. */
export class BulkheadSkills extends BulkheadElement {
  static override properties = { host: { attribute: false } };
  static override styles = [
    ...styles,
    toolRowStyles,
    switchStyles,
    breakerStyles,
    skillRowStyles,
    css`
      :host {
        container-type: inline-size;
      }
      .columns {
        display: grid;
        gap: 20px;
        grid-template-columns: minmax(0, 1fr);
        align-items: start;
      }
      @container (min-width: 820px) {
        .columns {
          grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        }
      }
      .column {
        gap: 20px;
      }
      .code {
        padding: 8px 12px;
        border: 1px solid var(--_line);
        border-radius: 6px;
        background: var(--_bg);
        overflow: auto;
      }
      h2[tabindex] {
        outline-offset: 4px;
        border-radius: 4px;
      }
    `,
  ];
  declare host: Host | null;
  #off: readonly (() => void)[] = [];

  constructor() {
    super();
    this.host = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unfollow();
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('host')) this.#follow();
  }

  override updated(): void {
    const state = this.host?.skills.breaker();
    // It ticks while calls are refused; else it looks again once what is counted now has left the window.
    const next = state && isShut(state) ? 1_000 : state?.windowMs;
    this.redrawAfter(state?.count === 0 ? undefined : next);
  }

  override render(): TemplateResult {
    const skills = this.host?.skills;
    const all = skills?.list() ?? [];
    const own = all.filter(isSkill);
    const others = all.filter((one) => !isSkill(one));
    return html`<div class="columns" data-testid="skills">
      <div class="stack column">
        <section class="card stack" aria-labelledby="title">
          <h2 id="title" tabindex="-1">${t('skills.title')}${own.length > 0 ? html` <span class="muted">${own.length}</span>` : nothing}</h2>
          ${skills ? breakerLine(skills.breaker()) : nothing}
          ${own.length === 0 ? this.#teach() : this.#list(own)}
        </section>
        <section class="card stack" aria-labelledby="others">
          <h2 id="others">${t('skills.others')}${others.length > 0 ? html` <span class="muted">${others.length}</span>` : nothing}</h2>
          <p class="muted">${t(others.length === 0 ? 'skills.othersNone' : 'skills.othersTeach')}</p>
          ${others.length === 0 ? nothing : this.#list(others)}
        </section>
      </div>
      <bulkhead-skill-log .entries=${skills?.log ?? []}></bulkhead-skill-log>
    </div>`;
  }

  #teach(): TemplateResult {
    return html`<div class="stack" data-testid="skills-empty"><h3>${t('skills.none')}</h3><p class="muted">${t('skills.teach')}</p>
      <pre class="code" tabindex="0">${example()}</pre>
      <div><bulkhead-copy .value=${example}></bulkhead-copy></div></div>`;
  }

  #list(skills: readonly SkillInfo[]): TemplateResult {
    return html`<ul class="skills">${repeat(
      skills,
      ({ name }) => name,
      (skill) => skillRow(skill, (on) => void this.#turn(skill, on)),
    )}</ul>`;
  }

  /** A tool may move to the other list: the keyboard goes with it. */
  async #turn({ name, tool }: SkillInfo, on: boolean): Promise<void> {
    this.emit('bh-offer', { tool, on });
    this.host?.skills.setEnabled(name, on);
    await this.updateComplete;
    const rows = [...this.renderRoot.querySelectorAll<HTMLElement>('[data-testid=skill]')];
    const row = rows.find(({ dataset }) => dataset.skill === name);
    row?.querySelector<HTMLElement>('[data-testid=skill-switch]')?.focus();
  }

  #follow(): void {
    this.#unfollow();
    const { host } = this;
    const changed = () => this.requestUpdate();
    if (host) this.#off = [host.skills.onChange(changed), host.tools.onChange(changed)];
  }

  #unfollow(): void {
    for (const off of this.#off) off();
    this.#off = [];
  }
}

/** A skill is what was registered as one, and every other tool that was let in. */
const isSkill = ({ owner, enabled }: SkillInfo): boolean => enabled || owner === 'skills';

define('bulkhead-skills', BulkheadSkills);
