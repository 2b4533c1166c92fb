import { css, html, nothing, type TemplateResult } from 'lit';
import { DESCRIPTION_CHARS } from '../../../worker/protocol/display-text.js';
import type { SessionMessage, StudioCall, StudioResult } from '../../studio/internal.js';
import { stranger } from '../shared/strangers.js';
import '../shared/copy.js';
import { formatAgo, formatTime } from '../shared/format.js';
import '../shared/json.js';
import '../markdown/markdown.js';
import { t } from '../i18n/text.js';

export const talkMessageStyles = css`
  .entry {
    display: grid;
    gap: 6px;
    grid-template-columns: minmax(0, 1fr);
    padding-block: 8px;
    content-visibility: auto;
    contain-intrinsic-size: auto 96px;
  }
  .user {
    background: var(--_raised);
    border: 1px solid var(--_line);
    border-radius: 8px;
    padding: 4px 12px 10px;
    margin-block: 8px;
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
  }
  .head .acts,
  .foot .acts {
    margin-inline-start: auto;
  }
  .foot {
    gap: 4px 8px;
  }
  @media (hover: hover) {
    .entry:not(:hover, :focus-within, .last) .acts {
      opacity: 0;
    }
  }
  .chip {
    border: 1px solid var(--_line);
    border-radius: 10px;
    padding-inline: 8px;
    font-size: 12px;
    white-space: nowrap;
  }
  .chip.pending {
    color: var(--_warn);
    border-color: currentcolor;
  }
  .chip.completed {
    color: var(--_ok);
  }
  details {
    border: 1px solid var(--_line);
    border-radius: 8px;
    min-width: 0;
  }
  summary {
    cursor: pointer;
    min-height: var(--_control);
    align-content: center;
    padding-inline: 12px;
    overflow-wrap: anywhere;
  }
  .calls {
    list-style: none;
    margin: 0;
    padding: 0 12px 10px;
    display: grid;
    gap: 8px;
    grid-template-columns: minmax(0, 1fr);
  }
`;

export interface TalkUse {
  readonly messages: readonly SessionMessage[];
  readonly last: boolean;
  readonly busy: boolean;
  readonly open: boolean;
  describe(tool: string): string;
  fold(open: boolean): void;
}

/** One message of a studio’s conversation. Its buttons say what they do by `data-iter-*`. */
export function talkMessage(message: SessionMessage, use: TalkUse): TemplateResult {
  const { id, role, content, createdAt, auto, toolState } = message;
  const unanswered = role === 'user' && use.last && !use.busy;
  return html`<article class="entry ${role} ${use.last ? 'last' : ''}" data-testid="studio-message" data-id=${id} data-role=${role} aria-labelledby="who-${id}">
    <div class="row head"><h3 class="who" id="who-${id}">${t(role === 'user' ? 'studio.you' : 'studio.model')}</h3>
      <time class="muted" title=${formatTime(createdAt)}>${formatAgo(createdAt)}</time>
      ${auto ? html`<span class="chip muted">${t('studio.auto')}</span>` : nothing}
      ${toolState ? html`<span class="chip ${toolState}" data-testid="studio-state" data-state=${toolState}>${t(`studio.${toolState}`)}</span>` : nothing}
      ${role === 'user' ? html`<span class="acts"><bulkhead-copy .value=${() => content}></bulkhead-copy></span>` : nothing}</div>
    ${content === '' ? nothing : html`<bulkhead-markdown .text=${content}></bulkhead-markdown>`}
    ${calls(message, use)}
    ${unanswered ? html`<div class="row small"><span class="muted">${t('studio.noAnswer')}</span><button data-testid="studio-again" data-iter-action="refresh-message" data-iter-id=${id}>${t('studio.refresh')}</button></div>` : nothing}
    ${role === 'assistant' ? html`<div class="row foot">${looks(message)}<span class="acts">${acts(message, use)}</span></div>` : nothing}
  </article>`;
}

function looks({ id, toolState, profileDelta }: SessionMessage): TemplateResult | typeof nothing {
  if (toolState === 'pending') {
    return html`<button data-testid="studio-look" data-iter-action="look">${t('studio.look')}</button>`;
  }
  if (toolState !== 'completed' || !profileDelta) return nothing;
  return html`<button data-testid="studio-look-changed" data-iter-action="look-changed" data-iter-id=${id}>${t('studio.lookChanged')}</button>`;
}

function acts(message: SessionMessage, { messages, busy }: TalkUse): TemplateResult {
  const { id, content, auto, toolState, profileDelta } = message;
  const asked = messages.slice(0, messages.indexOf(message)).some((one) => one.role === 'user');
  // Whether it has the version after it is asked without reading that, which may be large.
  const canRollback = toolState === 'completed' && profileDelta && 'profileSnapshotAfter' in message;
  return html`${
    asked && !auto
      ? html`<button class="plain small muted" data-testid="studio-refresh" data-iter-action="refresh-message" data-iter-id=${id} title=${t('studio.refreshLong')} ?disabled=${busy}>${t('studio.refresh')}</button>`
      : nothing
  }${
    canRollback
      ? html`<button class="plain small muted" data-testid="studio-rollback" data-iter-action="rollback-message" data-iter-id=${id} title=${t('studio.rollbackLong')} ?disabled=${busy}>${t('studio.rollback')}</button>`
      : nothing
  }${content === '' ? nothing : html`<bulkhead-copy .value=${() => content}></bulkhead-copy>`}`;
}

function calls(message: SessionMessage, { open, describe, fold }: TalkUse): TemplateResult | typeof nothing {
  const { toolCalls = [], toolResults = [] } = message;
  if (toolCalls.length === 0) return nothing;
  const names = [...new Set(toolCalls.map(({ name }) => describe(name)))].slice(0, 3).join(', ');
  const count = toolCalls.length === 1 ? t('studio.call') : t('studio.calls', { count: toolCalls.length });
  const toggled = (event: Event): void => fold((event.target as HTMLDetailsElement).open);
  return html`<details class="small" data-testid="studio-calls" ?open=${open} @toggle=${toggled}>
    <summary>${count} <span class="muted foreign">${names}</span></summary>
    ${open ? html`<ul class="calls">${toolCalls.map((call) => callRow(call, toolResults, describe))}</ul>` : nothing}</details>`;
}

function callRow(
  { id, name, args }: StudioCall,
  results: readonly StudioResult[],
  describe: (tool: string) => string,
): TemplateResult {
  const found = results.find((one) => one.id === id);
  const { ok, rejected, pending, error } = found?.result ?? { ok: true, pending: true };
  const state = rejected ? 'Rejected' : pending ? 'Pending' : ok ? 'Done' : 'Failed';
  return html`<li class="stack"><div class="row"><strong class="foreign">${stranger(describe(name), DESCRIPTION_CHARS)}</strong>
      ${found?.action ? html`<span class="foreign">${stranger(found.action, DESCRIPTION_CHARS)}</span>` : nothing}
      <span class="${state === 'Failed' ? 'danger' : 'muted'}">${t(`studio.call${state}`)}</span></div>
    ${typeof error === 'string' ? html`<p class="danger foreign">${stranger(error, DESCRIPTION_CHARS)}</p>` : nothing}
    <bulkhead-json .value=${args}></bulkhead-json></li>`;
}
