import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ChatController, ChatMode, ChatState } from '../../chat/index.js';
import { said, stranger } from '../shared/strangers.js';
import './chat-composer.js';
import { keepDraft } from '../shared/drafts.js';
import { chatPanel, exampleCard } from './chat-cards.js';
import { ChatItems, lineOf } from './chat-lines.js';
import { chatPageStyles } from './chat-page-styles.js';
import './chat-view.js';
import { language } from '../i18n/language.js';
import type { EffectsState } from '../runs/run-panel.js';
import { drawerDialogStyles } from '../shared/dialog-styles.js';
import { BulkheadElement, type BulkheadEvent, define, listenTo } from '../shared/element.js';
import { errorBox, errorStyles } from '../shared/error.js';
import { type ErrorView, viewError } from '../shared/error-text.js';
import '../runs/run-panel.js';
import './session-tree.js';
import { t } from '../i18n/text.js';
import { styles } from '../shared/styles.js';
import '../shared/toast.js';

const MODES: readonly ChatMode[] = ['chat', 'loop', 'spec', 'agenda', 'director'];
const NARROW = '(max-width: 860px)';

/** The page of chats: sessions, what is said in one, and where one writes. Questions about calls go into its slot `asks`. */
export class BulkheadChat extends BulkheadElement {
  static override properties = {
    controller: { attribute: false },
    failed: { state: true },
    narrow: { state: true },
    closed: { state: true },
  };
  static override styles = [...styles, errorStyles, drawerDialogStyles, chatPageStyles];
  declare controller: ChatController | null;
  declare failed: ErrorView | null;
  declare narrow: boolean;
  /** The run whose panel has been closed. */
  declare closed: string;
  readonly #items = new ChatItems();
  readonly #width = matchMedia(NARROW);
  #off: (() => void) | undefined;
  #frame = 0;

