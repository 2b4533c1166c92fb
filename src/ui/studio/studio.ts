import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Studio } from '../../studio/internal.js';
import { onLanguage } from '../i18n/language.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, listenTo } from '../shared/element.js';
import { errorBox, errorStyles } from '../shared/error.js';
import { stranger } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';
import { DRAWN, type PanelState, ProfilePanel } from './adapter-html.js';
import type { BulkheadStudioComposer } from './composer.js';
import { act, hookOf } from './hooks.js';
import { adoptPanelStyles } from './panel-styles.js';
import { fillParts, StudioParts } from './parts.js';
import { studioStyles } from './studio-styles.js';
import { studioTabs, type Tab, tabRow, type View } from './tabs.js';
import './changes.js';

/** Below that it is one view at a time, in pixels. */
const NARROW = 860;
const SESSIONS_FROM = 1_180;
/** After these one goes on writing. */
const REGAIN: readonly string[] = [
  ...['send', 'stop', 'new-session', 'load-session', 'delete-session', 'restore-session', 'approve', 'reject', 'undo'],
  ...['refresh-message', 'rollback-message', 'dismiss-status'],
];

/** A studio: the conversation, what the model proposes, and the artifact. Its parts stand in the page itself, under the contract’s ids. */
export class BulkheadStudio extends BulkheadElement {
  static override properties = {
    studio: { attribute: false },
    root: { attribute: false },
    shown: { state: true },
    width: { state: true },
    sessionsOpen: { state: true },
    looked: { state: true },
    leaving: { state: true },
    panel: { state: true },
  };
  static override styles = [...styles, errorStyles, studioStyles];
  declare studio: Studio | null;
  declare root: unknown;
  /** The view that is shown; where there is room for several, the one beside the conversation. */
  declare shown: View;
  declare width: number;
  declare sessionsOpen: boolean | undefined;
  declare looked: string;
  declare leaving: boolean;
  declare panel: PanelState;
  readonly #size = new ResizeObserver(([entry]) => {
    this.width = entry?.contentRect.width ?? this.width;
  });
  #parts: StudioParts | undefined;
  #drawing: ProfilePanel | undefined;
  #off: (() => void)[] = [];
  #waited = '';

  constructor() {
    super();
    this.studio = null;
    this.root = null;
    this.shown = 'talk';
    this.width = 1_280;
    this.sessionsOpen = undefined;
    this.looked = '';
    this.leaving = false;
    this.panel = DRAWN;
    this.addEventListener('click', this.#pressed);
    this.addEventListener('keydown', this.#key);
    listenTo(this, 'bh-say', ({ text }, event) => {
      event.stopPropagation();
      void this.#say(text);
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#size.observe(this);
    adoptPanelStyles(this.getRootNode() as Document | ShadowRoot);
    this.#follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#size.disconnect();
    for (const off of this.#off.splice(0)) off();
  }

  override focus(): void {
    this.#composer?.focus();
  }

  /** Closes the studio, after asking where something is still under way. */
  requestClose(): void {
    if (!this.studio || this.studio.view.phase === 'idle' || this.leaving) this.emit('bh-close', null);
    else {
      this.leaving = true;
      void this.updateComplete.then(() =>
        this.renderRoot.querySelector<HTMLElement>('[data-testid=studio-stay]')?.focus(),
      );
    }
  }

  stay = (): void => {
    this.leaving = false;
    this.focus();
  };

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('studio')) this.#begin();
    const { view } = this.studio ?? {};
    if (!view) return;
    if (view.phase === 'idle') this.leaving = false;
    const waits = view.session.pendingApproval?.messageId ?? '';
    if (waits !== this.#waited) {
      // On a phone the conversation says that something waits.
      if (waits !== '' && !this.#isNarrow) this.shown = 'proposal';
      if (waits === '' && this.shown === 'proposal') this.shown = this.#isNarrow ? 'talk' : 'profile';
      this.#waited = waits;
    }
    if (this.looked !== '' && !view.session.messages.some(({ id }) => id === this.looked)) this.looked = '';
    if (this.shown === 'changes' && this.looked === '') this.shown = 'profile';
  }

  override updated(): void {
    const { studio } = this;
    if (!studio || !this.#parts) return;
    fillParts(studio, this.#parts);
    this.#drawing?.draw(studio);
  }

  override render(): TemplateResult | typeof nothing {
    const { studio } = this;
    if (!studio) return nothing;
    const narrow = this.#isNarrow;
    const sessions = !narrow && (this.sessionsOpen ?? this.width >= SESSIONS_FROM);
    const tabs = this.#tabs(narrow);
    const beside = narrow ? this.shown : this.shown === 'talk' || this.shown === 'sessions' ? 'profile' : this.shown;
    const show = (id: View): void => {
      this.shown = id;
    };
    return html`<div class="shell" data-testid="studio">
      <header class="row head"><div class="grow title"><h2 class="cut foreign" id="title">${stranger(studio.adapter.title)}</h2><slot name="sub"></slot></div>
        ${narrow ? nothing : html`<button class="plain" data-testid="studio-sessions" aria-expanded=${sessions} @click=${() => this.#openSessions(!sessions)}>${t('studio.sessions')}</button>`}
        <button class="plain" data-testid="studio-close" @click=${() => this.requestClose()}>${t('app.close')} <kbd>Esc</kbd></button></header>
      ${this.leaving ? this.#leave() : nothing}
      ${narrow ? tabRow(tabs, this.shown, show) : nothing}
      <div class="panes ${narrow ? 'narrow' : ''} ${sessions ? 'sessions' : ''}">
        <section class="pane history" id="view-sessions" aria-label=${t('studio.sessions')} ?hidden=${narrow ? this.shown !== 'sessions' : !sessions}><slot name="history"></slot></section>
        <section class="pane talk" id="view-talk" aria-label=${t('studio.talk')} ?hidden=${narrow && this.shown !== 'talk'}><slot name="conversation"></slot><slot name="input"></slot></section>
        <div class="pane work" ?hidden=${narrow && ['talk', 'sessions'].includes(this.shown)}>
          ${narrow || tabs.length < 2 ? nothing : tabRow(tabs, beside, show)}
          <div class="view" id="view-proposal" ?hidden=${beside !== 'proposal'}><slot name="pending"></slot></div>
          <div class="view done" id="view-changes" ?hidden=${beside !== 'changes'}>${this.#changes(studio)}</div>
          <div class="view" ?hidden=${beside !== 'profile'}><div class="profile" id="view-profile" tabindex="0" role="region" aria-label=${t('studio.profile')} data-testid="studio-profile">
            ${this.panel.error ? html`<div class="panel-error">${errorBox(this.panel.error, 'studio-panel-failed', t('studio.panelFailed'))}</div>` : nothing}
            ${this.panel.cut ? html`<p class="small warn">${t('studio.panelCut')}</p>` : nothing}<slot name="profile"></slot></div></div>
        </div>
      </div>
      <footer class="status"><slot name="status"></slot></footer>
    </div>`;
  }

  get #isNarrow(): boolean {
    return this.width < NARROW;
  }

  get #composer(): BulkheadStudioComposer | null {
    return this.#parts?.inner<BulkheadStudioComposer>('input') ?? null;
  }

  #tabs(narrow: boolean): readonly Tab[] {
    return studioTabs(narrow, { waits: this.#waited !== '', looked: this.looked !== '' });
  }

  #leave(): TemplateResult {
    return html`<div class="row leave" role="alertdialog" aria-label=${t('studio.closeBusy')} data-testid="studio-leave"><p class="grow">${t('studio.closeBusy')}</p>
      <button data-testid="studio-stay" @click=${this.stay}>${t('studio.stay')} <kbd>Esc</kbd></button>
      <button class="stop" data-testid="studio-leave-now" @click=${() => this.emit('bh-close', null)}>${t('studio.closeStop')}</button></div>`;
  }

  #changes(studio: Studio): TemplateResult | typeof nothing {
    const message = studio.view.session.messages.find(({ id }) => id === this.looked);
    if (!message || this.shown !== 'changes') return nothing;
    return html`<div><button class="plain small" data-testid="studio-changes-close" @click=${this.#unlook}>← ${t('studio.closeChanges')}</button></div>
      <bulkhead-studio-changes .studio=${studio} .message=${message}></bulkhead-studio-changes>`;
  }

  #begin(): void {
    for (const off of this.#off.splice(0)) off();
    this.#parts?.remove();
    this.#parts = undefined;
    const { studio } = this;
    if (!studio) return;
    const { popupId } = studio;
    this.#parts = new StudioParts(popupId, this);
    this.#drawing = new ProfilePanel(this.#parts.at('profile'), (panel) => {
      this.panel = panel;
    });
    this.#waited = '';
    this.looked = '';
    if (this.isConnected) this.#follow();
  }

  #follow(): void {
    const { studio } = this;
    if (!studio || this.#off.length > 0) return;
    // Where it stands without a dialog, it is the popup itself.
    if (!this.closest(`#${CSS.escape(studio.popupId)}`)) this.id = studio.popupId;
    this.#off = [studio.onChange(() => this.requestUpdate()), onLanguage(() => this.#drawing?.forget())];
    this.requestUpdate();
  }

  #unlook = (): void => {
    this.looked = '';
    this.shown = this.#isNarrow ? 'talk' : 'profile';
    this.focus();
  };

  #openSessions(open: boolean): void {
    this.sessionsOpen = open;
  }

  async #say(text: string): Promise<void> {
    const outcome = await this.studio?.send(text);
    if (outcome?.message === 'busy' || outcome?.message === 'closed') this.#composer?.restore(text);
  }

  #pressed = (event: Event): void => {
    const { studio } = this;
    const hook = hookOf(event, this);
    if (!studio || !hook) return;
    if (hook.kind === 'custom') void studio.act(hook.name, this.root, `#${studio.popupId}`);
    else if (hook.kind === 'act') this.#act(studio, hook.name, hook.about);
    else if (hook.name === 'auto-apply') studio.setAutoApply(!studio.view.autoApply);
  };

  #act(studio: Studio, name: string, about: string): void {
    act(studio, name, about, {
      send: () => this.#composer?.submit(),
      clear: () => this.#composer?.clear(),
      look: () => this.#show('proposal'),
      'look-changed': () => {
        this.looked = about;
        this.#show('changes');
      },
    });
    if (['new-session', 'load-session'].includes(name) && this.#isNarrow) this.shown = 'talk';
    // The buttons that were pressed go, and on a touch screen a keyboard would come.
    if (REGAIN.includes(name) && !matchMedia('(pointer: coarse)').matches) this.focus();
  }

  #show(view: View): void {
    this.shown = view;
    void this.updateComplete.then(() => this.#focusView(view));
  }

  #focusView(view: View): void {
    if (view === 'talk') this.focus();
    else if (view === 'proposal') this.#parts?.inner('pending')?.focus();
    else if (view === 'changes') this.renderRoot.querySelector<HTMLElement>('bulkhead-studio-changes')?.focus();
    else if (view === 'profile') this.renderRoot.querySelector<HTMLElement>('.profile')?.focus();
    else this.#parts?.inner('history')?.shadowRoot?.querySelector('button')?.focus();
  }

  get #at(): View {
    if (this.#parts?.at('pending').matches(':focus-within')) return 'proposal';
    if (this.renderRoot.querySelector('bulkhead-studio-changes')?.matches(':focus-within')) return 'changes';
    if (this.#parts?.at('history').matches(':focus-within')) return 'sessions';
    if (this.#parts?.at('profile').matches(':focus-within') || this.renderRoot.querySelector('.profile:focus'))
      return 'profile';
    return 'talk';
  }

  #key = (event: KeyboardEvent): void => {
    if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const views = this.#tabs(true).map(({ id }) => id);
    const open = this.#isNarrow || (this.sessionsOpen ?? this.width >= SESSIONS_FROM);
    const there = views.filter((view) => view !== 'sessions' || open);
    const next = (there.indexOf(this.#at) + (event.shiftKey ? there.length - 1 : 1)) % there.length;
    const view = there[next] ?? 'talk';
    if (view === 'sessions' && !this.#isNarrow) this.#focusView(view);
    else this.#show(view);
  };
}

define('bulkhead-studio', BulkheadStudio);
