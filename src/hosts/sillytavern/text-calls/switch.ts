import type { ToolInfo } from '../../../index.js';
import { listenTo } from '../listen.js';
import { readSettings } from '../settings.js';
import type { CallChoice } from './choice.js';
import { callsOf, chooseCalls } from './mode.js';
import { keepOffered } from './offered.js';
import type { TextCallMode, TextCallParts } from './text-calls.js';

export interface SwitchParts extends TextCallParts {
  /** True when the user lets a model call this tool. */
  readonly isOffered: (tool: ToolInfo) => boolean;
  /** Another way of calling may hold from now on. */
  readonly changed: () => void;
  readonly fail: (error: unknown) => void;
}

/** Which way models call in the chat that is open; brings what calls by writing need when the first such chat is open. */
export class CallSwitch {
  readonly #parts: SwitchParts;
  readonly #isOffered: (tool: ToolInfo) => boolean;
  readonly #off: (() => void)[];
  #mode: TextCallMode | undefined;
  #loading: Promise<void> | undefined;
  #closed = false;

  constructor(parts: SwitchParts) {
    const { fail, isOffered } = parts;
    this.#parts = parts;
    this.#isOffered = isOffered;
    const follow = () => void this.follow().then(parts.changed, fail);
    this.#off = [listenTo(parts.context(), { CHAT_CHANGED: follow }), parts.host.skills.onChange(() => this.#keep())];
    follow();
  }

  /** What holds in the chat that is open. */
  get choice(): CallChoice {
    return callsOf(this.#parts.context());
  }

  /** Chooses for the chat that is open. @throws when none is. */
  async choose(change: Partial<CallChoice>): Promise<void> {
    await chooseCalls(this.#parts.context(), change);
    await this.follow();
    this.#parts.changed();
  }

  /** Something that this depends on has changed. */
  async follow(): Promise<void> {
    this.#keep();
    if (this.choice.mode !== 'text') return this.#mode?.refresh();
    this.#loading ??= this.#load();
    await this.#loading;
    this.#mode?.refresh();
  }

  close(): void {
    this.#closed = true;
    for (const off of this.#off.splice(0)) off();
    this.#mode?.close();
  }

  #keep(): void {
    keepOffered(this.#parts.host, readSettings(this.#parts.context()), this.#isOffered);
  }

  async #load(): Promise<void> {
    try {
      const { TextCallMode } = await import('./text-calls.js');
      if (!this.#closed) this.#mode = new TextCallMode(this.#parts);
    } catch (error) {
      // It may be there the next time.
      this.#loading = undefined;
      throw error;
    }
  }
}
