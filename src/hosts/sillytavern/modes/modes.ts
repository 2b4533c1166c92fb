import { flagsWithout, loopTools, type RunOutcome, RunStore, Runs, type RunView } from '../../../engine/internal.js';
import type { Rehearsal } from '../../../studio/internal.js';
import { staying, whereabouts } from '../base/chat.js';
import { listenTo } from '../base/context.js';
import type { RunMode } from '../base/modes-choice.js';
import { notice } from '../base/notices.js';
import type { Parts } from '../base/parts.js';
import { withoutMacros } from '../base/plain-text.js';
import { readSettings } from '../base/settings.js';
import { MemoryPrompt } from '../memory/prompt.js';
import { isForAgents } from './agent-tools.js';
import { anchorOf, type Capsule, capsuleOf, keepCapsule } from './capsules.js';
import { describeChat } from './describe-chat.js';
import { failureWords } from './failure-words.js';
import { Lore, loopSources } from './lore.js';
import { sillyTavernModel } from './model.js';
import { notesOf } from './notes.js';
import { perform } from './perform.js';
import { SCENE_PROFILES } from './profiles.js';
import { WorkBar } from './work-bar.js';
import { isWriteType, type WriteType, writeMessage } from './write.js';

export interface ModesParts extends Omit<Parts, 'fail'> {
  /** What can be seen of it has changed. */
  readonly changed: () => void;
}

interface RunOrder {
  readonly mode: RunMode;
  readonly review?: boolean;
  /** What a director writes. */
  readonly type?: WriteType;
}

/** Orchestrations of the chat that is open: one at a time, begun by hand or by a message. Loaded with the first. */
export class Modes {
  readonly store = new RunStore();
  readonly #parts: ModesParts;
  readonly #prompt: MemoryPrompt;
  readonly #runs: Runs;
  readonly #lore: Lore;
  readonly #off: (() => void)[];
  readonly #bar: WorkBar;
  /** Of the run that is being made ready, or goes on. */
  #stop: AbortController | undefined;
  #mode: RunMode | undefined;
  /** The message that the host waits for has been written. */
  #written = false;
  /** The host is about to generate, and waits for the run. */
  #waiting = false;
  /** Its user has stopped that, or left the chat. */
  #isOver = false;
  /** The user's message whose run has left nothing. */
  #tried: string | undefined;

