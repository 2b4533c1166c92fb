import type { ToolInfo } from '../../index.js';
import { BulkheadBridges } from '../../ui/drawer/bridges.js';
import { BulkheadDrawer } from '../../ui/drawer/drawer.js';
import { BulkheadOffers } from '../../ui/drawer/offers.js';
import { useLanguage } from '../../ui/i18n/language.js';
import { BulkheadAskBar } from '../../ui/questions/ask-bar.js';
import { listenTo } from '../../ui/shared/element.js';
import { BulkheadSkills } from '../../ui/skills/skills.js';
import type { Context } from './base/context.js';
import { dock } from './base/dock.js';
import { make } from './base/dom.js';
import type { FunctionTools } from './base/function-tools.js';
import type { KeptBridges } from './base/kept-bridges.js';
import { notice } from './base/notices.js';
import type { Parts } from './base/parts.js';
import { changeSettings, offerKey, readSettings } from './base/settings.js';
import { followTheme } from './base/theme.js';
import type { MemoryGate } from './memory/gate.js';
import { MemorySection } from './memory/section.js';
import { MemoryTable } from './memory/table.js';
import type { ModesGate } from './modes/gate.js';
import { ModesSection } from './modes/section.js';
import type { StudioGate } from './studio/gate.js';
import { StudioSection } from './studio/section.js';
import { CallChooser } from './text-calls/chooser.js';
import { askedIn } from './text-calls/dialect.js';
import { chooseDefaultCalls } from './text-calls/mode.js';
import type { CallSwitch } from './text-calls/switch.js';

/** What the drawer and the bar of questions work with. */
interface FrontParts extends Parts {
  readonly functionTools: FunctionTools;
  readonly bridges: KeptBridges;
  readonly calls: CallSwitch;
  readonly memory: MemoryGate;
  readonly modes: ModesGate;
  readonly studio: StudioGate;
  readonly isOffered: (tool: ToolInfo) => boolean;
  /** Deletes everything; the user has been asked. */
  readonly erase: () => Promise<void>;
}

/** Everything of Bulkhead that is laid over SillyTavern's page. Loaded when it is first looked at, or the first question waits. */
export class Front {
  readonly #parts: FrontParts;
  readonly #drawer = new BulkheadDrawer();
  readonly #bar = new BulkheadAskBar();
  readonly #offers = new BulkheadOffers();
  readonly #skills = new BulkheadSkills();
  readonly #bridges = new BulkheadBridges();
  readonly #notice = make('div', { slot: 'notice', className: 'bulkhead-notice' });
  readonly #chooser: CallChooser;
  readonly #memory: MemorySection;
  readonly #modes: ModesSection;
  readonly #studio: StudioSection;
  readonly #off: (() => void)[];
  #opened = false;

