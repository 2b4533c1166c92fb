import type { RunView } from '../../../engine/internal.js';
import { make } from '../base/dom.js';
import type { Words } from '../base/words.js';

interface WorkBarParts {
  readonly words: Words;
  /** Ends the run; the message is generated without it, unless a director was to write it. */
  readonly skip: () => void;
}

/** What is at work before a message, while its user waits for it. */
export interface Work {
  readonly view: RunView | null;
  /** Agents of the run, where that is known before. */
  readonly total?: number | undefined;
  /** A director writes the message itself. */
  readonly writes: boolean;
}

/** A line above the text box while agents work on a message: how far they are, and a button to go on without them. */
export class WorkBar {
  readonly element = make('div', { className: 'bulkhead-work', role: 'status', testid: 'work-bar' });
  readonly #text = make('span');
  readonly #skip = make('button', { type: 'button', className: 'menu_button bulkhead-skip', testid: 'work-skip' });
  readonly #words: Words;

  constructor({ words, skip }: WorkBarParts) {
    this.#words = words;
    this.#skip.addEventListener('click', skip);
    this.element.append(this.#text, this.#skip);
  }

  /** Shows how far it is; nothing takes the line away. */
  show(work: Work | undefined): void {
    if (!work) {
      this.element.remove();
      return;
    }
    const words = this.#words;
    const text = words(work.writes ? 'modes.writing' : 'modes.working');
    this.#text.textContent = [text, this.#progress(work)].filter(Boolean).join(' · ');
    this.#skip.textContent = words(work.writes ? 'modes.stop' : 'modes.skip');
    const form = document.querySelector('#send_form');
    if (!this.element.isConnected) form?.before(this.element);
  }

  #progress({ view, total }: Work): string {
    if (!view) return '';
    const agents = new Map(view.rounds.map(({ agent, status }) => [agent, status]));
    if (total !== undefined) {
      const done = [...agents.values()].filter((status) => status !== 'running').length;
      return this.#words('modes.workOf', { done: Math.min(done, total), total });
    }
    return view.rounds.length === 0 ? '' : this.#words('modes.workRound', { round: view.rounds.length });
  }
}
