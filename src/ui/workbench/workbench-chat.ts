import { html, type nothing, type TemplateResult } from 'lit';
import type { ChatController } from '../../chat/index.js';
import { language } from '../i18n/language.js';
import { t } from '../i18n/text.js';
import { errorBox } from '../shared/error.js';
import { type ErrorView, viewError } from '../shared/error-text.js';
import { PLACES, type Place } from './workbench-places.js';

/** Opens the chats of a workbench. */
export type OpenChat = () => Promise<ChatController>;

/** The chats of a workbench, which are loaded when somebody goes there. */
export class ChatPlace {
  readonly #changed: () => void;
  #controller: Promise<ChatController> | undefined;
  #opened: ChatController | null = null;
  #failed: ErrorView | null = null;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Opens them, at the first time. `false` where they cannot be opened. */
  async load(open: OpenChat): Promise<ChatController | null> {
    this.#controller ??= Promise.all([open(), import('../chat/chat.js')]).then(([controller]) => controller);
    try {
      this.#opened = await this.#controller;
      this.#failed = null;
    } catch (error) {
      this.#controller = undefined;
      this.#failed = viewError(error);
    }
    this.#changed();
    return this.#opened;
  }

  /** Shows a newcomer the example. @returns whether this was one. */
  async greet(open: OpenChat): Promise<boolean> {
    const example = (await this.load(open))?.example;
    if (!example || !(await example.isFirst())) return false;
    void example.play(language());
    return true;
  }

  render(asks: TemplateResult | typeof nothing): TemplateResult {
    if (this.#failed) return html`<div class="card">${errorBox(this.#failed, 'chat-failed', t('app.failed'))}</div>`;
    return html`<bulkhead-chat .controller=${this.#opened}><div slot="asks">${asks}</div></bulkhead-chat>`;
  }
}

/** The place that the page's address names. */
export function placeInAddress(): Place | null {
  const named = location.hash.slice(1);
  return PLACES.find((place) => place === named) ?? null;
}

/** Names a place in the page's address, so that a reload and a link come back to it. */
export function nameInAddress(place: Place): void {
  if (location.hash !== `#${place}`) history.replaceState(history.state, '', `#${place}`);
}
