import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { FoundTool, Host, HostStatus, PluginInfo, ToolFlags, ToolInfo } from '../index.js';
import './asks.js';
import { CallBook } from './call-book.js';
import type { BulkheadCardImport } from './card-import.js';
import './card-import.js';
import './consent.js';
import { ConsentDesk } from './consent-desk.js';
import { BulkheadElement, type BulkheadEvent, define } from './element.js';
import { errorBox, errorStyles } from './error.js';
import { type ErrorView, viewError } from './error-text.js';
import type { ConnectPort, ExtensionPage } from './extension.js';
import { onSingleKey } from './focus.js';
import type { BulkheadInstall } from './install.js';
import './install.js';
import type { BulkheadKeys } from './keys.js';
import './keys.js';
import { language } from './language.js';
import { isSwitchedOn, keptFlags, switchTool } from './orchestration.js';
import type { BulkheadPalette } from './palette.js';
import './palette.js';
import { PluginDesk } from './plugin-desk.js';
import type { Example } from './plugin-list.js';
import './plugin-page.js';
import { styles } from './styles.js';
import { t } from './text.js';
import './toast.js';
import './tool-form.js';
import './walls.js';
import { workbenchCalls } from './workbench-calls.js';
import { workbenchHead } from './workbench-head.js';
import { workbenchPackages } from './workbench-packages.js';
import { workbenchStyles } from './workbench-styles.js';

