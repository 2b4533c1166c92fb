import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { DialectChoice, Host, ParsedMessage, TextTool } from '../index.js';
import { DIALECT_CHOICES, dialectName } from './dialect-names.js';
import { BulkheadElement, define } from './element.js';
import { errorBox, errorStyles } from './error.js';
import './fold.js';
import { type FoundCall, foundCall, foundCallStyles } from './found-call.js';
import { language } from './language.js';
import type { BulkheadMarkedText, NumberedCall } from './marked-text.js';
import './marked-text.js';
import { ParseDesk } from './parse-desk.js';
import { PARSE_EXAMPLES } from './parse-examples.js';
import { parseInspectorStyles } from './parse-inspector-styles.js';
import { type Piece, piecesOf, WHOLE_CHARS } from './parse-pieces.js';
import { styles } from './styles.js';
import { switchStyles } from './switch-styles.js';
import { t } from './text.js';

/** Calls that are listed at once. */
const STEP = 50;

/** What is shown of one answer. */
interface Shown {
  readonly message: ParsedMessage;
  readonly calls: readonly FoundCall[];
  readonly pieces: readonly Piece[];
  /** The calls that the pieces show. */
  readonly numbered: readonly NumberedCall[];
}

/** Shows what calls a model's text holds, and what of it a reader sees. Nothing is run. */
export class BulkheadParseInspector extends BulkheadElement {
  static override properties = {
    host: { attribute: false },
    text: {},
    dialect: {},
    withTools: { type: Boolean, attribute: 'with-tools' },
    lit: { state: true },
    limit: { state: true },
  };
  static override styles = [...styles, switchStyles, errorStyles, foundCallStyles, parseInspectorStyles];
  declare host: Host | null;
  /** What a model has written. */
  declare text: string;
  declare dialect: DialectChoice;
  /** The scan knows the tools of `host.skills`. */
  declare withTools: boolean;
  /** Id of the call that is pointed at. */
  declare lit: number | null;
  declare limit: number;
  #off: readonly (() => void)[] = [];
  /** What the scan was told of tools last, as text. */
  #toldTools = '';
  #shown: Shown | null = null;
  readonly #desk = new ParseDesk(
    () => this.host?.textCalls,
    () => this.requestUpdate(),
  );

  constructor() {
    super();
    this.host = null;
    this.text = '';
    this.dialect = 'auto';
    this.withTools = false;
    this.lit = null;
    this.limit = STEP;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unfollow();
    this.#desk.ask(null);
  }

  override willUpdate(changed: PropertyValues): void {
    this.lang = language();
    if (changed.has('host')) this.#follow();
    else if (changed.has('text') || changed.has('dialect') || changed.has('withTools')) this.#ask();
    if (changed.has('text')) this.limit = STEP;
    this.#see();
  }

  override render(): TemplateResult {
    const { text, host } = this;
    const answer = this.#desk.answer;
    return html`<section class="stack page" aria-labelledby="title" data-testid="inspector">
      <div class="row how">
        <h2 id="title" class="grow" tabindex="-1">${t('inspect.title')}</h2>
        <select data-testid="inspect-dialect" aria-label=${t('inspect.dialect')} @change=${this.#choose}>
          ${DIALECT_CHOICES.map((id) => html`<option value=${id} ?selected=${id === this.dialect}>${dialectName(id)}</option>`)}</select>
        <label class="switch"><input type="checkbox" role="switch" data-testid="inspect-tools" .checked=${this.withTools} @change=${(
          event: Event,
        ) => {
          this.withTools = (event.target as HTMLInputElement).checked;
        }} />${t('inspect.tools')}
          <span class="small muted">${t('inspect.toolCount', { count: host?.skills.list().length ?? 0 })}</span></label>
      </div>
      <div class="columns">
        <div class="stack">
          <textarea data-testid="inspect-text" aria-label=${t('inspect.input')} placeholder=${t('inspect.placeholder')} spellcheck="false"
            .value=${text} @input=${(event: Event) => {
              this.text = (event.target as HTMLTextAreaElement).value;
            }}></textarea>
          ${
            text === ''
              ? nothing
              : html`<div class="row said small" role="status" data-testid="inspect-said"><span class="grow row said">${this.#said()}</span>
            <button class="plain small muted" data-testid="inspect-clear" @click=${this.#clear}>${t('inspect.clear')}</button></div>`
          }
          ${this.#marked()}
        </div>
        <div class="stack column">${text === '' ? this.#teach() : answer?.error ? errorBox(answer.error, 'inspect-error', t('plugins.failed')) : this.#found()}</div>
      </div>
    </section>`;
  }

  #teach(): TemplateResult {
    return html`<div class="card stack" data-testid="inspect-empty"><p class="muted">${t('inspect.teach')}</p><p>${t('inspect.try')}</p>
      <div class="row">${PARSE_EXAMPLES.map(
        ({ id, text }) =>
          html`<button data-testid="inspect-example" data-example=${id} @click=${() => {
            this.text = text();
          }}>${t(`inspect.example.${id}`)}</button>`,
      )}</div></div>`;
  }

  #said(): TemplateResult | typeof nothing {
    const shown = this.#shown;
    if (!shown) return nothing;
    const { message, calls } = shown;
    const malformed = calls.length - message.calls.length;
    return html`<span data-testid="inspect-spoken" data-dialect=${message.dialect ?? ''}>${message.dialect ? t('inspect.spoken', { name: dialectName(message.dialect) }) : t('inspect.noDialect')}</span>
      <span data-testid="inspect-count">${t('inspect.calls', { count: message.calls.length })}</span>
      ${malformed > 0 ? html`<span class="danger">${t('inspect.malformedCount', { count: malformed })}</span>` : nothing}
      <span class="muted">${t('inspect.chars', { count: this.text.length.toLocaleString('en') })}</span>`;
  }

  #marked(): TemplateResult | typeof nothing {
    const shown = this.#shown;
    if (!shown) return nothing;
    return html`<h3>${t('inspect.marked')}</h3>
      ${this.text.length > WHOLE_CHARS ? html`<p class="small muted" data-testid="inspect-long">${t('inspect.long')}</p>` : nothing}
      <bulkhead-marked-text .pieces=${shown.pieces} .lit=${this.lit} .light=${this.#light} .go=${this.#goToRow}
        .calls=${shown.numbered}></bulkhead-marked-text>`;
  }

  #found(): TemplateResult | typeof nothing {
    const shown = this.#shown;
    if (!shown) return nothing;
    const { calls, message } = shown;
    const { light, go } = { light: this.#light, go: this.#goToText };
    return html`<section class="card calls stack" aria-labelledby="found"><h3 id="found">${t('inspect.found')} <span class="muted">${calls.length}</span></h3>
        ${
          calls.length === 0
            ? html`<p class="muted">${t('inspect.none')}</p>`
            : html`<ul class="list">${repeat(
                calls.slice(0, this.limit),
                ({ id }) => id,
                (call, index) => foundCall(call, { number: index + 1, lit: this.lit === call.id, light, go }),
              )}</ul>`
        }
        ${
          calls.length > this.limit
            ? html`<div><button class="plain small" data-testid="found-more" @click=${() => {
                this.limit += STEP;
              }}>${t('inspect.more', { count: Math.min(STEP, calls.length - this.limit) })}</button></div>`
            : nothing
        }</section>
      <section class="card stack" aria-labelledby="visible" data-testid="inspect-visible"><h3 id="visible">${t('inspect.visible')}</h3>
        ${message.content === null ? html`<p class="muted">${t('inspect.visibleNone')}</p>` : html`<bulkhead-fold .text=${cut(message.visibleText.replace(/^\n+|\n+$/g, ''))}></bulkhead-fold>`}</section>
      ${
        message.reasoning === ''
          ? nothing
          : html`<details class="card" data-testid="inspect-reasoning"><summary><strong>${t('inspect.reasoning')}</strong> <span class="small muted">${t('inspect.chars', { count: message.reasoning.length.toLocaleString('en') })}</span></summary>
            <bulkhead-fold .text=${cut(message.reasoning.replace(/^\n+|\n+$/g, ''))}></bulkhead-fold></details>`
      }`;
  }

  /** What is shown of the newest answer: made once for each. */
  #see(): void {
    const { wanted, message } = this.#desk.answer ?? {};
    if (message === this.#shown?.message) return;
    this.lit = null;
    if (!wanted || !message) {
      this.#shown = null;
      return;
    }
    const calls = message.events.filter((event) => event.type === 'call' || event.type === 'malformed');
    const pieces = piecesOf(wanted.text, message);
    const marked = new Set(pieces.map(({ call }) => call));
    const numbered = calls.flatMap(({ id, name }, index) => (marked.has(id) ? [{ id, name, number: index + 1 }] : []));
    this.#shown = { message, calls, pieces, numbered };
  }

  #follow(): void {
    this.#unfollow();
    const { host } = this;
    if (host) this.#off = [host.skills.onChange(this.#toolsChanged), host.tools.onChange(this.#toolsChanged)];
    this.#ask();
  }

  #unfollow(): void {
    for (const off of this.#off) off();
    this.#off = [];
  }

  #toolsChanged = (): void => {
    this.requestUpdate();
    if (this.withTools && JSON.stringify(this.#tools()) !== this.#toldTools) this.#ask();
  };

  #tools(): readonly TextTool[] {
    const tools = this.host?.skills.list() ?? [];
    return tools.map(({ name, parameters }) => ({ name, ...(parameters && { parameters }) }));
  }

  #ask(): void {
    const { text, dialect } = this;
    const tools = this.withTools ? this.#tools() : undefined;
    this.#toldTools = JSON.stringify(tools) ?? '';
    this.#desk.ask(text === '' ? null : { text, dialect, ...(tools && { tools }) });
  }

  #choose = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    this.dialect = DIALECT_CHOICES.find((id) => id === value) ?? 'auto';
  };

  #clear = (): void => {
    this.text = '';
    this.renderRoot.querySelector<HTMLElement>('textarea')?.focus();
  };

  #light = (call: number | null): void => {
    this.lit = call;
  };

  #goToText = (call: number): void =>
    this.renderRoot.querySelector<BulkheadMarkedText>('bulkhead-marked-text')?.focusCall(call);

  /** Puts the keyboard on a call in the list, which may not be listed yet. */
  #goToRow = async (call: number): Promise<void> => {
    const index = this.#shown?.calls.findIndex(({ id }) => id === call) ?? -1;
    if (index >= this.limit) this.limit = Math.ceil((index + 1) / STEP) * STEP;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`.found[data-call="${call}"] [data-testid=found-show]`)?.focus();
  };
}

/** More than anybody reads would only be laid out in vain. */
const cut = (text: string): string => (text.length > WHOLE_CHARS ? `${text.slice(0, WHOLE_CHARS)}…` : text);

define('bulkhead-parse-inspector', BulkheadParseInspector);
