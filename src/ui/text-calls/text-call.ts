import { css, html, nothing, type TemplateResult } from 'lit';
import type { SkillCall } from '../../index.js';
import { chipStyles } from '../shared/chip-styles.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { errorStyles } from '../shared/error.js';
import { stranger } from '../shared/strangers.js';
import '../shared/fold.js';
import { formatMs, oneLine } from '../shared/format.js';
import '../shared/json.js';
import { type TextKey, t } from '../i18n/text.js';
import { styles } from '../shared/styles.js';
import { resultBox } from '../tools/call-message.js';
import type { CallPart } from './stream-parts.js';

const LOOKS: { readonly [state in SkillCall['state']]: readonly [glyph: string, words: TextKey] } = {
  pending: ['○', 'stream.pending'],
  asking: ['?', 'stream.asking'],
  running: ['●', 'call.running'],
  done: ['✓', 'call.done'],
  failed: ['✕', 'call.failed'],
  stopped: ['■', 'call.stopped'],
  blocked: ['✕', 'stream.blocked'],
};
const STOPPABLE: readonly SkillCall['state'][] = ['pending', 'asking', 'running'];

/** One call that a model has written into its text: its state, its arguments as they grow, Stop, and what came of it. */
export class BulkheadTextCall extends BulkheadElement {
  static override properties = reactive<BulkheadTextCall>({
    found: { attribute: false, initial: null },
    call: { attribute: false, initial: null },
    open: { state: true, initial: false },
  });
  static override styles = [
    ...styles,
    errorStyles,
    chipStyles,
    css`
      .card {
        padding-block: 4px;
      }
      .body {
        margin-block-end: 4px;
      }
      .pending {
        color: var(--_muted);
      }
      .asking {
        color: var(--_warn);
      }
      .blocked {
        color: var(--_danger);
      }
    `,
  ];
  /** What was written. */
  declare found: CallPart | null;
  /** What is done about it; `null` before anything is. */
  declare call: SkillCall | null;
  declare open: boolean;
  /** `performance.now()` at which it was first seen running. */
  #began = 0;

  override willUpdate(): void {
    if (this.call?.state === 'running' && this.#began === 0) this.#began = performance.now();
  }

  override updated(): void {
    this.redrawAfter(this.call?.state === 'running' ? 100 : undefined);
  }

  override render(): TemplateResult {
    const { found: part, call } = this;
    if (!part) return html``;
    const tool = part.name;
    const state = call?.state ?? 'pending';
    const [glyph, words] = LOOKS[state];
    const args = call?.arguments ?? part.call?.arguments;
    return html`<article class="card stack">
      <div class="row head">
        <button class="plain open grow" aria-expanded=${this.open} title=${t('call.details', { tool })} data-testid="chip-toggle" @click=${() => {
          this.open = !this.open;
        }}>
          <span class="state ${state}" data-testid="chip-state"><span aria-hidden="true">${glyph}</span> ${t(part.call ? words : 'stream.writing')}</span>
          <span class="tool mono cut">${stranger(tool)}</span>
          <span class="args cut mono muted foreign" data-testid="chip-args">${args === undefined ? part.written : stranger(oneLine(args), 200)}</span>
        </button>
        <span class="time small muted" data-testid="chip-time">${this.#time()}</span>
        <button class="stop hold" data-testid="chip-stop" aria-label=${t('stream.stop', { tool })} ?disabled=${!call || !STOPPABLE.includes(state)}
          @click=${() => call && this.emit('bh-stop', { call: call.id })}>${t('tool.stop')}</button>
      </div>
      ${this.open ? this.#body(part, args) : nothing}
    </article>`;
  }

  #time(): string {
    const { call } = this;
    if (call?.durationMs !== undefined) return formatMs(call.durationMs);
    return call?.state === 'running' ? formatMs(performance.now() - this.#began) : '';
  }

  #body({ name, written, call: found }: CallPart, args: unknown): TemplateResult {
    const { result, error } = this.call ?? {};
    return html`<div class="stack body">
      ${error ? html`<div class="error ${error.code === 'STOPPED' ? 'calm' : ''}" data-testid="chip-error"><p><strong class="danger">${t('call.error')}</strong> <code class="muted foreign">${error.code}</code></p><p class="message mono foreign">${error.message}</p></div>` : nothing}
      ${result ? html`<div class="stack" data-testid="chip-result"><p><strong>${t('call.result')}</strong></p>${resultBox(result.value)}</div>` : nothing}
      <div><p><strong>${t('call.arguments')}</strong></p>${
        found
          ? html`<bulkhead-json .label=${`${t('call.arguments')}: ${name}`} .value=${args}></bulkhead-json>`
          : html`<p class="mono foreign">${written}</p>`
      }</div>
      ${found?.repaired ? html`<p class="small muted">${t('inspect.repairedTeach')}</p><bulkhead-fold .text=${found.rawArguments}></bulkhead-fold>` : nothing}
    </div>`;
  }
}

define('bulkhead-text-call', BulkheadTextCall);
