import { CALL_MODES, type CallChoice, isCallMode } from '../base/text-calls-choice.js';
import type { Words } from '../base/words.js';
import { DIALECTS } from './dialect.js';

/** What the chooser shows and does. */
export interface ChooserParts {
  readonly words: Words;
  readonly choose: (change: Partial<CallChoice>) => void;
  /** Makes what is chosen here what holds elsewhere. */
  readonly keep: () => void;
}

/** Where the user says how models call in the chat that is open. */
export class CallChooser {
  readonly element = document.createElement('fieldset');
  readonly #modes: HTMLInputElement[];
  readonly #dialect = document.createElement('select');
  readonly #written = document.createElement('label');

  constructor({ words, choose, keep }: ChooserParts) {
    const { element } = this;
    element.className = 'bulkhead-notice bulkhead-calls';
    element.dataset.testid = 'calls';
    const legend = document.createElement('legend');
    legend.textContent = words('calls.title');
    const rows = CALL_MODES.map((mode) => {
      const [row, input] = [document.createElement('label'), document.createElement('input')];
      Object.assign(input, { type: 'radio', name: 'bulkhead-calls', value: mode });
      input.dataset.testid = `calls-${mode}`;
      input.addEventListener('change', () => {
        if (isCallMode(input.value)) choose({ mode: input.value });
      });
      row.append(input, words(`calls.${mode}`));
      return { row, input };
    });
    this.#modes = rows.map(({ input }) => input);
    this.#dialect.dataset.testid = 'calls-dialect';
    this.#dialect.append(...DIALECTS.map((dialect) => new Option(dialect, dialect)));
    this.#dialect.addEventListener('change', () => choose({ dialect: this.#dialect.value }));
    this.#written.append(`${words('calls.dialect')} `, this.#dialect);
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = words('calls.default');
    button.dataset.testid = 'calls-default';
    button.addEventListener('click', keep);
    element.append(legend, ...rows.map(({ row }) => row), this.#written, button);
  }

  /** Shows what holds; nothing can be chosen without a chat. */
  show({ mode, dialect }: CallChoice, isOpen: boolean): void {
    this.element.disabled = !isOpen;
    for (const input of this.#modes) input.checked = input.value === mode;
    this.#dialect.value = dialect;
    this.#written.hidden = mode !== 'text';
  }
}
