import type { Effects } from '../../../index.js';
import { BulkheadOffers } from '../../../ui/drawer/offers.js';
import { BulkheadModes } from '../../../ui/runs/modes.js';
import { BulkheadRunPanel } from '../../../ui/runs/run-panel.js';
import { listenTo } from '../../../ui/shared/element.js';
import { viewError } from '../../../ui/shared/error-text.js';
import { listenTo as listenToHost } from '../base/context.js';
import type { Parts } from '../base/parts.js';
import { changeSettings, offerKey, readSettings } from '../base/settings.js';
import { isForAgents } from './agent-tools.js';
import { anchorOf, capsuleOf } from './capsules.js';
import type { ModesGate } from './gate.js';

interface ModesSectionParts extends Omit<Parts, 'generations'> {
  readonly gate: ModesGate;
}

/** The drawer's part about modes. Choosing one loads nothing of them; a run does. */
export class ModesSection {
  readonly element = new BulkheadModes();
  /** Which tools agents get. */
  readonly tools = new BulkheadOffers();
  readonly #panel = new BulkheadRunPanel();
  /** Ends what it listens to. */
  readonly close: () => void;
  readonly #parts: ModesSectionParts;

  constructor(parts: ModesSectionParts) {
    this.#parts = parts;
    const { context, gate, fail } = parts;
    const { element } = this;
    element.append(this.#panel);
    this.tools.heading = parts.words('modes.tools');
    listenTo(this.tools, 'bh-offer', ({ tool, on }, event) => {
      // What the model may call is chosen in another list.
      event.stopPropagation();
      this.#choose(tool, on);
    });
    this.close = listenToHost(context(), { ONLINE_STATUS_CHANGED: () => this.show() });
    listenTo(element, 'bh-modes', (change) => {
      changeSettings(context(), { modes: { ...readSettings(context()).modes, ...change } });
      this.show();
    });
    listenTo(element, 'bh-run', (order) => {
      element.busy = true;
      gate
        .load()
        .then((modes) => modes.run(order))
        .catch(fail)
        .finally(() => this.show());
    });
    listenTo(element, 'bh-stop-run', () => gate.now?.stop());
    listenTo(element, 'bh-run-effects', ({ what }) => void this.#answer(what));
    listenTo(element, 'bh-forget-found', () => {
      gate.forgetCapsule(context());
      this.show();
    });
  }

  /** Shows how things stand now. */
  show(): void {
    const { context, gate, words } = this.#parts;
    const { element } = this;
    const now = context();
    const capsule = capsuleOf(now);
    const isDelivered = capsule?.anchor !== undefined;
    element.choice = readSettings(now).modes;
    element.busy = gate.now?.busy ?? false;
    this.#showRun();
    this.#showTools();
    element.why =
      now.chat.length === 0
        ? words('modes.noChat')
        : now.onlineStatus === 'no_connection'
          ? words('modes.offline')
          : '';
    // Findings for an earlier message are not used any more.
    const isOver = capsule === undefined || (isDelivered && capsule.anchor !== anchorOf(now));
    const isShown = capsule?.text === gate.now?.view?.capsule;
    element.found = isOver
      ? null
      : { delivered: isDelivered, mode: capsule.mode, ...(!isShown && { text: capsule.text }) };
  }

  #choose(name: string, on: boolean): void {
    const { host, context } = this.#parts;
    const found = host.tools.list().find((tool) => tool.name === name);
    const { modes } = readSettings(context());
    if (found) changeSettings(context(), { modes: { ...modes, tools: { ...modes.tools, [offerKey(found)]: on } } });
    this.show();
  }

  #showTools(): void {
    const { host, context } = this.#parts;
    const settings = readSettings(context());
    this.tools.offers = host.tools.list().map((tool) => ({
      ...{ name: tool.name, owner: tool.owner, description: tool.description, mode: tool.mode },
      on: isForAgents(tool, settings),
    }));
  }

  #showRun(): void {
    const { view = null, outcome } = this.#parts.gate.now ?? {};
    const panel = this.#panel;
    panel.hidden = view === null;
    panel.run = view;
    panel.trace = outcome?.trace ?? null;
    const effects = (outcome?.effects ?? null) as Effects | null;
    if (effects !== panel.effects) panel.effectsState = 'asked';
    panel.effects = effects;
  }

  async #answer(what: 'commit' | 'discard'): Promise<void> {
    const panel = this.#panel;
    const { effects } = panel;
    try {
      if (what === 'commit' && effects) await this.#parts.host.tools.commit(effects);
      panel.effectsState = what === 'commit' ? 'committed' : 'discarded';
    } catch (error) {
      panel.effectsState = viewError(error);
    }
  }
}
