import type { ToolInfo } from '../../../index.js';
import { whereabouts } from '../base/chat.js';
import { listenTo } from '../base/listen.js';
import { notice } from '../base/notices.js';
import { readSettings } from '../base/settings.js';
import type { CallChoice } from '../base/text-calls-choice.js';
import { asksForText, callsOf, chooseCalls, renameChats } from './mode.js';
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
  /** Chats whose files the user has been warned about. */
  readonly #told = new Set<string>();

  constructor(parts: SwitchParts) {
    const { fail, isOffered } = parts;
    this.#parts = parts;
    this.#isOffered = isOffered;
    const follow = () => void this.follow().then(parts.changed, fail);
    const opened = () => {
      this.#tellOfFile();
      follow();
    };
    const renamed =
      (event: string) =>
      (...args: unknown[]) =>
        void this.#rename(event, args).catch(fail);
    this.#off = [
      listenTo(parts.context(), {
        CHAT_CHANGED: opened,
        CHAT_RENAMED: renamed('CHAT_RENAMED'),
        CHARACTER_RENAMED: renamed('CHARACTER_RENAMED'),
      }),
      parts.host.skills.onChange(() => this.#keep()),
    ];
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

  async #rename(event: string, args: readonly unknown[]): Promise<void> {
    const context = this.#parts.context();
    const chats = Object.keys(readSettings(context).chats);
    if (chats.length === 0) return;
    const { renamedBy } = await import('../memory/renames.js');
    renameChats(context, renamedBy(event, args, chats));
    await this.follow();
  }

  /** A file may come from somebody else: what it asks for, the user chooses. Said once for each chat. */
  #tellOfFile(): void {
    const context = this.#parts.context();
    const { chat } = whereabouts(context) ?? {};
    if (chat === undefined || this.#told.has(chat) || !asksForText(context)) return;
    this.#told.add(chat);
    notice('info', this.#parts.words('calls.file'));
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
