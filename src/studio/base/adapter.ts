import type {
  Executed,
  HistoryState,
  RehearsalReport,
  Scope,
  SessionMessage,
  StudioCall,
  StudioContext,
  StudioResult,
  StudioSession,
  ToolDefinition,
} from './types.js';

/** A change as an adapter’s `renderDiffItem` and `formatDiffPathLabel` get it. */
export interface DiffItem {
  readonly path: string;
  readonly beforeValue: unknown;
  readonly afterValue: unknown;
  readonly beforePayload: { readonly text: string; readonly missing: boolean };
  readonly afterPayload: { readonly text: string; readonly missing: boolean };
}

/** What `handleAction` gets beside the action’s id. */
export interface ActionContext<Profile, Settings> {
  /** The live session. */
  readonly session: StudioSession<Profile>;
  readonly context: StudioContext;
  readonly settings: Settings;
  readonly root: unknown;
  readonly popupId: string;
  /** A CSS selector of the popup. */
  readonly popupSelector: string;
  /** Aborts when the user stops the action or closes the studio: then nobody waits for it any more. */
  readonly signal: AbortSignal;
}

/** A patcher as jsondiffpatch makes one. */
export interface DiffPatcher {
  diff(before: unknown, after: unknown): unknown;
}

/** What `defineAdapter` is given: these are required. */
export interface AdapterFields<Profile, Settings> {
  /** Stable: part of the popup’s id, and the key of what the user has chosen for this adapter. */
  readonly id: string;
  /** As it is shown, in the user’s language. */
  readonly title: string;
  /** Tells its sessions from those of other adapters in one history. */
  readonly mode: string;
  /** Translates the adapter’s own texts. */
  i18n(key: string): string;
  /** The same with `${0}`, `${1}` … filled in. */
  i18nFormat(key: string, ...args: unknown[]): string;
  /** The profile a new session begins with. */
  getInitialProfile(context: StudioContext, settings: Settings): Profile;
  /** Returns a normalised deep copy. Must be idempotent. */
  cloneWorkingProfile(profile: Profile): Profile;
  loadHistoryState(context: StudioContext, scope: Scope, avatar: string): Promise<HistoryState<Profile>>;
  persistHistoryState(
    context: StudioContext,
    state: HistoryState<Profile>,
    scope: Scope,
    avatar: string,
  ): Promise<void>;
  getDefaultScope(context: StudioContext): Scope;
  buildSystemPrompt(settings: Settings, session: StudioSession<Profile>): string;
  /** The request with the profile as it is now. */
  buildUserPrompt(
    settings: Settings,
    session: StudioSession<Profile>,
    userText: string,
    options: UserPromptOptions<Profile>,
  ): string;
  /** Tools that edit; the shell adds those that continue and finalise. */
  buildEditableToolSet(session: StudioSession<Profile>): readonly ToolDefinition[];
  /** Executes one call. It may change `session.workingProfile` and `session.lastSimulation`, and nothing else. */
  executeEditableToolCall(
    context: StudioContext,
    session: StudioSession<Profile>,
    call: StudioCall,
    signal: AbortSignal,
  ): Promise<Executed> | Executed;
  /** HTML of the panel beside the conversation. It is sanitised; classes and `data-*` stay. */
  renderWorkingProfile(session: StudioSession<Profile>, options: RenderOptions): string;
}

/** What `buildUserPrompt` gets beside the request. */
export interface UserPromptOptions<Profile> {
  /** The model goes on by itself: the text is `buildAutoContinuePrompt`’s. */
  readonly auto: boolean;
  /** What `getGlobalBaselineProfile` answered. */
  readonly baseline: Profile | null;
}

export interface RenderOptions {
  readonly popupId: string;
  readonly popupSelector: string;
  /** The model is asked, or something is executed. */
  readonly busy: boolean;
}

/** What a round came to, for the prompt of the next. */
export interface ExecutionResult {
  readonly results: readonly StudioResult[];
  readonly controlToolNames: ControlToolNames;
  /** What the model has said of why it goes on. */
  readonly note: string;
}

export interface ControlToolNames {
  readonly continue: string;
  readonly finalize: string;
}

/** What an adapter may have beside: each has a default. */
export interface AdapterOptions<Profile, Settings> {
  /** Extra class of the popup, for the adapter’s own CSS. */
  readonly popupClassName: string;
  getGlobalBaselineProfile(settings: Settings, session: StudioSession<Profile>): Profile | null;
  buildAutoContinuePrompt(execution: ExecutionResult): string;
  readonly controlToolNames: ControlToolNames;
  /** A tool’s name for people. */
  describeTool(name: string): string;
  getRequestPresetOptions(settings: Settings): { readonly apiPresetName: string; readonly llmPresetName: string };
  resolveRuntimeWorldInfo(
    context: StudioContext,
    settings: Settings,
    session: StudioSession<Profile>,
    signal: AbortSignal,
  ): Promise<unknown> | unknown;
  /** The whole block of a message’s changes, as HTML. */
  renderMessageDiff(session: StudioSession<Profile>, message: SessionMessage<Profile>, popupId: string): string;
  /** One text’s changes, as HTML. */
  renderTextDiff(before: string, after: string, path: string): string;
  /** A path for people: `presets.critic.systemPrompt` → `Preset 'critic' / System Prompt`. */
  formatDiffPathLabel(path: string, item?: DiffItem): string;
  /** One change’s whole card, as HTML; `null` for the shell’s own. */
  renderDiffItem(item: DiffItem): string | null;
  /** What the adapter’s own buttons do: `data-iter-custom-action`. */
  handleAction(action: string, context: ActionContext<Profile, Settings>): Promise<void> | void;
  /** Called at each opening. */
  ensureStyles(popupClassName: string): void;
  readonly diffPatcher: DiffPatcher;
  /** Tries a proposal before it is approved: `session` is a copy with the calls executed. Absent: nothing is tried. Ours only. */
  tryProposal?(
    context: StudioContext,
    session: StudioSession<Profile>,
    settings: Settings,
    signal: AbortSignal,
  ): Promise<RehearsalReport>;
}

/** What `defineAdapter` takes. */
export type AdapterInput<Profile, Settings> = AdapterFields<Profile, Settings> &
  Partial<Omit<AdapterOptions<Profile, Settings>, 'controlToolNames'>> & {
    readonly controlToolNames?: Partial<ControlToolNames>;
  };

/** An adapter with its defaults filled in. Whatever else was given is there, too, and nobody calls it. */
export type Adapter<Profile = unknown, Settings = unknown> = AdapterFields<Profile, Settings> &
  AdapterOptions<Profile, Settings>;
