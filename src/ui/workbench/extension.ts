import { css, html, nothing, type TemplateResult } from 'lit';
import type { Peer } from '../../index.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define } from '../shared/element.js';
import { errorBox, errorStyles } from '../shared/error.js';
import { type ErrorView, viewError } from '../shared/error-text.js';
import { said } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';

/** Opens the host's end of a line to an extension. */
export type ConnectPort = (
  port: MessagePort,
  options: { readonly owner: string; readonly signal: AbortSignal },
) => Promise<Peer>;

/** An extension to show: who it is in the page's words, and the page it is. */
export interface ExtensionPage {
  readonly owner: string;
  readonly url: string;
}

/** An extension in a sandboxed frame of an origin of its own, and the line to it. */
export class BulkheadExtension extends BulkheadElement {
  static override properties = {
    connect: { attribute: false },
    page: { attribute: false },
    state: { state: true },
    why: { state: true },
  };
  static override styles = [
    ...styles,
    errorStyles,
    css`
      iframe {
        display: block;
        width: 100%;
        height: 180px;
        border: 1px solid var(--_line);
        border-radius: 6px;
      }
      .dot.connecting {
        border-color: var(--_accent);
      }
    `,
  ];
  declare connect: ConnectPort | null;
  declare page: ExtensionPage | null;
  declare state: 'idle' | 'connecting' | 'connected' | 'closed';
  /** Why the line was cut. */
  declare why: ErrorView | null;
  #stop = new AbortController();
  #loaded = false;

  constructor() {
    super();
    this.connect = null;
    this.page = null;
    this.state = 'idle';
    this.why = null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop.abort();
    this.#loaded = false;
    this.state = 'idle';
  }

  override render(): TemplateResult {
    const { page, state, why } = this;
    if (!page) return html``;
    const open = state === 'connecting' || state === 'connected';
    return html`<section class="card stack" aria-labelledby="title" data-testid="extension" data-state=${state}>
      <div class="row"><h2 id="title" class="grow">${t('extension.title')}</h2>
        ${state === 'idle' ? nothing : html`<span class="small" role="status"><span class="dot ${state === 'connected' ? 'on' : state}" aria-hidden="true"></span> ${t(`extension.${state}`)}</span>`}</div>
      ${state === 'idle' ? html`<p class="muted">${t('extension.teach')}</p>` : nothing}
      ${
        state === 'idle'
          ? nothing
          : html`<iframe sandbox="allow-scripts" src=${page.url} title=${t('extension.frame', { name: page.owner })} data-testid="extension-frame"
              @load=${this.#load}></iframe>`
      }
      ${why ? errorBox(why, 'extension-why') : nothing}
      <div class="row">${
        open
          ? html`<button data-testid="extension-disconnect" @click=${this.#disconnect}>${t('extension.disconnect')}</button>`
          : html`<button data-testid="extension-connect" @click=${this.#open}>${
              state === 'idle' ? said('extension.connect', { name: page.owner }) : t('extension.reconnect')
            }</button>`
      }</div>
    </section>`;
  }

  #open = async (): Promise<void> => {
    this.why = null;
    this.state = 'connecting';
    if (this.#loaded) void this.#join();
    await this.#focus('extension-disconnect');
  };

  /** A frame that loads anew holds another extension: the line to the one before is dead. */
  #load = (): void => {
    this.#loaded = true;
    if (this.state === 'connecting' || this.state === 'connected') void this.#join();
  };

  #disconnect = async (): Promise<void> => {
    this.#stop.abort();
    if (this.state === 'connecting') this.state = 'closed';
    await this.#focus('extension-connect');
  };

  async #join(): Promise<void> {
    const frame = this.renderRoot.querySelector('iframe');
    const { connect, page } = this;
    if (!frame || !connect || !page) return;
    this.#stop.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.state = 'connecting';
    this.why = null;
    const { port1, port2 } = new MessageChannel();
    try {
      const waiting = connect(port1, { owner: page.owner, signal });
      // The frame's origin is opaque, so there is none to name: whatever is in the frame is this extension.
      frame.contentWindow?.postMessage({ type: 'bulkhead:port' }, '*', [port2]);
      const peer = await waiting;
      signal.addEventListener('abort', () => peer.disconnect(), { once: true });
      if (signal.aborted) return peer.disconnect();
      this.state = 'connected';
      const why = await peer.closed;
      this.#closed(signal, viewError(why));
    } catch (error) {
      if (!signal.aborted) this.#closed(signal, viewError(error));
    }
  }

  #closed(signal: AbortSignal, why: ErrorView): void {
    if (this.#stop.signal !== signal || !this.isConnected) return;
    this.state = 'closed';
    this.why = why;
  }

  async #focus(testId: string): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`[data-testid=${testId}]`)?.focus();
  }
}

define('bulkhead-extension', BulkheadExtension);
