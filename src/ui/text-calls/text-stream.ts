import { css, html, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { TextCallEvent } from '../../../worker/protocol/text-calls.js';
import type { SkillCall } from '../../index.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { said } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';
import { type StreamPart, StreamParts, type TextPart } from './stream-parts.js';
import './text-call.js';

const always = (): boolean => true;

/** One message of a model as it arrives: its text, with its calls as chips where they stand, and its reasoning folded. */
export class BulkheadTextStream extends BulkheadElement {
  // A list that has only grown counts as changed, too.
  static override properties = reactive<BulkheadTextStream>({
    events: { attribute: false, hasChanged: always, initial: [] },
    calls: { attribute: false, hasChanged: always, initial: [] },
  });
  static override styles = [
    ...styles,
    css`
      .text {
        white-space: pre-wrap;
      }
      bulkhead-text-call {
        margin-block: 8px;
      }
      .malformed {
        border-inline-start: 2px solid var(--_danger);
        padding-inline-start: 8px;
        margin-block: 4px;
      }
      .reasoning {
        color: var(--_muted);
        margin-block-end: 8px;
      }
      .reasoning .text {
        border-inline-start: 2px solid var(--_line);
        padding-inline-start: 12px;
        max-height: 40vh;
        overflow: auto;
      }
      summary {
        min-height: var(--_control);
        align-content: center;
        cursor: pointer;
        border-radius: 6px;
        width: fit-content;
        padding-inline-end: 8px;
      }
    `,
  ];
  /** Everything that the scan of this message has said so far. */
  declare events: readonly TextCallEvent[];
  /** What is done about its calls, in their order. */
  declare calls: readonly SkillCall[];
  readonly #parts = new StreamParts();

  /** However often it changes, it is drawn once a frame. A hidden page has no frames, so it is drawn at once. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated && !document.hidden) await new Promise((resolve) => requestAnimationFrame(resolve));
    super.scheduleUpdate();
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('events')) this.#parts.read(this.events);
  }

  override render(): TemplateResult {
    return html`${repeat(
      this.#parts.parts,
      ({ key }) => key,
      (part) => this.#part(part),
    )}`;
  }

  #part(part: StreamPart): TemplateResult {
    switch (part.kind) {
      case 'text':
        return part.noCall
          ? malformed(part, part.noCall)
          : html`<div class="text foreign" data-testid="stream-text">${part.text}</div>`;
      case 'reasoning':
        return reasoning(part);
      case 'call': {
        const call = this.calls[part.order] ?? null;
        return html`<bulkhead-text-call data-testid="chip" data-call=${part.id} data-tool=${part.name} data-state=${call?.state ?? 'pending'}
          .found=${part} .call=${call}></bulkhead-text-call>`;
      }
    }
  }
}

const reasoning = ({ text }: TextPart): TemplateResult =>
  html`<details class="reasoning small" data-testid="stream-reasoning"><summary>${t('stream.reasoning')} · ${t('inspect.chars', { count: text.length.toLocaleString('en') })}</summary><div class="text foreign" tabindex="0">${text}</div></details>`;

const malformed = ({ text }: TextPart, { name, reason }: NonNullable<TextPart['noCall']>): TemplateResult =>
  html`<div class="malformed" data-testid="stream-malformed"><div class="text foreign" data-testid="stream-text">${text}</div>
    <p class="small danger"><span aria-hidden="true">✕</span> ${said('inspect.malformed', { name, why: t(`inspect.reason.${reason}`) })}</p></div>`;

define('bulkhead-text-stream', BulkheadTextStream);