  constructor(parts: FrontParts) {
    this.#parts = parts;
    const { host, context } = parts;
    useLanguage(context().getCurrentLocale());
    const { words, calls, fail } = parts;
    this.#chooser = new CallChooser({
      words,
      choose: (change) => void calls.choose(change).then(() => this.refresh(), fail),
      keep: () => {
        chooseDefaultCalls(context(), calls.choice);
        notice('success', words('calls.default.done'));
      },
    });
    this.#memory = new MemorySection({ ...parts, table: new MemoryTable({ ...parts, gate: parts.memory }) });
    this.#modes = new ModesSection({ ...parts, gate: parts.modes });
    this.#studio = new StudioSection(parts);
    this.#modes.element.slot = 'agents';
    this.#modes.tools.slot = 'agents';
    this.#memory.element.slot = 'memory';
    this.#studio.element.slot = 'studio';
    this.#drawer.append(
      this.#notice,
      this.#chooser.element,
      this.#offers,
      this.#skills,
      this.#bridges,
      this.#memory.element,
      this.#modes.element,
      this.#modes.tools,
      this.#studio.element,
      make('span', { slot: 'backup', textContent: ` ${words('backup.settings')}` }),
    );
    this.#drawer.host = host;
    this.#skills.host = host;
    this.#bar.host = host;
    this.#listen();
    document.body.append(this.#drawer);
    // Above the text box, where the chat's user looks; SillyTavern moves what stands there with its layout.
    const form = document.querySelector('#send_form');
    if (form) form.before(this.#bar);
    else document.body.append(this.#bar);
    this.#off = [followTheme(this.#drawer), followTheme(this.#bar), dock(this.#drawer)];
  }

  /** Shows the modes, and what a run does, as they are now. */
  showModes(): void {
    if (this.#drawer.open) this.#modes.show();
  }

  open(): void {
    const { bridges, host } = this.#parts;
    bridges.restore();
    const hasTools = host.tools.list().some(({ source }) => source !== 'st-bridge');
    this.#drawer.show(this.#opened || !hasTools ? undefined : 'tools');
    this.#opened = true;
    this.refresh();
  }

  /** Shows tools, bridges and the notice as they are now. */
  refresh(): void {
    if (!this.#drawer.open) return;
    const { host, context, bridges, calls, functionTools, isOffered, words } = this.#parts;
    this.#chooser.show(calls.choice, context().chat.length > 0, askedIn(calls.choice.dialect, context()));
    // Where models call by writing, one list says what may be called, and how that went.
    const isWritten = calls.choice.mode === 'text';
    this.#skills.hidden = !isWritten;
    this.#offers.hidden = isWritten;
    this.#offers.offers = host.tools
      .list()
      .filter(({ source }) => source !== 'st-bridge')
      .map((tool) => ({
        name: tool.name,
        owner: tool.owner,
        description: tool.description,
        mode: tool.mode,
        on: isOffered(tool),
        ...(functionTools.taken.has(tool.name) && { note: words('taken') }),
      }));
    this.#bridges.bridges = bridges.list();
    this.#modes.show();
    this.#memory.show().catch(this.#parts.fail);
    this.#studio.show().catch(this.#parts.fail);
    this.#showNotice();
  }

  close(): void {
    for (const off of this.#off.splice(0)) off();
    this.#modes.close();
    this.#studio.close();
    this.#drawer.remove();
    this.#bar.remove();
  }

  #listen(): void {
    const { host, context, bridges, calls, functionTools, fail } = this.#parts;
    listenTo(this.#drawer, 'bh-offer', ({ tool, on }) => {
      const found = host.tools.list().find(({ name }) => name === tool);
      if (found) changeSettings(context(), { offers: { ...readSettings(context()).offers, [offerKey(found)]: on } });
      functionTools.sync();
      void calls.follow().then(() => this.refresh(), fail);
    });
    listenTo(this.#drawer, 'bh-bridge', ({ name, mode }) => {
      try {
        bridges.choose(name, mode);
      } catch (error) {
        fail(error);
      }
      this.refresh();
    });
    listenTo(this.#drawer, 'bh-erase', () => this.#parts.erase());
  }

  /** Says why the model gets no tools, with a button that corrects it where possible. */
  #showNotice(): void {
    const { context, words, calls, functionTools } = this.#parts;
    const { chatCompletionSettings, mainApi } = context();
    const off = mainApi === 'openai' && chatCompletionSettings.function_calling !== true;
    const supported = off || context().isToolCallingSupported();
    const native = calls.choice.mode === 'native';
    this.#notice.hidden = !native || functionTools.count === 0 || (supported && !off);
    if (this.#notice.hidden) return;
    const text = make('p', { textContent: words(off ? 'off' : 'unsupported') });
    const button = make('button', { textContent: words('off.button'), testid: 'function-calling-on' });
    button.addEventListener('click', () => {
      switchFunctionCalling(context());
      this.refresh();
    });
    this.#notice.replaceChildren(text, ...(off ? [button] : []));
  }
}

/** Switches the host's function calling on, where its own settings show it too. */
function switchFunctionCalling(context: Context): void {
  context.chatCompletionSettings.function_calling = true;
  const box = document.querySelector<HTMLInputElement>('#openai_function_calling');
  if (box) box.checked = true;
  context.saveSettingsDebounced();
}
