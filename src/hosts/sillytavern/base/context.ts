/** One message as SillyTavern keeps it. */
export interface StoredMessage {
  name?: string;
  is_user?: boolean;
  /** Shown to the user only: never sent to the model. */
  is_system?: boolean;
  mes?: string;
  send_date?: unknown;
  extra?: { readonly [key: string]: unknown };
  /** A picture in the place of the character's. */
  force_avatar?: string;
  swipe_id?: number;
  swipes?: string[];
}

/** A function tool, as `registerFunctionTool` takes it. */
export interface FunctionTool {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly parameters: object;
  readonly action: (args: unknown) => Promise<unknown>;
  readonly formatMessage: () => string;
  readonly shouldRegister: () => boolean;
  readonly stealth: boolean;
}

/** A tool of the tool manager. Its fields are private; this is the form that models get. */
export interface FunctionToolDefinition {
  toFunctionOpenAI(): unknown;
}

/** What is used of SillyTavern's tool manager. */
export interface ToolManager {
  readonly tools: Iterable<FunctionToolDefinition>;
  invokeFunctionTool(name: string, parameters: unknown): unknown;
  getDisplayName?(name: string): unknown;
}

/** A connection that its user has saved under a name. `cc`: to a chat completion source. */
export interface ConnectionProfile {
  readonly id: string;
  readonly name?: string;
  readonly mode?: string;
  readonly preset?: string;
}

type Listener = (...args: never[]) => unknown;

/** What is used of `SillyTavern.getContext()`. Each call answers a new object; of `chat` and the settings only it is live. */
export interface Context {
  readonly chat: StoredMessage[];
  readonly chatId?: string | undefined;
  readonly characterId?: string | number | undefined;
  readonly groupId?: string | null | undefined;
  readonly characters: readonly { readonly avatar?: string; readonly name?: string }[];
  readonly groups?: readonly { readonly id?: unknown; readonly chats?: readonly string[] }[];
  readonly name1: string;
  readonly name2: string;
  readonly extensionSettings: { [key: string]: unknown };
  /** Kept with the chat. */
  readonly chatMetadata?: { [key: string]: unknown };
  readonly extensionPrompts?: { readonly [key: string]: unknown };
  /** There while an answer streams, and until it is written down. */
  readonly streamingProcessor?: { readonly messageId?: unknown } | null;
  /** Lets texts be changed before they are shown. */
  readonly messageFormatter?: {
    readonly stage?: { readonly BEFORE_REGEX?: string };
    addHook?(hook: (text: string, about?: object) => string, options: { readonly stage: string }): void;
  };
  readonly eventSource: {
    on(event: string, listener: Listener): void;
    removeListener(event: string, listener: Listener): void;
    emit(event: string, ...args: unknown[]): Promise<void>;
  };
  readonly eventTypes: { readonly [name: string]: string };
  readonly chatCompletionSettings: { function_calling?: boolean };
  readonly mainApi: string;
  /** `no_connection` where there is none. */
  readonly onlineStatus?: string;
  /** Requests of an extension's own to the chat completion source that is chosen. */
  readonly ChatCompletionService?: {
    /** The host's settings as fields of a request. */
    presetToGeneratePayload(settings: object, overrides: object, payload: object): object | Promise<object>;
    /** `extract`: the text alone, and of a stream a function that opens it; else the answer as the server gave it. */
    processRequest(request: object, options: object, extract: boolean, signal?: AbortSignal): Promise<unknown>;
  };
  getChatCompletionModel?(): string;
  /** Requests by a connection profile that its user has saved, whatever is chosen. */
  readonly ConnectionManagerRequestService?: {
    getSupportedProfiles(): readonly ConnectionProfile[];
    /** `extractData` and the answer: as `processRequest` of the service above. */
    sendRequest(
      profile: string,
      messages: readonly object[],
      maxTokens: number | undefined,
      options: object,
      payload: object,
    ): Promise<unknown>;
  };
  /** Presets of an API: `openai` for all chat completion sources. */
  getPresetManager?(api: string): { getCompletionPresetByName?(name: string): unknown } | null | undefined;
  /** One text for a prompt of its own, by whichever API is chosen. */
  generateRaw?(options: { readonly prompt: unknown }): Promise<string>;
  stopGeneration?(): unknown;
  readonly maxContext?: number;
  /** The card's texts, with its macros carried out. */
  getCharacterCardFields?(): unknown;
  /** A text with its macros carried out. */
  substituteParams?(text: string): string;
  /** `dryRun`: only looks. */
  getWorldInfoPrompt?(lines: readonly string[], maxContext: number, dryRun: boolean, scan: object): Promise<unknown>;
  /** Names of all books of world info. */
  getWorldInfoNames?(): readonly string[];
  /** One that there is not is an empty one. */
  loadWorldInfo?(name: string): Promise<unknown>;
  /** Writes a generated message into the chat and shows it. */
  saveReply?(reply: { readonly type: string; readonly getMessage: string }): Promise<unknown>;
  readonly ToolManager: ToolManager;
  readonly SlashCommandParser: { addCommandObject(command: unknown): void };
  readonly SlashCommand: { fromProps(props: object): unknown };
  readonly SlashCommandArgument: { fromProps(props: object): unknown };
  readonly SlashCommandEnumValue: new (value: string, description?: string) => unknown;
  readonly ARGUMENT_TYPE: { readonly STRING: string };
  registerFunctionTool(tool: FunctionTool): void;
  unregisterFunctionTool(name: string): void;
  isToolCallingSupported(): boolean;
  saveSettingsDebounced(): void;
  /** Puts something into a character’s card, under an extension’s name. */
  writeExtensionField?(character: number, name: string, value: object): Promise<unknown>;
  /** What a request to the host's own server needs. */
  getRequestHeaders?(): { readonly [name: string]: string };
  saveChat(): Promise<void>;
  saveMetadata(): Promise<void>;
  /** The same, together with what else is changed in the next moment. */
  saveMetadataDebounced?(): void;
  generate(type: string, options: { readonly automatic_trigger: boolean }): Promise<unknown>;
  /** Position: 0 among the system prompts, -1 nowhere. */
  setExtensionPrompt(key: string, value: string, position: number, depth: number): void;
  /** The stop button in the place of the send button, and back. */
  deactivateSendButtons(): void;
  activateSendButtons(): void;
  addOneMessage(message: StoredMessage, options?: object): void;
  updateMessageBlock(index: number, message: StoredMessage): void;
  deleteMessage(index: number, swipe?: number, ask?: boolean, toolCalls?: boolean): Promise<void>;
  translate(text: string, key?: string): string;
  getCurrentLocale(): string;
  getExtensionApi?(name: string): unknown;
  /** Of hosts that have an extension API of their own. */
  registerExtensionApi?(name: string, api: object): void;
}

