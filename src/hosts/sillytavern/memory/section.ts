import { DESCRIPTION_CHARS, displayLine } from '../../../../worker/protocol/display-text.js';
import type { ExtractionState } from '../../../index.js';
import { make } from '../base/dom.js';
import { withHelp } from '../base/help.js';
import type { Parts } from '../base/parts.js';
import { changeSettings, readSettings } from '../base/settings.js';
import type { Why } from './choose.js';
import type { MemoryGate } from './gate.js';
import { extractedUpTo, recallIsOn, rememberIsOn, switchRecall } from './metadata.js';
import type { RecallReport } from './recalls.js';
import type { MemoryTable } from './table.js';
import { wishToExtract, wishToRemember } from './wishes.js';

interface SectionParts extends Pick<Parts, 'words' | 'context'> {
  readonly memory: Pick<MemoryGate, 'now' | 'load'>;
  /** All of it, where the user wants to see that. */
  readonly table: MemoryTable;
}

/** Room for memories in a request, in characters. */
const ROOM = { min: 200, max: 20_000 } as const;

/** The drawer's section about memory: what is remembered of the open chat, what the model was shown and why, and a switch. */
export class MemorySection {
  readonly element: HTMLElement;
  readonly #parts: SectionParts;
  readonly #counts = make('p', { testid: 'chat-memory-counts' });
  readonly #state = make('p', { testid: 'chat-memory-state' });
  readonly #remember = make('input', { type: 'checkbox', testid: 'chat-memory-remember' });
  readonly #extract = make('input', { type: 'checkbox', testid: 'chat-memory-extract' });
  readonly #cost = make('small', { testid: 'chat-memory-cost' });
  readonly #switch = make('input', { type: 'checkbox', testid: 'chat-memory-recall' });
  readonly #room = make('input', {
    type: 'number',
    min: `${ROOM.min}`,
    max: `${ROOM.max}`,
    step: '100',
    testid: 'chat-memory-room',
  });
  readonly #recalled = make('details', { testid: 'chat-memory-recalled' });
  readonly #choices: HTMLElement;
  /** The newest showing; an older one that is still being asked about is dropped. */
  #showing = 0;

  constructor(parts: SectionParts) {
    this.#parts = parts;
    const { words, context, memory } = parts;
    const title = words('memory.title');
    this.#remember.addEventListener('change', () => {
      this.#remember.disabled = true;
      const switched = memory.load().then((loaded) => wishToRemember(loaded, context(), this.#remember.checked));
      switched.catch(reportError).finally(() => this.show());
    });
    this.#extract.addEventListener('change', () => {
      const switched = memory.load().then((loaded) => wishToExtract(loaded, context(), this.#extract.checked));
      switched.catch(reportError).finally(() => this.show());
    });
    this.#switch.addEventListener('change', () => switchRecall(context(), this.#switch.checked));
    this.#room.addEventListener('change', () => {
      const chars = Math.min(ROOM.max, Math.max(ROOM.min, Math.round(Number(this.#room.value)) || ROOM.min));
      this.#room.value = String(chars);
      changeSettings(context(), { memory: { ...readSettings(context()).memory, chars } });
    });
    this.#choices = make('div', { className: 'bulkhead-choices' }, [
      make('label', {}, [this.#switch, words('memory.recall')]),
      make('label', {}, [`${words('memory.room')} `, this.#room]),
    ]);
    const remember = make('div', { className: 'bulkhead-choices' }, [
      withHelp(make('label', {}, [this.#remember, words('memory.remember')]), words('memory.rememberWhat'), words),
      withHelp(make('label', {}, [this.#extract, words('memory.extract')]), words('memory.extractWhat'), words),
      this.#cost,
    ]);
    const shown = [this.#counts, remember, this.#choices, this.#state, this.#recalled, parts.table.element];
    const className = 'bulkhead-notice bulkhead-calls bulkhead-memory';
    // No `fieldset`: in one of these Chromium gives the table no height when what is in it is another.
    this.element = make('div', { className, testid: 'chat-memory', role: 'group', ariaLabel: title }, [
      make('b', { textContent: title }),
      ...shown,
    ]);
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
    for (const field of [this.#remember, this.#extract, this.#switch, this.#room]) field.disabled = !isOpen;
    table.element.hidden = !isOpen;
    if (isOpen) table.show();
    this.#counts.textContent = isEmpty
      ? words('memory.none')
      : words('memory.counts', { nodes: info.nodes, edges: info.edges });
    this.#choices.hidden = isEmpty;
    this.#remember.checked = rememberIsOn(context());
    this.#extract.checked = extractedUpTo(context()) !== undefined;
    this.#showCost(chat && loaded?.remembering.extracting.of(chat.id));
    this.#switch.checked = recallIsOn(context());
    this.#room.value = String(readSettings(context()).memory.chars);
    const report = chat && loaded?.recalls.of(chat.id);
    const broken = chat && loaded?.mirror.leftAlone(chat.id);
    const reading = chat && loaded?.remembering.of(chat.id);
    this.#state.textContent = [
      ...(reading ? [words('memory.reading', { read: reading.read, total: reading.total })] : []),
      ...(broken === undefined ? [] : [words('memory.broken', { message: broken })]),
      ...(chat && loaded?.mirror.isPartial(chat.id) ? [words('memory.partly')] : []),
      ...(report?.late ? [words('memory.late')] : []),
      ...(report?.failure === undefined ? [] : [words('memory.failed', { message: report.failure })]),
    ].join(' ');
    this.#state.hidden = this.#state.textContent === '';
    this.#showRecalled(report);
  }

  /** What the model was asked for memories since the page was opened. */
  #showCost(state: ExtractionState | undefined): void {
    const { words } = this.#parts;
    this.#cost.hidden = !state || (state.requests === 0 && !state.lastError);
    if (!state) return;
    const { requests, charsIn, charsOut, written, upTo, lastError } = state;
    const cost = words('memory.extractCost', { requests, sent: charsIn, received: charsOut, written, upTo });
    const failed = lastError ? ` ${words('memory.extractFailed', { message: lastError.message })}` : '';
    this.#cost.textContent = `${cost}${failed}`;
  }

  #showRecalled(report: RecallReport | undefined): void {
    this.#recalled.hidden = !report || report.rows.length === 0;
    if (!report || this.#recalled.hidden) return;
    const { words } = this.#parts;
    const { left, rows } = report;
    const summary = words(left > 0 ? 'memory.recalledLeft' : 'memory.recalled', { count: rows.length, left });
    const items = rows.map(({ id, text, why }) => {
      const recalled = displayLine(text.replace(/^- /, ''), DESCRIPTION_CHARS);
      const item = make('li', { testid: 'chat-memory-row' }, [
        make('bdi', { textContent: recalled }),
        make('small', { textContent: this.#reason(why) }),
      ]);
      item.dataset.node = id;
      return item;
    });
    this.#recalled.replaceChildren(make('summary', { textContent: summary }), make('ul', {}, items));
  }

  #reason(why: Why): string {
    const { words } = this.#parts;
    if (why.kind === 'meaning') return words('memory.why.meaning');
    if (why.kind === 'near' || why.kind === 'time') return words(`memory.why.${why.kind}`);
    const found = why.words.join(', ');
    if (why.kind === 'words') return words('memory.why.words', { words: found });
    return found === '' ? words('memory.why.always') : words('memory.why.alwaysWords', { words: found });
  }
}
