import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Studio, StudioView } from '../../studio/internal.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define } from '../shared/element.js';
import { styles } from '../shared/styles.js';
import { talkMessage, talkMessageStyles } from './talk-message.js';

/** So many of the last messages are drawn at first, and so many more each time earlier ones are wanted. */
const SHOWN = 40;
/** As near to its end it stays there when something is added. */
const NEAR = 48;

export class BulkheadStudioTalk extends BulkheadElement {
  static override properties = {
    studio: { attribute: false },
    view: { attribute: false },
    shown: { state: true },
    unfolded: { state: true },
  };
  static override styles = [
    ...styles,
    talkMessageStyles,
    css`
      :host {
        height: 100%;
        min-height: 0;
      }
      .scroll {
        height: 100%;
        overflow: auto;
        overscroll-behavior: contain;
        padding-inline: 12px;
      }
      .scroll:focus-visible {
        outline-offset: -2px;
      }
      .list {
        max-width: 820px;
        margin-inline: auto;
      }
      .empty {
        height: 100%;
        align-content: center;
        justify-items: center;
        text-align: center;
        padding: 20px;
      }
      .empty p {
        max-width: 48ch;
      }
      .earlier {
        display: block;
        margin: 8px auto;
      }
    `,
  ];
  declare studio: Studio | null;
  declare view: StudioView | null;
  declare shown: number;
  declare unfolded: ReadonlySet<string>;
  #atEnd = true;

  constructor() {
    super();
    this.studio = null;
    this.view = null;
    this.shown = SHOWN;
    this.unfolded = new Set();
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('.scroll')?.focus();
  }

  override willUpdate(changed: PropertyValues): void {
    const before = changed.get('view') as StudioView | null | undefined;
    if (before && before.session.id !== this.view?.session.id) {
      this.shown = SHOWN;
      this.#atEnd = true;
    }
    const scroller = this.renderRoot?.querySelector('.scroll');
    if (scroller) this.#atEnd ||= scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
  }

  override updated(): void {
    const scroller = this.renderRoot.querySelector('.scroll');
    if (this.#atEnd && scroller) scroller.scrollTop = scroller.scrollHeight;
  }

  override render(): TemplateResult | typeof nothing {
    const { studio, view, shown } = this;
    if (!studio || !view) return nothing;
    const { messages } = view.session;
    if (messages.length === 0) {
      return html`<div class="stack empty" data-testid="studio-empty"><h3>${t('studio.empty')}</h3><p class="muted">${t('studio.teach')}</p></div>`;
    }
    const earlier = messages.length - shown;
    return html`<div class="scroll" tabindex="0" role="log" aria-live="off" aria-label=${t('studio.talk')} data-testid="studio-talk" @scroll=${this.#scrolled}>
      <div class="list">${
        earlier > 0
          ? html`<button class="plain small earlier" data-testid="studio-earlier" @click=${this.#more}>${t('studio.earlier', { count: Math.min(earlier, SHOWN) })}</button>`
          : nothing
      }${repeat(
        messages.slice(-shown),
        ({ id }) => id,
        (message) =>
          talkMessage(message, {
            messages,
            last: message === messages.at(-1),
            busy: view.phase !== 'idle',
            open: this.unfolded.has(message.id),
            describe: (tool) => describe(studio, tool),
            fold: (open) => this.#fold(message.id, open),
          }),
      )}</div></div>`;
  }

  #scrolled = (event: Event): void => {
    const { scrollHeight, scrollTop, clientHeight } = event.target as HTMLElement;
    this.#atEnd = scrollHeight - scrollTop - clientHeight < NEAR;
  };

  #more = (): void => {
    this.#atEnd = false;
    this.shown += SHOWN;
  };

  #fold(id: string, open: boolean): void {
    if (open === this.unfolded.has(id)) return;
    const next = new Set(this.unfolded);
    if (open) next.add(id);
    else next.delete(id);
    this.unfolded = next;
  }
}

/** An adapter that cannot say what a tool is called: its name will do. */
export function describe({ adapter }: Studio, tool: string): string {
  try {
    return String(adapter.describeTool(tool));
  } catch {
    return tool;
  }
}

define('bulkhead-studio-talk', BulkheadStudioTalk);
