import type { ChatController } from '../chat/index.js';
import type { LLMAdapter } from '../engine/index.js';
import type { Host } from '../index.js';
import {
  type HistoryState,
  type PluginActions,
  type PluginArtifact,
  pluginStudioAdapter,
  workerDiffs,
} from '../studio/index.js';
import { openHistory, type StudioContext, studioContext } from '../studio/internal.js';
import { language, onLanguage } from '../ui/i18n/language.js';
import { t } from '../ui/i18n/text.js';
import { pluginStudioActions } from '../ui/plugins/plugin-studio-actions.js';
import { type OpenStudioOptions, openStudio } from '../ui/studio/open-studio.js';
import type { StudioController, StudioControllerState, StudioKept } from '../ui/studio/studio-controller.js';
import { type RecordedStudio, recordedStudioModel } from './studio-example.js';
import { type AnyAdapter, type Kind, type StudioSettings, studioKinds } from './studio-kinds.js';

const KEY = 'bulkhead-studio';

/** What the studios of a workbench are opened with. */
interface StudioControllerOptions {
  readonly host: Host;
  /** The chats, whose model is asked. */
  readonly chat: ChatController;
  /** Where the studio’s worker is served. */
  readonly worker: string;
  readonly example?: {
    readonly recording: (language: string) => Promise<RecordedStudio>;
    /** Waits before each answer. */
    readonly pace: () => Promise<void>;
  };
}

/** Opens the studios of a workbench: tools, memory schema and orchestrations, with what is kept of them. */
export async function openStudioController(options: StudioControllerOptions): Promise<StudioController> {
  const controller = new WorkbenchStudios(options);
  await controller.refresh();
  return controller;
}

class WorkbenchStudios implements StudioController {
  readonly models: ChatController['models'];
  readonly #options: StudioControllerOptions;
  readonly #settings = readSettings();
  readonly #context: StudioContext;
  readonly #pluginActions: PluginActions;
  readonly #kinds: readonly Kind[];
  readonly #listeners = new Set<() => void>();
  #state: StudioControllerState;

  constructor(options: StudioControllerOptions) {
    const { host, chat, example } = options;
    this.#options = options;
    this.models = chat.models;
    this.#context = this.#contextOf();
    this.#pluginActions = pluginStudioActions(host);
    this.#kinds = studioKinds(host, this.#pluginActions, chat);
    this.#state = { offers: [], kept: null, example: example !== undefined };
    chat.room.onChange(this.#notify);
    onLanguage(() => void this.refresh());
  }

  get state(): StudioControllerState {
    return this.#state;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async refresh(): Promise<void> {
    let keptFailure: unknown;
    const offers = (await Promise.all(this.#kinds.map((kind) => kind.offers()))).flat();
    const lists = await Promise.all(
      offers.map(async ({ id: offer, kind }): Promise<readonly StudioKept[]> => {
        try {
          const adapter = await this.#kind(kind).history(offer);
          const onTrouble = (error: unknown) => {
            keptFailure = error;
          };
          const history = openHistory(adapter, this.#context, { scope: 'global', avatar: '', onTrouble });
          // One in which nothing was said is nothing to go on with.
          return (await history.list()).flatMap((line) => (line.turns > 0 ? [{ ...line, offer, kind }] : []));
        } catch (error) {
          keptFailure = error;
          return [];
        }
      }),
    );
    const kept = lists.flat().toSorted((a, b) => b.updatedAt - a.updatedAt);
    const { example } = this.#state;
    this.#state = { offers, kept, example, ...(keptFailure !== undefined && { keptFailure }) };
    this.#notify();
  }

  async open(offer: string, session: string | null, root: Element): Promise<void> {
    const found = this.#state.offers.find(({ id }) => id === offer);
    if (!found) return;
    const adapter = await this.#kind(found.kind).adapter(offer);
    await this.#show(adapter, { context: this.#context, settings: this.#settings }, root, { session });
  }

  async play(root: Element): Promise<void> {
    const { host, example } = this.#options;
    if (!example) return;
    const recorded = await example.recording(language());
    const model = recordedStudioModel(recorded, example.pace);
    // An example is kept until it is closed; plugins that were installed from it stay.
    let state: HistoryState<PluginArtifact> = { version: 3, sessions: [] };
    const adapter = await pluginStudioAdapter<StudioSettings>({
      ...{ host, language, actions: this.#pluginActions },
      history: {
        loadHistoryState: async () => state,
        async persistHistoryState(_, kept) {
          state = kept;
        },
      },
    });
    // The user's preferences are for their own work, not for the example.
    const given = { context: this.#contextOf(() => model), settings: {} };
    await this.#show({ ...adapter, title: t('talk.recorded') } as AnyAdapter, given, root, {
      onOpen(_, studio) {
        void studio.send(recorded.say);
        return undefined;
      },
    });
  }

  async #show(
    adapter: AnyAdapter,
    { context, settings }: { readonly context: StudioContext; readonly settings: StudioSettings },
    root: Element,
    options: OpenStudioOptions,
  ): Promise<void> {
    const diffs = workerDiffs(this.#options.worker);
    await openStudio(adapter, context, settings, root, { ...options, diffs });
  }

  #contextOf(model?: () => LLMAdapter): StudioContext {
    const save = () => saveSettings(this.#settings);
    const more = { saveSettings: async () => save(), saveSettingsDebounced: save };
    return studioContext(this.#options.host, { more, ...(model && { model }) });
  }

  #kind(wanted: Kind['kind']): Kind {
    const found = this.#kinds.find(({ kind }) => kind === wanted);
    if (!found) throw new TypeError(`nothing of the kind ${wanted} is edited here`);
    return found;
  }

  readonly #notify = (): void => {
    for (const listener of [...this.#listeners]) listener();
  };
}

function readSettings(): StudioSettings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? { ...kept } : {};
  } catch {
    return {};
  }
}

function saveSettings(settings: StudioSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // The choice then lasts as long as the page.
  }
}
