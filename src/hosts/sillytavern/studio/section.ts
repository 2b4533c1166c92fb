import type { PluginInfo } from '../../../index.js';
import { onDemand } from '../../../primitives/index.js';
import { t } from '../../../ui/i18n/text.js';
import { pluginName } from '../../../ui/shared/plugin-name.js';
import { listenTo } from '../base/context.js';
import { make } from '../base/dom.js';
import type { Parts } from '../base/parts.js';
import type { MemoryGate } from '../memory/gate.js';
import type { ModesGate } from '../modes/gate.js';
import type { StudioGate } from './gate.js';
import type { OwnOffer } from './own.js';

interface StudioSectionParts extends Omit<Parts, 'generations'> {
  readonly memory: MemoryGate;
  readonly modes: ModesGate;
  readonly studio: StudioGate;
}

const own = onDemand(() => import('./own.js'));
const MODES = ['loop', 'spec', 'agenda'] as const;

/** The drawer's part about studios: what can be edited with a model, and a way in for each. */
export class StudioSection {
  readonly element: HTMLFieldSetElement;
  /** Ends what it listens to. */
  readonly close: () => void;
  readonly #parts: StudioSectionParts;
  readonly #why: HTMLElement;
  readonly #plugins: HTMLSelectElement;
  readonly #modes: HTMLSelectElement;
  #opening = false;

  constructor(parts: StudioSectionParts) {
    this.#parts = parts;
    const { words } = parts;
    this.#why = make('p', { testid: 'studio-why', textContent: words('modes.offline') });
    this.#plugins = make('select', { testid: 'studio-plugin', ariaLabel: words('studio.plugin') });
    this.#modes = make('select', { testid: 'studio-mode', ariaLabel: words('studio.profile') });
    const className = 'bulkhead-notice bulkhead-calls bulkhead-studio';
    this.element = make('fieldset', { className, testid: 'studio-section' }, [
      make('legend', { textContent: words('studio.title') }),
      make('p', { textContent: words('studio.teach') }),
      this.#why,
      this.#row('plugin', this.#plugins, () => {
        const { value } = this.#plugins;
        return { kind: 'plugin', ...(value !== '' && { id: value }) };
      }),
      this.#row('schema', null, () => ({ kind: 'schema' })),
      this.#row('profile', this.#modes, () => {
        const mode = MODES.find((one) => one === this.#modes.value) ?? 'loop';
        return { kind: 'profile', mode };
      }),
    ]);
    this.close = listenTo(parts.context(), { ONLINE_STATUS_CHANGED: () => this.#showWhy() });
  }

  /** Shows how things stand now. */
  async show(): Promise<void> {
    const { host, words } = this.#parts;
    this.#showWhy();
    fill(
      this.#modes,
      MODES.map((mode) => [mode, t(`runs.mode.${mode}`)]),
    );
    const toOption = (info: PluginInfo) => [info.id, words('studio.repair', { name: pluginName(info) })] as const;
    fill(this.#plugins, [['', words('studio.newTool')], ...(await host.plugins.list()).map(toOption)]);
  }

  #showWhy(): void {
    this.#why.hidden = this.#parts.context().onlineStatus !== 'no_connection';
  }

  async #open(offer: OwnOffer): Promise<void> {
    // The second press of an impatient one.
    if (this.#opening) return;
    this.#opening = true;
    this.element.setAttribute('aria-busy', 'true');
    try {
      const { ownAdapter } = await own();
      await this.#parts.studio.show(await ownAdapter(this.#parts, offer));
    } finally {
      this.#opening = false;
      this.element.removeAttribute('aria-busy');
    }
    await this.show();
  }

  #row(kind: OwnOffer['kind'], field: HTMLSelectElement | null, offer: () => OwnOffer): HTMLElement {
    const { words, fail } = this.#parts;
    const what = words(`studio.${kind}`);
    const ariaLabel = words('studio.openWhat', { what });
    const button = make('button', { textContent: words('studio.open'), ariaLabel, testid: `studio-open-${kind}` });
    button.addEventListener('click', () => void this.#open(offer()).catch(fail));
    return make('div', { className: 'bulkhead-studio-row' }, [
      make('b', { textContent: what }),
      make('small', { className: 'bulkhead-about', textContent: words(`studio.${kind}.about`) }),
      make('div', { className: 'bulkhead-row' }, field ? [field, button] : [button]),
    ]);
  }
}

/** What was chosen stays chosen, as long as it is there. */
function fill(field: HTMLSelectElement, options: readonly (readonly [value: string, text: string])[]): void {
  const { value } = field;
  field.replaceChildren(...options.map(([key, text]) => new Option(text, key)));
  if (options.some(([key]) => key === value)) field.value = value;
}
