import { carryOver } from './carry-over.js';
import { nameDividers, serveDividers } from './line-divider.js';
import { adoptPanelStyles } from './panel-styles.js';

/** Characters of HTML beyond which a panel is no panel, but a page that stands still. */
const MAX_CHARS = 200_000;
const LONG_CHARS = 20_000;

/** True where only the beginning would be shown. */
export const isCut = (html: string): boolean => html.length > MAX_CHARS;

type Clean = (html: string) => DocumentFragment;
let clean: Clean | undefined;
let loading: Promise<Clean> | undefined;

/** What makes HTML harmless, loaded with the first of it. */
function load(): Promise<Clean> {
  loading ??= import('../markdown/purify.js').then(
    ({ sanitizePanel }) => {
      clean = sanitizePanel;
      return sanitizePanel;
    },
    (error: unknown) => {
      // Tried again with the next.
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/**
 * Shows HTML of an adapter in a place of its own, made harmless: classes and `data-*` stay, controls do nothing by themselves,
 * nothing is loaded. What was typed, opened and focused there stays where it still exists.
 */
export class AdapterHtml {
  readonly place: HTMLElement;
  #html: string | undefined;

  constructor(place: HTMLElement) {
    this.place = place;
    place.dataset.bulkheadPanel = '';
    place.addEventListener('keydown', press);
    serveDividers(place);
  }

  /** @returns whether only a part of it is shown. @throws where the page lets nobody parse HTML, or it cannot be loaded. */
  async show(html: string): Promise<boolean> {
    const cut = isCut(html);
    if (html === this.#html) return cut;
    this.#html = html;
    try {
      const ready = clean ?? (await load());
      if (this.#html !== html) return cut;
      const content = ready(cut ? html.slice(0, MAX_CHARS) : html);
      // What is long is laid out in a task of its own.
      if (html.length > LONG_CHARS) await new Promise((resolve) => setTimeout(resolve));
      // Other HTML may have come meanwhile.
      if (this.#html === html) {
        const root = this.place.getRootNode();
        if (root instanceof ShadowRoot) adoptPanelStyles(root);
        carryOver(this.place, content);
        nameDividers(this.place);
      }
    } catch (error) {
      this.#html = undefined;
      throw error;
    }
    return cut;
  }

  clear(): void {
    this.#html = undefined;
    this.place.replaceChildren();
  }
}

/** What looks like a button of the adapter is pressed like one. */
function press(event: KeyboardEvent): void {
  const { key, target } = event;
  if (key !== 'Enter' && key !== ' ') return;
  if (!(target instanceof HTMLElement) || !target.matches('[role=button][data-iter-custom-action]')) return;
  event.preventDefault();
  target.click();
}
