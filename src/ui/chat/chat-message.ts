import { css, html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import '../tools/call.js';
import type { ChatItem } from './chat-item.js';
import '../shared/copy.js';
import { errorBox } from '../shared/error.js';
import '../markdown/markdown.js';
import { t } from '../i18n/text.js';

/** The look of `chatMessage`. */
export const messageStyles = css`
  .entry {
    padding-block: 10px;
    max-width: 820px;
    margin-inline: auto;
    position: relative;
  }
  .bubble {
    min-width: 0;
    gap: 6px;
    font-size: calc(var(--_size) + 1px);
  }
  .user .bubble {
    background: var(--_raised);
    border: 1px solid var(--_line);
    border-radius: 8px;
    padding: 8px 12px 12px;
  }
  .system .bubble {
    color: var(--_muted);
    border-inline-start: 2px solid var(--_line);
    padding-inline-start: 12px;
  }
  .head {
    min-height: var(--_control);
    gap: 4px 8px;
    font-size: 12px;
  }
  .who {
    font-size: 12px;
    font-weight: 600;
    color: var(--_muted);
  }
  .acts {
    display: flex;
    flex-wrap: wrap;
    margin-inline-start: auto;
  }
  @media (hover: hover) {
    .entry:not(:hover, :focus-within, .last) .acts {
      opacity: 0;
    }
  }
  .entry.follows {
    padding-block-start: 0;
  }
  .follows .who {
    position: absolute;
    clip-path: inset(50%);
  }
  @media (hover: hover) {
    .follows:not(.last) .head {
      position: absolute;
      inset-block-start: -16px;
      inset-inline-end: 0;
      z-index: 1;
    }
  }
  /* More calls of the same answer stand right below those before them. */
  @media (hover: none) {
    .follows.wordless:not(.last) .head {
      position: absolute;
      clip-path: inset(50%);
    }
    .follows.wordless:not(.last) .acts {
      display: none;
    }
  }
  .calls {
    display: grid;
    gap: 8px;
    grid-template-columns: minmax(0, 1fr);
    font-size: var(--_size);
  }
  .edit {
    font: inherit;
    line-height: 1.55;
    min-height: 96px;
    max-height: 50vh;
    field-sizing: content;
  }
  .wrong {
    font-size: var(--_size);
  }
`;

/** What may be done with a message. */
export interface MessageUse {
  readonly last: boolean;
  readonly place: number;
  readonly count: number;
  readonly busy: boolean;
  /** The text as it is being changed; `null` while it is not. */
  readonly draft: string | null;
  retry(): void;
  fork(): void;
  /** `null` ends the change. */
  edit(draft: string | null): void;
  save(): void;
}

/** One message: who says it, what, with which calls, and what may be done with it. */
export function chatMessage(item: ChatItem, use: MessageUse): TemplateResult {
  const { id, role, text, streaming = false, calls = [], error } = item;
  const { last, draft } = use;
  return html`<article class="entry ${role} ${last ? 'last' : ''} ${item.follows ? 'follows' : ''} ${text === '' ? 'wordless' : ''}" data-testid="message" data-id=${id} data-role=${role} data-row=${id}
    aria-posinset=${use.place} aria-setsize=${use.count} aria-labelledby="who-${use.place}" aria-busy=${streaming}>
    <div class="bubble stack">
      <div class="row head"><h2 class="who" id="who-${use.place}">${t(`chat.role.${role}`)}</h2>${
        streaming && text === ''
          ? html`<span class="muted" data-testid="message-writing">${t('chat.writing')}</span>`
          : nothing
      }${draft === null ? actions(item, use) : nothing}</div>
      ${draft !== null ? editor(draft, use) : text === '' && !streaming ? nothing : html`<bulkhead-markdown .text=${text} .streaming=${streaming}></bulkhead-markdown>`}
      ${
        calls.length === 0
          ? nothing
          : html`<div class="calls">${repeat(
              calls,
              (call) => call.id,
              (call) => html`<bulkhead-call data-testid="message-call" .call=${call}></bulkhead-call>`,
            )}</div>`
      }
      ${
        error
          ? html`<div class="stack wrong">${errorBox(error, 'message-error', headingOf(item))}${
              item.canRetry === false
                ? nothing
                : html`<div><button data-testid="message-error-retry" ?disabled=${use.busy} @click=${use.retry}>${t('chat.retry')}</button></div>`
            }</div>`
          : nothing
      }
    </div>
  </article>`;
}

/** An answer that the user stopped needs no error message. */
function headingOf({ text, error }: ChatItem): string {
  if (error?.code === 'STOPPED') return '';
  return t(text === '' ? 'chat.failed' : 'chat.brokeOff');
}

function actions({ text, streaming, canRetry, canEdit, error }: ChatItem, use: MessageUse): TemplateResult {
  if (streaming) return html`<span class="acts"></span>`;
  const { busy } = use;
  return html`<span class="acts">${text === '' ? nothing : html`<bulkhead-copy .value=${() => text}></bulkhead-copy>`}${
    canEdit
      ? html`<button class="plain small muted" data-testid="message-edit" title=${t('chat.editLong')} ?disabled=${busy} @click=${() => use.edit(text)}>${t('chat.edit')}</button>`
      : nothing
  }${
    canRetry && !error
      ? html`<button class="plain small muted" data-testid="message-retry" title=${t('chat.retryLong')} ?disabled=${busy} @click=${use.retry}>${t('chat.retry')}</button>`
      : nothing
  }<button class="plain small muted" data-testid="message-fork" title=${t('chat.forkLong')} ?disabled=${busy} @click=${use.fork}>${t('chat.fork')}</button></span>`;
}

function editor(draft: string, { busy, edit, save }: MessageUse): TemplateResult {
  const key = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
    else if (event.key === 'Escape') edit(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<textarea class="edit" data-testid="message-editor" aria-label=${t('chat.editing')} .value=${draft} @keydown=${key}
      @input=${(event: InputEvent) => edit((event.target as HTMLTextAreaElement).value)}></textarea>
    <div class="row"><button class="primary" data-testid="message-save" ?disabled=${busy || draft.trim() === ''} @click=${save}>${t('chat.save')} <kbd>Ctrl ↵</kbd></button>
      <button data-testid="message-cancel" @click=${() => edit(null)}>${t('chat.cancel')} <kbd>Esc</kbd></button></div>`;
}
