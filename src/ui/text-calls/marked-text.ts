import { css, html, nothing, type TemplateResult } from 'lit';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { listStyles, styles } from '../shared/styles.js';
import type { Piece, PieceKind } from './parse-pieces.js';

const LEGEND = ['call', 'malformed', 'reasoning', 'hidden'] as const satisfies readonly PieceKind[];

/** A call as the list numbers it. */
export interface NumberedCall {
  readonly id: number;
  readonly number: number;
  readonly name: string;
}

/** A model's text with a mark on everything in it that is not simply text. */
export class BulkheadMarkedText extends BulkheadElement {
  static override properties = reactive<BulkheadMarkedText>({
    pieces: { attribute: false, initial: [] },
    calls: { attribute: false, initial: [] },
    lit: { attribute: false, initial: null },
    light: { attribute: false, initial: () => {} },
    go: { attribute: false, initial: () => {} },
  });
  static override styles = [
    ...styles,
    listStyles,
    css`
      :host {
        display: grid;
        gap: 8px;
        grid-template-columns: minmax(0, 1fr);
      }
      pre {
        white-space: pre-wrap;
        max-height: 60vh;
        overflow: auto;
        padding: 8px 12px;
        border: 1px solid var(--_line);
        border-radius: 6px;
        background: var(--_bg);
        line-height: 1.8;
      }
      .call,
      .malformed {
        padding-block: 2px;
        border-radius: 3px;
      }
      .call {
        background: color-mix(in srgb, var(--_accent) 10%, transparent);
        text-decoration: underline solid var(--_accent) 1px;
        text-underline-offset: 4px;
      }
      .malformed {
        text-decoration: underline wavy var(--_danger) 1px;
        text-underline-offset: 4px;
      }
      .reasoning {
        color: var(--_muted);
        font-style: italic;
        text-decoration: underline dotted var(--_edge) 1px;
        text-underline-offset: 4px;
      }
      .hidden {
        color: var(--_muted);
        text-decoration: line-through;
      }
      .gap {
        color: var(--_muted);
        display: block;
        text-align: center;
        font-family: var(--_font);
      }
      [data-number]::before {
        content: attr(data-number);
        display: inline-block;
        min-width: 16px;
        margin-inline-end: 4px;
        border: 1px solid var(--_accent);
        border-radius: 4px;
        font: 11px / 14px var(--_font);
        text-align: center;
        color: var(--_accent);
        background: var(--_surface);
      }
      .malformed[data-number]::before {
        content: '! ' attr(data-number);
        padding-inline: 3px;
        border-color: var(--_danger);
        color: var(--_danger);
      }
      [data-call] {
        cursor: pointer;
      }
      .lit {
        outline: 2px solid var(--_accent);
        outline-offset: 1px;
      }
      .legend {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 16px;
      }
    `,
  ];
  declare pieces: readonly Piece[];
  declare calls: readonly NumberedCall[];
  /** Id of the call that is pointed at, here or elsewhere. */
  declare lit: number | null;
  /** Called with the call under the pointer. */
  declare light: (call: number | null) => void;
  /** Called with the call to show in the list. */
  declare go: (call: number) => void;

  /** Puts the keyboard on a call, where the text shows it. */
  focusCall(id: number): void {
    const found = this.renderRoot.querySelector<HTMLElement>(`[data-call="${id}"]`);
    found?.focus();
    found?.scrollIntoView({ block: 'nearest' });
  }

  override render(): TemplateResult {
    const numbered = new Map(this.calls.map((call) => [call.id, call]));
    const first = new Set<number>();
    // Between the pieces nothing may stand: the text is shown as it is.
    return html`<pre class="foreign" tabindex="0" role="group" aria-label=${t('inspect.marked')} data-testid="marked">${this.pieces.map(
      (piece) => {
        const call = piece.call === undefined ? undefined : numbered.get(piece.call);
        const begins = call !== undefined && !first.has(call.id);
        if (call) first.add(call.id);
        return this.#piece(piece, call, begins);
      },
    )}</pre><ul class="legend small" data-testid="legend">${LEGEND.filter((kind) =>
      this.pieces.some((piece) => piece.kind === kind && piece.text.trim() !== ''),
    ).map((kind) => html`<li><span class=${kind}>${t(`inspect.kind.${kind}`)}</span></li>`)}</ul>`;
  }

  #piece({ kind, start, end, text }: Piece, call: NumberedCall | undefined, begins: boolean): TemplateResult {
    if (kind === 'gap')
      return html`<span class="gap" data-kind="gap">${t('inspect.gap', { count: (end - start).toLocaleString('en') })}</span>`;
    if (!call) return html`<span class=${kind} data-kind=${kind}>${text}</span>`;
    const { id, number, name } = call;
    return html`<span class="${kind} ${this.lit === id ? 'lit' : ''}" data-kind=${kind} data-call=${id} data-number=${begins ? number : nothing}
      role=${begins ? 'button' : nothing} tabindex=${begins ? 0 : nothing} title=${t('inspect.span', { number, name })}
      @click=${() => this.go(id)} @keydown=${this.#press(id)} @focus=${() => this.light(id)} @blur=${() => this.light(null)}
      @mouseenter=${() => this.light(id)} @mouseleave=${() => this.light(null)}>${text}</span>`;
  }

  #press = (id: number) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    this.go(id);
  };
}

define('bulkhead-marked-text', BulkheadMarkedText);
