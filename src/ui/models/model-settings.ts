import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { type TextKey, t } from '../i18n/text.js';
import { BulkheadElement, define } from '../shared/element.js';
import { errorBox, errorStyles } from '../shared/error.js';
import type { ErrorView } from '../shared/error-text.js';
import { formatMs } from '../shared/format.js';
import { markStyles, marks } from '../shared/marks.js';
import { said } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';
import {
  addressOf,
  type DraftField,
  draftErrors,
  draftOf,
  isHere,
  type ModelChoice,
  type ModelDraft,
  type ModelKind,
  profileOf,
  type TestState,
} from './model-draft.js';
import { modelSettingsStyles } from './model-settings-styles.js';

/** Which model answers: where it is, its name, its key, and a test of it. What is kept of a key is never shown. */
export class BulkheadModelSettings extends BulkheadElement {
  static override properties = {
    profile: { attribute: false },
    kinds: { attribute: false },
    test: { attribute: false },
    keyKept: { type: Boolean, attribute: 'key-kept' },
    draft: { state: true },
    shown: { state: true },
  };
  static override styles = [...styles, errorStyles, markStyles, modelSettingsStyles];
  /** What is saved; `null` while nothing is. */
  declare profile: ModelChoice | null;
  declare kinds: readonly ModelKind[];
  declare test: TestState;
  /** A key is saved for the profile. */
  declare keyKept: boolean;
  declare draft: ModelDraft;
  /** Fields whose errors are shown, after a try to send: a field that grew by a line while it is left would move the buttons away. */
  declare shown: ReadonlySet<DraftField>;

  constructor() {
    super();
    this.profile = null;
    this.kinds = [{ kind: 'openai' }];
    this.test = null;
    this.keyKept = false;
    this.draft = draftOf(null);
    this.shown = new Set();
  }

  override willUpdate(changed: PropertyValues): void {
    // The same said again takes nothing away that is being typed.
    if (changed.has('profile') && JSON.stringify(changed.get('profile') ?? null) !== JSON.stringify(this.profile)) {
      this.draft = draftOf(this.profile);
      this.shown = new Set();
    }
    if (changed.has('kinds') && !this.kinds.some(({ kind }) => kind === this.draft.kind)) {
      this.draft = { ...this.draft, kind: this.kinds[0]?.kind ?? 'openai' };
    }
  }

  override updated(): void {
    this.redrawAfter(this.test?.state === 'running' ? 100 : undefined);
  }

  override render(): TemplateResult {
    const { draft, test } = this;
    const running = test?.state === 'running';
    return html`<form class="card stack" data-testid="model-settings" novalidate autocomplete="off" aria-labelledby="title" @submit=${this.#save}>
      <h2 id="title">${t('model.title')}</h2>
      <fieldset><legend>${t('model.kind')}</legend>${this.kinds.map((kind) => this.#kind(kind))}</fieldset>
      ${draft.kind === 'openai' ? this.#server() : nothing}
      ${draft.kind === 'recorded' ? nothing : this.#advanced()}
      ${this.#result()}
      <div class="row">
        <button class="primary" data-testid="model-save">${t('model.save')}</button>
        <button type="button" data-testid="model-test" ?disabled=${running} @click=${this.#try}>${t('model.test')}</button>
        ${
          this.profile || this.keyKept
            ? html`<button type="button" class="plain muted forget" data-testid="model-forget" title=${t('model.forgetLong')} @click=${() => this.emit('bh-model-forget', null)}>${t('model.forget')}</button>`
            : nothing
        }</div>
    </form>`;
  }

