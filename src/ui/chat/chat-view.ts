import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define } from '../shared/element.js';
import { errorStyles } from '../shared/error.js';
import { RowWindow } from '../shared/row-window.js';
import { styles } from '../shared/styles.js';
import type { ChatItem } from './chat-item.js';
import { chatMessage, messageStyles } from './chat-message.js';
import { chatViewStyles } from './chat-view-styles.js';

/** So near the end the reader is at the end. */
const NEAR_END = 24;
/** Most characters of a finished message that a screen reader announces. */
const SPOKEN_CHARS = 600;

/** The messages of a chat. However many there are, only those near what is seen are drawn; it stays at the end until the reader leaves it. */
export class BulkheadChatView extends BulkheadElement {
  static override properties = {
    items: { attribute: false },
    busy: { type: Boolean },
    editing: { state: true },
    away: { state: true },
    spoken: { state: true },
  };
  static override styles = [...styles, errorStyles, messageStyles, chatViewStyles];
  declare items: readonly ChatItem[];
  /** Something is being written or done: nothing can be retried, edited or forked. */
  declare busy: boolean;
  declare editing: { readonly id: string; readonly draft: string } | null;
  /** The reader is elsewhere than at the end. */
  declare away: boolean;
  declare spoken: string;
  readonly #rows = new RowWindow();
  readonly #size = new ResizeObserver((entries) => this.#measured(entries));
  #streaming = new Set<string>();
  #watched = new Set<Element>();
  #top = 0;
  #width = 0;
  /** Something within a row has the keyboard. */
  #held = false;
  #anchor: { readonly row: Element; readonly top: number } | null = null;

  constructor() {
    super();
    this.items = [];
    this.busy = false;
    this.editing = null;
    this.away = false;
    this.spoken = '';
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#size.disconnect();
    this.#watched.clear();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.requestUpdate();
  }

  /** Goes to the last message, and stays with what comes. */
  toLatest(): void {
    this.away = false;
    this.#stay();
  }