/** A value from the host, before its type is checked. */
export type Fields = { readonly [field: string]: unknown };
export const fieldsOf = (value: unknown): Fields => Object(value) as Fields;
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The global that SillyTavern gives its extensions. */
export interface SillyTavernGlobal {
  getContext(): Context;
}

/** SillyTavern itself. @throws when this page is none. */
export function sillyTavern(): SillyTavernGlobal {
  const { SillyTavern } = globalThis as { SillyTavern?: SillyTavernGlobal };
  if (typeof SillyTavern?.getContext !== 'function') throw new Error('Bulkhead: this page is no SillyTavern');
  return SillyTavern;
}

/** Reads a definition by the one method that shows its fields; `undefined` where that fails, or shows no name. */
export function describe(definition: FunctionToolDefinition) {
  try {
    const { name, description, parameters } = fieldsOf(fieldsOf(definition.toFunctionOpenAI()).function);
    if (typeof name !== 'string') return undefined;
    return { name, description: String(description ?? ''), parameters };
  } catch (error) {
    console.info('Bulkhead: a function tool of SillyTavern cannot be read and is left out:', error);
    return undefined;
  }
}

type Listeners = { readonly [event: string]: (...args: unknown[]) => unknown };

/** Listens to the host's events by their names; one that this host does not have is not listened to. @returns what ends it. */
export function listenTo({ eventSource, eventTypes }: Context, listeners: Listeners): () => void {
  const off = Object.entries(listeners).flatMap(([name, listener]) => {
    const event = eventTypes[name];
    if (event === undefined) return [];
    eventSource.on(event, listener);
    return [() => eventSource.removeListener(event, listener)];
  });
  return () => {
    for (const end of off.splice(0)) end();
  };
}
