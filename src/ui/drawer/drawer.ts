import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import '../backup/backup.js';
import { define } from '../shared/element.js';
import { drawerStyles } from './drawer-styles.js';
import { DRAWER_TABS, type DrawerTab, drawerPart, drawerTabStyles, drawerTabs, OWN_TABS } from './drawer-tabs.js';
import './erase.js';
import './log.js';
import { errorStyles } from '../shared/error.js';
import { focused, takesText } from '../shared/focus.js';
import '../plugins/install.js';
import { PackagesElement } from '../plugins/packages-element.js';
import { keepKeys } from '../shared/own-keys.js';
import '../plugins/plugin-list.js';
import { t } from '../i18n/text.js';
import type { BulkheadPluginPage } from '../plugins/plugin-page.js';
import { safeBanner, stopButtons, stopStyles } from '../plugins/stops.js';
import { styles } from '../shared/styles.js';
import '../workbench/walls.js';

/**
 * The packages of a host, over the edge of an application that has a page of its own: not modal, and keys, pasted and
 * dropped files that are meant for it never reach that page. What a host asks is shown by `bulkhead-ask-bar`. What the
 * application adds is shown on the tab whose name is its slot.
 */
export class BulkheadDrawer extends PackagesElement {
  static override properties: PropertyDeclarations = {
    open: { type: Boolean, reflect: true },
    tab: { reflect: true },
  };
  static override styles = [...styles, errorStyles, stopStyles, drawerTabStyles, drawerStyles];
  /** It can be seen. Only then does it follow its host. */
  declare open: boolean;
  /** The tab that is shown. */
  declare tab: DrawerTab;
  /** It has been open: until then there is nothing of it. */
  #used = false;
  /** What had the focus before it was shown. */
  #before: Element | null = null;
  /** The keyboard is in here, or was when what had it went away. */
  #inside = false;
  /** The plugin whose page was shown last. */
  #paged: string | undefined;
  #installing = false;

  constructor() {
    super();
    this.open = false;
    this.tab = 'plugins';
    this.addEventListener('keydown', this.#key);
    this.addEventListener('focusin', () => {
      this.#inside = true;
    });
    this.addEventListener('focusout', (event) => {
      const [left] = event.composedPath();
      // The user moved the focus out: the element that had it is still usable. Otherwise it was removed or disabled.
      queueMicrotask(() => {
        if (isUsable(left) && !this.matches(':focus-within')) this.#inside = false;
      });
    });
    keepKeys(this);
  }

  /** Opens it, on a tab if one is named, and puts the keyboard on its heading. */
  show(tab?: DrawerTab): void {
    if (!this.open) this.#before = focused();
    if (tab) this.tab = tab;
    this.open = true;
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('#title')?.focus());
  }

  /** Closes it. The keyboard goes back to where it was before, unless it has gone elsewhere meanwhile. */
  close(): void {
    this.open = false;
  }

