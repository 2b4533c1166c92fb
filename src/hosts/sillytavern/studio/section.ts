import type { Host, PluginInfo } from '../../../index.js';
import { onDemand } from '../../../primitives/index.js';
import { t } from '../../../ui/i18n/text.js';
import { pluginName } from '../../../ui/shared/plugin-name.js';
import type { Context } from '../base/context.js';
import { listenTo } from '../base/listen.js';
import type { Words } from '../base/words.js';
import type { MemoryGate } from '../memory/gate.js';
import type { ModesGate } from '../modes/gate.js';
import type { StudioGate } from './gate.js';
import type { OwnOffer } from './own.js';

export interface StudioSectionParts {
  readonly host: Host;
  readonly words: Words;
  readonly context: () => Context;
  readonly memory: MemoryGate;
  readonly modes: ModesGate;
  readonly studio: StudioGate;
  readonly fail: (error: unknown) => void;
}

const own = onDemand(() => import('./own.js'));
const MODES = ['loop', 'spec', 'agenda'] as const;

/** The drawer's part about studios: what can be edited with a model, and a way in for each. */
export class StudioSection {
  readonly element = document.createElement('fieldset');
  /** Ends what it listens to. */
  readonly close: () => void;
  readonly #parts: StudioSectionParts;
  readonly #why = document.createElement('p');
  readonly #plugins: HTMLSelectElement;
  readonly #modes: HTMLSelectElement;
  #opening = false;

  constructor(parts: StudioSectionParts) {
    this.#parts = parts;
    const { words } = parts;
    const { element } = this;
    element.className = 'bulkhead-notice bulkhead-calls bulkhead-studio';
    element.dataset.testid = 'studio-section';
    const legend = document.createElement('legend');
    legend.textContent = words('studio.title');
    const teach = document.createElement('p');
    teach.textContent = words('studio.teach');
    this.#why.dataset.testid = 'studio-why';
    this.#why.textContent = words('modes.offline');
    this.#plugins = choice('studio-plugin', words('studio.plugin'));
    this.#modes = choice('studio-mode', words('studio.profile'));
    const edit = (offer: () => OwnOffer) => () => void this.#open(offer()).catch(parts.fail);
    element.append(
      ...[legend, teach, this.#why],
      this.#row('plugin', this.#plugins, edit(this.#pluginOffer)),
      this.#row(
        'schema',
        null,
        edit(() => ({ kind: 'schema' })),
      ),
      this.#row('profile', this.#modes, edit(this.#profileOffer)),
    );
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

  readonly #pluginOffer = (): OwnOffer => {
    const { value } = this.#plugins;
    return { kind: 'plugin', ...(value !== '' && { id: value }) };
  };

  readonly #profileOffer = (): OwnOffer => ({
    kind: 'profile',
    mode: MODES.find((mode) => mode === this.#modes.value) ?? 'loop',
  });

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

  #row(kind: OwnOffer['kind'], field: HTMLSelectElement | null, press: () => void): HTMLElement {
    const { words } = this.#parts;
    const row = document.createElement('div');
    row.className = 'bulkhead-studio-row';
    const name = document.createElement('b');
    name.textContent = words(`studio.${kind}`);
    const about = document.createElement('small');
    about.className = 'bulkhead-about';
    about.textContent = words(`studio.${kind}.about`);
    const button = document.createElement('button');
    button.textContent = words('studio.open');
    button.setAttribute('aria-label', words('studio.openWhat', { what: words(`studio.${kind}`) }));
    button.dataset.testid = `studio-open-${kind}`;
    button.addEventListener('click', press);
    const use = document.createElement('div');
    use.className = 'bulkhead-row';
    use.append(...(field ? [field] : []), button);
    row.append(name, about, use);
    return row;
  }
}

function choice(testid: string, label: string): HTMLSelectElement {
  const field = document.createElement('select');
  field.dataset.testid = testid;
  field.setAttribute('aria-label', label);
  return field;
}

/** What was chosen stays chosen, as long as it is there. */
function fill(field: HTMLSelectElement, options: readonly (readonly [value: string, text: string])[]): void {
  const { value } = field;
  field.replaceChildren(...options.map(([key, text]) => new Option(text, key)));
  if (options.some(([key]) => key === value)) field.value = value;
}