  /** However often a message grows, it is drawn once a frame; a hidden page has none, and is drawn at once. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated && this.items.at(-1)?.streaming && !document.hidden) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    super.scheduleUpdate();
  }

  override willUpdate(changed: PropertyValues): void {
    if (!changed.has('items')) return;
    const { items } = this;
    this.#setRows();
    const scroller = this.#scroller();
    const height = scroller?.clientHeight || 800;
    this.#rows.look(this.away ? (scroller?.scrollTop ?? 0) : Math.max(0, this.#rows.total - height), height);
    this.#speak(items);
    if (this.editing && !items.some(({ id }) => id === this.editing?.id)) this.editing = null;
  }

  override render(): TemplateResult {
    const { items } = this;
    const { first, end } = this.#rows;
    return html`<div class="scroll" role=${items.length === 0 ? 'region' : 'feed'} tabindex="0" data-testid="chat-view" data-total=${items.length} aria-label=${t('chat.label')} aria-busy=${this.busy} @scroll=${this.#scrolled}>
      <div class="before"></div>${
        items.length === 0
          ? html`<div class="empty stack" data-testid="chat-empty"><h2>${t('chat.none')}</h2><p class="muted">${t('chat.teach')}</p><slot name="empty"></slot></div>`
          : repeat(
              items.slice(first, end),
              ({ id }) => id,
              (item, index) => this.#message(item, first + index),
            )
      }<div class="after"></div></div>
      ${this.away && items.length > 0 ? html`<button class="latest" data-testid="chat-latest" @click=${() => this.toLatest()}>${t('chat.latest')} <span aria-hidden="true">↓</span></button>` : nothing}
      <div class="visually-hidden" aria-live="polite" data-testid="chat-spoken">${this.spoken}</div>`;
  }

  override updated(): void {
    const scroller = this.#scroller();
    if (!scroller) return;
    for (const end of ['before', 'after'] as const) {
      const space = scroller.querySelector<HTMLElement>(`.${end}`);
      if (space) space.style.height = `${this.#rows[end]}px`;
    }
    // A row that had the keyboard is no longer drawn.
    const nowhere = !this.shadowRoot?.activeElement && (document.activeElement ?? document.body) === document.body;
    if (this.#held && nowhere) scroller.focus({ preventScroll: true });
    this.#held = false;
    this.#watch(scroller);
    this.#keep();
  }

  #message(item: ChatItem, index: number): TemplateResult {
    const { id } = item;
    const { editing, items, busy } = this;
    return chatMessage(item, {
      last: index === items.length - 1,
      place: index + 1,
      count: items.length,
      busy,
      draft: editing?.id === id ? editing.draft : null,
      retry: () => this.emit('bh-retry', { id }),
      fork: () => this.emit('bh-fork', { id }),
      edit: (draft) => void this.#edit(id, draft),
      save: () => this.#save(),
    });
  }

  async #edit(id: string, draft: string | null): Promise<void> {
    const was = this.editing;
    this.editing = draft === null ? null : { id, draft };
    if (was && draft !== null) return;
    await this.updateComplete;
    const target = draft === null ? '[data-testid=message-edit]' : 'textarea';
    const rows = [...this.renderRoot.querySelectorAll<HTMLElement>('[data-row]')];
    const row = rows.find(({ dataset }) => dataset.row === id);
    row?.querySelector<HTMLElement>(target)?.focus();
  }

  #save(): void {
    const { editing, busy } = this;
    if (!editing || busy || editing.draft.trim() === '') return;
    this.emit('bh-edit', { id: editing.id, text: editing.draft });
    void this.#edit(editing.id, null);
  }

  /** What has just been finished is read out once, as a whole. */
  #speak(items: readonly ChatItem[]): void {
    const streaming = new Set<string>();
    for (const { id, role, text, streaming: more } of items) {
      if (more) streaming.add(id);
      else if (this.#streaming.has(id) && text !== '') {
        const said = text.length > SPOKEN_CHARS ? `${text.slice(0, SPOKEN_CHARS)}…` : text;
        this.spoken = `${t(`chat.role.${role}`)}: ${said}`;
      }
    }
    this.#streaming = streaming;
  }

  /** Rows that were drawn are measured from now on. */
  #watch(scroller: HTMLElement): void {
    const rows = new Set<Element>([scroller, ...scroller.querySelectorAll('[data-row]')]);
    for (const row of this.#watched) if (!rows.has(row)) this.#size.unobserve(row);
    for (const row of rows) if (!this.#watched.has(row)) this.#size.observe(row);
    this.#watched = rows;
  }

  #measured(entries: readonly ResizeObserverEntry[]): void {
    const scroller = this.#scroller();
    if (!scroller) return;
    let news = false;
    for (const { target, borderBoxSize } of entries) {
      const id = (target as HTMLElement).dataset.row;
      if (id !== undefined) news = this.#rows.measure(id, borderBoxSize[0]?.blockSize ?? 0) || news;
      else if (this.#width !== scroller.clientWidth) {
        // Every row that is not drawn has another height now.
        if (this.#width !== 0) this.#rows.forget();
        this.#width = scroller.clientWidth;
        news = true;
      }
    }
    if (!news) {
      this.#keep();
      return;
    }
    this.#setRows();
    this.#keep();
    this.#look(scroller);
    this.requestUpdate();
  }

  #setRows(): void {
    const ids = this.items.map(({ id }) => id);
    this.#rows.set(ids, (index) => guess(this.items[index]));
  }

  /** Keeps the visible message in place while others grow; at the end, keeps the end visible. */
  #keep(): void {
    const scroller = this.#scroller();
    if (!scroller) return;
    if (!this.away) {
      this.#stay();
      return;
    }
    const { row, top } = this.#anchor ?? {};
    if (row?.isConnected && top !== undefined) {
      // Of what it has moved, the reader has scrolled a part; they may have done so since the last event.
      const scrolled = scroller.scrollTop - this.#top;
      const moved = row.getBoundingClientRect().top - scroller.getBoundingClientRect().top - top + scrolled;
      if (Math.abs(moved) >= 1) scroller.scrollTop += moved;
    }
    this.#top = scroller.scrollTop;
    this.#hold(scroller);
  }

  #stay(): void {
    const scroller = this.#scroller();
    if (!scroller) return;
    scroller.scrollTop = scroller.scrollHeight;
    this.#top = scroller.scrollTop;
    this.#anchor = null;
    this.#look(scroller);
  }

  /** Remembers which row the reader looks at, and where it is. */
  #hold(scroller: HTMLElement): void {
    const { top } = scroller.getBoundingClientRect();
    const rows = scroller.querySelectorAll('[data-row]');
    const row = [...rows].find((one) => one.getBoundingClientRect().bottom > top + 1);
    this.#anchor = row ? { row, top: row.getBoundingClientRect().top - top } : null;
  }

  #scrolled = (): void => {
    const scroller = this.#scroller();
    if (!scroller) return;
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    const left = scrollHeight - scrollTop - clientHeight;
    // What grows does not scroll: only the reader goes up, however little at a time.
    if (left > 1 && scrollTop < this.#top - 1) this.away = true;
    else if (left <= NEAR_END) this.away = false;
    this.#keep();
    this.#look(scroller);
  };

  #look(scroller: HTMLElement): void {
    if (!this.#rows.look(scroller.scrollTop, scroller.clientHeight)) return;
    this.#held = Boolean(this.shadowRoot?.activeElement?.closest('[data-row]'));
    this.requestUpdate();
  }

  #scroller = (): HTMLElement | null => this.renderRoot.querySelector<HTMLElement>('.scroll');
}

/** How high a message will be, roughly. */
function guess(item: ChatItem | undefined): number {
  if (!item) return 0;
  return 84 + Math.ceil(Math.min(item.text.length, 40_000) / 90) * 22 + (item.calls?.length ?? 0) * 52;
}

define('bulkhead-chat-view', BulkheadChatView);
