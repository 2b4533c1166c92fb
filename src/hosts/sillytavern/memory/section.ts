import { DESCRIPTION_CHARS, displayLine } from '../../../../worker/protocol/display-text.js';
import type { Context } from '../base/context.js';
import { changeSettings, readSettings } from '../base/settings.js';
import type { Words } from '../base/words.js';
import type { Why } from './choose.js';
import type { MemoryGate } from './gate.js';
import { recallIsOn, switchRecall } from './metadata.js';
import type { RecallReport } from './recalls.js';
import type { MemoryTable } from './table.js';

/** What the drawer's part about memory shows and does. */
export interface SectionParts {
  readonly words: Words;
  readonly context: () => Context;
  readonly memory: Pick<MemoryGate, 'now'>;
  /** All of it, where the user wants to see that. */
  readonly table: MemoryTable;
}

/** Room for memories in a request, in characters. */
const ROOM = { min: 200, max: 20_000, step: 100 } as const;

/** The drawer's section about memory: what is remembered of the open chat, what the model was shown and why, and a switch. */
export class MemorySection {
  /** No `fieldset`: in one of these Chromium gives the table no height when what is in it is another. */
  readonly element = document.createElement('div');
  readonly #parts: SectionParts;
  readonly #counts = line('chat-memory-counts');
  readonly #state = line('chat-memory-state');
  readonly #switch = document.createElement('input');
  readonly #room = document.createElement('input');
  readonly #told = document.createElement('details');
  readonly #choices: HTMLElement;
  /** The newest showing; an older one that is still being asked about is dropped. */
  #showing = 0;

  constructor(parts: SectionParts) {
    this.#parts = parts;
    const { words, context } = parts;
    const { element } = this;
    element.className = 'bulkhead-notice bulkhead-calls bulkhead-memory';
    element.dataset.testid = 'chat-memory';
    element.role = 'group';
    element.ariaLabel = words('memory.title');
    const title = document.createElement('b');
    title.textContent = words('memory.title');
    Object.assign(this.#switch, { type: 'checkbox' });
    this.#switch.dataset.testid = 'chat-memory-recall';
    this.#switch.addEventListener('change', () => switchRecall(context(), this.#switch.checked));
    Object.assign(this.#room, { type: 'number', ...ROOM });
    this.#room.dataset.testid = 'chat-memory-room';
    this.#room.addEventListener('change', () => {
      const chars = Math.min(ROOM.max, Math.max(ROOM.min, Math.round(Number(this.#room.value)) || ROOM.min));
      this.#room.value = String(chars);
      changeSettings(context(), { memory: { ...readSettings(context()).memory, chars } });
    });
    const on = document.createElement('label');
    on.append(this.#switch, words('memory.recall'));
    const room = document.createElement('label');
    room.append(`${words('memory.room')} `, this.#room);
    this.#choices = document.createElement('div');
    this.#choices.className = 'bulkhead-choices';
    this.#choices.append(on, room);
    this.#told.dataset.testid = 'chat-memory-told';
    element.append(title, this.#counts, this.#choices, this.#state, this.#told, parts.table.element);
  }

  /** Shows how things stand now. */
  async show(): Promise<void> {
    this.#showing += 1;
    const showing = this.#showing;
    const { words, context, memory, table } = this.#parts;
    const loaded = memory.now;
    const chat = await loaded?.here();
    const info = await chat?.graph.info();
    if (showing !== this.#showing) return;
    const isEmpty = !info || info.nodes === 0;
    const isOpen = context().chat.length > 0;
    for (const field of [this.#switch, this.#room]) field.disabled = !isOpen;
    table.element.hidden = !isOpen;
    if (isOpen) table.show();
    this.#counts.textContent = isEmpty
      ? words('memory.none')
      : words('memory.counts', { nodes: info.nodes, edges: info.edges });
    this.#choices.hidden = isEmpty;
    this.#switch.checked = recallIsOn(context());
    this.#room.value = String(readSettings(context()).memory.chars);
    const report = chat && loaded?.recalls.of(chat.id);
    const broken = chat && loaded?.leftAlone(chat.id);
    this.#state.textContent = [
      ...(broken === undefined ? [] : [words('memory.broken', { message: broken })]),
      ...(chat && loaded?.isPartial(chat.id) ? [words('memory.partly')] : []),
      ...(report ? this.#troubles(report) : []),
    ].join(' ');
    this.#state.hidden = this.#state.textContent === '';
    this.#showTold(report);
  }

  #troubles({ late, failure }: RecallReport): string[] {
    const { words } = this.#parts;
    return [
      ...(late ? [words('memory.late')] : []),
      ...(failure === undefined ? [] : [words('memory.failed', { message: failure })]),
    ];
  }

  #showTold(report: RecallReport | undefined): void {
    this.#told.hidden = !report || report.rows.length === 0;
    if (!report || this.#told.hidden) return;
    const { words } = this.#parts;
    const summary = document.createElement('summary');
    const { left, rows } = report;
    summary.textContent = words(left > 0 ? 'memory.toldLeft' : 'memory.told', { count: rows.length, left });
    const list = document.createElement('ul');
    for (const { id, text, why } of rows) {
      const item = document.createElement('li');
      item.dataset.testid = 'chat-memory-row';
      item.dataset.node = id;
      const reason = document.createElement('small');
      reason.textContent = this.#reason(why);
      const told = document.createElement('bdi');
      told.textContent = displayLine(text.replace(/^- /, ''), DESCRIPTION_CHARS);
      item.append(told, reason);
      list.append(item);
    }
    this.#told.replaceChildren(summary, list);
  }

  #reason(why: Why): string {
    const { words } = this.#parts;
    if (why.kind === 'meaning') return words('memory.why.meaning', { score: why.score.toFixed(2) });
    const found = why.words.join(', ');
    if (why.kind === 'words') return words('memory.why.words', { words: found, score: why.score.toFixed(2) });
    return found === '' ? words('memory.why.always') : words('memory.why.alwaysWords', { words: found });
  }
}

function line(name: string): HTMLParagraphElement {
  const element = document.createElement('p');
  element.dataset.testid = name;
  return element;
}
