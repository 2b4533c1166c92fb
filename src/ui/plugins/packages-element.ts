import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Host, HostStatus, PluginInfo, PluginReview, ToolInfo } from '../../index.js';
import type { BulkheadBackup } from '../backup/backup.js';
import './consent.js';
import { BulkheadElement, type BulkheadEvent, type BulkheadEvents, listenTo, reactive } from '../shared/element.js';
import { errorBox } from '../shared/error.js';
import { viewError } from '../shared/error-text.js';
import { ConsentController } from './consent-controller.js';
import type { BulkheadInstall } from './install.js';
import { PluginController } from './plugin-controller.js';
import './plugin-page.js';
import { t } from '../i18n/text.js';
import { hostReport } from '../shared/report.js';
import { ReloadController } from './reload-controller.js';
import type { Stops } from './stops.js';
import '../shared/toast.js';

/**
 * What an element does about the packages of a host, however it looks: it follows the host, installs, asks, switches,
 * removes, opens a plugin's page, and ends everything. It shows what is in `controller` and `consents`.
 */
export abstract class PackagesElement extends BulkheadElement {
  static override properties = reactive<PackagesElement>({ host: { attribute: false, initial: null } });
  declare host: Host | null;
  protected plugins: readonly PluginInfo[] = [];
  protected tools: readonly ToolInfo[] = [];
  protected status: HostStatus | null = null;
  #offHost: (() => void) | undefined;

  protected readonly controller = new PluginController(
    () => this.host,
    () => this.refresh(),
  );

  protected readonly consents = new ConsentController(
    () => this.host,
    () => this.refresh(),
    this.controller,
  );

  protected readonly reloads = new ReloadController({
    news: (text) => {
      this.controller.news = text;
      void this.refresh();
    },
    host: () => this.host,
    fail: this.controller.fail,
    ask: (id) => this.consents.ask(id),
  });

