import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { t } from '../i18n/text.js';
import { modelForm } from '../models/model-form.js';
import { drawerDialogStyles } from '../shared/dialog-styles.js';
import { BulkheadElement, define, listenTo } from '../shared/element.js';
import { errorBox, errorStyles } from '../shared/error.js';
import { type ErrorView, viewError } from '../shared/error-text.js';
import { said } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';
import type { StudioController } from './studio-controller.js';
import { keptSessions, type OfferUse, studioKind } from './studio-place-parts.js';
import { studioPlaceStyles } from './studio-place-styles.js';

/** Sessions that are shown before one asks for all. */
const FIRST = 8;
const EXAMPLE = '(example)';

/** Where studios are begun: what can be edited, the model that is asked, and what can be gone on with. */
export class BulkheadStudioPlace extends BulkheadElement {
  static override properties = {
    controller: { attribute: false },
    opening: { state: true },
    failed: { state: true },
    all: { state: true },
  };
  static override styles = [...styles, errorStyles, drawerDialogStyles, studioPlaceStyles];
  declare controller: StudioController | null;
  /** What is open, or being opened: an offer or a session by its id. */
  declare opening: string;
  declare failed: ErrorView | null;
  declare all: boolean;
  #off: (() => void) | undefined;

  constructor() {
    super();
    this.controller = null;
    this.opening = '';
    this.failed = null;
    this.all = false;
    listenTo(this, 'bh-model-save', ({ profile: { kind, ...profile }, key }, event) => {
      if (kind !== 'recorded') this.#model(event, (models) => models.save({ ...profile, kind }, key));
    });
    listenTo(this, 'bh-model-test', ({ profile: { kind, ...profile }, key }, event) => {
      if (kind !== 'recorded') this.#model(event, (models) => models.test({ ...profile, kind }, key));
    });
    listenTo(this, 'bh-model-forget', (_, event) => this.#model(event, (models) => models.forget()));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#off?.();
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('controller')) this.#follow();
  }

  override render(): TemplateResult {
    const { controller } = this;
    if (!controller)
      return html`<h2 id="title" tabindex="-1">${t('place.studio')}</h2><p class="muted" role="status">${t('begin.loading')}</p>`;
    const { offers, kept, keptFailure, example } = controller.state;
    const use: OfferUse = {
      opening: this.opening,
      open: (offer, session) => void this.#open(controller, offer, session),
    };
    const shown = this.all ? kept : kept?.slice(0, FIRST);
    return html`<div class="page">
      ${this.#head(controller)}
      ${this.failed ? html`<div class="card">${errorBox(this.failed, 'begin-failed', t('begin.failed'))}</div>` : nothing}
      ${example ? this.#example(controller) : nothing}
      <div class="kinds">${(['plugin', 'schema', 'profile'] as const).map((kind) => studioKind(kind, offers, use))}</div>
      <section class="card stack" aria-labelledby="kept">
        <h3 id="kept">${t('begin.kept')}</h3>
        ${keptFailure === undefined ? nothing : errorBox(viewError(keptFailure), 'begin-kept-failed', t('begin.keptFailed'))}
        ${kept?.length === 0 ? html`<p class="muted" data-testid="begin-kept-none">${t('begin.keptNone')}</p>` : nothing}
        ${shown ? keptSessions(shown, offers, use) : nothing}
        ${
          kept && shown && shown.length < kept.length
            ? html`<div><button class="plain small" data-testid="begin-all" @click=${this.#more}>${t('begin.all', { count: kept.length })}</button></div>`
            : nothing
        }
      </section>
    </div>
    <dialog aria-label=${t('begin.model')} data-testid="begin-model">
      <form method="dialog" class="row"><span class="grow"></span><button data-testid="begin-model-close">${t('app.close')}</button></form>
      ${modelForm(controller.models)}</dialog>`;
  }

  #head({ models }: StudioController): TemplateResult {
    const { profile } = models.state;
    const name = profile?.model ?? profile?.endpoint ?? profile?.kind ?? '';
    return html`<div class="stack head">
      <div class="row"><h2 id="title" class="grow" tabindex="-1">${t('place.studio')}</h2>
        ${profile ? html`<span class="small muted cut" data-testid="begin-model-name">${said('begin.by', { name })}</span>` : nothing}
        <button data-testid="begin-open-model" @click=${this.#settings}>${t(profile ? 'begin.model' : 'begin.connect')}</button></div>
      <p class="muted lead">${t('begin.teach')}</p>
      ${profile ? nothing : html`<p class="small warn" role="status" data-testid="begin-no-model">${t('begin.noModel')}</p>`}
    </div>`;
  }

  #example(controller: StudioController): TemplateResult {
    return html`<section class="card row example" aria-labelledby="example" data-testid="begin-example">
      <span class="say grow"><h3 id="example">${t('begin.example')}</h3><span class="muted">${t('begin.exampleTeach')}</span></span>
      <button class="act" data-testid="begin-play" ?disabled=${this.opening !== ''} @click=${() => void this.#during(EXAMPLE, () => controller.play(this))}>${t(this.opening === EXAMPLE ? 'begin.opening' : 'begin.play')}</button></section>`;
  }

  #open(controller: StudioController, offer: string, session: string | null): Promise<void> {
    return this.#during(session ?? offer, () => controller.open(offer, session, this));
  }

  async #during(what: string, work: () => Promise<void>): Promise<void> {
    if (this.opening !== '') return;
    const from = this.shadowRoot?.activeElement;
    this.opening = what;
    this.failed = null;
    try {
      await work();
    } catch (error) {
      this.failed = viewError(error);
    } finally {
      this.opening = '';
    }
    await this.controller?.refresh();
    await this.updateComplete;
    // What was pressed could not keep the keyboard meanwhile; it may be gone by now.
    const back = from?.isConnected ? from : this.shadowRoot?.querySelector('#title');
    if (!this.shadowRoot?.activeElement) (back as HTMLElement | null | undefined)?.focus();
  }

  #settings = (): void => this.renderRoot.querySelector('dialog')?.showModal();

  #more = async (): Promise<void> => {
    this.all = true;
    await this.updateComplete;
    this.renderRoot.querySelectorAll<HTMLElement>('[data-testid=begin-go-on]')[FIRST]?.focus();
  };

  /** What the form says is for us, and for nobody outside. */
  #model(event: Event, work: (models: StudioController['models']) => Promise<void>): void {
    event.stopPropagation();
    const { controller } = this;
    if (!controller) return;
    work(controller.models).catch((error: unknown) => {
      this.failed = viewError(error);
    });
  }

  #follow(): void {
    this.#off?.();
    this.#off = this.controller?.onChange(() => this.requestUpdate());
  }
}

define('bulkhead-studio-place', BulkheadStudioPlace);
