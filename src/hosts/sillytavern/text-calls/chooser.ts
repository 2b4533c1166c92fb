import { DIALECT_NAMES, type DialectId } from '../../../../worker/protocol/dialects.js';
import { make } from '../base/dom.js';
import { CALL_MODES, type CallChoice } from '../base/settings.js';
import type { Words } from '../base/words.js';
import { DIALECT_CHOICES, readAs } from './dialect.js';

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
  readonly #about = make('small', { testid: 'calls-auto-what' });
  readonly #words: Words;

  constructor({ words, choose, keep }: ChooserParts) {
    this.#words = words;
    const rows = CALL_MODES.map((mode) => {
      const input = make('input', { type: 'radio', name: 'bulkhead-calls', value: mode, testid: `calls-${mode}` });
      input.addEventListener('change', () => choose({ mode }));
      return { input, row: make('label', {}, [input, words(`calls.${mode}`)]) };
    });
    this.#modes = rows.map(({ input }) => input);
    this.#dialect.append(
      ...DIALECT_CHOICES.map(
        (one) => new Option(one === 'auto' ? words('calls.auto') : `${DIALECT_NAMES[one]} · ${one}`, one),
      ),
    );
    this.#dialect.addEventListener('change', () => choose({ dialect: this.#dialect.value }));
    this.#written = make('label', {}, [`${words('calls.dialect')} `, this.#dialect]);
    const button = make('button', { type: 'button', textContent: words('calls.default'), testid: 'calls-default' });
    button.addEventListener('click', keep);
    const legend = make('legend', { textContent: words('calls.title') });
    const shown = [legend, ...rows.map(({ row }) => row), this.#written, this.#about, button];
    this.element = make('fieldset', { className: 'bulkhead-notice bulkhead-calls', testid: 'calls' }, shown);
  }

  /** Shows what holds; nothing can be chosen without a chat. `asked`: the dialect that the model is asked for. */
  show({ mode, dialect }: CallChoice, isOpen: boolean, asked: DialectId): void {
    this.element.disabled = !isOpen;
    for (const input of this.#modes) input.checked = input.value === mode;
    this.#dialect.value = readAs(dialect);
    this.#written.hidden = mode !== 'text';
    this.#about.hidden = mode !== 'text' || dialect !== 'auto';
    this.#about.textContent = this.#words('calls.autoWhat', { format: DIALECT_NAMES[asked] });
  }
}