  constructor() {
    super();
    this.controller = null;
    this.failed = null;
    this.closed = '';
    this.narrow = this.#width.matches;
    this.#listen();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#width.addEventListener('change', this.#resized);
    window.addEventListener('pagehide', this.#leaving);
    if (this.hasUpdated) this.#follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#width.removeEventListener('change', this.#resized);
    window.removeEventListener('pagehide', this.#leaving);
    this.#off?.();
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('controller')) this.#follow();
  }

  /** Puts the keyboard where a message is written. */
  write(): void {
    this.renderRoot.querySelector<HTMLElement>('bulkhead-chat-composer')?.focus();
  }

  override render(): TemplateResult {
    const { controller, narrow } = this;
    if (!controller) return html`<p class="muted" role="status">${t('talk.loading')}</p>`;
    const { state } = controller.room;
    const tree = html`<bulkhead-session-tree .sessions=${state.sessions} .current=${state.current}></bulkhead-session-tree>`;
    return html`<div class="page ${narrow ? 'narrow' : ''}">
      ${narrow ? nothing : html`<aside aria-label=${t('talk.sessions')}>${tree}</aside>`}
      <section class="talk" aria-labelledby="title">${this.#top(state)}${this.#above(controller)}${this.#view(state)}${this.#below(state)}</section>
    </div>
    ${
      narrow
        ? html`<dialog class="sessions" aria-label=${t('talk.sessions')} data-testid="chat-sessions">
            <form method="dialog" class="row"><span class="grow"></span><button>${t('app.close')}</button></form>${tree}</dialog>`
        : nothing
    }
    ${chatPanel(controller)}
    ${state.removed ? this.#removed(state.removed) : nothing}`;
  }

  #top(state: ChatState): TemplateResult {
    const { skills, model } = state;
    const on = skills.filter((skill) => skill.on).length;
    return html`<div class="row top">
      ${this.narrow ? html`<button data-testid="chat-open-sessions" @click=${() => this.#dialog('.sessions')?.showModal()}>${t('talk.sessions')}</button>` : nothing}
      <h2 id="title" class="grow cut foreign" tabindex="-1" data-testid="chat-title">${stranger(openIn(state)?.label || t('talk.untitled'), 200)}</h2>
      <span class="small muted cut state" data-testid="chat-model" data-kind=${model.kind}>${model.kind === 'connected' ? said('talk.by', { name: model.name ?? '' }) : nothing}</span>
      <button data-testid="chat-open-panel" title=${t('talk.settings')} @click=${this.#panel}>${
        skills.length > 0
          ? html`${said('talk.skillsOf', { on, all: skills.length })} · ${t('talk.model')}`
          : t('talk.model')
      }</button></div>`;
  }

  #above({ room, example }: ChatController): TemplateResult {
    if (example && openIn(room.state)?.recorded && room.state.model.kind === 'recorded') {
      const acts = { again: this.#play, connect: this.#panel };
      return exampleCard(example.state, acts, (id) => this.emit('bh-open', { id }));
    }
    return html`<div hidden></div>`;
  }

  #view(state: ChatState): TemplateResult {
    const { lines, busy, ready } = state;
    const items = this.#items.of(lines, openIn(state)?.archived === true, busy);
    const { example } = this.controller ?? {};
    return html`<bulkhead-chat-view .items=${items} ?busy=${busy || !ready}>${
      example
        ? html`<p slot="empty"><button data-testid="example-play" @click=${this.#play}>${t('talk.play')}</button></p>`
        : nothing
    }</bulkhead-chat-view>`;
  }

  #below(state: ChatState): TemplateResult {
    const { current, busy, model, run, trace, rehearsed } = state;
    const archived = openIn(state)?.archived === true;
    return html`<div class="below">
      ${
        run && run.id !== this.closed
          ? html`<bulkhead-run-panel data-testid="chat-run" .run=${run} .trace=${trace} .effects=${rehearsed?.effects ?? null} .effectsState=${effectsState(rehearsed)}
        @bh-run-effects=${(event: BulkheadEvent<'bh-run-effects'>) => this.#own(event, (room) => room.answerRehearsal(event.detail.what))} @bh-stop-run=${(event: Event) => this.#own(event, async (room) => room.stop())}></bulkhead-run-panel>`
          : nothing
      }
      <slot name="asks"></slot>
      ${this.failed ? html`<div class="card row"><div class="grow">${errorBox(this.failed, 'chat-error', t('talk.failed'))}</div><button class="plain" @click=${this.#forget}>${t('app.close')}</button></div>` : nothing}
      ${archived ? html`<p class="small muted" role="status">${t('talk.archived')}</p>` : nothing}
      ${
        model.kind === 'none'
          ? html`<p class="row small" role="status" data-testid="chat-no-model"><span class="muted grow">${t('talk.noModel')}</span><button class="small" data-testid="chat-connect" @click=${this.#panel}>${t('talk.connect')}</button></p>`
          : nothing
      }
      ${this.narrow && model.kind === 'connected' ? html`<p class="small muted cut">${said('talk.by', { name: model.name ?? '' })}</p>` : nothing}
      ${model.kind === 'connected' ? this.#modes(state) : nothing}
      <bulkhead-chat-composer .session=${current} ?busy=${busy} ?disabled=${archived}></bulkhead-chat-composer></div>`;
  }

  #modes({ mode, review, busy, run, rehearsed }: ChatState): TemplateResult {
    const choose = (event: Event) =>
      this.controller?.room.choose((event.target as HTMLSelectElement).value as ChatMode, { review });
    const rehearse = (event: Event) =>
      this.controller?.room.choose(mode, { review: (event.target as HTMLInputElement).checked });
    const isAsked = rehearsed && effectsState(rehearsed) === 'asked';
    const close = () => {
      this.closed = over;
    };
    const over = run && run.status !== 'running' && run.id !== this.closed && !isAsked ? run.id : '';
    return html`<div class="row small mode"><label class="row"><span class="muted">${t('talk.mode')}</span>
      <select data-testid="chat-mode" ?disabled=${busy} @change=${choose}>
        ${MODES.map((one) => html`<option value=${one} ?selected=${one === mode}>${t(one === 'chat' ? 'talk.mode.chat' : `runs.mode.${one}`)}</option>`)}</select></label>
      ${
        mode === 'chat'
          ? nothing
          : html`<label class="row" title=${t('modes.review.long')}><input type="checkbox" data-testid="chat-review" ?disabled=${busy} .checked=${review} @change=${rehearse}>${t('modes.review')}</label>`
      }<span class="grow"></span>${over ? html`<button class="plain small muted" data-testid="chat-run-close" @click=${close}>${t('talk.closeRun')}</button>` : nothing}</div>`;
  }

  #removed({ label, count }: NonNullable<ChatState['removed']>): TemplateResult {
    const name = label || t('talk.untitled');
    return html`<bulkhead-toast undo .text=${count > 1 ? t('talk.removedMore', { name, count }) : t('talk.removed', { name })}
      @bh-undo=${(event: Event) => this.#own(event, (room) => room.undo())}
      @bh-close=${(event: Event) => this.#own(event, async (room) => room.forgetRemoved())}></bulkhead-toast>`;
  }

  #dialog = (which: string): HTMLDialogElement | null => this.renderRoot.querySelector(`dialog${which}`);

  #panel = (): void => this.#dialog('.panel')?.showModal();

  #forget = (): void => {
    this.failed = null;
  };

  #play = (): void => {
    void this.controller?.example?.play(language());
  };

  /** Keeps the user's text in the draft until the answer is stored, so that a reload does not lose it. */
  #leaving = (): void => {
    for (const { session, text } of this.controller?.room.unkept ?? []) keepDraft(session, text);
  };

  #resized = (): void => {
    this.narrow = this.#width.matches;
  };

