import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Host, HostStatus, PluginInfo, PluginSource, ToolInfo } from '../index.js';
import './call.js';
import { CallBook } from './call-book.js';
import { BulkheadElement, type BulkheadEvent, define } from './element.js';
import { errorBox, errorStyles } from './error.js';
import { type ErrorView, viewError } from './error-text.js';
import './frame-strip.js';
import type { BulkheadInstall } from './install.js';
import './install.js';
import type { BulkheadKeys } from './keys.js';
import './keys.js';
import { LANGUAGES, language, setLanguage } from './language.js';
import { type BulkheadPluginList, type Example, pluginName } from './plugin-list.js';
import { Removals } from './removals.js';
import { styles } from './styles.js';
import { t } from './text.js';
import './toast.js';
import './tool-form.js';
import './walls.js';
import { workbenchStyles } from './workbench-styles.js';

/** The whole workbench. The one element that talks to the host; all others only show and tell. */
export class BulkheadWorkbench extends BulkheadElement {
  static override properties = { host: { attribute: false }, examples: { attribute: false } };
  static override styles = [...styles, errorStyles, workbenchStyles];
  declare host: Host | null;
  declare examples: readonly Example[];
  #plugins: readonly PluginInfo[] = [];
  #tools: readonly ToolInfo[] = [];
  #status: HostStatus | null = null;
  #tool = '';
  #installing: { readonly stop: AbortController; readonly startedAt: number } | null = null;
  #installError: ErrorView | null = null;
  #refused: ErrorView | null = null;
  #failed: ErrorView | null = null;
  #news = '';
  #offHost: (() => void) | undefined;
  readonly #book = new CallBook(() => {
    this.#status = this.host?.status() ?? null;
    this.requestUpdate();
  });
  readonly #removals = new Removals();

  constructor() {
    super();
    this.host = null;
    this.examples = [];
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
  }

  override willUpdate(changed: PropertyValues): void {
    this.lang = language();
    if (changed.has('host')) this.#follow();
  }

  override render(): TemplateResult {
    const { calls } = this.#book;
    const tool = this.#tools.find(({ name }) => name === this.#tool) ?? null;
    const running = calls.some((call) => call.tool === this.#tool && call.state === 'running');
    const shown = this.#plugins.filter(({ id }) => id !== this.#removals.pending?.id);
    return html`
      <header class="row">
        <h1>Bulkhead</h1>
        <span class="muted tagline grow">${t('app.tagline')}</span>
        <bulkhead-frame-strip></bulkhead-frame-strip>
        <select class="language" data-testid="language" aria-label=${t('app.language')} @change=${this.#language}>
          ${Object.entries(LANGUAGES).map(([tag, name]) => html`<option value=${tag} ?selected=${tag === language()}>${name}</option>`)}
        </select>
        <button class="plain" data-testid="keys-open" @click=${() => this.#keys()?.toggle()}>${t('app.keys')} <kbd>?</kbd></button>
        <button class="stop" data-testid="stop-all" @click=${() => void this.host?.stopAll().catch(this.#fail)}>${t('app.stopAll')}</button>
      </header>
      <main class=${shown.length === 0 ? 'empty' : ''}
        @bh-install=${this.#install} @bh-install-cancel=${() => this.#installing?.stop.abort()}
        @bh-switch=${this.#switch} @bh-remove=${this.#remove} @bh-tool=${this.#choose}
        @bh-execute=${this.#execute} @bh-stop=${this.#stop} @bh-stop-tool=${this.#stopTool}
      >
        <bulkhead-walls .status=${this.#status}></bulkhead-walls>
        <div class="stack left">
          ${this.#failed ? html`<div class="card failed">${errorBox(this.#failed, 'failed', t('plugins.failed'))}</div>` : nothing}
          <bulkhead-plugin-list .plugins=${shown} .examples=${this.examples} .tool=${this.#tool} ?busy=${this.#installing !== null}></bulkhead-plugin-list>
          <bulkhead-install ?busy=${this.#installing !== null} .startedAt=${this.#installing?.startedAt ?? 0} .error=${this.#installError}></bulkhead-install>
        </div>
        <div class="stack right">
          <bulkhead-tool-form .tool=${tool} ?running=${running} .error=${this.#refused}></bulkhead-tool-form>
          <section class="stack calls" aria-labelledby="calls">
            <div class="row calls-head"><h2 id="calls" class="grow">${t('calls.title')}</h2>
              ${calls.some(({ state }) => state !== 'running') ? html`<button class="plain small muted" @click=${() => this.#book.clear()}>${t('calls.clear')}</button>` : nothing}</div>
            ${calls.length === 0 ? html`<p class="muted">${t('calls.none')}</p>` : nothing}
            ${repeat(
              calls,
              ({ id }) => id,
              (call, index) =>
                html`<bulkhead-call data-testid="call" data-state=${call.state} data-tool=${call.tool} .call=${call} ?expanded=${index === 0}></bulkhead-call>`,
            )}
          </section>
        </div>
      </main>
      <bulkhead-keys></bulkhead-keys>
      ${
        this.#news === ''
          ? nothing
          : html`<bulkhead-toast .text=${this.#news} ?undo=${this.#removals.pending !== null}
              @bh-undo=${() => void this.#undo()} @bh-close=${() => void this.#settle()}></bulkhead-toast>`
      }
    `;
  }

  #follow(): void {
    const { host } = this;
    this.#offHost?.();
    this.#offHost = host?.onChange(() => void this.#refresh());
    host?.ready().then(() => this.#refresh(), this.#fail);
    void this.#refresh();
  }

  async #refresh(): Promise<void> {
    const { host } = this;
    if (!host) return;
    this.#status = host.status();
    try {
      this.#plugins = await host.plugins.list();
    } catch (error) {
      this.#fail(error);
    }
    this.#tools = host.tools.list();
    this.#status = host.status();
    // A tool that went away leaves its place empty: the next press of Run must not start another one.
    if (this.#tool === '') this.#tool = this.#tools[0]?.name ?? '';
    this.requestUpdate();
  }

  #fail = (error: unknown): void => {
    this.#failed = viewError(error);
    this.requestUpdate();
  };

  #say(text: string): void {
    this.#news = text;
    this.requestUpdate();
  }

  #keys = (): BulkheadKeys | null => this.renderRoot.querySelector<BulkheadKeys>('bulkhead-keys');

  #install = async (event: BulkheadEvent<'bh-install'>): Promise<void> => {
    if (!this.host || this.#installing) return;
    const form = this.renderRoot.querySelector<BulkheadInstall>('bulkhead-install');
    const typed = event.composedPath().includes(form as EventTarget);
    const stop = new AbortController();
    this.#installing = { stop, startedAt: performance.now() };
    this.#installError = null;
    this.#failed = null;
    this.requestUpdate();
    try {
      const plugin = await this.#keep(event.detail.source, stop.signal);
      if (typed) form?.clear();
      this.#tool = plugin.tools[0]?.name ?? this.#tool;
      this.#say(t('install.done', { name: pluginName(plugin) }));
    } catch (error) {
      this.#installError = stop.signal.aborted ? null : viewError(error);
    }
    this.#installing = null;
    await this.#refresh();
    if (!this.#installError) await this.#focus('bulkhead-tool-form', '[data-testid=tool-run]');
  };

  async #keep(source: PluginSource, signal: AbortSignal): Promise<PluginInfo> {
    if (!this.host) throw new Error('no host');
    const waiting = this.#removals.pending;
    // The same plugin again must not fall to the removal that is still waiting.
    if (waiting) await this.#settle();
    return this.host.plugins.install(source, { signal });
  }

  #switch = async ({ detail: { id, on } }: BulkheadEvent<'bh-switch'>): Promise<void> => {
    this.#failed = null;
    await (on ? this.host?.plugins.enable(id) : this.host?.plugins.disable(id))?.catch(this.#fail);
    await this.#refresh();
  };

  #remove = async ({ detail: { id } }: BulkheadEvent<'bh-remove'>): Promise<void> => {
    const plugin = this.#plugins.find((one) => one.id === id);
    if (!this.host || !plugin) return;
    this.#failed = null;
    await this.#settle();
    this.#say(t('plugins.removed', { name: pluginName(plugin) }));
    await this.#removals.begin(this.host, plugin).catch(this.#fail);
    await this.#refresh();
    await this.#focus('bulkhead-toast', '[data-testid=undo]');
  };

  async #undo(): Promise<void> {
    const id = this.#removals.pending?.id;
    this.#news = '';
    if (this.host) await this.#removals.undo(this.host).catch(this.#fail);
    await this.#refresh();
    await this.#focus('bulkhead-plugin-list', `[data-plugin="${id}"] [data-testid=plugin-switch]`);
  }

  async #settle(): Promise<void> {
    this.#news = '';
    if (this.host) await this.#removals.settle(this.host).catch(this.#fail);
    await this.#refresh();
  }

  #choose = ({ detail: { tool } }: BulkheadEvent<'bh-tool'>): void => {
    this.#tool = tool;
    this.#refused = null;
    this.requestUpdate();
    if (matchMedia('(max-width: 860px)').matches) this.renderRoot.querySelector('bulkhead-tool-form')?.scrollIntoView();
  };

  #execute = async ({ detail: { tool, args, timeoutMs } }: BulkheadEvent<'bh-execute'>): Promise<void> => {
    if (!this.host) return;
    this.#refused = null;
    const call = await this.#book.execute(this.host, tool, args, timeoutMs);
    if (call?.error?.code === 'TOOL_ARGUMENTS_INVALID' && tool === this.#tool) this.#refused = call.error;
    await this.#refresh();
  };

  #stop = ({ detail: { call } }: BulkheadEvent<'bh-stop'>): void => {
    this.#book.stop(call);
    void this.#focus('bulkhead-tool-form', '[data-testid=tool-run]');
  };

  #stopTool = ({ detail: { tool } }: BulkheadEvent<'bh-stop-tool'>): void => {
    for (const call of this.#book.calls) if (call.tool === tool) this.#book.stop(call.id);
    void this.#focus('bulkhead-tool-form', '[data-testid=tool-run]');
  };

  /** Puts the keyboard where its user goes on, when what had the focus is gone. */
  async #focus(element: string, inside: string): Promise<void> {
    await this.updateComplete;
    const found = this.renderRoot.querySelector<BulkheadElement>(element);
    await found?.updateComplete;
    found?.renderRoot.querySelector<HTMLElement>(inside)?.focus();
  }

  #language = (event: Event): void => setLanguage((event.target as HTMLSelectElement).value);

  #key = (event: KeyboardEvent): void => {
    const [target] = event.composedPath();
    if (event.key === 'Escape') this.#installing?.stop.abort();
    if (event.ctrlKey || event.metaKey || event.altKey || isField(target)) return;
    const newest = this.#book.calls.find(({ state }) => state === 'running');
    if (event.key === '?') this.#keys()?.toggle();
    else if (event.key === '/') this.renderRoot.querySelector<BulkheadPluginList>('bulkhead-plugin-list')?.find();
    else if (event.key === '.' && newest) this.#book.stop(newest.id);
    else return;
    event.preventDefault();
  };
}

const isField = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || (target.matches('input, textarea, select') && !target.matches('[type=checkbox]')));

define('bulkhead-workbench', BulkheadWorkbench);
