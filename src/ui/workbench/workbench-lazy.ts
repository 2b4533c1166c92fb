import { html, type nothing, type TemplateResult } from 'lit';
import type { ChatController } from '../../chat/index.js';
import { language } from '../i18n/language.js';
import { t } from '../i18n/text.js';
import { errorBox } from '../shared/error.js';
import { type ErrorView, viewError } from '../shared/error-text.js';
import type { StudioController } from '../studio/studio-controller.js';

/** Opens the chats of a workbench. */
export type OpenChat = () => Promise<ChatController>;
/** Opens the studios of a workbench. They ask the model that its chats ask. */
export type OpenStudioController = (chat: ChatController) => Promise<StudioController>;

/** A place of a workbench that is loaded when somebody goes there. What failed is tried again the next time. */
class LazyPlace<C> {
  protected opened: C | null = null;
  readonly #changed: () => void;
  readonly #testid: string;
  #loading: Promise<C> | undefined;
  #failed: ErrorView | null = null;

  constructor(changed: () => void, testid: string) {
    this.#changed = changed;
    this.#testid = testid;
  }

  /** Opens it at the first time, together with its element; `renew` is done each time. `null` where it could never be opened. */
  protected async begin(
    open: () => Promise<C>,
    element: () => Promise<unknown>,
    renew?: (opened: C) => Promise<void>,
  ): Promise<C | null> {
    this.#loading ??= Promise.all([open(), element()]).then(([opened]) => opened);
    try {
      this.opened = await this.#loading;
      this.#failed = null;
      await renew?.(this.opened);
    } catch (error) {
      this.#loading = undefined;
      this.#failed = viewError(error);
    }
    this.#changed();
    return this.opened;
  }

  protected failure(): TemplateResult | null {
    return this.#failed && html`<div class="card">${errorBox(this.#failed, this.#testid, t('app.failed'))}</div>`;
  }
}

/** The chats of a workbench. */
export class ChatPlace extends LazyPlace<ChatController> {
  constructor(changed: () => void) {
    super(changed, 'chat-failed');
  }

  load(open: OpenChat): Promise<ChatController | null> {
    return this.begin(open, () => import('../chat/chat.js'));
  }

  /** Shows a newcomer the example. @returns whether this was one. */
  async greet(open: OpenChat): Promise<boolean> {
    const example = (await this.load(open))?.example;
    if (!example || !(await example.isFirst())) return false;
    void example.play(language());
    return true;
  }

  render(asks: TemplateResult | typeof nothing): TemplateResult {
    const chat = html`<bulkhead-chat .controller=${this.opened}><div slot="asks">${asks}</div></bulkhead-chat>`;
    return this.failure() ?? chat;
  }
}

/** The studios of a workbench. */
export class StudioPlace extends LazyPlace<StudioController> {
  constructor(changed: () => void) {
    super(changed, 'studio-place-failed');
  }

  /** Opens them, and shows what there is now. `chat` answers `null` where there is none. */
  async load(open: OpenStudioController, chat: () => Promise<ChatController | null>): Promise<void> {
    const begin = async () => {
      const controller = await chat();
      if (!controller) throw new Error('the chats cannot be opened, which know the model');
      return open(controller);
    };
    await this.begin(
      begin,
      () => import('../studio/studio-place.js'),
      (opened) => opened.refresh(),
    );
  }

  render(): TemplateResult {
    return this.failure() ?? html`<bulkhead-studio-place .controller=${this.opened}></bulkhead-studio-place>`;
  }
}
