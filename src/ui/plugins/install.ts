import { css, html, nothing, type TemplateResult } from 'lit';
import type { PluginSource } from '../../index.js';
import { t } from '../i18n/text.js';
import { takeDropsOfPage, takeDropsWithin } from '../shared/drops.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { errorBox, errorStyles } from '../shared/error.js';
import type { ErrorView } from '../shared/error-text.js';
import { formatBytes, formatMs } from '../shared/format.js';
import { styles } from '../shared/styles.js';

type Kind = 'file' | 'code' | 'url';

/** Takes a plugin as a file, which may be a zip file, as text or as a URL. What was filled in last is what `bh-install` carries. */
export class BulkheadInstall extends BulkheadElement {
  static override properties = reactive<BulkheadInstall>({
    busy: { type: Boolean, initial: false },
    within: { type: Boolean, initial: false },
    startedAt: { attribute: false, initial: 0 },
    error: { attribute: false, initial: null },
    over: { state: true, initial: false },
    kind: { state: true, initial: 'file' },
    file: { state: true, initial: null },
    code: { state: true, initial: '' },
    url: { state: true, initial: '' },
  });
  static override styles = [
    ...styles,
    errorStyles,
    css`
      .drop {
        border: 1px dashed var(--_edge);
        border-radius: 8px;
        padding: 12px;
        justify-content: center;
        text-align: center;
      }
      .drop.over {
        border: 1px solid var(--_accent);
        background: color-mix(in srgb, var(--_accent) 8%, transparent);
      }
      label {
        display: grid;
        gap: 4px;
      }
      .foot {
        min-height: var(--_control);
      }
      .submit {
        min-width: 0;
        max-width: 100%;
      }
    `,
  ];
  declare busy: boolean;
  /**
   * Files are taken only where they are dropped on the element whose shadow root this one stands in; without it, wherever
   * they are dropped on the page. Set before it is connected.
   */
  declare within: boolean;
  /** `performance.now()` at the start of the installation that runs. */
  declare startedAt: number;
  declare error: ErrorView | null;
  declare over: boolean;
  declare kind: Kind;
  declare file: File | null;
  /** All that was chosen with it: the files of a package. */
  #files: readonly File[] = [];
  declare code: string;
  declare url: string;
  #offDrops: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    const root = this.getRootNode();
    const work = { over: this.#hold, drop: this.#drop };
    this.#offDrops =
      this.within && root instanceof ShadowRoot ? takeDropsWithin(root.host, work) : takeDropsOfPage(work);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#offDrops?.();
  }

  /** Empties the fields, after what they held has been installed. */
  clear(): void {
    this.file = null;
    this.code = '';
    this.url = '';
    const picker = this.renderRoot.querySelector<HTMLInputElement>('input[type=file]');
    if (picker) picker.value = '';
  }

  override updated(): void {
    this.redrawAfter(this.busy ? 100 : undefined);
  }

  override render(): TemplateResult {
    return html`<form class="card stack" @submit=${this.#submit} @keydown=${this.#key} aria-busy=${this.busy}>
      <h2>${t('install.title')}</h2>
      <div
        class="drop row ${this.over ? 'over' : ''}"
        data-testid="install-drop"
      >
        <span class=${this.file ? 'foreign' : 'muted'}>${this.#dropWords()}</span>
        <button type="button" @click=${() => this.#picker()?.click()}>${t('install.choose')}</button>
        <input class="visually-hidden" type="file" multiple tabindex="-1" accept=".js,.mjs,.json,.zip,text/javascript,application/zip"
          aria-label=${t('install.file')} data-testid="install-file" @change=${this.#picked} />
      </div>
      <label><span class="small muted">${t('install.code')}</span>
        <textarea rows="3" spellcheck="false" autocomplete="off" data-testid="install-code" placeholder="registerTool({ … })"
          .value=${this.code} @input=${this.#typed('code')}></textarea></label>
      <label><span class="small muted">${t('install.url')}</span>
        <input type="text" inputmode="url" spellcheck="false" autocomplete="off" placeholder="https://…" data-testid="install-url"
          .value=${this.url} @input=${this.#typed('url')} /></label>
      <div class="row foot">
        <button class="primary submit cut" data-testid="install-submit" ?disabled=${this.busy || !this.#source()}>
          ${this.#submitWords()}</button>
        ${
          this.busy
            ? html`<button type="button" data-testid="install-cancel" @click=${() => this.emit('bh-install-cancel', null)}>${t('app.cancel')} <kbd>Esc</kbd></button>
              <span class="small muted" role="status">${t('install.busy', { time: formatMs(performance.now() - this.startedAt) })}</span>`
            : nothing
        }
      </div>
      ${this.error ? errorBox(this.error, 'install-error', t('install.failed')) : nothing}
    </form>`;
  }

  #dropWords(): string {
    if (this.over) return t('install.dropNow');
    return this.file ? `${this.file.name} · ${formatBytes(this.file.size)}` : t('install.drop');
  }

  #submitWords(): string {
    if (!this.#source()) return t('install.submit');
    if (this.#active() === 'file') return t('install.submitFile', { name: this.file?.name ?? '' });
    return t(this.#active() === 'code' ? 'install.submitCode' : 'install.submitUrl');
  }

  #given(kind: Kind): boolean {
    return kind === 'file' ? this.file !== null : this[kind].trim() !== '';
  }

  #active(): Kind | undefined {
    return this.#given(this.kind) ? this.kind : (['file', 'code', 'url'] as const).find((kind) => this.#given(kind));
  }

  #source(): PluginSource | undefined {
    const kind = this.#active();
    if (kind === 'file' && this.file) return sourceOf(this.#files);
    if (kind === 'code') return { code: this.code };
    return kind === 'url' ? { url: this.url.trim() } : undefined;
  }

  #picker(): HTMLInputElement | null {
    return this.renderRoot.querySelector<HTMLInputElement>('input[type=file]');
  }

  #take(files: readonly File[]): void {
    const file = files.find(isManifest) ?? files[0];
    if (!file) return;
    this.#files = files;
    this.file = file;
    this.kind = 'file';
  }

  #typed(kind: 'code' | 'url') {
    return (event: InputEvent): void => {
      this[kind] = (event.target as HTMLInputElement).value;
      this.kind = kind;
    };
  }

  #picked = (event: Event): void => this.#take([...((event.target as HTMLInputElement).files ?? [])]);

  #hold = (files: boolean): void => {
    this.over = files;
  };

  #drop = (files: readonly File[]): void => {
    const [file] = files;
    if (!file) return;
    // A card is for the page to import; an element that takes drops for itself has nobody who would.
    if (!this.within && /\.json$/i.test(file.name) && !files.some(isManifest)) this.emit('bh-card', { file });
    else if (!this.busy) {
      this.#take(files);
      this.emit('bh-install', { source: sourceOf(files) });
    }
  };

  #key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && this.busy) this.emit('bh-install-cancel', null);
  };

  #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const source = this.#source();
    if (source && !this.busy) this.emit('bh-install', { source });
  };
}

const isManifest = ({ name }: File): boolean => name === 'bulkhead.json';

/** One file, or a package when its manifest is among them. */
function sourceOf(files: readonly File[]): PluginSource {
  const [file = new File([], '')] = files;
  if (!files.some(isManifest)) return { file };
  return { files: files.map((blob) => ({ path: blob.webkitRelativePath || blob.name, blob })) };
}

define('bulkhead-install', BulkheadInstall);
