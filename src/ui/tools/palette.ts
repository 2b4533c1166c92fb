import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { DESCRIPTION_CHARS, isolated } from '../../../worker/protocol/display-text.js';
import type { ToolFlags, ToolInfo } from '../../index.js';
import { debounce } from '../../primitives/index.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { errorWords, viewError } from '../shared/error-text.js';
import { toolTitle } from '../shared/plugin-name.js';
import { inRow, said, stranger } from '../shared/strangers.js';
import { listStyles, styles } from '../shared/styles.js';
import { switchStyles } from '../shared/switch-styles.js';
import { isSwitchedOn } from './orchestration.js';
import { groupTools, type ToolGroup } from './palette-groups.js';
import { paletteStyles } from './palette-styles.js';

/** Finds tools by words, the best first. */
export type SearchTools = (query: string, signal: AbortSignal) => Promise<readonly ToolInfo[]>;

const DEBOUNCE_MS = 80;

/** Every tool that can be called, by owner, each with its switch for the orchestration; a search above them. */
export class BulkheadPalette extends BulkheadElement {
  static override properties = reactive<BulkheadPalette>({
    tools: { attribute: false, initial: [] },
    flags: { attribute: false, initial: {} },
    search: { attribute: false, initial: async () => [] },
    tool: { initial: '' },
    query: { state: true, initial: '' },
    found: { state: true, initial: null },
    failed: { state: true, initial: '' },
    at: { state: true, initial: '' },
  });
  static override styles = [...styles, listStyles, switchStyles, paletteStyles];
  declare tools: readonly ToolInfo[];
  /** The switches of the orchestration. */
  declare flags: ToolFlags;
  declare search: SearchTools;
  /** Name of the tool that is chosen. */
  declare tool: string;
  declare query: string;
  /** What the search answered; `null` shows all. */
  declare found: readonly ToolInfo[] | null;
  declare failed: string;
  /** The row that the keyboard is on. */
  declare at: string;
  readonly #soon = debounce(DEBOUNCE_MS, () => void this.#search());
  #stop = new AbortController();
  #latest: Promise<void> = Promise.resolve();