  /** Handles events of inner elements and stops them from leaving this one. */
  #own(event: Event, work: (room: ChatController['room']) => Promise<unknown>): void {
    event.stopPropagation();
    void this.#do(work);
  }

  async #do(work: (room: ChatController['room']) => Promise<unknown>): Promise<void> {
    const { controller } = this;
    if (!controller) return;
    this.failed = null;
    try {
      await work(controller.room);
    } catch (error) {
      this.failed = viewError(error);
    }
  }

  #listen(): void {
    const on = <K extends Parameters<typeof listenTo>[1]>(
      type: K,
      work: (room: ChatController['room'], detail: Parameters<Parameters<typeof listenTo<K>>[2]>[0]) => unknown,
    ) => listenTo(this, type, (detail, event) => this.#own(event, async (room) => work(room, detail)));
    on('bh-say', (room, { text }) => room.send(text));
    on('bh-stop-answer', (room) => room.stop());
    on('bh-stop', (room, { call }) => room.stopCall(call));
    on('bh-retry', (room, { id }) => room.retry(lineOf(id)));
    on('bh-edit', (room, { id, text }) => room.edit(id, text));
    on('bh-fork', (room, { id }) => room.fork(room.state.current, lineOf(id)));
    on('bh-session', (room, { id }) => this.#go(() => room.open(id)));
    on('bh-session-new', (room) => this.#go(async () => isFresh(room.state) || room.create(), true));
    on('bh-session-fork', (room, { id }) => this.#go(() => room.fork(id)));
    on('bh-session-rename', (room, { id, label }) => room.rename(id, label));
    on('bh-session-archive', (room, { id }) => room.archive(id));
    on('bh-session-extract', (room, { id, on }) => room.extract(id, on));
    on('bh-session-remember', (room, { id, on }) => room.remember(id, on));
    on('bh-session-remove', (room, { id }) => room.remove(id));
    on('bh-skill', (room, { name, on: isOn }) => room.switchSkill(name, isOn));
    for (const what of ['save', 'test'] as const)
      on(`bh-model-${what}`, (_, { profile, key }) => {
        const { kind } = profile;
        return kind !== 'recorded' && this.controller?.models[what]({ ...profile, kind }, key);
      });
    on('bh-model-forget', () => this.controller?.models.forget());
  }

  /** Goes to a session, and on to what is written there. */
  async #go(work: () => Promise<unknown>, toWrite = false): Promise<void> {
    this.#dialog('.sessions')?.close();
    await work();
    // On a phone the keyboard would cover what has just been opened.
    if (toWrite && !this.narrow) this.write();
  }

  #follow(): void {
    this.#off?.();
    // Pieces of an answer come faster than frames.
    this.#off = this.controller?.room.onChange(() => {
      if (this.#frame !== 0) return;
      const draw = () => {
        this.#frame = 0;
        this.requestUpdate();
      };
      if (document.hidden) {
        this.#frame = -1;
        queueMicrotask(draw);
      } else this.#frame = requestAnimationFrame(draw);
    });
  }
}

/** The state of the effects of a simulated run. */
const effectsState = (rehearsed: ChatState['rehearsed']): EffectsState => {
  const { state = 'asked' } = rehearsed ?? {};
  return typeof state === 'object' ? viewError(state.failure) : state;
};

/** The session that is open. */
const openIn = ({ sessions, current }: ChatState) => sessions.find(({ id }) => id === current);

/** Nothing has been said in the open session: another such one would be of no use. */
const isFresh = (state: ChatState): boolean => {
  const open = openIn(state);
  return open !== undefined && open.label === '' && !open.archived && state.lines.length === 0 && !state.busy;
};

define('bulkhead-chat', BulkheadChat);
