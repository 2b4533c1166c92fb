import type { ChangeBody, DiffItem } from '../../studio/internal.js';
import { AdapterHtml, isCut } from './adapter-html.js';
import { itemOf } from './review-bodies.js';

/** The adapter’s HTML of a change; `null` where it has none of its own. */
export type OwnCard = (item: DiffItem) => string | null;

/** Cards that the adapter draws. They are slotted from the light DOM, where the page’s styles and listeners reach them. */
export class OwnCards {
  readonly #host: HTMLElement;
  readonly #news: () => void;
  readonly #html = new Map<string, { readonly slot: string; readonly html: string } | null>();
  readonly #drawn = new Map<string, HTMLElement>();
  #count = 0;

  constructor(host: HTMLElement, news: () => void) {
    [this.#host, this.#news] = [host, news];
  }

  slot(change: string): string | undefined {
    return this.#html.get(change)?.slot;
  }

  clear(): void {
    for (const element of this.#drawn.values()) element.remove();
    this.#drawn.clear();
    this.#html.clear();
  }

  /** Asks the adapter for the cards of changes that are known, and puts those of `shown` into the document. */
  draw(
    shown: readonly { readonly id: string; readonly path: string }[],
    bodyOf: (change: string) => ChangeBody | undefined,
    card: OwnCard | null | undefined,
  ): void {
    if (!card) return;
    for (const { id, path } of shown) {
      const body = bodyOf(id);
      if (body && !this.#html.has(id)) this.#html.set(id, this.#ask(path, body, card));
    }
    const wanted = new Set(shown.map(({ id }) => id));
    for (const [id, element] of this.#drawn) {
      if (wanted.has(id)) continue;
      element.remove();
      this.#drawn.delete(id);
    }
    for (const id of wanted) {
      const own = this.#html.get(id);
      if (!own || this.#drawn.has(id)) continue;
      const element = document.createElement('div');
      element.slot = own.slot;
      this.#drawn.set(id, element);
      this.#host.append(element);
      new AdapterHtml(element).show(own.html).catch(() => {
        // Ours is shown instead.
        this.#html.set(id, null);
        element.remove();
        this.#drawn.delete(id);
        this.#news();
      });
    }
  }

  #ask(path: string, body: ChangeBody, card: OwnCard): { slot: string; html: string } | null {
    try {
      const html = card(itemOf(path, body));
      // What would be cut is shown in our own way, whole.
      if (typeof html !== 'string' || html === '' || isCut(html)) return null;
      this.#count += 1;
      return { slot: `own-${this.#count}`, html };
    } catch {
      return null;
    }
  }
}