  /** Puts the cursor into the search. */
  find(): void {
    const field = this.#field();
    field?.focus();
    field?.select();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#soon.cancel();
    this.#stop.abort();
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('tools') && changed.get('tools') !== undefined && this.query.trim() !== '') void this.#search();
  }

  override render(): TemplateResult {
    const { tools, found } = this;
    const shown = this.#shown();
    const reached = [this.at, this.tool].find((name) => shown.some((one) => one.name === name)) ?? shown[0]?.name;
    const off = tools.filter(({ name }) => !isSwitchedOn(this.flags, name)).length;
    return html`<section class="card stack" aria-labelledby="title" data-testid="palette">
      <div class="row"><h2 id="title">${t('palette.title')} ${tools.length > 0 ? html`<span class="muted">${tools.length}</span>` : nothing}</h2>
        ${off > 0 ? html`<span class="small muted" data-testid="palette-off">${t('palette.off', { count: off })}</span>` : nothing}</div>
      ${
        tools.length === 0
          ? html`<div class="stack"><h3>${t('palette.none')}</h3><p class="muted">${t('palette.teach')}</p></div>`
          : html`<input type="search" autocomplete="off" spellcheck="false" placeholder="${t('palette.search')}  /" aria-label=${t('palette.search')}
              data-testid="tool-filter" .value=${this.query} @input=${this.#typed} @keydown=${this.#fieldKey} />`
      }
      ${this.failed === '' ? nothing : html`<p class="small danger" role="alert">${this.failed}</p>`}
      <p class="visually-hidden" role="status">${found === null ? '' : t('palette.found', { count: found.length })}</p>
      ${
        found !== null && found.length === 0 && this.failed === ''
          ? html`<p class="muted foreign" data-testid="no-match">${said('palette.noMatch', { query: this.query.trim() })}</p>`
          : nothing
      }
      <div class="scroll" ?hidden=${shown.length === 0} @keydown=${this.#rowKey}>${
        found === null
          ? groupTools(tools).map((group) => this.#group(group, reached))
          : html`<ul>${this.#rows(found, reached, true)}</ul>`
      }</div>
    </section>`;
  }

  #group(group: ToolGroup, reached: string | undefined): TemplateResult {
    const { owner, kind, source, tools } = group;
    return html`<section data-testid="palette-group" data-owner=${owner} data-kind=${kind}>
      <div class="row group"><h3 class="cut foreign" title=${isolated(owner)}>${stranger(owner)}</h3>
        <span class="small muted"><span title=${t(`kind.${kind}.long`)}>${t(`kind.${kind}`)}</span> · ${t(`source.${source}`)} ·
          <span title=${t('layer.long')}>${said('layer.name', { layer: 2 })}</span></span></div>
      <ul>${this.#rows(tools, reached, false)}</ul>
    </section>`;
  }

  #rows(tools: readonly ToolInfo[], reached: string | undefined, withOwner: boolean) {
    return repeat(
      tools,
      ({ name }) => name,
      (tool) => this.#row(tool, tool.name === reached ? 0 : -1, withOwner),
    );
  }

  /** One row is in the tab order, with its switch; arrows reach the others. */
  #row(tool: ToolInfo, tabindex: number, withOwner: boolean): TemplateResult {
    const { name, description, mode, owner, kind } = tool;
    const on = isSwitchedOn(this.flags, name);
    const title = toolTitle(tool);
    const label = title === name ? description : title;
    const about = [...(withOwner ? [stranger(owner), t(`kind.${kind}`)] : []), stranger(label, DESCRIPTION_CHARS)];
    return html`<li class="line ${on ? '' : 'is-off'}">
      <button class="plain tool" data-testid="tool-row" data-tool=${name} data-kind=${kind} title=${`${name}\n${isolated(title)}`}
        aria-current=${name === this.tool} tabindex=${tabindex} @click=${(event: MouseEvent) => this.#choose(name, event.detail === 0)}>
        <span class="first"><span class="mono cut foreign">${stranger(name)}</span> <span class="mode small ${mode}">${t(`tool.${mode}`)}</span></span>
        <span class="small muted cut foreign">${!withOwner && label === '' ? '\u2014' : inRow(about)}</span>
      </button>
      <input type="checkbox" role="switch" data-testid="tool-switch" data-tool=${name} tabindex=${tabindex}
        aria-label=${t('palette.switch', { name })} title=${t(on ? 'palette.isOn' : 'palette.isOff')} .checked=${on}
        @focus=${() => this.#reach(name)} @change=${(event: Event) => this.emit('bh-orchestrate', { tool: name, on: (event.target as HTMLInputElement).checked })} />
    </li>`;
  }

  #shown(): readonly ToolInfo[] {
    return this.found ?? groupTools(this.tools).flatMap(({ tools }) => tools);
  }

  #field = (): HTMLInputElement | null => this.renderRoot.querySelector<HTMLInputElement>('input[type=search]');

  #reach(name: string): void {
    this.at = name;
  }

  #choose(tool: string, keyboard: boolean): void {
    this.at = tool;
    this.emit('bh-tool', { tool, keyboard });
  }

  #typed = (event: InputEvent): void => {
    this.query = (event.target as HTMLInputElement).value;
    this.#soon.again();
  };

  /** Asks once more; what an earlier question still answers counts no more. Resolves when the latest is answered. */
  async #search(): Promise<void> {
    this.#latest = this.#ask();
    for (let awaited: unknown; awaited !== this.#latest; ) {
      awaited = this.#latest;
      await awaited;
    }
  }

  async #ask(): Promise<void> {
    this.#soon.cancel();
    this.#stop.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const query = this.query.trim();
    this.failed = '';
    if (query === '') this.found = null;
    else {
      try {
        const found = await this.search(query, signal);
        if (!signal.aborted) this.found = found;
      } catch (error) {
        if (!signal.aborted) this.failed = errorWords(viewError(error).code);
      }
    }
  }

  #fieldKey = async (event: KeyboardEvent): Promise<void> => {
    if (event.isComposing) return;
    if (event.key === 'Escape' && this.query !== '') {
      event.preventDefault();
      this.query = '';
      await this.#search();
    } else if (event.key === 'Escape') this.#field()?.blur();
    else if (event.key === 'ArrowDown') {
      event.preventDefault();
      this.#go(this.#shown()[0]?.name);
    } else if (event.key === 'Enter') {
      // What was typed this moment counts, not what was found before.
      await this.#search();
      const first = this.found?.[0];
      if (first && this.query.trim() !== '') this.#choose(first.name, true);
    }
  };

  #rowKey = (event: KeyboardEvent): void => {
    const names = this.#shown().map(({ name }) => name);
    const target = event.composedPath()[0];
    const index = names.indexOf((target instanceof HTMLElement && target.dataset.tool) || '');
    if (event.key === 'ArrowDown') this.#go(names[index + 1]);
    else if (event.key === 'ArrowUp') index > 0 ? this.#go(names[index - 1]) : this.#field()?.focus();
    else if (event.key === 'Home') this.#go(names[0]);
    else if (event.key === 'End') this.#go(names.at(-1));
    else if (event.key === 'Escape') this.#field()?.focus();
    else return;
    event.preventDefault();
  };

  #go(name: string | undefined): void {
    if (name === undefined) return;
    this.at = name;
    this.renderRoot.querySelector<HTMLElement>(`.tool[data-tool="${CSS.escape(name)}"]`)?.focus();
  }
}

define('bulkhead-palette', BulkheadPalette);
