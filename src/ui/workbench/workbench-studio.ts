import { html, type TemplateResult } from 'lit';
import type { ChatController } from '../../chat/index.js';
import { t } from '../i18n/text.js';
import { errorBox } from '../shared/error.js';
import { type ErrorView, viewError } from '../shared/error-text.js';
import type { StudioController } from '../studio/studio-controller.js';

/** Opens the studios of a workbench. They ask the model that its chats ask. */
export type OpenStudioController = (chat: ChatController) => Promise<StudioController>;

/** The studios of a workbench, which are loaded when somebody goes there. */
export class StudioPlace {
  readonly #changed: () => void;
  #loading: Promise<StudioController> | undefined;
  #opened: StudioController | null = null;
  #failed: ErrorView | null = null;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Opens them, at the first time, and shows what there is now. `chat` answers `null` where there is none. */
  async load(open: OpenStudioController, chat: () => Promise<ChatController | null>): Promise<void> {
    this.#loading ??= Promise.all([begin(open, chat), import('../studio/studio-place.js')]).then(
      ([controller]) => controller,
    );
    try {
      this.#opened = await this.#loading;
      this.#failed = null;
      await this.#opened.refresh();
    } catch (error) {
      this.#loading = undefined;
      this.#failed = viewError(error);
    }
    this.#changed();
  }

  render(): TemplateResult {
    if (this.#failed)
      return html`<div class="card">${errorBox(this.#failed, 'studio-place-failed', t('app.failed'))}</div>`;
    return html`<bulkhead-studio-place .controller=${this.#opened}></bulkhead-studio-place>`;
  }
}

async function begin(
  open: OpenStudioController,
  chat: () => Promise<ChatController | null>,
): Promise<StudioController> {
  const controller = await chat();
  if (!controller) throw new Error('the chats cannot be opened, which know the model');
  return open(controller);
}
