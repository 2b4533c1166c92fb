import { html, nothing, type TemplateResult } from 'lit';
import { type Bounds, DIRECTOR_LIMITS, PROFILE_LIMITS } from '../../engine/internal-profiles.js';
import { BulkheadElement, define } from '../shared/element.js';
import { said } from '../shared/strangers.js';
import '../shared/fold.js';
import { type TextKey, t } from '../i18n/text.js';
import { styles } from '../shared/styles.js';
import { switchStyles } from '../shared/switch-styles.js';
import { modesStyles } from './modes-styles.js';

const MODES = ['loop', 'spec', 'agenda', 'director'] as const;
type Mode = (typeof MODES)[number];
const LIMITS_OF: { readonly [mode in Mode]: { readonly [name: string]: Bounds } } = {
  ...PROFILE_LIMITS,
  director: DIRECTOR_LIMITS,
};
const SHARED_LIMITS = {
  messages: { initial: 20, least: 1, most: 200 },
  replyTokens: { initial: 1_500, least: 1, most: 100_000 },
};

export interface ModesView {
  readonly mode: Mode;
  readonly auto: boolean;
  readonly review: boolean;
  readonly messages: number;
  readonly replyTokens: number;
  readonly limits: { readonly [name: string]: number };
}

/** What a run has found for a message. */
export interface FoundView {
  /** Absent where it is shown elsewhere. */
  readonly text?: string;
  /** It has been part of a request. */
  readonly delivered: boolean;
  /** Which mode has found it. */
  readonly mode: Mode;
}

/** The four ways to orchestrate: chosen, limited, run and stopped. What a run does is shown in the slot. */
export class BulkheadModes extends BulkheadElement {
  static override properties = {
    choice: { attribute: false },
    found: { attribute: false },
    busy: { type: Boolean },
    why: {},
  };
  static override styles = [...styles, switchStyles, modesStyles];
  declare choice: ModesView | null;
  declare found: FoundView | null;
  declare busy: boolean;
  /** Why none can be begun; empty where one can. */
  declare why: string;

  constructor() {
    super();
    this.choice = null;
    this.found = null;
    this.busy = false;
    this.why = '';
  }

  override render(): TemplateResult {
    const { choice } = this;
    if (!choice) return html``;
    const { mode, auto, review } = choice;
    const isDirector = mode === 'director';
    return html`<section class="card stack" aria-labelledby="title" data-testid="modes">
      <h2 id="title" tabindex="-1">${t('modes.title')}</h2>
      <p class="muted">${t('modes.teach')}</p>
      <fieldset class="choices">
        <legend class="visually-hidden">${t('modes.choose')}</legend>
        ${MODES.map((one) => this.#mode(one, one === mode))}
      </fieldset>
      ${this.#switch('auto', auto, t(isDirector ? 'modes.auto.director' : 'modes.auto'), t(isDirector ? 'modes.auto.director.long' : 'modes.auto.long'))}
      ${this.#switch('review', review, t('modes.review'), t('modes.review.long'))}
      <details data-testid="modes-limits">
        <summary>${t('modes.limits')}</summary>
        ${Object.entries({ ...LIMITS_OF[mode], ...SHARED_LIMITS }).map(([name, bounds]) => this.#limit(name, bounds, choice))}
      </details>
      <div class="row">
        <button class="primary" data-testid="modes-run" ?disabled=${this.busy || this.why !== ''} @click=${() => this.emit('bh-run', { mode, review })}>
          ${said(review ? 'modes.rehearse' : 'modes.run', { mode: t(`runs.mode.${mode}`) })}</button>
        ${this.why === '' ? nothing : html`<span class="small muted grow" data-testid="modes-why">${this.why}</span>`}
      </div>
      <slot></slot>
      ${this.#found()}
    </section>`;
  }

  #mode(mode: Mode, isChosen: boolean): TemplateResult {
    const choose = () => this.emit('bh-modes', { mode });
    return html`<label class="choice"><input type="radio" name="mode" value=${mode} data-testid="modes-${mode}" .checked=${isChosen} @change=${choose} />
      <span class="words"><strong>${t(`runs.mode.${mode}`)}</strong><span class="small muted">${t(`modes.${mode}.long`)}</span></span></label>`;
  }

  #switch(name: 'auto' | 'review', on: boolean, title: string, about: string): TemplateResult {
    const turn = (event: Event) => this.emit('bh-modes', { [name]: (event.target as HTMLInputElement).checked });
    return html`<label class="line"><span class="words"><span id="${name}-title">${title}</span><span class="small muted" id="${name}-about">${about}</span></span>
      <input type="checkbox" role="switch" data-testid="modes-${name}" aria-labelledby="${name}-title" aria-describedby="${name}-about"
        .checked=${on} @change=${turn} /></label>`;
  }

  #limit(name: string, { initial, least, most }: Bounds, choice: ModesView): TemplateResult {
    const isShared = name === 'messages' || name === 'replyTokens';
    const value = isShared ? choice[name] : (choice.limits[name] ?? initial);
    const change = (event: Event) => {
      const input = event.target as HTMLInputElement;
      const given = input.value.trim() === '' ? Number.NaN : Math.trunc(Number(input.value));
      const number = Number.isFinite(given) ? Math.min(most, Math.max(least, given)) : initial;
      input.value = String(number);
      this.emit('bh-modes', isShared ? { [name]: number } : { limits: { ...choice.limits, [name]: number } });
    };
    return html`<label class="limit"><span>${t(`modes.limit.${name}` as TextKey)}</span>
      <input type="number" inputmode="numeric" min=${least} max=${most} step="1" data-testid="limit-${name}" .value=${String(value)} @change=${change} /></label>`;
  }

  #found(): TemplateResult | typeof nothing {
    const { found } = this;
    if (!found) return nothing;
    return html`<div class="found stack" data-testid="modes-found">
      <div class="row"><h3 class="grow">${t('modes.found')}</h3>
        <button class="plain" data-testid="modes-forget" @click=${() => this.emit('bh-forget-found', null)}>${t('modes.forget')}</button></div>
      <p class="small muted">${said('modes.found.from', { mode: t(`runs.mode.${found.mode}`) })} ${t(found.delivered ? 'modes.found.delivered' : 'modes.found.next')}</p>
      ${found.text === undefined ? nothing : html`<bulkhead-fold .text=${found.text}></bulkhead-fold>`}
    </div>`;
  }
}

define('bulkhead-modes', BulkheadModes);
