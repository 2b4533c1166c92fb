import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { DialectChoice } from '../../../worker/protocol/dialects.js';
import type { TextTool } from '../../../worker/protocol/text-calls.js';
import type { Host } from '../../index.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { errorBox, errorStyles } from '../shared/error.js';
import { foundCallStyles } from '../tools/found-call.js';
import type { BulkheadMarkedText } from './marked-text.js';
import './marked-text.js';
import { t } from '../i18n/text.js';
import { listStyles, styles } from '../shared/styles.js';
import { switchStyles } from '../shared/switch-styles.js';
import { ParseController } from './parse-controller.js';
import { PARSE_EXAMPLES } from './parse-examples.js';
import { parseInspectorStyles } from './parse-inspector-styles.js';
import { WHOLE_CHARS } from './parse-pieces.js';
import {
  DIALECT_CHOICES,
  dialectName,
  foundCalls,
  type ParseResult,
  parseResult,
  parseSaid,
  readerSees,
  STEP,
} from './parse-result.js';

/** Shows what calls a model's text holds, and what of it a reader sees. Nothing is run. */
export class BulkheadParseInspector extends BulkheadElement {
  static override properties = reactive<BulkheadParseInspector>({
    host: { attribute: false, initial: null },
    text: { initial: '' },
    dialect: { initial: 'auto' },
    withTools: { type: Boolean, attribute: 'with-tools', initial: false },
    lit: { state: true, initial: null },
    limit: { state: true, initial: STEP },
  });
  static override styles = [...styles, listStyles, switchStyles, errorStyles, foundCallStyles, parseInspectorStyles];
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
  /** The tools of the last scan, as text. */
  #toldTools = '';
  #shown: ParseResult | null = null;
  readonly #controller = new ParseController(
    () => this.host?.textCalls,
    () => this.requestUpdate(),
  );

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unfollow();
    this.#controller.ask(null);
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('host')) this.#follow();
    else if (changed.has('text') || changed.has('dialect') || changed.has('withTools')) this.#ask();
    if (changed.has('text')) this.limit = STEP;
    this.#see();
  }

  override render(): TemplateResult {
    const { text, host } = this;
    const answer = this.#controller.answer;
    const shown = this.#shown;
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
              : html`<div class="row said small"><span class="grow row said" role="status" data-testid="inspect-said">${shown ? parseSaid(shown, text.length) : nothing}</span>
            <button class="plain small muted" data-testid="inspect-clear" @click=${this.#clear}>${t('inspect.clear')}</button></div>`
          }
          ${this.#marked()}
        </div>
        <div class="stack column">${text === '' ? this.#teach() : answer?.error ? errorBox(answer.error, 'inspect-error', t('plugins.failed')) : shown ? html`${this.#found(shown)}${readerSees(shown)}` : nothing}</div>
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

  #marked(): TemplateResult | typeof nothing {
    const shown = this.#shown;
    if (!shown) return nothing;
    return html`<h3>${t('inspect.marked')}</h3>
      ${this.text.length > WHOLE_CHARS ? html`<p class="small muted" data-testid="inspect-long">${t('inspect.long')}</p>` : nothing}
      <bulkhead-marked-text .pieces=${shown.pieces} .lit=${this.lit} .light=${this.#light} .go=${this.#goToRow}
        .calls=${shown.numbered}></bulkhead-marked-text>`;
  }

  #found(shown: ParseResult): TemplateResult {
    const { limit, lit } = this;
    return foundCalls(shown, {
      ...{ limit, lit, light: this.#light, go: this.#goToText },
      more: () => {
        this.limit += STEP;
      },
    });
  }

  /** What is shown of the newest answer: made once for each. */
  #see(): void {
    const { wanted, message } = this.#controller.answer ?? {};
    if (message === this.#shown?.message) return;
    this.lit = null;
    if (!wanted || !message) {
      this.#shown = null;
      return;
    }
    this.#shown = parseResult(wanted.text, message);
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
    this.#controller.ask(text === '' ? null : { text, dialect, ...(tools && { tools }) });
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

define('bulkhead-parse-inspector', BulkheadParseInspector);
