import type { Host, ToolInfo } from '../../../index.js';
import { whereabouts } from '../base/chat.js';
import { listenTo } from '../base/context.js';
import { notice } from '../base/notices.js';
import type { Parts } from '../base/parts.js';
import { type CallChoice, offerKey, readSettings, type Settings } from '../base/settings.js';
import { isWritten } from './answers.js';
import { readAs } from './dialect.js';
import type { LookAlikes } from './look-alikes.js';
import { hasLookAlike, mayCall } from './may-call.js';
import { asksForText, callsOf, chooseCalls, renameChats } from './mode.js';
import type { TextCallMode } from './text-calls.js';

interface SwitchParts extends Parts {
  /** True when the user lets a model call this tool. */
  readonly isOffered: (tool: ToolInfo) => boolean;
  /** Another way of calling may hold from now on. */
  readonly changed: () => void;
}

/** Which way models call in the chat that is open; brings what calls by writing need when the first such chat is open. */
export class CallSwitch {
  readonly #parts: SwitchParts;
  readonly #off: (() => void)[];
  #mode: TextCallMode | undefined;
  #loading: Promise<typeof import('./text-calls.js')> | undefined;
  #lookAlikes: LookAlikes | undefined;
  #closed = false;
  /** Chats whose files the user has been warned about. */
  readonly #suggested = new Set<string>();

  constructor(parts: SwitchParts) {
    const { fail } = parts;
    this.#parts = parts;
    const follow = () => void this.follow().then(parts.changed, fail);
    const opened = () => {
      this.#tellOfFile();
      if (parts.context().chat.some(hasLookAlike)) void this.#loadLookAlikes().catch(fail);
      follow();
    };
    const renamed =
      (event: string) =>
      (...args: unknown[]) =>
        void this.#rename(event, args).catch(fail);
    this.#off = [
      listenTo(parts.context(), {
        CHAT_CHANGED: opened,
        MESSAGE_RECEIVED: (index) => void this.#received(index).catch(reportError),
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
    // What could not be loaded now may be there the next time.
    this.#loading ??= import('./text-calls.js').catch((error) => {
      this.#loading = undefined;
      throw error;
    });
    const { TextCallMode } = await this.#loading;
    if (!this.#closed) this.#mode ??= new TextCallMode({ ...this.#parts, missed: (index) => this.#look(index) });
    this.#mode?.refresh();
  }

  close(): void {
    this.#closed = true;
    for (const off of this.#off.splice(0)) off();
    this.#mode?.close();
    this.#lookAlikes?.close();
  }

  /** Where models call by the API’s own means, one may write a call all the same. */
  async #received(index: unknown): Promise<void> {
    if (typeof index === 'number' && this.choice.mode === 'native') await this.#look(index);
  }

  /** Says of a message what looks like a call in it. */
  async #look(index: number): Promise<void> {
    const { context } = this.#parts;
    if (this.choice.mode === 'text' && readAs(this.choice.dialect) === 'auto') return;
    if (!isWritten(context().chat[index]) || !mayCall(context().chat[index]?.mes ?? '')) return;
    await (await this.#loadLookAlikes()).look(index);
  }

  async #loadLookAlikes(): Promise<LookAlikes> {
    const { LookAlikes } = await import('./look-alikes.js');
    this.#lookAlikes ??= new LookAlikes({ ...this.#parts, choose: (change) => this.choose(change) });
    return this.#lookAlikes;
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
    if (chat === undefined || this.#suggested.has(chat) || !asksForText(context)) return;
    this.#suggested.add(chat);
    notice('info', this.#parts.words('calls.file'));
  }

  #keep(): void {
    const { host, context, isOffered } = this.#parts;
    keepOffered(host, readSettings(context()), isOffered);
  }
}

/** The owner of tools that are registered skills. */
const SKILLS = 'skills';

/** Keeps what a model may call by writing in step with what the user has offered. Skills are on unless they or the user say otherwise. */
function keepOffered(host: Host, { offers }: Settings, isOffered: (tool: ToolInfo) => boolean): void {
  const tools = new Map(host.tools.list().map((tool) => [tool.name, tool]));
  for (const { name, tool: toolName, owner } of host.skills.list()) {
    const tool = tools.get(toolName);
    if (!tool) continue;
    const chosen = offers[offerKey(tool)];
    // The host offers its own functions natively. They are called by text only when the user says so.
    if (tool.source === 'st-bridge') host.skills.setEnabled(name, chosen === true);
    else if (owner !== SKILLS) host.skills.setEnabled(name, isOffered(tool));
    else if (chosen !== undefined) host.skills.setEnabled(name, chosen);
  }
}
