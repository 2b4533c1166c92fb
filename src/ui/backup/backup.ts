import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Host } from '../../index.js';
import { isTextKey, t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { errorBox, errorStyles } from '../shared/error.js';
import { formatBytes, formatTime } from '../shared/format.js';
import { said } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';
import { BackupController, type BackupView } from './controller.js';
import { countList, earlierList, leftList, storageLines } from './report.js';

type Of<K extends BackupView['kind']> = Extract<BackupView, { readonly kind: K }>;

/** Saves everything of a host into one file, restores it, and shows whether the browser keeps the data. */
export class BulkheadBackup extends BulkheadElement {
  static override properties = reactive<BulkheadBackup>({ host: { attribute: false, initial: null } });
  static override styles = [
    ...styles,
    errorStyles,
    css`
      .confirm {
        border-inline-start: 2px solid var(--_danger);
        padding-inline-start: 10px;
      }
      ul {
        margin: 0;
        padding-inline-start: 20px;
      }
      progress {
        width: 100%;
        accent-color: var(--_accent);
      }
    `,
  ];
  declare host: Host | null;
  readonly #controller = new BackupController(
    () => this.host,
    () => this.requestUpdate(),
  );

  /** Nothing of backups is loaded before the section can be seen. */
  readonly #seen = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting) && this.host) void this.look();
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#seen.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#seen.disconnect();
  }

  override updated(changed: PropertyValues): void {
    if (!changed.has('host')) return;
    // It tells anew whether the section can be seen.
    this.#seen.unobserve(this);
    this.#seen.observe(this);
  }

  /** Shows whether the browser keeps the data; `once` asks it to, unless it was asked before. */
  look(ask: boolean | 'once' = false): Promise<void> {
    return this.#controller.look(ask);
  }

  override render(): TemplateResult {
    const { view, storage } = this.#controller;
    const busy = view.kind === 'saving' || view.kind === 'restoring';
    return html`<section class="card stack" aria-labelledby="title" data-testid="backup" data-state=${view.kind}>
      <h2 id="title">${t('backup.title')}</h2>
      <p class="small muted">${t('backup.about')}<slot></slot></p>
      ${
        view.kind === 'confirm' || view.kind === 'done'
          ? nothing
          : html`<div class="row">
        <button data-testid="backup-save" ?disabled=${busy} @click=${this.#save}>${t('backup.save')}</button>
        <button data-testid="backup-restore" ?disabled=${busy} @click=${this.#choose}>${t('backup.restore')}</button>
        <input id="file" hidden type="file" accept=".zip,application/zip" aria-label=${t('backup.choose')} data-testid="backup-file" @change=${this.#chosen} /></div>`
      }
      <div aria-live="polite">${this.#state(view)}</div>
      ${storage ? storageLines(storage, () => void this.look(true)) : nothing}
    </section>`;
  }

  #state(view: BackupView): TemplateResult | typeof nothing {
    switch (view.kind) {
      case 'idle':
        return nothing;
      case 'saving':
      case 'restoring':
        return this.#busy(view);
      case 'saved':
        return html`<p data-testid="backup-saved">${said('backup.saved', { name: view.name, size: formatBytes(view.bytes) })}</p>`;
      case 'confirm':
        return this.#confirm(view);
      case 'done':
        return html`<div class="stack" data-testid="backup-done"><p>${t('backup.done')}</p>
          ${countList(view.report.counts)}${view.report.modelHost === undefined ? nothing : html`<p class="warn" data-testid="backup-model">${said('backup.model', { host: view.report.modelHost })}</p>`}${earlierList(view.report.earlier)}${leftList(view.report.leftOut)}
          <div><button class="primary" data-testid="backup-reload" @click=${() => location.reload()}>${t('backup.reload')}</button></div></div>`;
      case 'failed': {
        const key = `backup.fail.${view.error.code}`;
        return isTextKey(key)
          ? html`<p class="error" role="alert" data-testid="backup-failed" data-code=${view.error.code}>${t(key)}</p>`
          : errorBox(view.error, 'backup-failed', t('backup.title'));
      }
    }
  }

  #busy({ kind, part, share }: Of<'saving' | 'restoring'>): TemplateResult {
    const words = kind === 'saving' ? 'backup.saving' : 'backup.restoring';
    if (part === 'replacing') {
      // It has no end that is known, and cannot be stopped.
      return html`<div class="stack" data-testid="backup-replacing"><p>${t('backup.replacing')}</p><progress aria-label=${t('backup.replacing')}></progress></div>`;
    }
    const text = part === null ? t('backup.reading') : t(words, { part: t(`backup.part.${part}`) });
    return html`<div class="stack"><p>${text}</p><progress max="1" .value=${share} aria-label=${text}></progress>
      <div><button data-testid="backup-stop" @click=${() => this.#controller.cancel()}>${t('backup.stop')}</button></div></div>`;
  }

  #confirm({ info, here }: Of<'confirm'>): TemplateResult {
    const hasAny = Object.values(here).some((count) => count > 0);
    return html`<section class="confirm stack" role="group" aria-labelledby="ask" data-testid="backup-confirm" @keydown=${this.#key}>
      <h3 id="ask">${t('backup.confirm')}</h3>
      <div><p>${t('backup.from', { time: formatTime(info.created) })}</p>${countList(info.counts)}</div>
      ${leftList(info.leftOut)}
      ${info.modelHost === undefined ? nothing : html`<p class="warn" data-testid="backup-model">${said('backup.modelNext', { host: info.modelHost })}</p>`}
      ${hasAny ? html`<div><p>${t('backup.here')}</p>${countList(here)}</div>` : countList(here)}
      <div class="row"><button data-testid="backup-keep" @click=${this.#cancel}>${t('backup.keep')} <kbd>Esc</kbd></button>
        ${hasAny ? html`<button data-testid="backup-save-first" @click=${this.#saveFirst}>${t('backup.saveFirst')}</button>` : nothing}
        <button class="stop" data-testid="backup-replace" @click=${() => void this.#controller.restore()} @keydown=${noEnter}>${t('backup.replace')}</button></div>
    </section>`;
  }

  #save = (): void => void this.#controller.save(keepFile);

  #saveFirst = async (): Promise<void> => {
    const { view } = this.#controller;
    await this.#controller.save(keepFile);
    // Back to the question, with the old state in a file.
    if (view.kind === 'confirm' && this.#controller.view.kind === 'saved') await this.#ask(view.file);
  };

  #choose = (): void => this.renderRoot.querySelector<HTMLInputElement>('#file')?.click();

  #chosen = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    // The same file may be chosen again.
    input.value = '';
    if (file) void this.#ask(file);
  };

  async #ask(file: Blob): Promise<void> {
    await this.#controller.choose(file);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[data-testid=backup-keep]')?.focus();
  }

  #cancel = async (): Promise<void> => {
    this.#controller.cancel();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[data-testid=backup-restore]')?.focus();
  };

  #key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    void this.#cancel();
  };
}

function noEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

/** Hands a backup to the browser as a download. @returns its name. */
function keepFile(file: Blob): string {
  const name = `bulkhead-${new Date().toISOString().slice(0, 10)}.zip`;
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
  return name;
}

define('bulkhead-backup', BulkheadBackup);