/** The whole workbench. The one element that talks to the host; all others only show and tell. */
export class BulkheadWorkbench extends BulkheadElement {
  static override properties = {
    host: { attribute: false },
    examples: { attribute: false },
    extension: { attribute: false },
  };
  static override styles = [...styles, errorStyles, workbenchStyles];
  declare host: Host | null;
  declare examples: readonly Example[];
  /** An extension that can be connected with one press. */
  declare extension: ExtensionPage | null;
  #plugins: readonly PluginInfo[] = [];
  #tools: readonly ToolInfo[] = [];
  #status: HostStatus | null = null;
  #tool = '';
  #flags: ToolFlags = keptFlags();
  #refused: ErrorView | null = null;
  #offHost: (() => void) | undefined;
  readonly #book = new CallBook(() => {
    this.#status = this.host?.status() ?? null;
    this.requestUpdate();
  });
  readonly #desk = new PluginDesk(
    () => this.host,
    () => this.#refresh(),
  );

  readonly #consents = new ConsentDesk(
    () => this.host,
    () => this.#refresh(),
    this.#desk,
  );

  constructor() {
    super();
    this.host = null;
    this.examples = [];
    this.extension = null;
    this.#consents.listen(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('keydown', this.#key);
    if (this.hasUpdated) this.#follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('keydown', this.#key);
    this.#offHost?.();
    this.#consents.leave();
  }

  override willUpdate(changed: PropertyValues): void {
    this.lang = language();
    if (changed.has('host')) this.#follow();
  }

  override render(): TemplateResult {
    const { calls } = this.#book;
    const { failed, news, leaving, installingSince, installError } = this.#desk;
    const { asks, skippingUntil, safeMode, page, review } = this.#consents;
    const tool = this.#tools.find(({ name }) => name === this.#tool) ?? null;
    const shown = this.#plugins.filter(({ id }) => id !== leaving);
    const empty = shown.length + this.#tools.length + calls.length === 0;
    return html`
      ${workbenchHead({
        safeMode,
        keys: () => this.#part<BulkheadKeys>('keys')?.toggle(),
        stopAll: () => void this.host?.stopAll().catch(this.#desk.fail),
        kill: this.#kill,
        resume: () => void this.#consents.resume(),
      })}
      <main class="${empty ? 'empty' : ''} ${news === '' ? '' : 'news'}"
        @bh-install=${this.#install} @bh-install-cancel=${() => this.#desk.cancel()} @bh-card=${this.#card}
        @bh-switch=${({ detail: { id, on } }: BulkheadEvent<'bh-switch'>) => this.#desk.switch(id, on)} @bh-remove=${this.#remove}
        @bh-open=${({ detail: { id } }: BulkheadEvent<'bh-open'>) => this.#open(id)} @bh-review=${({ detail: { id } }: BulkheadEvent<'bh-review'>) => this.#consents.ask(id)}
        @bh-tool=${this.#choose} @bh-commit=${({ detail: { call } }: BulkheadEvent<'bh-commit'>) => this.host && this.#book.commit(this.host, call)} @bh-orchestrate=${this.#orchestrate} @bh-execute=${this.#execute} @bh-stop=${this.#stop}
      >
        ${failed ? html`<div class="card failed">${errorBox(failed, 'failed', t('plugins.failed'))}</div>` : nothing}
        <bulkhead-palette .tools=${this.#tools} .flags=${this.#flags} .search=${this.#search} .tool=${this.#tool}></bulkhead-palette>
        <div class="stack work">
          <bulkhead-asks skippable .asks=${asks} .skippingUntil=${skippingUntil}></bulkhead-asks>
          ${page ? html`<bulkhead-plugin-page .review=${page.review} .usage=${page.usage} .audit=${page.audit} ?more=${page.more} @bh-close=${this.#closePage}></bulkhead-plugin-page>` : nothing}
          <bulkhead-tool-form .tool=${tool} ?off=${tool !== null && !isSwitchedOn(this.#flags, tool.name)} .error=${this.#refused}></bulkhead-tool-form>
          ${workbenchCalls(calls, () => this.#book.clear())}
        </div>
        ${workbenchPackages({
          plugins: shown,
          examples: this.examples,
          installingSince,
          installError,
          extension: this.extension,
          connect: this.#connect,
          review: this.#review,
        })}
        <bulkhead-walls .status=${this.#status}></bulkhead-walls>
      </main>
      <bulkhead-keys></bulkhead-keys>
      <bulkhead-consent .review=${review} @bh-consent=${this.#decide}></bulkhead-consent>
      ${
        news === ''
          ? nothing
          : html`<bulkhead-toast .text=${news} ?undo=${leaving !== undefined}
              @bh-undo=${this.#undo} @bh-close=${() => this.#desk.settle()}></bulkhead-toast>`
      }
    `;
  }

  #follow(): void {
    const { host } = this;
    this.#offHost?.();
    this.#offHost = host?.onChange(() => void this.#consents.renew());
    this.#consents.follow();
    host?.ready().then(() => this.#refresh(), this.#desk.fail);
    void this.#refresh();
  }

  async #refresh(): Promise<void> {
    const { host } = this;
    if (!host) return;
    this.#status = host.status();
    try {
      this.#plugins = await host.plugins.list();
    } catch (error) {
      this.#desk.failed = viewError(error);
    }
    this.#tools = host.tools.list();
    this.#status = host.status();
    // A tool that went away leaves its place empty: the next press of Run must not start another one.
    if (this.#tool === '') this.#tool = this.#tools[0]?.name ?? '';
    this.requestUpdate();
  }

  #part = <E extends Element>(name: string): E | null => this.renderRoot.querySelector<E>(`bulkhead-${name}`);

  #search = async (query: string, signal: AbortSignal): Promise<readonly ToolInfo[]> =>
    (await this.host?.tools.search(query, { signal })) ?? [];

  #connect: ConnectPort = async (port, options) => {
    if (!this.host) throw new Error('no host');
    return this.host.connect(port, options);
  };

  #review = async (card: unknown, ask: (found: readonly FoundTool[]) => unknown) => {
    if (!this.host) throw new Error('no host');
    return this.host.orchestrator.reviewImport(card, ask);
  };

  #card = ({ detail: { file } }: BulkheadEvent<'bh-card'>): void => {
    void this.#part<BulkheadCardImport>('card-import')?.take(file);
  };

  #install = async (event: BulkheadEvent<'bh-install'>): Promise<void> => {
    const form = this.#part<BulkheadInstall>('install');
    const typed = event.composedPath().includes(form as EventTarget);
    const plugin = await this.#desk.install(event.detail.source);
    if (!plugin) return;
    if (typed) form?.clear();
    // Installed is not switched on: that is the user's to say, once it is known what it asks for.
    if (plugin.state === 'on') await this.#begin(plugin.id);
    else await this.#consents.ask(plugin.id);
  };

  #decide = async ({ detail }: BulkheadEvent<'bh-consent'>): Promise<void> => {
    const on = await this.#consents.decide(detail);
    if (on) await this.#begin(detail.id);
    else await this.#focus('plugin-list', `[data-plugin="${detail.id}"] [data-testid=plugin-switch]`);
  };

  /** Puts the first tool of a plugin under the user's hands. */
  async #begin(id: string): Promise<void> {
    this.#tool = this.#plugins.find((plugin) => plugin.id === id)?.tools[0]?.name ?? this.#tool;
    this.requestUpdate();
    await this.#focus('tool-form', '[data-testid=tool-run]');
  }

  #open = async (id: string): Promise<void> => {
    await this.#consents.open(id);
    await this.#focus('plugin-page', '#title');
  };

  #closePage = async (): Promise<void> => {
    const id = this.#consents.page?.id;
    await this.#consents.close();
    await this.#focus('plugin-list', `[data-plugin="${id}"] [data-testid=plugin-open]`);
  };

  #kill = async (): Promise<void> => {
    await this.#consents.kill();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[data-testid=resume]')?.focus();
  };

  #remove = async ({ detail: { id, wipe } }: BulkheadEvent<'bh-remove'>): Promise<void> => {
    const plugin = this.#plugins.find((one) => one.id === id);
    if (!plugin) return;
    if (this.#consents.page?.id === id) await this.#consents.close();
    await this.#desk.remove(plugin, wipe);
    await this.#focus('toast', '[data-testid=undo]');
  };

  #undo = async (): Promise<void> => {
    const id = await this.#desk.undo();
    await this.#focus('plugin-list', `[data-plugin="${id}"] [data-testid=plugin-switch]`);
  };

  #choose = ({ detail: { tool, keyboard } }: BulkheadEvent<'bh-tool'>): void => {
    this.#tool = tool;
    this.#refused = null;
    this.requestUpdate();
    if (matchMedia('(max-width: 860px)').matches) this.#part('tool-form')?.scrollIntoView();
    if (keyboard) void this.#focus('tool-form', '[data-field], [data-testid=tool-run]');
  };

  #orchestrate = ({ detail: { tool, on } }: BulkheadEvent<'bh-orchestrate'>): void => {
    this.#flags = switchTool(tool, on);
    this.requestUpdate();
  };

  #execute = async ({ detail: { tool, args, simulate, timeoutMs } }: BulkheadEvent<'bh-execute'>): Promise<void> => {
    if (!this.host) return;
    this.#refused = null;
    const options = { flags: this.#flags, simulate, ...(timeoutMs !== undefined && { timeoutMs }) };
    // What a plugin's tool would do is known, and can be done afterwards; of other tools only what they say.
    const known = simulate && this.#tools.some(({ name, kind }) => name === tool && kind === 'plugin');
    const call = known
      ? await this.#book.simulate(this.host, tool, args, timeoutMs)
      : await this.#book.dispatch(this.host, tool, args, options);
    if (call?.error?.code === 'TOOL_ARGUMENTS_INVALID' && tool === this.#tool) this.#refused = call.error;
    await this.#consents.renew();
  };

  #stop = ({ detail: { call } }: BulkheadEvent<'bh-stop'>): void => {
    this.#book.stop(call);
    void this.#focus('tool-form', '[data-testid=tool-run]');
  };

  /** Puts the keyboard where its user goes on, when what had the focus is gone. */
  async #focus(element: string, inside: string): Promise<void> {
    await this.updateComplete;
    const found = this.#part<BulkheadElement>(element);
    await found?.updateComplete;
    found?.renderRoot.querySelector<HTMLElement>(inside)?.focus();
  }

  #key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') this.#desk.cancel();
    const newest = this.#book.calls.find(({ state }) => state === 'running');
    onSingleKey(event, {
      '?': () => this.#part<BulkheadKeys>('keys')?.toggle(),
      '/': () => this.#part<BulkheadPalette>('palette')?.find(),
      ...(newest && { '.': () => this.#book.stop(newest.id) }),
    });
  };
}

define('bulkhead-workbench', BulkheadWorkbench);
