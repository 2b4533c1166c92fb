import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { DESCRIPTION_CHARS } from '../../../worker/protocol/display-text.js';
import type { ToolInfo } from '../../index.js';
import { language } from '../i18n/language.js';
import { type TextKey, t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import type { ErrorView } from '../shared/error-text.js';
import { type Draft, type Field, fieldsOf, readArguments, textOf } from '../shared/fields.js';
import { toolTitle } from '../shared/plugin-name.js';
import { forModels, said, stranger } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';
import { formStyles } from './tool-form-styles.js';

const NO_DRAFT: Draft = new Map();

/** A form made from a tool's JSON Schema. What was typed stays while the user looks at another tool. */
export class BulkheadToolForm extends BulkheadElement {
  static override properties = reactive<BulkheadToolForm>({
    tool: { attribute: false, initial: null },
    off: { type: Boolean, initial: false },
    error: { attribute: false, initial: null },
    raw: { state: true, initial: null },
    timeout: { state: true, initial: '10000' },
    problems: { state: true, initial: new Map() },
  });
  static override styles = [...styles, formStyles];
  declare tool: ToolInfo | null;
  /** The tool is switched off for the orchestration: no run will find it. */
  declare off: boolean;
  /** Why the last call's arguments were refused. */
  declare error: ErrorView | null;
  declare raw: string | null;
  declare timeout: string;
  declare problems: ReadonlyMap<string, string>;
  readonly #drafts = new Map<string, Map<string, string>>();
  #fields: readonly Field[] = [];

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('tool')) {
      this.#fields = this.tool ? fieldsOf(this.tool.parameters) : [];
      const before = changed.get('tool') as ToolInfo | null | undefined;
      if (before?.name !== this.tool?.name) {
        this.raw = null;
        this.problems = new Map();
      }
    }
    if (changed.has('error')) this.problems = this.#refused();
  }

  override updated(changed: PropertyValues): void {
    if (changed.has('error') && this.error) this.renderRoot.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }

  override render(): TemplateResult {
    const { tool } = this;
    if (!tool) {
      return html`<section class="card stack"><h2>${t('tool.title')}</h2><p class="muted">${t('tool.none')}</p></section>`;
    }
    const general = this.problems.get('');
    return html`<form class="card stack" novalidate @submit=${this.#submit} @keydown=${this.#key}>
      <div class="row head">
        <h2 class="foreign">${stranger(toolTitle(tool))}</h2>
        <code class="muted foreign">${stranger(tool.name)}</code>
        <span class="small muted foreign">${said('tool.of', { plugin: tool.owner })}</span>
        <span class="badge small mode ${tool.mode}">${t(`tool.${tool.mode}`)}</span>
        ${tool.mode === 'write' && !tool.hasSimulate ? html`<span class="small muted">${t('tool.noSimulation')}</span>` : nothing}
      </div>
      ${tool.description === '' ? nothing : html`<p class="muted description foreign">${forModels(tool.description)}</p>`}
      ${this.raw === null ? this.#form() : this.#rawField(this.raw)}
      ${general === undefined ? nothing : html`<p class="danger small foreign" role="alert">${stranger(general, DESCRIPTION_CHARS)}</p>`}
      ${this.off ? this.#offNote(tool) : nothing}
      <div class="row">
        <button class="primary" data-testid="tool-run">${t('tool.run')} <kbd>⌘/Ctrl ↵</kbd></button>
        <button type="button" data-testid="tool-simulate" title=${t(simulationOf(tool))} @click=${() => this.#send(true)}>${t('tool.simulate')}</button>
        <label class="row limit"><span class="small muted">${t('tool.timeout')}</span>
          <input type="number" min="1" max="30000" step="100" data-testid="tool-timeout" .value=${this.timeout}
            @input=${(event: InputEvent) => {
              this.timeout = (event.target as HTMLInputElement).value;
            }} /><span class="small muted">ms</span></label>
        <label class="row check"><input type="checkbox" data-testid="tool-raw-switch" .checked=${this.raw !== null}
          @change=${this.#switchRaw} /><span class="small">${t('tool.raw')}</span></label>
      </div>
    </form>`;
  }

  #offNote({ name }: ToolInfo): TemplateResult {
    return html`<div class="row off" data-testid="tool-off"><span class="small grow">${t('tool.off')}</span>
      <button type="button" class="small" @click=${() => this.emit('bh-orchestrate', { tool: name, on: true })}>${t('tool.switchOn')}</button></div>`;
  }

  #form(): TemplateResult {
    if (this.#fields.length === 0) return html`<p class="muted">${t('tool.noFields')}</p>`;
    return html`<div class="fields">${this.#fields.map((field, index) => this.#field(field, `f${index}`))}</div>`;
  }

  #field(field: Field, id: string): TemplateResult {
    const problem = this.problems.get(field.path);
    const hint =
      field.kind === 'lines' ? t('tool.perLine') : field.kind === 'json' ? t('tool.json') : (rangeOf(field) ?? '');
    return html`<div class="field ${field.kind}">
      <label for=${id}><span class="mono foreign">${stranger(field.name)}</span>
        ${field.required ? html`<span class="small required">${t('tool.required')}</span>` : nothing}
        <span class="small muted">${hint}</span></label>
      ${this.#control(field, id, problem !== undefined)}
      ${field.description === '' ? nothing : html`<p class="small muted foreign" id="${id}-about">${stranger(field.description, DESCRIPTION_CHARS)}</p>`}
      ${problem === undefined ? nothing : html`<p class="small danger foreign" id="${id}-problem" role="alert" data-testid="field-error" data-path=${field.path}>${stranger(problem, DESCRIPTION_CHARS)}</p>`}
    </div>`;
  }

  #control(field: Field, id: string, bad: boolean): TemplateResult {
    const text = textOf(field, this.#draft());
    const about = `${id}-problem ${id}-about`;
    const input = (event: Event) => this.#type(field, (event.target as HTMLInputElement).value);
    switch (field.kind) {
      case 'boolean':
        return html`<span class="row check"><input id=${id} type="checkbox" data-field=${field.name} aria-describedby=${about} .checked=${text === 'true'}
          @change=${(event: Event) => this.#type(field, String((event.target as HTMLInputElement).checked))} /><span>${t('tool.yes')}</span></span>`;
      case 'choice':
        return html`<select id=${id} data-field=${field.name} aria-describedby=${about} aria-invalid=${bad} @change=${input}>
          <option value="-1" ?selected=${text === '' || text === '-1'}>${t('tool.choose')}</option>
          ${field.choices.map((choice, index) => {
            const words = typeof choice === 'string' ? choice : JSON.stringify(choice);
            return html`<option value=${index} ?selected=${text === String(index)}>${words}</option>`;
          })}</select>`;
      case 'number':
        return html`<input id=${id} type="number" data-field=${field.name} aria-describedby=${about} aria-invalid=${bad}
          min=${field.min ?? nothing} max=${field.max ?? nothing} step=${field.step ?? 'any'} .value=${text} @input=${input} />`;
      case 'text':
        return html`<input id=${id} type="text" autocomplete="off" data-field=${field.name} aria-describedby=${about} aria-invalid=${bad}
          .value=${text} @input=${input} />`;
      default:
        return html`<textarea id=${id} rows=${field.kind === 'lines' ? 3 : 5} spellcheck="false" data-field=${field.name}
          aria-describedby=${about} aria-invalid=${bad} .value=${text} @input=${input}></textarea>`;
    }
  }

  #rawField(raw: string): TemplateResult {
    return html`<textarea rows="8" spellcheck="false" data-testid="tool-raw" aria-label=${t('tool.raw')} .value=${raw}
      @input=${(event: InputEvent) => {
        this.raw = (event.target as HTMLTextAreaElement).value;
      }}></textarea>`;
  }

  #draft(): Map<string, string> {
    const name = this.tool?.name ?? '';
    const draft = this.#drafts.get(name) ?? new Map<string, string>();
    this.#drafts.set(name, draft);
    return draft;
  }

  #type(field: Field, text: string): void {
    this.#draft().set(field.name, text);
    if (!this.problems.has(field.path)) return;
    this.problems = new Map([...this.problems].filter(([path]) => path !== field.path));
  }

  #refused(): ReadonlyMap<string, string> {
    const problems = new Map<string, string>();
    for (const { path, message } of this.error?.mismatches ?? []) {
      const field = this.#fields.find((one) => path === one.path || path.startsWith(`${one.path}/`));
      const place = this.raw === null ? (field?.path ?? '') : '';
      const missing = path === '' && this.raw === null ? this.#missing(message) : undefined;
      if (missing) {
        problems.set(missing.path, t('tool.missing'));
        continue;
      }
      const words = place === '' && path !== '' ? `${path}: ${message}` : message;
      problems.set(place, problems.has(place) ? `${problems.get(place)}\n${words}` : words);
    }
    return problems;
  }

  /** The field that a message about the whole object says is not there. */
  #missing(message: string): Field | undefined {
    return this.#fields.find(({ name, required }) => required && message.includes(`required property "${name}"`));
  }

  #switchRaw = (): void => {
    const { args } = readArguments(this.#fields, this.tool ? this.#draft() : NO_DRAFT);
    this.raw = this.raw === null ? JSON.stringify(args, null, 2) : null;
    this.problems = new Map();
  };

  #key = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    const typing = event.composedPath()[0] instanceof HTMLInputElement;
    if (event.ctrlKey || event.metaKey) this.#submit(event);
    // Enter alone, in a field, must not start what changes data.
    else if (typing && this.tool?.mode === 'write') event.preventDefault();
  };

  #submit = (event: Event): void => {
    event.preventDefault();
    this.#send(false);
  };

  #send(simulate: boolean): void {
    if (!this.tool) return;
    let args: unknown;
    const errors = new Map<string, string>();
    if (this.raw === null) {
      const read = readArguments(this.#fields, this.#draft());
      args = read.args;
      for (const [path, message] of read.errors) errors.set(path, t('tool.badJson', { message }));
    } else {
      try {
        args = JSON.parse(this.raw);
      } catch (error) {
        errors.set('', t('tool.badJson', { message: (error as Error).message }));
      }
    }
    this.problems = errors;
    if (errors.size > 0) return;
    const timeoutMs = Number(this.timeout);
    this.emit('bh-execute', { tool: this.tool.name, args, simulate, ...(timeoutMs > 0 && { timeoutMs }) });
  }
}

/** What a simulation of this tool does. */
function simulationOf({ mode, hasSimulate }: ToolInfo): TextKey {
  if (mode === 'read') return 'tool.simulateReads';
  return hasSimulate ? 'tool.simulateOwn' : 'tool.simulateNothing';
}

function rangeOf({ kind, min, max }: Field): string | undefined {
  if (kind !== 'number' || (min === undefined && max === undefined)) return undefined;
  const words = (limit: number | undefined) => limit?.toLocaleString(language()) ?? '…';
  return `${words(min)} – ${words(max)}`;
}

define('bulkhead-tool-form', BulkheadToolForm);
