import { make } from '../base/dom.js';
import { CALL_MODES, type CallChoice } from '../base/settings.js';
import type { Words } from '../base/words.js';
import { DIALECTS } from './dialect.js';

interface ChooserParts {
  readonly words: Words;
  readonly choose: (change: Partial<CallChoice>) => void;
  /** Makes what is chosen here what holds elsewhere. */
  readonly keep: () => void;
}

/** Where the user says how models call in the chat that is open. */
export class CallChooser {
  readonly element: HTMLFieldSetElement;
  readonly #modes: readonly HTMLInputElement[];
  readonly #dialect = make('select', { testid: 'calls-dialect' });
  readonly #written: HTMLLabelElement;

  constructor({ words, choose, keep }: ChooserParts) {
    const rows = CALL_MODES.map((mode) => {
      const input = make('input', { type: 'radio', name: 'bulkhead-calls', value: mode, testid: `calls-${mode}` });
      input.addEventListener('change', () => choose({ mode }));
      return { input, row: make('label', {}, [input, words(`calls.${mode}`)]) };
    });
    this.#modes = rows.map(({ input }) => input);
    this.#dialect.append(...DIALECTS.map((dialect) => new Option(dialect, dialect)));
    this.#dialect.addEventListener('change', () => choose({ dialect: this.#dialect.value }));
    this.#written = make('label', {}, [`${words('calls.dialect')} `, this.#dialect]);
    const button = make('button', { type: 'button', textContent: words('calls.default'), testid: 'calls-default' });
    button.addEventListener('click', keep);
    const legend = make('legend', { textContent: words('calls.title') });
    const shown = [legend, ...rows.map(({ row }) => row), this.#written, button];
    this.element = make('fieldset', { className: 'bulkhead-notice bulkhead-calls', testid: 'calls' }, shown);
  }

  /** Shows what holds; nothing can be chosen without a chat. */
  show({ mode, dialect }: CallChoice, isOpen: boolean): void {
    this.element.disabled = !isOpen;
    for (const input of this.#modes) input.checked = input.value === mode;
    this.#dialect.value = dialect;
    this.#written.hidden = mode !== 'text';
  }
}