  #kind({ kind, state, progress }: ModelKind): TemplateResult {
    const chosen = this.draft.kind === kind;
    return html`<label class="kind"><input type="radio" name="kind" value=${kind} data-testid="model-kind-${kind}" .checked=${chosen} ?disabled=${state === 'unavailable'}
        @change=${() => this.#set({ kind })} />
      <span class="grow stack"><span><span>${t(`model.kind.${kind}`)}</span>${state ? html` <span class="small ${state === 'ready' ? 'ok' : 'muted'}" data-testid="model-state">· ${t(`model.state.${state}`)}</span>` : nothing}</span>
        <span class="small muted">${t(`model.kind.${kind}.teach`)}</span>
        ${
          state === 'downloading'
            ? html`<progress aria-label=${t('model.state.downloading')} max="1" .value=${progress ?? 0}></progress>`
            : nothing
        }</span></label>`;
  }

  #server(): TemplateResult {
    const { endpoint, model, tools, key } = this.draft;
    return html`${this.#field('endpoint', 'model.endpoint', endpoint, 'url', 'https://api.example.com/v1')}
      ${this.#leaves()}
      ${this.#field('model', 'model.name', model, 'text', '')}
      <label class="field"><span class="small muted">${t('model.key')}</span>
        <input type="password" autocomplete="new-password" spellcheck="false" data-testid="model-key" aria-describedby="about-key" .value=${key}
          placeholder=${this.#kept ? '••••••••' : ''} @input=${(event: InputEvent) => this.#set({ key: (event.target as HTMLInputElement).value })} />
        <span class="small muted" id="about-key" data-testid="model-key-state">${t(this.#kept ? 'model.keyKept' : this.keyKept ? 'model.keyOther' : 'model.keyNone')}</span></label>
      <fieldset><legend>${t('model.tools')}</legend><div class="pair">${(['native', 'text'] as const).map(
        (one) =>
          html`<label><input type="radio" name="tools" data-testid="model-tools-${one}" .checked=${tools === one} @change=${() => this.#set({ tools: one })} />${t(`model.tools.${one}`)}</label>`,
      )}</div><span class="small muted">${t('model.tools.teach')}</span></fieldset>`;
  }

  #advanced(): TemplateResult {
    const { kind, rate, timeout } = this.draft;
    const wrong = draftErrors(this.draft);
    const must = (['rate', 'timeout'] as const).some((name) => wrong.has(name) && this.shown.has(name));
    return html`<details ?open=${must || nothing} data-testid="model-advanced"><summary>${t('model.advanced')}</summary><div class="two">
      ${kind === 'openai' ? this.#field('rate', 'model.rate', rate, 'numeric', '') : nothing}
      ${this.#field('timeout', 'model.timeout', timeout, 'decimal', '')}</div></details>`;
  }

  #field(
    name: DraftField,
    label: TextKey,
    value: string,
    mode: 'url' | 'text' | 'numeric' | 'decimal',
    example: string,
  ): TemplateResult {
    const wrong = this.shown.has(name) ? draftErrors(this.draft).get(name) : undefined;
    return html`<div class="field"><label class="small muted" for=${name}>${t(label)}</label>
      <input id=${name} type="text" inputmode=${mode} spellcheck="false" autocapitalize="off" autocomplete="off" data-testid="model-${name}" placeholder=${example} .value=${value}
        aria-invalid=${wrong !== undefined} aria-describedby=${wrong === undefined ? nothing : `wrong-${name}`}
        @input=${(event: InputEvent) => this.#set({ [name]: (event.target as HTMLInputElement).value })} />
      ${wrong === undefined ? nothing : html`<span class="small danger" id="wrong-${name}" data-testid="model-wrong">${t(wrong)}</span>`}</div>`;
  }

  /** Where the chat goes, unless it stays on this device. */
  #leaves(): TemplateResult | typeof nothing {
    const url = addressOf(this.draft.endpoint);
    if (!url || isHere(url)) return nothing;
    return html`<p class="sent row" data-testid="model-leaves">${marks(['leaves'], false)}<span class="grow foreign warn">${said('model.danger', { host: url.host })}</span></p>`;
  }

  #result(): TemplateResult | typeof nothing {
    const { test } = this;
    if (!test) return nothing;
    switch (test.state) {
      case 'running':
        return html`<p class="muted" role="status" data-testid="model-result" data-state="running">${t('model.testing')} <span aria-hidden="true">${formatMs(performance.now() - test.startedAt)}</span></p>`;
      case 'ok':
        return html`<div role="status" data-testid="model-result" data-state="ok"><p class="ok"><span aria-hidden="true">✓</span> ${t('model.ok', { time: formatMs(test.ms) })}</p>
          ${test.calls ? html`<p class="ok"><span aria-hidden="true">✓</span> ${t('model.calls')}</p>` : html`<p class="warn"><span aria-hidden="true">⚠</span> ${t('model.noCalls')}</p>`}</div>`;
      case 'failed':
        return html`<div class="stack" data-testid="model-result" data-state="failed">${errorBox(test.error, 'model-error', t('model.failed'))}<p class="small">${t(advice(test.error, this.draft.kind))}</p></div>`;
    }
  }

  /** The kept key is for the address that is saved. */
  get #kept(): boolean {
    const saved = addressOf(this.profile?.endpoint ?? '');
    return this.keyKept && (saved === null || saved.origin === addressOf(this.draft.endpoint)?.origin);
  }

  #set(change: Partial<ModelDraft>): void {
    this.draft = { ...this.draft, ...change };
  }

  #show(fields: readonly DraftField[]): void {
    this.shown = new Set([...this.shown, ...fields]);
  }

  #save = (event: SubmitEvent): void => {
    event.preventDefault();
    if (this.#send('bh-model-save')) this.#set({ key: '' });
  };

  #try = (): void => {
    this.#send('bh-model-test');
  };

  /** Nothing is sent that cannot be right: the first wrong field has the keyboard. */
  #send(type: 'bh-model-save' | 'bh-model-test'): boolean {
    const wrong = draftErrors(this.draft);
    const [first] = wrong.keys();
    if (first !== undefined) {
      this.#show([...wrong.keys()]);
      void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`#${first}`)?.focus());
      return false;
    }
    const { key, kind } = this.draft;
    this.emit(type, { profile: profileOf(this.draft), ...(kind === 'openai' && key !== '' && { key }) });
    return true;
  }
}

const ADVICE: { readonly [status: number]: TextKey } = {
  401: 'model.advice.key',
  403: 'model.advice.key',
  404: 'model.advice.model',
  429: 'model.advice.rate',
};

function advice({ code, status }: ErrorView, kind: ModelChoice['kind']): TextKey {
  if (status !== undefined) return ADVICE[status] ?? (status >= 500 ? 'model.advice.later' : 'model.advice.other');
  return kind === 'openai' && ['MODEL_FAILED', 'NET_FAILED'].includes(code) ? 'model.advice.net' : 'model.advice.other';
}

define('bulkhead-model-settings', BulkheadModelSettings);
