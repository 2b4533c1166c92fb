import { css, html, nothing, type TemplateResult } from 'lit';
import { DESCRIPTION_CHARS } from '../../../worker/protocol/display-text.js';
import { capabilityFacts, capOfEffect, factsOfMethod } from '../../../worker/protocol/permission-facts.js';
import type { Effect, Effects } from '../../index.js';
import { t } from '../i18n/text.js';
import { beforeAfter, beforeAfterStyles, scrolls } from '../shared/before-after.js';
import { BulkheadElement, define } from '../shared/element.js';
import { formatBytes } from '../shared/format.js';
import { longText } from '../shared/long-text.js';
import { type Mark, markStyles, marks, marksOfFacts } from '../shared/marks.js';
import { stranger } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';
import { memoryBody, memoryWords } from './memory-effect.js';

const STEP = 20;
/** Longer JSON is shown as it is kept. */
const PRETTY_CHARS = 100_000;

/** What a simulated call would have done, one line each, with what it was before and would be after. */
export class BulkheadEffects extends BulkheadElement {
  static override properties = { effects: { attribute: false }, limit: { state: true } };
  static override styles = [
    ...styles,
    markStyles,
    beforeAfterStyles,
    css`
      ul {
        list-style: none;
        margin: 0;
        padding: 0;
      }
      li {
        border-inline-start: 2px solid var(--_line);
        padding: 2px 0 2px 10px;
        margin-block: 6px;
      }
      .said {
        white-space: pre-wrap;
        max-height: 12lh;
        overflow: auto;
      }
      .unknown {
        border-color: var(--_danger);
      }
    `,
  ];
  declare effects: Effects | null;
  declare limit: number;

  constructor() {
    super();
    this.effects = null;
    this.limit = STEP;
  }

  override render(): TemplateResult {
    const { effects } = this;
    if (!effects) return html``;
    const { items, unvalidated } = effects;
    const rest = items.length - this.limit;
    return html`<div data-testid="effects">
      ${items.length === 0 ? html`<p class="muted">${t('effects.none')}</p>` : nothing}
      <ul>${items.slice(0, this.limit).map((effect) => this.#effect(effect))}</ul>
      ${
        rest > 0
          ? html`<button class="plain small" data-testid="effects-more" @click=${this.#more}>${t('effects.more', { count: Math.min(rest, STEP) })}</button>`
          : nothing
      }
      ${unvalidated ? html`<p class="small danger">${t('effects.unvalidated')}</p>` : nothing}
    </div>`;
  }

  /** The keyboard goes on where the list goes on: the button may be gone. */
  #more = async (): Promise<void> => {
    const first = this.limit;
    this.limit += STEP;
    await this.updateComplete;
    this.renderRoot.querySelectorAll<HTMLElement>('li')[first]?.focus();
  };

  #effect(effect: Effect): TemplateResult {
    return html`<li class=${effect.kind} data-testid="effect" data-kind=${effect.kind} tabindex="-1">
      <span class="foreign">${effectWords(effect)}</span> ${marks(marksOfEffect(effect))}
      ${effectBody(effect)}
    </li>`;
  }
}

/** The sentence about one effect, without its subject. */
function effectWords(effect: Effect): string {
  switch (effect.kind) {
    case 'storage': {
      const how = effect.after === undefined ? 'delete' : effect.before === undefined ? 'add' : 'set';
      return t(`effects.${how}`, { key: effect.key });
    }
    case 'chat': {
      const { change } = effect;
      if (change.op === 'append') return t('effects.append', { role: t(`role.${change.role}`) });
      return t(`effects.${change.op}`, { number: change.index + 1 });
    }
    case 'net':
      return t('effects.net', { method: effect.method, host: hostOf(effect.url), size: formatBytes(effect.bytes) });
    case 'memory':
      return memoryWords(effect.change);
    default:
      return t(`effects.${effect.kind}`);
  }
}

function effectBody(effect: Effect): TemplateResult | typeof nothing {
  switch (effect.kind) {
    case 'storage':
      return beforeAfter(pretty(effect.before), pretty(effect.after), true);
    case 'chat': {
      if (effect.change.op === 'remove') return nothing;
      const { text } = effect.change;
      return html`<p class="said foreign" tabindex=${scrolls(text) ? 0 : nothing}>${longText(text)}</p>`;
    }
    case 'net':
      return html`<code class="muted foreign">${longText(effect.url, 500)}</code>`;
    case 'memory':
      return memoryBody(effect.change);
    case 'clipboard':
      return html`<p class="said foreign" tabindex=${scrolls(effect.text) ? 0 : nothing}>${longText(effect.text)}</p>`;
    case 'notify':
      return html`<p class="foreign">${stranger(effect.text, DESCRIPTION_CHARS)}</p>`;
    default:
      return html`<p class="foreign danger">${stranger(effect.what, DESCRIPTION_CHARS)}</p>`;
  }
}

function marksOfEffect(effect: Effect): readonly Mark[] {
  if (effect.kind === 'net') return marksOfFacts(factsOfMethod(effect.method));
  const cap = capOfEffect(effect.kind);
  return cap === undefined ? [] : marksOfFacts(capabilityFacts(cap));
}

/** JSON text as people read it; what is none stays as it is. */
function pretty(text: string | undefined): string | undefined {
  // A long text is read from its beginning, however it is laid out.
  if (text === undefined || text.length > PRETTY_CHARS) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

define('bulkhead-effects', BulkheadEffects);
