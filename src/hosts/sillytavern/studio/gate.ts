import { onDemand } from '../../../primitives/index.js';
import type { Adapter, StudioContext, TaskAnswer } from '../../../studio/internal.js';
import type { TextCalls } from '../../../text-calls/internal.js';
import { type Context, fieldsOf, listenTo, type SillyTavernGlobal } from '../base/context.js';
import { settingsObject } from '../base/kept-settings.js';
import { withFunctions } from '../base/provide.js';
import { followTabs } from '../base/settings-tabs.js';
import type { CharacterStates } from './character-state.js';
import { type IterationStudio, iterationStudio } from './iteration-studio.js';
import type { TaskInput } from './task.js';

/** What studios use of a host’s context, and SillyTavern’s has not got. */
export interface StudioFunctions {
  /** Asks the model that the host is connected to; nothing of the chat goes along, and nothing is seen in it. */
  generateTask(task: TaskInput): Promise<TaskAnswer>;
  /** What an extension keeps with a character; `null` where that is nothing. */
  getCharacterState(avatar: string, namespace: string): Promise<unknown>;
  /** Replaces it; `null` takes it out. */
  setCharacterState(avatar: string, namespace: string, state: unknown): Promise<void>;
  /** Resolves once the server has the settings. */
  saveSettings(): Promise<void>;
  readonly iterationStudio: IterationStudio;
}

export interface StudioParts {
  readonly textCalls: TextCalls;
  /** The host’s own context. */
  readonly context: () => Context;
  /** Where this extension is served from. */
  readonly folder: URL;
}

const service = onDemand(() => import('./service.js'));
const opening = onDemand(() => import('./open.js'));
const histories = onDemand(() => import('../../../studio/base/history-database.js'));
const states = onDemand(() => import('./character-state.js'));

/** The door to the studio: its functions are there from the start, and load what they need when one is called. */
export class StudioGate {
  /** Each is the same one for ever: on every context, and among what modules export. */
  readonly functions: StudioFunctions;
  readonly #parts: StudioParts;
  readonly #off: () => void;
  #states: CharacterStates | undefined;
  /** Closes what is open. */
  readonly #end = new AbortController();

  constructor(parts: StudioParts) {
    this.#parts = parts;
    const { context } = parts;
    this.functions = {
      generateTask: async (task) => {
        const { generateTask, wordsOf } = await service();
        return generateTask({ ...parts, words: wordsOf(context) }, task);
      },
      getCharacterState: async (avatar, namespace) => (await this.#load()).get(avatar, namespace),
      setCharacterState: async (avatar, namespace, state) => (await this.#load()).set(avatar, namespace, state),
      saveSettings: async () => (await service()).saveSettings(context()),
      iterationStudio: iterationStudio((...args) => this.#open(...args)),
    };
    const off = listenTo(context(), {
      CHARACTER_RENAMED: (from, to) =>
        void this.#load()
          .then((states) => states.renamed(String(from), String(to)))
          .catch(reportError),
      CHARACTER_DELETED: (about) => void this.#deleted(about).catch(reportError),
    });
    // This tab saves all settings as it knows them, whether it ever opens a studio or not.
    const unfollow = followTabs(context);
    this.#off = () => {
      off();
      unfollow();
    };
  }

  /** Puts the functions on every context that lacks them, from now on. @returns whether the studio is ours. */
  provide(host: SillyTavernGlobal): boolean {
    const before = host.getContext;
    const isOurs = !('iterationStudio' in before.call(host));
    host.getContext = () => this.#withFunctions(before.call(host));
    return isOurs;
  }

  /** Deletes what extensions keep with characters, and the conversations of our own studios. */
  async erase(): Promise<void> {
    const { eraseHistories } = await histories();
    await Promise.all([eraseHistories(), this.#load().then((states) => states.erase())]);
  }

  /** Contexts have nothing of it any more. */
  close(): void {
    this.#end.abort(new DOMException('Bulkhead is gone', 'AbortError'));
    this.#off();
  }

  /** Opens a studio of our own with a new session. Settles when it is closed. */
  async show<Profile>(adapter: Adapter<Profile, object>): Promise<void> {
    const { context } = this.#parts;
    await this.functions.iterationStudio.ready();
    const given = context() as unknown as StudioContext;
    await this.#open(adapter, given, settingsObject(context()), document.body, { session: null });
  }

  async #open<Profile, Settings>(
    adapter: Adapter<Profile, Settings>,
    given: StudioContext,
    settings: Settings,
    root: unknown,
    options: { readonly session?: null } = {},
  ): Promise<void> {
    const { openOverPage } = await opening();
    const parts = { ...this.#parts, ...options, signal: this.#end.signal };
    await openOverPage(parts, adapter, this.#withFunctions(given), settings, root);
  }

  /** What an extension has kept from before we were there lacks them, too. */
  #withFunctions<C extends object>(context: C): C {
    return this.#end.signal.aborted ? context : withFunctions(context, this.functions);
  }

  async #load(): Promise<CharacterStates> {
    const { CharacterStates } = await states();
    this.#states ??= new CharacterStates(this.#parts.context);
    return this.#states;
  }

  async #deleted(about: unknown): Promise<void> {
    const { avatar } = fieldsOf(fieldsOf(about).character);
    if (typeof avatar === 'string' && avatar !== '') await (await this.#load()).deleted(avatar);
  }
}
