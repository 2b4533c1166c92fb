import { sleep } from '../../primitives/index.js';
import type { Studio } from '../../studio/internal.js';
import { type ErrorView, viewError } from '../shared/error-text.js';
import { carryOver } from './carry-over.js';
import { nameDividers, serveDividers } from './line-divider.js';
import { adoptPanelStyles } from './panel-styles.js';

/** Characters of HTML beyond which a panel is no panel, but a page that stands still. */
const MAX_CHARS = 200_000;
const LONG_CHARS = 20_000;

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

/** Shows an adapter’s HTML, sanitised: nothing is loaded. What was typed, opened and focused stays where it still exists. */
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
      if (html.length > LONG_CHARS) await sleep();
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

export interface PanelState {
  readonly error: ErrorView | null;
  /** Only its beginning is shown. */
  readonly cut: boolean;
}

export const DRAWN: PanelState = { error: null, cut: false };

/** The adapter’s panel of the artifact as it is now. It is drawn anew when something that it may show is another. */
export class ProfilePanel {
  readonly #html: AdapterHtml;
  readonly #notify: (state: PanelState) => void;
  #drawn: readonly unknown[] = [];

  constructor(part: HTMLElement, notify: (state: PanelState) => void) {
    const place = document.createElement('div');
    part.append(place);
    this.#html = new AdapterHtml(place);
    this.#notify = notify;
  }

  forget(): void {
    this.#drawn = [];
  }

  draw({ adapter, view: { session, phase }, popupId }: Studio): void {
    const busy = phase !== 'idle';
    const now = [session.id, session.revision, session.workingProfile, session.messages, session.lastSimulation, busy];
    if (this.#drawn.length > 0 && now.every((one, at) => one === this.#drawn[at])) return;
    this.#drawn = now;
    void this.#show(() => adapter.renderWorkingProfile(session, { popupId, popupSelector: `#${popupId}`, busy }));
  }

  async #show(render: () => string): Promise<void> {
    try {
      this.#notify({ error: null, cut: await this.#html.show(String(render() ?? '')) });
    } catch (error) {
      this.#html.clear();
      this.#notify({ error: viewError(error), cut: false });
    }
  }
}
