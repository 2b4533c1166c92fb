import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../i18n/text.js';
import { formatCount } from '../shared/format.js';
import { said } from '../shared/strangers.js';
import type { MemoryController } from './memory-controller.js';

/** What of a chat's memory is shown. */
export const MEMORY_VIEWS = ['nodes', 'rollups', 'quarantine'] as const;
/** One of them. */
export type MemoryView = (typeof MEMORY_VIEWS)[number];

/** What the head of the memory page does. */
export interface HeadWork {
  readonly view: MemoryView;
  readonly naming: boolean;
  /** Chats can be begun here; where a host has them, it begins them. */
  readonly begins: boolean;
  readonly open: (chat: string) => void;
  readonly name: (naming: boolean) => void;
  readonly go: (view: MemoryView) => void;
  readonly create: () => void;
  readonly choose: () => void;
  readonly export: (format: 'json' | 'jsonl') => void;
  readonly undo: () => void;
}

/** Which chat's memory it is, how much there is of it, and what can be done with all of it. */
export function memoryHead(controller: MemoryController, work: HeadWork): TemplateResult {
  const { info, chat, quarantined } = controller;
  const known = controller.chats.includes(chat) || chat === '' ? controller.chats : [chat, ...controller.chats];
  const busy = controller.work !== null || !info;
  return html`<div class="row head">
      <h2 id="title" tabindex="-1">${t('memory.title')}</h2>
      ${work.naming ? newChat(work) : chatPicker(known, chat, work)}
      <p class="small muted counts grow" data-testid="memory-counts" data-nodes=${info?.nodes ?? nothing} data-commits=${info?.commits ?? nothing}>${
        info
          ? `${t('memory.nodes', { count: formatCount(info.nodes) })} · ${t('memory.edges', { count: formatCount(info.edges) })} · ${t('memory.commits', { count: formatCount(info.commits) })}`
          : nothing
      }</p>
      <div class="row acts">
        <button data-testid="memory-undo" ?disabled=${busy || !info?.canUndo} @click=${work.undo}>${t('plugins.undo')} <kbd>⌘/Ctrl Z</kbd></button>
        <button data-testid="memory-import" ?disabled=${busy} @click=${work.choose}>${t('memory.import')}</button>
${exportMenu(busy || info?.nodes === 0, work)}
        <button class="primary" data-testid="memory-create" ?disabled=${busy} @click=${work.create}>${t('memory.newNode')}</button>
      </div>
    </div>
    <div class="row views" role="group" aria-label=${t('memory.views')}>${MEMORY_VIEWS.filter(
      (view) => view !== 'quarantine' || quarantined.length > 0,
    ).map(
      (view) =>
        html`<button class="plain" data-testid="memory-view" data-view=${view} aria-pressed=${view === work.view} @click=${() => work.go(view)}>${t(`memory.view.${view}`)}${
          view === 'quarantine' ? html` <span class="muted">${quarantined.length}</span>` : nothing
        }</button>`,
    )}</div>`;
}

/** A list of acts, not a choice: nothing happens before one of its buttons is pressed. */
function exportMenu(off: boolean, work: HeadWork): TemplateResult {
  if (off) return html`<button disabled data-testid="memory-export">${t('memory.export')}</button>`;
  const close = (event: Event): void => (event.currentTarget as Element).closest('details')?.removeAttribute('open');
  const one = (format: 'json' | 'jsonl') => (event: Event) => {
    close(event);
    work.export(format);
  };
  return html`<details class="menu" @keydown=${(event: KeyboardEvent) => {
    const menu = event.currentTarget as HTMLDetailsElement;
    if (event.key !== 'Escape' || !menu.open) return;
    event.preventDefault();
    menu.open = false;
    menu.querySelector('summary')?.focus();
  }} @focusout=${({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !(currentTarget as Element).contains(relatedTarget)) {
      (currentTarget as HTMLDetailsElement).open = false;
    }
  }}><summary data-testid="memory-export">${t('memory.export')}</summary><div class="card"><button class="plain" data-testid="export-jsonl" @click=${one('jsonl')}>${t('memory.exportLines')}</button><button
    class="plain" data-testid="export-json" @click=${one('json')}>${t('memory.exportJson')}</button></div></details>`;
}

function chatPicker(chats: readonly string[], chat: string, work: HeadWork): TemplateResult {
  return html`<select class="chat" data-testid="memory-chat" aria-label=${t('memory.chat')} @change=${(event: Event) =>
    work.open((event.target as HTMLSelectElement).value)}>${chats.map(
    (one) => html`<option value=${one} ?selected=${one === chat}>${one}</option>`,
  )}</select>
    ${work.begins ? html`<button class="plain" data-testid="chat-new" @click=${() => work.name(true)}>${t('memory.newChat')}</button>` : nothing}`;
}

function newChat(work: HeadWork): TemplateResult {
  const submit = (event: Event): void => {
    event.preventDefault();
    const name = (event.target as HTMLFormElement).querySelector('input')?.value.trim() ?? '';
    if (name === '') work.name(false);
    else work.open(name);
  };
  return html`<form class="row naming" @submit=${submit} @keydown=${(event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    work.name(false);
  }}><input id="chat-name" class="chat" data-testid="chat-name" aria-label=${t('memory.chatName')} placeholder=${t('memory.chatName')} maxlength="200" autocomplete="off" />
    <button data-testid="chat-open">${t('memory.open')}</button>
    <button type="button" class="plain" @click=${() => work.name(false)}>${t('app.cancel')}</button></form>`;
}

/** Asks whether a file may take the place of what a memory holds. The keyboard starts on no, and Esc is no. */
export function replaceQuestion(name: string, nodes: number, answer: (yes: boolean) => void): TemplateResult {
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // Done with: whatever is around does not close for it, too.
    event.preventDefault();
    answer(false);
  };
  return html`<section class="card stack" role="group" aria-labelledby="replace" aria-describedby="replace-what" data-testid="import-ask" @keydown=${key}>
    <h3 id="replace" class="foreign">${said('memory.replace', { name })}</h3>
    <p id="replace-what">${t('memory.replaceWhat', { count: formatCount(nodes) })}</p>
    <div class="row"><button data-testid="import-no" @click=${() => answer(false)}>${t('memory.replaceNo')} <kbd>Esc</kbd></button>
      <button class="stop" data-testid="import-yes" @click=${() => answer(true)}>${t('memory.replaceYes')}</button></div>
  </section>`;
}