  override willUpdate(changed: PropertyValues): void {
    this.#used ||= this.open;
    super.willUpdate(changed);
    // A file may be dropped on any tab: what becomes of it is shown on this one.
    const { installingSince, installError } = this.controller;
    const isInstalling = installingSince > 0 || installError !== null;
    if (isInstalling && !this.#installing) this.tab = 'plugins';
    this.#installing = isInstalling;
    if (!changed.has('open')) return;
    if (this.open) document.addEventListener('keydown', this.#outside);
    else document.removeEventListener('keydown', this.#outside);
    if (!this.open) this.#leave();
    else if (!changed.has('host')) this.follow();
  }

  override updated(changed: PropertyValues): void {
    const page = this.consents.page?.id;
    if (page !== this.#paged) {
      this.#paged = page;
      if (page !== undefined) this.renderRoot.querySelector('.body')?.scrollTo({ top: 0 });
    }
    if (changed.get('open') === true) this.emit('bh-close', null);
  }

  override render(): TemplateResult {
    if (!this.#used) return html``;
    const { installingSince, installError, news } = this.controller;
    const { stops } = this;
    const paged = this.consents.page !== null;
    const busy = installingSince > 0;
    return html`<section class="panel" role="dialog" tabindex="-1" aria-labelledby="title" data-testid="drawer">
        <header class="stack">
          <div class="row"><h2 id="title" class="grow" tabindex="-1">Bulkhead</h2>
            <button class="plain" data-testid="drawer-close" @click=${() => this.close()}>${t('app.close')} <kbd>Esc</kbd></button></div>
          <div class="row">${this.#calls()}${stopButtons(stops)}</div>
          ${drawerTabs(this.#tabs, this.tab, this.#choose)}
        </header>
        ${safeBanner(stops.safeMode, this.resume)}
        <div class="body stack ${news === '' ? '' : 'news'}">
          <slot name="notice"></slot>
          ${this.failure()}
          ${this.page(true)}
          <div class="sections stack" ?hidden=${paged}>
            ${this.#part('tools', html`<slot @slotchange=${this.#added}></slot>`)}
            ${this.#part(
              'plugins',
              html`<bulkhead-plugin-list .plugins=${this.shown} ?busy=${busy}></bulkhead-plugin-list>
                <bulkhead-install within ?busy=${busy} .startedAt=${installingSince} .error=${installError}></bulkhead-install>
                <bulkhead-backup .host=${this.host}><slot name="backup"></slot></bulkhead-backup>
                <bulkhead-erase></bulkhead-erase>`,
            )}
            ${(['memory', 'agents', 'studio'] as const).map((tab) =>
              this.#part(tab, html`<slot name=${tab} @slotchange=${this.#added}></slot>`),
            )}
            ${this.#part(
              'log',
              html`${this.tab === 'log' ? html`<bulkhead-log .host=${this.host}></bulkhead-log>` : nothing}
                <bulkhead-walls .status=${this.status}></bulkhead-walls>`,
            )}
          </div>
        </div>
      </section>
      ${this.open ? this.above() : nothing}`;
  }

  /** Whose page is not open is shown in the list. */
  protected override async begin(id: string): Promise<void> {
    if (this.consents.page && this.consents.page.id !== id) await this.consents.close();
    await super.begin(id);
  }

  /** A host is followed only by what can be seen. */
  protected override follow(): void {
    if (this.open) super.follow();
  }

  /** What had the keyboard may be gone afterwards: it stays in here, where `Esc` still closes. */
  protected override async refresh(): Promise<void> {
    await super.refresh();
    await this.updateComplete;
    await this.piece<BulkheadPluginPage>('plugin-page')?.updateComplete;
    if (!this.open || !this.#inside || document.activeElement !== document.body) return;
    if (this.consents.page) await this.focusIn('plugin-page', '#title');
    else this.renderRoot.querySelector<HTMLElement>('#title')?.focus();
  }

  #part = (tab: DrawerTab, content: TemplateResult): TemplateResult => drawerPart(tab, this.tab, content);

  /** Tabs without anything in them are not there. */
  get #tabs(): readonly DrawerTab[] {
    const slots = new Set([...this.children].map(({ slot }) => slot || 'tools'));
    return DRAWER_TABS.filter((tab) => OWN_TABS.includes(tab) || slots.has(tab));
  }

  #added = (): void => this.requestUpdate();

  #choose = (tab: DrawerTab): void => {
    if (this.consents.page) void this.closePage();
    this.tab = tab;
    this.renderRoot.querySelector('.body')?.scrollTo({ top: 0 });
  };

  /** `Esc` in the page behind, where nothing is being typed and nothing else has used it. */
  #outside = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    const [target] = event.composedPath();
    if (target instanceof Element && (takesText(target) || this.contains(target))) return;
    if (document.querySelector('dialog[open]')) return;
    this.close();
  };

  #calls(): TemplateResult {
    const count = this.status?.calls ?? 0;
    const words = count === 0 ? 'drawer.callNone' : count === 1 ? 'drawer.callOne' : 'drawer.calls';
    return html`<span class="grow ${count === 0 ? 'muted' : ''}" data-testid="calls-running">${t(words, { count })}</span>`;
  }

  /** Nothing waits behind a drawer that is closed: what can be undone is done, and what is asked is answered no. */
  #leave(): void {
    if (!this.#used) return;
    this.unfollow();
    this.consents.leave();
    void this.controller.settle();
    const inside = this.matches(':focus-within') || document.activeElement === document.body;
    if (inside && this.#before instanceof HTMLElement && this.#before.isConnected) this.#before.focus();
    this.#before = null;
  }

  #key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    event.preventDefault();
    if (this.consents.page) void this.closePage();
    else if (this.controller.installingSince > 0) this.controller.cancel();
    else this.close();
  };
}

const isUsable = (element: EventTarget | undefined): boolean =>
  element instanceof Element && element.isConnected && !element.matches(':disabled');

define('bulkhead-drawer', BulkheadDrawer);
