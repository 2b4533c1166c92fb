import type { BridgeRow, Host } from '../../../index.js';
import type { Context } from './context.js';
import { changeSettings, readSettings } from './settings.js';

/** A function tool of another extension, and how Bulkhead's tools may use it. */
export interface BridgeChoice extends BridgeRow {
  /** `null`: not at all. */
  readonly mode: 'read' | 'write' | null;
  /** It was chosen, and its extension is not there now. */
  readonly missing: boolean;
}

/** Keeps the user's choice of function tools in the settings, and in force: what is missing now is not forgotten. */
export class KeptBridges {
  readonly #host: Host;
  readonly #context: () => Context;
  #missing: readonly string[] = [];

  constructor(host: Host, context: () => Context) {
    this.#host = host;
    this.#context = context;
  }

  /** Puts the kept choice in force. Tools of extensions that load later are found at the next call of this. */
  restore(): void {
    const { orchestrator } = this.#host;
    const { bridges } = readSettings(this.#context());
    // What somebody has bridged by the API meanwhile stays.
    const others = orchestrator
      .listBridgedSillyTavernTools()
      .filter(({ name }) => !bridges.some((one) => one.name === name));
    if (bridges.length > 0) this.#missing = orchestrator.applySillyTavernBridges([...bridges, ...others]);
  }

  /** Keeps what is in force now, where somebody has changed it by the API. */
  keep(): void {
    const kept = readSettings(this.#context()).bridges;
    const now = this.#host.orchestrator.listBridgedSillyTavernTools();
    const missing = kept.filter(({ name }) => this.#missing.includes(name) && !now.some((one) => one.name === name));
    const wanted = [...now, ...missing];
    const same =
      wanted.length === kept.length &&
      wanted.every(({ name, mode }) => kept.some((one) => one.name === name && one.mode === mode));
    if (!same) changeSettings(this.#context(), { bridges: wanted });
  }

  /** Takes all of them out, without a word in the settings. */
  clear(): void {
    this.#missing = [];
    this.#host.orchestrator.applySillyTavernBridges([]);
  }

  list(): readonly BridgeChoice[] {
    const { orchestrator, tools } = this.#host;
    const bridged = orchestrator.listBridgedSillyTavernTools();
    const rows = bridged.map(({ name, mode }) => {
      const tool = tools.list().find((one) => one.name === `st_${name}`);
      return {
        name,
        displayName: tool?.displayName ?? name,
        description: tool?.description ?? '',
        mode,
        missing: false,
      };
    });
    const free = orchestrator.listAvailableSillyTavernTools().map((row) => ({ ...row, mode: null, missing: false }));
    const lost = readSettings(this.#context()).bridges.filter(({ name }) => this.#missing.includes(name));
    const gone = lost.filter(({ name }) => ![...rows, ...free].some((one) => one.name === name));
    return [
      ...rows,
      ...free,
      ...gone.map(({ name, mode }) => ({ name, displayName: name, description: '', mode, missing: true })),
    ];
  }

  /** What the user has chosen for one of them. @throws `NAME_INVALID` where `st_<name>` is no tool name. */
  choose(name: string, mode: 'read' | 'write' | null): void {
    const { orchestrator } = this.#host;
    this.#missing = this.#missing.filter((one) => one !== name);
    const bridged = orchestrator.listBridgedSillyTavernTools().some((one) => one.name === name);
    if (bridged) orchestrator.unbridgeSillyTavernTool(name);
    if (mode) orchestrator.bridgeSillyTavernTool(name, { mode });
    this.keep();
  }
}
