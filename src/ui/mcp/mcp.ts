import { css, html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { DESCRIPTION_CHARS, displayLine, isolated } from '../../../worker/protocol/display-text.js';
import type { McpConnection, McpOptions, McpTool } from '../../mcp/index.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define } from '../shared/element.js';
import { errorBox, errorStyles } from '../shared/error.js';
import { type ErrorView, viewError } from '../shared/error-text.js';
import { said, stranger } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';
import { switchStyles } from '../shared/switch-styles.js';
import { toolRowStyles, toolWords } from '../tools/tool-row.js';
import { keepServer, keepTool, keptServer } from './mcp-choices.js';

/** Connects a host to an MCP server: `connectMcp` of `bulkhead/mcp`, with a host. */
export type ConnectMcp = (options: McpOptions) => Promise<McpConnection>;

/** An MCP server: its address, how it stands with it, and its tools, with a switch for those that only read. */
export class BulkheadMcp extends BulkheadElement {
  static override properties = {
    connect: { attribute: false },
    url: { state: true },
    state: { state: true },
    why: { state: true },
  };
  static override styles = [
    ...styles,
    errorStyles,
    switchStyles,
    toolRowStyles,
    css`
      label {
        display: block;
      }
      .dot.connecting {
        border-color: var(--_accent);
      }
      .tools {
        max-height: 50vh;
        overflow: auto;
        border-block-end: 1px solid var(--_line);
      }
      .tools .tool:last-child {
        padding-block-end: 8px;
      }
      summary {
        min-height: var(--_control);
        align-content: center;
        cursor: pointer;
      }
      details ul {
        max-height: 30vh;
        overflow: auto;
      }
    `,
  ];
  declare connect: ConnectMcp | null;
  declare url: string;
  declare state: 'idle' | 'connecting' | 'connected' | 'lost' | 'disconnected';
  declare why: ErrorView | null;
  #connection: McpConnection | undefined;
  #stop = new AbortController();
  #off: () => void = () => {};

  constructor() {
    super();
    this.connect = null;
    this.url = keptServer().url;
    this.state = 'idle';
    this.why = null;
  }

  /** The tools stay no longer than the page shows whose they are. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    void this.#end();
    this.state = 'idle';
  }

  override render(): TemplateResult {
    const { state, why } = this;
    if (!this.connect) return html``;
    const open = state === 'connected' || state === 'lost';
    return html`<section class="card stack" aria-labelledby="title" data-testid="mcp" data-state=${state}>
      <div class="row"><h2 id="title" class="grow">${t('mcp.title')}</h2>
        <span class="small" role="status">${state === 'idle' ? '' : html`<span class="dot ${DOTS[state]}" aria-hidden="true"></span> ${t(`mcp.${state}`)}`}</span></div>
      ${open ? this.#shown() : this.#form()}
      ${why ? errorBox(why, 'mcp-why', open ? '' : t('mcp.failed')) : nothing}
      <div class="row">${this.#buttons()}</div>
    </section>`;
  }

  #form(): TemplateResult {
    const busy = this.state === 'connecting';
    return html`${this.state === 'idle' && !this.why ? html`<p class="muted">${t('mcp.teach')}</p>` : nothing}
      <form class="stack" id="form" @submit=${this.#submit}>
        <label><span class="small muted">${t('mcp.url')}</span>
          <input name="url" type="text" inputmode="url" spellcheck="false" autocomplete="off" placeholder="https://…/mcp" data-testid="mcp-url"
            ?disabled=${busy} .value=${this.url} @input=${(event: Event) => {
              this.url = (event.target as HTMLInputElement).value;
            }} /></label>
        <label><span class="small muted">${t('mcp.key')}</span>
          <input name="key" type="password" autocomplete="off" spellcheck="false" data-testid="mcp-key" ?disabled=${busy} /></label>
      </form>`;
  }

  #buttons(): TemplateResult {
    const { state } = this;
    if (state === 'connecting')
      return html`<button data-testid="mcp-cancel" @click=${this.#leave}>${t('mcp.cancel')}</button>`;
    if (state === 'connected' || state === 'lost')
      return html`${state === 'lost' ? html`<button data-testid="mcp-again" @click=${this.#again}>${t('mcp.again')}</button>` : nothing}
        <button data-testid="mcp-disconnect" @click=${this.#leave}>${t('mcp.disconnect')}</button>`;
    return html`<button type="submit" form="form" data-testid="mcp-connect" ?disabled=${this.url.trim() === ''}>${t('mcp.connect')}</button>`;
  }

  #shown(): TemplateResult {
    const { tools = [], skipped = [], server, url = '' } = this.#connection ?? {};
    return html`<p class="small muted mono foreign cut" title=${isolated(url)}>${stranger(url, DESCRIPTION_CHARS)}</p>
      <h3 class="foreign">${said('mcp.tools', { server: displayLine(server?.name ?? '') || new URL(url).host })} <span class="muted">${tools.length}</span></h3>
      <p class="small muted">${t(tools.length === 0 ? 'mcp.none' : 'mcp.readsTeach')}</p>
      ${
        tools.length === 0
          ? nothing
          : html`<ul class="tools">${repeat(
              tools,
              ({ name }) => name,
              (tool) => this.#row(tool),
            )}</ul>`
      }
      ${
        skipped.length === 0
          ? nothing
          : html`<details><summary class="small warn" data-testid="mcp-skipped">${t(skipped.length === 1 ? 'mcp.skippedOne' : 'mcp.skipped', { count: skipped.length })}</summary>
              <ul class="small">${skipped.map(({ name, why }) => html`<li class="foreign"><code>${stranger(name)}</code> <span class="muted">${stranger(why, DESCRIPTION_CHARS)}</span></li>`)}</ul></details>`
      }`;
  }

  #row(tool: McpTool): TemplateResult {
    const { name, description, hints, mode } = tool;
    const about = html`${t(mode === 'read' ? 'mcp.notAsked' : 'mcp.asked')}${hints.readOnly ? html` · ${t('mcp.hintReads')}` : nothing}${
      hints.destructive ? html` · <span class="warn">${t('mcp.hintFinal')}</span>` : nothing
    }`;
    return html`<li class="tool" data-testid="mcp-tool" data-tool=${name} data-mode=${mode}>
      ${toolWords({ name, about, description })}
      <input type="checkbox" role="switch" data-testid="mcp-reads" aria-label=${t('mcp.reads', { name })} .checked=${mode === 'read'}
        @change=${(event: Event) => this.#turn(tool, (event.target as HTMLInputElement).checked)} />
    </li>`;
  }

  #turn({ name, fingerprint }: McpTool, on: boolean): void {
    keepTool('reads', fingerprint, on);
    this.#connection?.setMode(name, on ? 'read' : 'write');
  }

  #submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const key = String(new FormData(event.target as HTMLFormElement).get('key') ?? '').trim();
    const url = this.url.trim();
    if (!this.connect || url === '' || this.state === 'connecting') return;
    await this.#end();
    this.why = null;
    this.state = 'connecting';
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    void this.#focus('mcp-cancel');
    try {
      const known = URL.canParse(url) && safeHref(url) === safeHref(keptServer().url) ? keptServer() : null;
      const connection = await this.connect({
        ...{ name: nameOf(url), url, signal },
        ...(key !== '' && { headers: { authorization: `Bearer ${key}` } }),
        reads: ({ fingerprint }) => known?.reads.includes(fingerprint) === true,
        allowed: ({ fingerprint }) => (known?.always.includes(fingerprint) ? [{ kind: 'always' }] : []),
        onAllowed: ({ fingerprint }, { kind }) => kind === 'always' && keepTool('always', fingerprint, true),
      });
      if (signal.aborted) return void connection.disconnect();
      keepServer(url);
      this.#connection = connection;
      this.#off = connection.onChange(() => this.#changed());
      this.#changed();
      await this.#focus('mcp-disconnect');
    } catch (error) {
      if (signal.aborted) return;
      this.state = 'idle';
      this.why = viewError(error);
      await this.#focus('mcp-url');
    }
  };

  #changed(): void {
    const { state, error } = this.#connection ?? { state: 'disconnected' as const, error: null };
    this.state = state === 'connecting' ? 'lost' : state;
    this.why = error ? viewError(error) : null;
    this.requestUpdate();
  }

  #again = async (): Promise<void> => {
    // The connection itself reports the outcome.
    await this.#connection?.reconnect().catch(() => {});
    if (this.state === 'connected') await this.#focus('mcp-disconnect');
  };

  #leave = async (): Promise<void> => {
    const ended = this.#end();
    this.why = null;
    this.state = 'disconnected';
    await this.#focus('mcp-url');
    await ended;
  };

  async #end(): Promise<void> {
    this.#off();
    this.#stop.abort();
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.disconnect();
  }

  async #focus(testId: string): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`[data-testid=${testId}]`)?.focus();
  }
}

const DOTS = { connecting: 'connecting', connected: 'on', lost: 'lost', disconnected: 'closed' } as const;

const safeHref = (url: string): string => (URL.canParse(url) ? new URL(url).href : '');

/** What its tools are called by: the name of its host that means something, e.g. `github` of `api.github.com`. */
function nameOf(url: string): string {
  if (!URL.canParse(url)) return 'mcp';
  const labels = new URL(url).hostname.split('.');
  const name = (labels.length > 1 ? labels.at(-2) : labels[0])?.replace(/[^a-zA-Z0-9_]/g, '_').slice(0, 24) ?? '';
  return /^[a-zA-Z]/.test(name) ? name : 'mcp';
}

define('bulkhead-mcp', BulkheadMcp);