  constructor(parts: ModesParts) {
    this.#parts = parts;
    const { host, context, changed } = parts;
    this.#runs = new Runs({ store: this.store, orchestrator: host.orchestrator });
    this.#lore = new Lore(context);
    for (const tool of loopTools(loopSources(context, this.#lore))) host.orchestrator.provideBuiltin(tool);
    this.#prompt = new MemoryPrompt(context, 'bulkhead_modes');
    this.#bar = new WorkBar({ words: parts.words, skip: () => this.stop() });
    this.#off = [
      this.store.subscribe(changed),
      this.store.subscribe(() => this.#showWork()),
      listenTo(context(), {
        GENERATION_STOPPED: () => {
          if (this.#waiting) this.#end('the generation was stopped');
        },
        CHAT_CHANGED: () => {
          this.#end('another chat was opened');
          this.#tried = undefined;
          changed();
        },
      }),
    ];
  }

  get view(): RunView | null {
    return this.store.view;
  }

  /** What the last run has come to; nothing while one goes on. */
  outcome: RunOutcome | undefined;

  /** A run is being made ready, or goes on. */
  get busy(): boolean {
    return this.#stop !== undefined;
  }

  /** Begins a run by hand. What it finds goes into the next request. @throws where no chat is open. */
  async run({ mode, review = false }: RunOrder): Promise<RunOutcome | undefined> {
    const { context, words } = this.#parts;
    if (whereabouts(context()) === undefined || context().chat.length === 0) throw new Error(words('modes.noChat'));
    const ended = await this.#run({ mode, review, type: 'normal' });
    if (ended?.capsule && !review && mode !== 'director') this.#keep(this.#found(mode, ended.capsule));
    return ended;
  }

  /** Returns what a rehearsal of a profile needs: the prompts and the tools of a run of the open chat. */
  get rehearsal(): Rehearsal {
    const { host, context, words } = this.#parts;
    return {
      orchestrator: host.orchestrator,
      messages: async () => {
        if (context().chat.length === 0) throw new Error(words('modes.noChat'));
        return describeChat(context(), this.#lore, readSettings(context()).modes.messages, notesOf(context).prompt);
      },
      open: () => ({ flags: this.#flags() }),
    };
  }

  /** Ends the run that goes on; a message that waits for it is generated without. */
  stop(): void {
    this.#stop?.abort(new DOMException('stopped by the user', 'AbortError'));
  }

  /** What is kept with the chat has been taken out: it is not in the request that is being made either. */
  forgetCapsule(): void {
    this.#prompt.skip();
    this.#parts.changed();
  }

  /** Puts what a run has found into the next request, or has a director write. @returns true where the host is to generate nothing. Never rejects. */
  async beforeMessage(type: string): Promise<boolean> {
    if (!isWriteType(type)) return false;
    const { context } = this.#parts;
    const { auto: always, mode } = readSettings(context()).modes;
    // One run for a message: after one that left nothing, the answer goes on without, e.g. after the model has called tools.
    const goesOn = type === 'normal' && this.#tried === anchorOf(context()) && context().chat.at(-1)?.is_user !== true;
    const auto = always && !goesOn;
    this.#prompt.skip();
    this.#isOver = false;
    this.#waiting = true;
    try {
      if (auto && mode === 'director' && !context().groupId) return await this.#direct(type);
      await this.#notify(mode, auto && mode !== 'director');
    } catch (error) {
      // A message is never kept back by what was to help it.
      this.#complain(error as Error);
    } finally {
      this.#waiting = false;
    }
    return this.#isOver;
  }

  close(): void {
    this.#end('closed');
    for (const off of this.#off.splice(0)) off();
    this.#prompt.close();
  }

  async #notify(mode: RunMode, auto: boolean): Promise<void> {
    const { context, words } = this.#parts;
    const anchor = anchorOf(context());
    let capsule = capsuleOf(context());
    // The same message gets the same findings. Those of a run that was started by hand are for the next message.
    if (capsule && (capsule.anchor ?? anchor) !== anchor) capsule = undefined;
    else if (capsule && capsule.anchor === undefined) this.#keep({ ...capsule, anchor });
    if (!capsule && auto) {
      this.#tried = anchor;
      const text = (await this.#run({ mode }))?.capsule;
      if (text) capsule = { ...this.#found(mode, text), anchor };
      if (capsule && !this.#isOver) this.#keep(capsule);
    }
    if (!capsule || this.#isOver) return;
    await this.#lore.force(capsule.lore ?? []);
    this.#prompt.put(withoutMacros(`${words('modes.prompt')}\n${capsule.text}`));
  }

  /** @returns true where a message was written, or nothing is to be. */
  async #direct(type: WriteType): Promise<boolean> {
    this.#tried = anchorOf(this.#parts.context());
    const ended = await this.#run({ mode: 'director', type });
    // After a director was stopped, no other message is to be written in its place.
    return this.#isOver || ended?.status === 'cancelled' || this.#written;
  }

  async #run(order: RunOrder): Promise<RunOutcome | undefined> {
    if (this.busy) return undefined;
    this.outcome = undefined;
    const stop = new AbortController();
    this.#stop = stop;
    this.#mode = order.mode;
    this.#showWork();
    try {
      this.outcome = await this.#perform(order, stop.signal);
      return this.outcome;
    } finally {
      this.#stop = undefined;
      this.#bar.show(undefined);
      this.#parts.changed();
    }
  }

  async #perform(
    { mode, review = false, type = 'normal' }: RunOrder,
    signal: AbortSignal,
  ): Promise<RunOutcome | undefined> {
    const { host, context, words, generations } = this.#parts;
    const { limits, profiles, messages, replyTokens } = readSettings(context()).modes;
    this.#written = false;
    // Earlier findings are removed first, so that nothing is shown if the run fails or is stopped. A rehearsal leaves them.
    if (!review && capsuleOf(context())) this.#keep(undefined);
    const filled = context().chat.length > 0;
    const stay = staying(context, () => filled);
    this.#lore.begin();
    const described = await describeChat(context(), this.#lore, messages, notesOf(context).prompt);
    // It is for the chat that it was begun in, and for nobody who has stopped it meanwhile.
    if (signal.aborted) return { status: 'cancelled', capsule: null, trace: [] };
    const outcome = await perform(this.#runs, mode, {
      ...{ limits, profiles, review, again: true, signal, messages: described, open: { flags: this.#flags() } },
      draft: type === 'continue' ? context().chat.at(-1)?.mes : undefined,
      llm: sillyTavernModel({ context, words, textCalls: host.textCalls, replyTokens: () => replyTokens }),
      commit: async (text) => {
        await writeMessage(stay, generations, type, text);
        this.#written = true;
      },
      // The store takes this only while the run goes on.
      onTrouble: (error) => this.store.meta({ error: failureWords(error, words) }),
    });
    if (outcome?.error) this.#complain(outcome.error);
    return outcome;
  }

  /** What agents do not get. */
  #flags() {
    const { host, context } = this.#parts;
    const settings = readSettings(context());
    const off = host.tools.list().filter((tool) => !isForAgents(tool, settings));
    return flagsWithout(off.map(({ name }) => name));
  }

  #found(mode: RunMode, text: string): Capsule {
    const { forced } = this.#lore;
    return { mode, text, ...(forced.length > 0 && { lore: forced }) };
  }

  #keep(capsule: Capsule | undefined): void {
    keepCapsule(this.#parts.context(), capsule);
    this.#parts.changed();
  }

  /** Whoever waits for a message sees what it waits for. */
  #showWork(): void {
    if (!this.#waiting || !this.busy || this.#mode === undefined) return;
    const { profiles } = readSettings(this.#parts.context()).modes;
    const { stages } = profiles.spec ?? SCENE_PROFILES.spec;
    const total = this.#mode === 'spec' ? stages.flatMap(({ nodes }) => nodes).length : undefined;
    // What is shown of an earlier run is not this one's.
    const view = this.view?.status === 'running' ? this.view : null;
    this.#bar.show({ view, total, writes: this.#mode === 'director' });
  }

  #end(reason: string): void {
    if (this.#waiting) this.#isOver = true;
    this.#stop?.abort(new DOMException(reason, 'AbortError'));
  }

  /** Shows the outcome of a run that was started by hand. */
  #complain(error: Error): void {
    if (!this.#waiting) return;
    const { words } = this.#parts;
    const key = this.#written ? 'modes.troubleWritten' : 'modes.trouble';
    notice('warning', words(key, { message: failureWords(error, words) }));
  }
}
