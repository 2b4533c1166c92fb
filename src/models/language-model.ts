/** What the browser’s own model is to a page: the Prompt API, as far as it is used. @see https://webmachinelearning.github.io/prompt-api */
export interface LanguageModelApi {
  availability(options?: LanguageModelNeeds): Promise<Availability>;
  /** Loads the model first where it is not there yet, for which browsers want a click. */
  create(options?: LanguageModelOptions): Promise<LanguageModelSession>;
}

export type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

interface LanguageModelNeeds {
  readonly expectedInputs?: readonly ExpectedText[];
  readonly expectedOutputs?: readonly ExpectedText[];
}

interface ExpectedText {
  readonly type: 'text';
  readonly languages: readonly string[];
}

interface LanguageModelOptions extends LanguageModelNeeds {
  /** A message of the system is the first or none. */
  readonly initialPrompts?: readonly LanguageModelMessage[];
  readonly signal?: AbortSignal;
  /** Called with the target of the download's progress events. */
  readonly monitor?: (monitor: EventTarget) => void;
}

export interface LanguageModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

interface PromptOptions {
  readonly signal?: AbortSignal;
  /** A JSON Schema, or an expression, that the answer keeps to. */
  readonly responseConstraint?: object;
}

export interface LanguageModelSession {
  prompt(input: readonly LanguageModelMessage[], options?: PromptOptions): Promise<string>;
  promptStreaming(input: readonly LanguageModelMessage[], options?: PromptOptions): ReadableStream<string>;
  measureContextUsage?(input: readonly LanguageModelMessage[]): Promise<number>;
  /** Tokens of all that was said in it. */
  readonly contextUsage?: number;
  destroy(): void;
}

/** The browser’s; nothing where it has none. */
export const languageModel = (): LanguageModelApi | undefined =>
  (globalThis as { readonly LanguageModel?: LanguageModelApi }).LanguageModel;

/** The options about languages that `availability` and `create` share. */
export const inLanguages = (languages: readonly string[] | undefined): LanguageModelNeeds =>
  languages === undefined
    ? {}
    : { expectedInputs: [{ type: 'text', languages }], expectedOutputs: [{ type: 'text', languages }] };

/** Whether the browser brings a model, and why it does not. */
export interface BrowserModelState {
  readonly state: 'ready' | 'downloadable' | 'downloading' | 'unavailable';
  /** What keeps it from being used at once; `null` where nothing does. */
  readonly why: string | null;
}

const STATES: { readonly [availability in Availability]: BrowserModelState } = {
  available: { state: 'ready', why: null },
  downloadable: { state: 'downloadable', why: 'the browser loads its model at the first use, some gigabytes' },
  downloading: { state: 'downloading', why: 'the browser is loading its model' },
  unavailable: {
    state: 'unavailable',
    why: 'the browser says that its model does not run on this device, or not in this language',
  },
};

/**
 * Asks whether there is a model of the browser’s; it loads nothing. `languages`: those that will be spoken, e.g. `['en']`.
 *
 * @example
 * import { isBrowserModelThere } from 'bulkhead/models';
 * const state = await isBrowserModelThere({ languages: ['en'] });
 */
export async function isBrowserModelThere({
  languages,
}: {
  readonly languages?: readonly string[];
} = {}): Promise<BrowserModelState> {
  const api = languageModel();
  if (!api) {
    const secure = globalThis.isSecureContext !== false;
    return missing(secure ? 'this browser brings no model' : 'the browser’s model is for pages with https alone');
  }
  try {
    const availability = await api.availability(inLanguages(languages));
    return STATES[availability] ?? missing(`the browser says ${String(availability)} of its model`);
  } catch (error) {
    return missing(`the browser does not tell of its model: ${(error as Error).message}`);
  }
}

const missing = (why: string): BrowserModelState => ({ state: 'unavailable', why });