  constructor() {
    super();
    this.consents.listen(this);
    listenTo(this, 'bh-install', this.#install);
    listenTo(this, 'bh-install-cancel', () => this.controller.cancel());
    listenTo(this, 'bh-update', this.#update);
    listenTo(this, 'bh-rollback', this.#rollback);
    listenTo(this, 'bh-reload', ({ id }) => {
      const plugin = this.plugins.find((one) => one.id === id);
      if (plugin) this.reloads.toggle(plugin);
    });
    listenTo(this, 'bh-switch', ({ id, on }) => this.controller.switch(id, on));
    listenTo(this, 'bh-remove', this.#remove);
    listenTo(this, 'bh-open', ({ id }) => this.openPage(id));
    listenTo(this, 'bh-report', this.#report);
    listenTo(this, 'bh-review', ({ id }) => this.consents.ask(id));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unfollow();
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('host')) this.follow();
  }

  /** Opens the host, and shows what changes about it from now on. */
  protected follow(): void {
    const { host } = this;
    this.unfollow();
    this.#offHost = host?.onChange(() => void this.consents.renew());
    host?.ready().then(() => this.refresh(), this.controller.fail);
    void this.refresh();
  }

  protected unfollow(): void {
    this.#offHost?.();
    this.#offHost = undefined;
    this.reloads.close();
  }

  /** Reads what the host has now, and shows it. */
  protected async refresh(): Promise<void> {
    const { host } = this;
    if (!host) return;
    this.status = host.status();
    try {
      this.plugins = await host.plugins.list();
    } catch (error) {
      this.controller.failed = viewError(error);
    }
    this.tools = host.tools.list();
    this.status = host.status();
    this.requestUpdate();
  }

  /** The plugins, without one whose removal can still be undone. */
  protected get shown(): readonly PluginInfo[] {
    return this.plugins.filter(({ id }) => id !== this.controller.leaving);
  }

  /** What ends everything, for `stopButtons`. */
  protected get stops(): Stops {
    return {
      safeMode: this.consents.safeMode,
      stopAll: () => void this.host?.stopAll().catch(this.controller.fail),
      kill: this.#kill,
    };
  }

  protected resume = async (): Promise<void> => {
    await this.consents.resume();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[data-testid=kill]')?.focus();
  };

  /** A failure that is shown nowhere else. */
  protected failure(): TemplateResult | typeof nothing {
    const { failed } = this.controller;
    return failed ? html`<div class="card failed">${errorBox(failed, 'failed', t('plugins.failed'))}</div>` : nothing;
  }

  /** The page of a plugin, when one is open. `back`: it stands in place of the list. */
  protected page(back = false): TemplateResult | typeof nothing {
    const { page } = this.consents;
    return page
      ? html`<bulkhead-plugin-page ?back=${back} ?reloads=${this.reloads.ids.includes(page.id)} .review=${page.review} .usage=${page.usage} .audit=${page.audit} ?more=${page.more}
          @bh-close=${this.#pageClosed}></bulkhead-plugin-page>`
      : nothing;
  }

  /** What lies above everything: the consent sheet, and the news. */
  protected above(): TemplateResult {
    const { news, leaving } = this.controller;
    return html`<bulkhead-consent .review=${this.consents.review} ?replaced=${this.consents.replaced} @bh-consent=${this.#decide}></bulkhead-consent>
      ${
        news === ''
          ? nothing
          : html`<bulkhead-toast .text=${news} ?undo=${leaving !== undefined}
              @bh-undo=${this.#undo} @bh-close=${this.#newsRead}></bulkhead-toast>`
      }`;
  }

  /** Called when a plugin has just been switched on: puts the keyboard where its user goes on. */
  protected begin(id: string): Promise<void> {
    return this.#atSwitch(id);
  }

  protected openPage = async (id: string): Promise<void> => {
    await this.consents.open(id);
    await this.focusIn('plugin-page', '#title');
  };

  protected closePage = async (): Promise<void> => {
    const id = this.consents.page?.id;
    await this.consents.close();
    await this.focusIn('plugin-list', `[data-plugin="${id}"] [data-testid=plugin-open]`);
  };

  /** One of the elements inside, by its name without `bulkhead-`. */
  protected piece = <E extends Element>(name: string): E | null => this.renderRoot.querySelector<E>(`bulkhead-${name}`);

  /** Puts the keyboard where its user goes on, when what had the focus is gone. */
  protected async focusIn(element: string, inside: string): Promise<void> {
    await this.updateComplete;
    const found = this.piece<BulkheadElement>(element);
    await found?.updateComplete;
    // It may still be on its way.
    found?.renderRoot?.querySelector<HTMLElement>(inside)?.focus();
  }

  #atSwitch = (id: string | undefined): Promise<void> =>
    this.focusIn('plugin-list', `[data-plugin="${id}"] [data-testid=plugin-switch]`);

  #install = async ({ source }: BulkheadEvents['bh-install'], event: BulkheadEvent<'bh-install'>): Promise<void> => {
    const form = this.piece<BulkheadInstall>('install');
    const typed = event.composedPath().includes(form as EventTarget);
    const { done: plugin, said } = await this.#proposing((confirm) => this.controller.install(source, confirm));
    if (!plugin) return;
    if (typed) form?.clear();
    // There is something to keep now.
    void this.piece<BulkheadBackup>('backup')?.look('once');
    if (said) return this.#carryOut(said);
    // Installed is not switched on: that is the user's to say, once it is known what it asks for.
    if (plugin.state === 'on') await this.begin(plugin.id);
    else await this.consents.ask(plugin.id);
  };

  #update = async ({ id }: BulkheadEvents['bh-update']): Promise<void> => {
    const plugin = this.plugins.find((one) => one.id === id);
    if (!plugin) return;
    const { done, said } = await this.#proposing((confirm) => this.controller.update(plugin, confirm));
    if (done && said) await this.#carryOut(said);
    await this.consents.renew();
  };

  #rollback = async ({ id }: BulkheadEvents['bh-rollback']): Promise<void> => {
    const plugin = await this.controller.rollback(id);
    await this.consents.renew();
    // It is another than its user has agreed to last.
    if (plugin?.state === 'changed') await this.consents.ask(id);
  };

  /** Does an installation that asks by the consent sheet. @returns what it has, and what was said. */
  async #proposing(work: (confirm: (review: PluginReview) => Promise<boolean>) => Promise<PluginInfo | undefined>) {
    const answer: { said: BulkheadEvents['bh-consent'] | null } = { said: null };
    const done = await work(async (review) => {
      answer.said = await this.consents.propose(review);
      return answer.said !== null;
    });
    // A cancelled or failed installation leaves no sheet behind.
    this.consents.withdraw();
    return { done, said: answer.said };
  }

  #decide = ({ detail }: BulkheadEvent<'bh-consent'>): Promise<void> => this.#carryOut(detail);

  #carryOut = async (said: BulkheadEvents['bh-consent']): Promise<void> => {
    const on = await this.consents.decide(said);
    await (on ? this.begin(said.id) : this.#atSwitch(said.id));
  };

  #report = async (_detail: null, event: Event): Promise<void> => {
    event.stopPropagation();
    if (!this.host) return;
    let done = true;
    try {
      await navigator.clipboard.writeText(await hostReport(this.host));
    } catch {
      done = false;
    }
    await this.controller.announce(t(done ? 'report.copied' : 'report.failed'));
  };

  #kill = async (): Promise<void> => {
    await this.consents.kill();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[data-testid=resume]')?.focus();
  };

  #remove = async ({ id, wipe }: BulkheadEvents['bh-remove']): Promise<void> => {
    const plugin = this.plugins.find((one) => one.id === id);
    if (!plugin) return;
    if (this.consents.page?.id === id) await this.consents.close();
    await this.controller.remove(plugin, wipe);
    await this.focusIn('toast', '[data-testid=undo]');
  };

  #undo = async (): Promise<void> => this.#atSwitch(await this.controller.undo());

  // The page around does not need the close events of what is inside.
  #pageClosed = (event: Event): void => {
    event.stopPropagation();
    void this.closePage();
  };

  #newsRead = (event: Event): void => {
    event.stopPropagation();
    void this.controller.settle();
  };
}
